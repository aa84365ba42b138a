"""The parameters dynamics is linear in: as a robot has them, in other people's order, and put back into a robot."""

from .conversions import of_central, of_pinocchio, of_pseudo, to_central, to_pinocchio, to_pseudo
from .parameters import Drives, Parameters
from .put_back import with_parameters

__all__ = [
    "Drives", "Parameters", "of_central", "of_pinocchio", "of_pseudo", "to_central", "to_pinocchio", "to_pseudo",
    "with_parameters",
]  # fmt: skip
