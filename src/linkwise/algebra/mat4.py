"""The 4×4 matrices of homogeneous coordinates: poses, joint motions, pseudo-inertias.

Balafoutis & Patel (1991), §2.2 and (5.2.3).                                                       [balafoutis1991]

A point is (r; 1), a direction (a; 0), the first moment of a body m (r; 1) = (h; m). Zeros and ones stay plain numbers,
so that products with them do not appear in a program.
"""

from __future__ import annotations

from .frame import same
from .frame_matrix import FrameMatrix
from .inertia import Inertia
from .motion import Motion
from .scalar import Scalar
from .tensor import tilde
from .transform import Transform
from .vec3 import Vec3


def homogeneous(T: Transform) -> FrameMatrix:
    """The matrix of a pose: [[R, p], [0, 1]].

    >>> homogeneous(Transform.identity("base", "arm")).rows[3]
    (0.0, 0.0, 0.0, 1.0)
    """
    return FrameMatrix(T.matrix, T.to, T.of)


def generator(S: Motion) -> FrameMatrix:
    """The matrix [[ω ×, v], [0, 0]] of a motion: a pose A that moves with it, seen from its own frame, has Ȧ = A Q.

    >>> from linkwise.algebra import ZERO
    >>> generator(Motion(Vec3(0.0, 0.0, 1.0), ZERO)).rows[0], generator(Motion(ZERO, Vec3(5.0, 0.0, 1.0))).rows[0]
    ((0.0, -1.0, 0.0, 0.0), (0.0, -0.0, 0.0, 5.0))
    """
    x, y, z = ((*row, v) for row, v in zip(tilde(S.ω).rows, S.v.components, strict=True))
    frame = same(S.ω.frame, S.v.frame)
    return FrameMatrix((x, y, z, (0.0, 0.0, 0.0, 0.0)), frame, frame)


def pseudo_inertia(body: Inertia) -> FrameMatrix:
    """J = ∫ (r; 1)(r; 1)ᵀ dm, (5.2.3).

    >>> from linkwise.algebra import Sym3
    >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.125, 0.0, 0.125))
    >>> pseudo_inertia(rod).rows[0]
    (0.625, 0.0, 0.0, 1.0)
    """
    frame = same(body.h.frame, body.I.frame)
    return FrameMatrix(body.pseudo, frame, frame)


def first_moment(W: FrameMatrix, h: Vec3, m: Scalar) -> Vec3:
    """The upper three components of W (h; m): a first moment moved by the pose W, or its rate if W is a derivative.

    >>> up = Transform.identity("base", "arm")
    >>> first_moment(homogeneous(up), Vec3(1.0, 0.0, 0.0, "arm"), 2.0)
    Vec3(x=1.0, y=0.0, z=0.0, frame='base')
    """
    same(W.of, h.frame)
    x, y, z = (a * h.x + b * h.y + c * h.z + d * m for a, b, c, d in W.rows[:3])
    return Vec3(x, y, z, W.to)
