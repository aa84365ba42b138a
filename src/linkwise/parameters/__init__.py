"""The parameters that dynamics is linear in: those of a robot, other forms of them, and base parameters.

of_robot             `robot.parameters`, `robot.with_parameters` and `robot.base_parameters`
parameters           the parameters of a robot as one vector π
conversions          mass, centre of mass and inertia; Pinocchio's order; pseudo-inertias
replace_parameters   a robot with other parameters
bodies/              `robot.with_base_parameters`: full parameters that bodies can have, nearest to a robot's
base/                base parameters: the fewest numbers that determine the dynamics, and their grouping equations
"""

from .base import BaseParameters
from .bodies.nearest import with_base_parameters
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
    "with_base_parameters",
    "with_parameters",
]
