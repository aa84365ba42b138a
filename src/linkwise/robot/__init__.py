"""The public interface: a robot that takes arrays and returns arrays."""

from .builder import RobotBuilder
from .robot import JointLimits, Robot

__all__ = ["JointLimits", "Robot", "RobotBuilder"]
