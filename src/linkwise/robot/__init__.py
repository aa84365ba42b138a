"""The face: a robot that takes arrays and gives arrays."""

from .robot import JointLimits, Robot

__all__ = ["JointLimits", "Robot"]
