"""Hold joints at a value."""

import math
from collections.abc import Mapping
from dataclasses import replace
from numbers import Real

from ...errors import InvalidModel, UnknownName, shown
from ..coordinates import Coordinates
from ..joints import Fixed
from ..kinds import expect_model
from ..model import Model


def _number(value: object) -> bool:
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(float(value))
    except OverflowError:
        return False


def lock(model: Model, values: Mapping[str, float]) -> Model:
    """The robot with some coordinates held: their joints, and those that follow only them, become fixed.

    >>> import linkwise
    >>> lock(linkwise.load("planar2r").model, {"joint2": 0.5}).joint_names
    ('joint1',)
    """
    expect_model(model)
    u = model.coordinates
    for name, value in values.items():
        if name not in u.names:
            raise UnknownName(
                "joint", name, f"robot {shown(model.name)}", u.names, "a joint that follows another is held with it."
            )
        if not _number(value):
            said = shown(repr(value))
            raise InvalidModel(f"joint {shown(name)} cannot be locked at {said}.", "A finite number was expected.")
    held = {u.names.index(name): float(value) for name, value in values.items()}
    kept = {k: new for new, k in enumerate(k for k in range(len(u.names)) if k not in held)}
    bodies, rows, offsets = list(model.bodies), [], []
    for i, row, b in zip(model.moving, u.rows, u.offsets, strict=True):
        b = b + sum(c * held[k] for k, c in row if k in held)
        row = tuple((kept[k], c) for k, c in row if k in kept)
        if row:
            rows.append(row)
            offsets.append(b)
        else:
            body = bodies[i]
            placement = (body.placement @ body.joint.transform(b)).tagged(body.placement.to, body.name)
            bodies[i] = replace(body, joint=Fixed(body.joint.name), placement=placement)
    names = tuple(u.names[k] for k in kept)
    return replace(model, bodies=tuple(bodies), coordinates=Coordinates(names, tuple(rows), tuple(offsets)))
