"""What makes a list of bodies a manipulator.

Only plain numbers are checked: a mass may be a symbol. Its sign is a reader's business, for parameters regrouped
between links need not be those of bodies.
"""

import math
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..algebra import Rotation, Scalar, Vec3
from ..errors import InvalidModel, listed, shown
from .body import BASE, Body

if TYPE_CHECKING:
    from .model import Model

UNIT = 1e-6
"""How far the squared length of an axis may be from 1: what files with six digits leave, not a wrong axis."""


def check(model: "Model") -> None:
    """Refuse a model whose order, names or numbers cannot be a manipulator's."""
    _names(model, "link", [model.base, *(body.name for body in model.bodies)])
    _names(model, "joint", (body.joint.name for body in model.bodies))
    _names(model, "frame", (frame.name for frame in model.frames))
    _finite("gravity", model.name, model.gravity.components)
    for i, body in enumerate(model.bodies):
        if not BASE <= body.parent < i:
            raise InvalidModel(
                f"body {shown(body.name)} stands before its parent.",
                "Parents come first in a model's list of bodies.",
                "sort the bodies from the base outwards.",
            )
        _body(body)
    for frame in model.frames:
        if not BASE <= frame.body < len(model.bodies):
            raise InvalidModel(f"frame {shown(frame.name)} is on body {frame.body}, which is not there.")


def _names(model: "Model", kind: str, names: Iterable[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InvalidModel(
            f"robot {shown(model.name)} has two {kind}s of one name: {listed(twice)}.",
            f"Every {kind} needs a name of its own.",
            "rename one.",
        )


def _body(body: Body) -> None:
    _finite("inertia", body.name, body.inertia.parameters)
    _finite("placement", body.name, body.placement.p.components)
    _rotation(body.placement.R, body.name)
    joint = body.joint
    _finite("joint offset, rotor or friction", joint.name, _drive(body))
    if joint.moves and not _about_one(joint.axis.dot(joint.axis)):
        raise InvalidModel(
            f"joint {shown(joint.name)} has an axis of length {math.sqrt(joint.axis.dot(joint.axis))}.",
            "A unit vector was expected.",
            "divide the axis by its length.",
        )


def _drive(body: Body) -> list[Scalar]:
    joint, friction = body.joint, body.joint.friction
    backward = [] if friction.backward is None else [friction.backward]
    return [joint.offset, joint.rotor.inertia, joint.rotor.gear_ratio, friction.viscous, friction.coulomb, *backward]


def _finite(what: str, owner: str, numbers: Iterable[Scalar]) -> None:
    if not all(math.isfinite(x) for x in numbers if isinstance(x, int | float)):
        raise InvalidModel(f"the {what} of {shown(owner)} is not finite.", "Finite numbers were expected.")


def _rotation(R: Rotation, owner: str) -> None:
    x, y, z = (Vec3(*row) for row in R.rows)
    if not (_about_one(x.dot(x)) and _about_one(y.dot(y)) and _about_one(x.cross(y).dot(z))):
        raise InvalidModel(
            f"the placement of {shown(owner)} is not a rotation and a shift.",
            "A matrix of orthogonal unit rows with determinant 1 was expected.",
        )


def _about_one(x: Scalar) -> bool:
    return not isinstance(x, int | float) or abs(x - 1.0) <= UNIT
