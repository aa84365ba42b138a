"""The joints: one file each. A new joint is a new file and one line here."""

from .fixed import Fixed
from .joint import AbstractJoint
from .prismatic import Prismatic
from .revolute import Continuous, Revolute

JOINTS: dict[str, type[AbstractJoint]] = {joint.kind: joint for joint in (Revolute, Continuous, Prismatic, Fixed)}
"""Every joint by its name in files."""

__all__ = ["JOINTS", "AbstractJoint", "Continuous", "Fixed", "Prismatic", "Revolute"]
