"""Vectors, rotations, tensors, spatial vectors and inertias over any scalar; nothing here is an array."""

from .force import NO_FORCE, Force
from .frame import Tag
from .inertia import Inertia
from .mat3 import ONE3, ZERO3, Mat3
from .mat6 import Mat6
from .motion import NO_MOTION, Motion
from .note import listening, note
from .rotation import Rotation, rotation_of
from .scalar import Functions, Scalar, cos, cos_sin, is_zero, register, sign, sin, somewhere, sqrt
from .solve import inverse, ltdl, solve
from .staged import Staged
from .sym3 import Sym3
from .tensor import (
    angular_acceleration_tensor,
    double_dot,
    dual,
    euler_tensor,
    inertia_tensor,
    outer,
    tilde,
    torque,
    vect,
)
from .transform import Transform
from .vec3 import ZERO, Vec3

__all__ = [
    "NO_FORCE", "NO_MOTION", "ONE3", "ZERO", "ZERO3", "Force", "Functions", "Inertia", "Mat3", "Mat6", "Motion",
    "Rotation", "Scalar", "Staged", "Sym3", "Tag", "Transform", "Vec3", "angular_acceleration_tensor", "cos", "cos_sin",
    "double_dot", "dual", "euler_tensor", "inertia_tensor", "inverse", "is_zero", "listening", "ltdl", "note", "outer",
    "register", "rotation_of", "sign", "sin", "solve", "somewhere", "sqrt", "tilde", "torque", "vect",
]  # fmt: skip
