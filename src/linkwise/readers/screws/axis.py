"""A screw axis and a link's home: where the body frame stands.

The body frame takes the orientation of the link frame M and the point of the axis nearest to M's origin, so that it is
M itself where M touches the axis (and always for a joint that slides).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...algebra import Rotation, Transform, Vec3, rotation_of

LOOSE = 1e-6
"""How far a printed unit vector or rotation may be from one, and still be meant as one."""

TIGHT = 1e-12
"""What is closer than this to its rule is taken as it is."""


class NotAnAxis(Exception):
    """The numbers are no screw axis or pose; the text says why, the hint what to do. Readers turn it into a fault.

    >>> NotAnAxis("|ω| = 1 was expected", "divide by it").hint
    'divide by it'
    """

    def __init__(self, why: str, hint: str = ""):
        super().__init__(why)
        self.hint = hint


@dataclass(frozen=True)
class Stand:
    """A body frame B in space at q = 0, the joint axis in it, and the link frame in it (None where it is B).

    >>> Stand(Transform.identity(), Vec3(0.0, 0.0, 1.0), None).link is None
    True
    """

    B: Transform
    axis: Vec3
    link: Transform | None


def checked_screw(screw: Sequence[float], slides: bool) -> tuple[Vec3, Vec3]:
    """(ω, v) of a joint without pitch, brought to unit length where it is all but that.

    >>> checked_screw((0, 0, 1, 0, -0.5, 0), slides=False)[1].components
    (0.0, -0.5, 0.0)
    """
    ω, v = Vec3(*map(float, screw[:3])), Vec3(*map(float, screw[3:]))
    size = math.hypot(*(v if slides else ω).components)
    named = "v" if slides else "ω"
    if slides and ω.components != (0.0, 0.0, 0.0):
        raise NotAnAxis("ω of a prismatic joint is 0", 'type = "revolute" is a joint that turns')
    if abs(size - 1.0) > LOOSE:
        hint = "divide all six numbers by it" if size > 0.0 else "a joint that turns has ω ≠ 0, one that slides v ≠ 0"
        raise NotAnAxis(f"|{named}| = 1 was expected, not {size:.9g}", hint)
    if abs(size - 1.0) > TIGHT:
        ω, v = ω / size, v / size
    if not slides and abs(ω.dot(v)) > LOOSE * max(1.0, math.hypot(*v.components)):
        raise NotAnAxis(f"the pitch ω·v = {ω.dot(v):.9g} is not 0", "helical joints are not supported: v = −ω × c")
    return ω, v


def checked_home(rows: Sequence[Sequence[float]]) -> Transform:
    """A pose from a 4×4 matrix, brought to a rotation where it is all but one.

    >>> checked_home([[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]).p.x
    0.5
    """
    M = np.array(rows, dtype=float)
    if float(np.max(np.abs(M[3] - [0.0, 0.0, 0.0, 1.0]))) > TIGHT:  # a matrix exponential leaves roundings here
        raise NotAnAxis("the last row of a pose is 0, 0, 0, 1", "positions stand in the last column")
    off = float(np.max(np.abs(M[:3, :3]))) - 1.0
    if off <= LOOSE:  # so that the product cannot overflow
        off = float(np.max(np.abs(M[:3, :3] @ M[:3, :3].T - np.eye(3))))
    if off > LOOSE or np.linalg.det(M[:3, :3]) < 0.0:
        raise NotAnAxis("the upper left 3×3 of a pose is a rotation", "give more digits, or xyz and rpy")
    R = M[:3, :3]
    if off > TIGHT:
        U, _, Vt = np.linalg.svd(R)
        R = U @ Vt
    return Transform(rotation_of(R.tolist()), Vec3(*M[:3, 3].tolist()))


def stand(ω: Vec3, v: Vec3, M: Transform) -> Stand:
    """Where the body of a joint stands whose link frame is M at q = 0.

    >>> home = Transform(Rotation.identity(), Vec3(0.5, 0.0, 0.0))
    >>> stand(Vec3(0.0, 0.0, 1.0), Vec3(0.0, 0.0, 0.0), home).link.p.components
    (0.5, 0.0, 0.0)
    """
    R: Rotation = M.R
    if ω.components == (0.0, 0.0, 0.0):
        return Stand(M, R.T @ v, None)
    c = ω.cross(v)  # the point of the axis nearest to the space frame's origin
    o = c + ω * ω.dot(M.p - c)
    off = M.p - o
    if math.hypot(*off.components) <= 4 * 2.0**-52 * (math.hypot(*M.p.components) + math.hypot(*c.components)):
        return Stand(M, R.T @ ω, None)
    return Stand(Transform(R, o), R.T @ ω, Transform(Rotation.identity(), R.T @ off))
