"""Round near-misses of geometry to what was meant. Not exact, so done only on request.

A file that says 1.5708 for a quarter turn leaves rotations with entries such as −3.7e-6 that were meant to be 0. Making
them exact changes the robot by about the tolerance and saves multiplications in every customised program.
"""

import math
from dataclasses import replace
from numbers import Real

from ...algebra import Rotation, Transform, Vec3
from ...algebra.mat3 import rows_of
from ...errors import InvalidModel
from ..body import Body
from ..field_types import expect_model
from ..model import Model

CONSTANTS = 9 + 3 + 3 + 1
"""The geometric constants of a body: the rotation and the shift of its placement, its joint's axis and offset."""


def snap(model: Model, tolerance: float) -> Model:
    """The robot with near-misses of at most `tolerance` (radians, metres) made exact.

    These are rotation entries and axis components near 0 or ±1, lengths near 0 and offsets near quarter turns.

    >>> import linkwise
    >>> near_misses(snap(linkwise.load("ur5").model, 1e-6), 1e-6)
    0
    """
    expect_model(model)
    _check(tolerance)
    return replace(model, bodies=tuple(_body(body, tolerance) for body in model.bodies))


def near_misses(model: Model, tolerance: float) -> int:
    """How many constants `snap` would make exact.

    >>> import linkwise
    >>> near_misses(linkwise.load("puma560").model, 1e-6)
    0
    """
    expect_model(model)
    _check(tolerance)
    return sum(
        a != b
        for body, snapped in ((body, _body(body, tolerance)) for body in model.bodies)
        for a, b in zip(_constants(body), _constants(snapped), strict=True)
    )


def _constants(body: Body) -> list[float]:
    rows = body.placement.R.rows
    return [*rows[0], *rows[1], *rows[2], *body.placement.p.components, *body.joint.axis.components, body.joint.offset]


def _body(body: Body, tol: float) -> Body:
    T, joint = body.placement, body.joint
    R = Rotation(rows_of([[_unit(x, tol) for x in row] for row in T.R.rows]), T.to, T.of)
    x, y, z = (_unit(a, tol) for a in joint.axis.components)
    offset = joint.offset
    if joint.slides:
        offset = _zero(offset, tol)
    else:
        quarter = round(offset / (math.pi / 2)) * (math.pi / 2)
        offset = quarter if abs(offset - quarter) <= tol else offset
    px, py, pz = (_zero(a, tol) for a in T.p.components)
    return replace(
        body,
        placement=Transform(R, Vec3(px, py, pz, T.p.frame)),
        joint=replace(joint, axis=Vec3(x, y, z), offset=offset),
    )


def _zero(x: float, tol: float) -> float:
    return 0.0 if abs(x) <= tol else x


def _unit(x: float, tol: float) -> float:
    return next((whole for whole in (0.0, 1.0, -1.0) if abs(x - whole) <= tol), x)


def _check(tolerance: float) -> None:
    if not isinstance(tolerance, Real) or not 0.0 <= tolerance <= 0.01:
        raise InvalidModel(f"the snapping tolerance is {tolerance!r}.", "A number from 0 to 0.01 was expected.")
