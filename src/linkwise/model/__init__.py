"""The manipulator as frozen data: bodies, joints, drives, frames; and exact rewrites of it."""

from .actuator import FREE, NO_LIMITS, NO_ROTOR, Friction, Limits, Rotor
from .body import BASE, Body
from .coordinates import Coordinates
from .friction import AbstractFriction, FrictionFunction, PiecewiseLinear, Smooth, Stribeck, Uneven
from .joints import JOINTS, AbstractJoint, Continuous, Fixed, Prismatic, Revolute
from .model import EARTH, Frame, Model

__all__ = [
    "BASE",
    "EARTH",
    "FREE",
    "JOINTS",
    "NO_LIMITS",
    "NO_ROTOR",
    "AbstractFriction",
    "AbstractJoint",
    "Body",
    "Continuous",
    "Coordinates",
    "Fixed",
    "Frame",
    "Friction",
    "FrictionFunction",
    "Limits",
    "Model",
    "PiecewiseLinear",
    "Prismatic",
    "Revolute",
    "Rotor",
    "Smooth",
    "Stribeck",
    "Uneven",
]
