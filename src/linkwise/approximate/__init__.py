"""Approximations of inverse dynamics from the years before recursions, each reporting its error and its cost.

    from linkwise import approximate
    found = approximate.compare(robot)                         # every method on the same motions
    approximate.Pruned(robot, significance=0.01).report(q, qd, qdd)

Methods       WithoutCoriolis, Pruned, Tabulated, Aldon, Multirate; METHODS by name
What they say compare, Comparison, Report, Cost
What they need Box (the states they are made for), motions, coefficients (D, h, c of the closed form)
"""

from .aldon import Aldon
from .approximation import AbstractApproximation
from .box import Box
from .closed_form import Coefficients, coefficients
from .compare import METHODS, Comparison, compare
from .motions import motions
from .multirate import Multirate
from .pruned import Pruned
from .report import Cost, Report
from .tabulated import Tabulated
from .without_coriolis import WithoutCoriolis

__all__ = [
    "METHODS",
    "AbstractApproximation",
    "Aldon",
    "Box",
    "Coefficients",
    "Comparison",
    "Cost",
    "Multirate",
    "Pruned",
    "Report",
    "Tabulated",
    "WithoutCoriolis",
    "coefficients",
    "compare",
    "motions",
]
