"""Where a link's body frame is, given its screw axis and home pose.

The body frame takes the orientation of the link frame M and, as its origin, the point of the axis nearest to M's
origin. It is M itself if M lies on the axis, and always for a sliding joint.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...algebra import Rotation, Transform, Vec3, rotation_of

LOOSE = 1e-6
"""How far a printed unit vector or rotation may be from an exact one and still count as one."""

TIGHT = 1e-12
"""Numbers closer than this to an exact unit vector or rotation are used unchanged."""


class NotAnAxis(Exception):
    """The numbers are not a screw axis or a pose: says why, and in `hint` what to do. Readers turn it into a fault.

    >>> NotAnAxis("|ω| = 1 was expected", "divide by it").hint
    'divide by it'
    """

    def __init__(self, why: str, hint: str = ""):
        super().__init__(why)
        self.hint = hint


@dataclass(frozen=True)
class Placed:
    """A body frame B in space at q = 0, the joint axis in it, and the link frame in it (None if it is B).

    >>> Placed(Transform.identity(), Vec3(0.0, 0.0, 1.0), None).link is None
    True
    """

    B: Transform
    axis: Vec3
    link: Transform | None


def checked_screw(screw: Sequence[float], slides: bool) -> tuple[Vec3, Vec3]:
    """(ω, v) of a joint without pitch, scaled to unit length if it is off by rounding only.

    >>> checked_screw((0, 0, 1, 0, -0.5, 0), slides=False)[1].components
    (0.0, -0.5, 0.0)
    """
    ωx, ωy, ωz, vx, vy, vz = map(float, screw)
    ω, v = Vec3(ωx, ωy, ωz), Vec3(vx, vy, vz)
    length = math.hypot(*(v if slides else ω).components)
    letter = "v" if slides else "ω"
    if slides and ω.components != (0.0, 0.0, 0.0):
        raise NotAnAxis("ω = 0 was expected for a prismatic joint", 'use type = "revolute" if the joint turns')
    if abs(length - 1.0) > LOOSE:
        hint = "divide all six numbers by it" if length > 0.0 else "a joint that turns has ω ≠ 0, one that slides v ≠ 0"
        raise NotAnAxis(f"|{letter}| = 1 was expected, not {length:.9g}", hint)
    if abs(length - 1.0) > TIGHT:
        ω, v = ω / length, v / length
    if not slides and abs(ω.dot(v)) > LOOSE * max(1.0, math.hypot(*v.components)):
        hint = "helical joints are not supported: v = −ω × c for a point c of the axis"
        raise NotAnAxis(f"the pitch ω·v = {ω.dot(v):.9g} is not 0", hint)
    return ω, v


def checked_home(rows: Sequence[Sequence[float]]) -> Transform:
    """The pose in a 4×4 matrix, its rotation made exact if it is off by rounding only.

    >>> checked_home([[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]).p.x
    0.5
    """
    M = np.array(rows, dtype=float)
    if float(np.max(np.abs(M[3] - [0.0, 0.0, 0.0, 1.0]))) > TIGHT:  # a matrix exponential leaves rounding errors here
        raise NotAnAxis("the last row of a pose must be 0, 0, 0, 1", "the position is the last column")
    error = float(np.max(np.abs(M[:3, :3]))) - 1.0
    if error <= LOOSE:  # so that the product cannot overflow
        error = float(np.max(np.abs(M[:3, :3] @ M[:3, :3].T - np.eye(3))))
    if error > LOOSE or np.linalg.det(M[:3, :3]) < 0.0:
        raise NotAnAxis("the upper left 3×3 of a pose must be a rotation", "give more digits, or use xyz and rpy")
    R = M[:3, :3]
    if error > TIGHT:
        U, _, Vt = np.linalg.svd(R)
        R = U @ Vt
    x, y, z = M[:3, 3].tolist()
    return Transform(rotation_of(R.tolist()), Vec3(x, y, z))


def placed(ω: Vec3, v: Vec3, M: Transform) -> Placed:
    """The body frame of a link with that screw axis, whose link frame is M at q = 0.

    >>> home = Transform(Rotation.identity(), Vec3(0.5, 0.0, 0.0))
    >>> placed(Vec3(0.0, 0.0, 1.0), Vec3(0.0, 0.0, 0.0), home).link.p.components
    (0.5, 0.0, 0.0)
    """
    R = M.R
    if ω.components == (0.0, 0.0, 0.0):
        return Placed(M, R.T @ v, None)
    c = ω.cross(v)  # the point of the axis nearest to the space frame's origin
    o = c + ω * ω.dot(M.p - c)
    off = M.p - o
    if math.hypot(*off.components) <= 4 * 2.0**-52 * (math.hypot(*M.p.components) + math.hypot(*c.components)):
        return Placed(M, R.T @ ω, None)
    return Placed(Transform(R, o), R.T @ ω, Transform(Rotation.identity(), R.T @ off))
