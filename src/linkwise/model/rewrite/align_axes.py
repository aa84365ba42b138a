"""Turn body frames so that every joint moves about or along its z axis."""

import math
from dataclasses import replace

from ...algebra import ZERO, Rotation, Transform, Vec3
from ..dh import X, Y, Z
from ..field_types import expect_model
from ..model import Model
from .regauge import regauge, unit

_EXACT = {
    (0.0, 0.0, 1.0): Rotation.identity(),
    (0.0, 0.0, -1.0): Rotation.about_constant(X, math.pi),
    (1.0, 0.0, 0.0): Rotation.about_constant(Y, math.pi / 2),
    (-1.0, 0.0, 0.0): Rotation.about_constant(Y, -math.pi / 2),
    (0.0, 1.0, 0.0): Rotation.about_constant(X, -math.pi / 2),
    (0.0, -1.0, 0.0): Rotation.about_constant(X, math.pi / 2),
}


def align_axes(model: Model) -> Model:
    """The same robot with the axis (0, 0, 1) for every moving joint.

    Frames whose axis lies along x, y or z make exact quarter or half turns.

    >>> import linkwise
    >>> {body.joint.axis.components for body in align_axes(linkwise.load("puma560").model).bodies}
    {(0.0, 0.0, 1.0)}
    """
    expect_model(model)
    if all(not body.joint.moves or body.joint.axis.components == Z.components for body in model.bodies):
        return model
    turns = [z_to(body.joint.axis) if body.joint.moves else Rotation.identity() for body in model.bodies]
    moved = regauge(model, [Transform(R, ZERO) for R in turns])
    bodies = (
        replace(body, joint=replace(body.joint, axis=Z)) if body.joint.moves else body for body in moved.bodies
    )  # R_Gᵀ a, without its rounding
    return replace(moved, bodies=tuple(bodies))


def z_to(axis: Vec3) -> Rotation:
    """The least turn that takes z to the axis; exact where the axis is ±x, ±y or ±z.

    >>> z_to(Vec3(1.0, 0.0, 0.0)).rows
    ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    """
    exact = _EXACT.get(axis.components)
    if exact is not None:
        return exact
    a = unit(axis)
    s = math.hypot(a.x, a.y)
    return Rotation.about(Vec3(-a.y / s, a.x / s, 0.0), a.z, s)
