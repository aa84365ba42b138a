"""Functions around a robot's equations, as programs."""

from .law import Law
from .shapes import Shapes

__all__ = ["Law", "Shapes"]
