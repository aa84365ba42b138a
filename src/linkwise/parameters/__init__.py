"""The parameters dynamics is linear in: of a robot, in other people's order, put back into a robot; and its base ones.

parameters       the vector π of a robot
conversions      mass, centre of mass and inertia; Pinocchio's order; pseudo-inertias
put_back         a robot with other parameters
base/            base parameters: the fewest numbers that determine the dynamics, and their grouping equations
of_robot         what `robot.parameters`, `with_parameters` and `base_parameters` do
"""

from .base import BaseParameters
from .conversions import of_central, of_pinocchio, of_pseudo, to_central, to_pinocchio, to_pseudo
from .of_robot import base_parameters, parameters, with_parameters
from .parameters import Drives, Parameters

__all__ = [
    "BaseParameters",
    "Drives",
    "Parameters",
    "base_parameters",
    "of_central",
    "of_pinocchio",
    "of_pseudo",
    "parameters",
    "to_central",
    "to_pinocchio",
    "to_pseudo",
    "with_parameters",
]
