"""What a fit can estimate, as columns that multiply unknowns.

kinds       friction: a table with one row for each kind
nonlinear   gains, tilt and Stribeck's speeds: a column for the change of each
request     which of them, checked; the joints and drives they act on
rigid       links, rotors and drives: base parameters, also on a tilted base
regressor   all columns together, and the unknowns from the robot's full parameters
"""

from .kinds import KINDS
from .regressor import Regressor
from .request import Request

__all__ = ["KINDS", "Regressor", "Request"]
