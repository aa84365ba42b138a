"""The public interface: a robot that takes arrays and returns arrays."""

from .robot import JointLimits, Robot

__all__ = ["JointLimits", "Robot"]
