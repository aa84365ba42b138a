"""linkwise: robot-manipulator dynamics for Python.

    import linkwise
    robot = linkwise.load("panda")                     # or a URDF, MJCF, DH table or screw-axes file
    tau = robot.inverse_dynamics(q, qd, qdd)           # arrays in, arrays out; leading axes are a batch

Robots          load, save, Robot, JointLimits, LoadReport
Models          Model, Body, Frame, Inertia, Friction, Rotor, Limits
Errors          LinkwiseError, the base of all (linkwise.errors has the tree)
"""

from .algebra import Inertia
from .errors import LinkwiseError
from .load import load, save
from .model import Body, Frame, Friction, Limits, Model, Rotor
from .readers import LoadReport
from .robot import JointLimits, Robot

__version__ = "0.1.0"

__all__ = [
    "Body", "Frame", "Friction", "Inertia", "JointLimits", "Limits", "LinkwiseError", "LoadReport", "Model", "Robot",
    "Rotor", "load", "save",
]  # fmt: skip
