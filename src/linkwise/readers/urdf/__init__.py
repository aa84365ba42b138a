"""URDF: the robot description of ROS, read strictly and written back."""

from .findings import WAIVERS
from .read import read, read_text
from .write import write

__all__ = ["WAIVERS", "read", "read_text", "write"]
