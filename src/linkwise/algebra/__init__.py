"""Vectors, rotations, tensors, spatial vectors and inertias over any scalar; nothing here is an array.

Scalars
    scalar             the functions of any scalar: sin, cos, …, minimum, atan2; register adds types
    number_types       the functions of floats, mpmath and sympy
    columns            NumPy columns, one number for each state of a batch
    conditions         where: the choice between two scalars
    tables             clip, lookup, interpolate: limits and curves through points
    jet                scalars that carry their derivatives along
Three dimensions, seen from a frame
    frame              frame tags, and the check that they agree
    vec3 mat3 sym3     vectors, tensors, symmetric tensors
    tensor             Cartesian-tensor operators: tilde, vect, dual, Ω, Euler tensor
    rotation           rotations between frames (plane: turns within a coordinate plane)
    factored_rotation  rotations kept as two factors
    transform          poses
    rigid_body         momentum and torque of one rigid body, by vectors and by tensors
Six dimensions
    motion force       spatial vectors
    inertia mat6       rigid-body inertias, and maps from motions to forces
Matrices
    frame_matrix mat4  3×3 and 4×4 matrices between frames, homogeneous coordinates
    matrices           vectors and matrices of any size
    solve orthogonal   symmetric systems, least squares
    sparse             systems with few unknowns in each equation
note                   names for an algorithm's intermediate values
"""

from .columns import holds_anywhere
from .conditions import is_nonzero, register_choice, where
from .factored_rotation import FactoredRotation
from .force import NO_FORCE, Force
from .frame import Tag
from .frame_matrix import FrameMatrix, tr
from .inertia import Inertia
from .jet import Jet, along, gradient
from .mat3 import ONE3, ZERO3, Mat3
from .mat4 import first_moment, generator, homogeneous, pseudo_inertia
from .mat6 import Mat6
from .motion import NO_MOTION, Motion
from .note import listening, note
from .number_types import Functions
from .orthogonal import Orthogonal
from .rigid_body import (
    angular_acceleration_tensor_of,
    angular_momentum,
    angular_momentum_by_euler,
    angular_momentum_tensor,
    angular_momentum_tensor_by_euler,
    angular_velocity_tensor,
    euler_tensor_at,
    inertia_rate,
    torque_tensor,
    torque_tensor_by_euler,
    torque_vector,
    torque_vector_by_euler,
)
from .rotation import Rotation, rotation_of
from .scalar import (
    Scalar,
    atan2,
    cos,
    cos_sin,
    exp,
    is_finite_number,
    is_zero,
    log,
    maximum,
    minimum,
    register,
    sign,
    sin,
    sqrt,
    tanh,
)
from .solve import inverse, ltdl, solve
from .sym3 import Sym3
from .tables import clip, interpolate, lookup
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
    "NO_FORCE",
    "NO_MOTION",
    "ONE3",
    "ZERO",
    "ZERO3",
    "FactoredRotation",
    "Force",
    "FrameMatrix",
    "Functions",
    "Inertia",
    "Jet",
    "Mat3",
    "Mat6",
    "Motion",
    "Orthogonal",
    "Rotation",
    "Scalar",
    "Sym3",
    "Tag",
    "Transform",
    "Vec3",
    "along",
    "angular_acceleration_tensor",
    "angular_acceleration_tensor_of",
    "angular_momentum",
    "angular_momentum_by_euler",
    "angular_momentum_tensor",
    "angular_momentum_tensor_by_euler",
    "angular_velocity_tensor",
    "atan2",
    "clip",
    "cos",
    "cos_sin",
    "double_dot",
    "dual",
    "euler_tensor",
    "euler_tensor_at",
    "exp",
    "first_moment",
    "generator",
    "gradient",
    "holds_anywhere",
    "homogeneous",
    "inertia_rate",
    "inertia_tensor",
    "interpolate",
    "inverse",
    "is_finite_number",
    "is_nonzero",
    "is_zero",
    "listening",
    "log",
    "lookup",
    "ltdl",
    "maximum",
    "minimum",
    "note",
    "outer",
    "pseudo_inertia",
    "register",
    "register_choice",
    "rotation_of",
    "sign",
    "sin",
    "solve",
    "sqrt",
    "tanh",
    "tilde",
    "torque",
    "torque_tensor",
    "torque_tensor_by_euler",
    "torque_vector",
    "torque_vector_by_euler",
    "tr",
    "vect",
    "where",
]
