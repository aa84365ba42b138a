"""Can the order, names and numbers of a model be a manipulator's?

Only plain numbers are checked: a mass may be a symbol. Whether masses are positive is left to the readers,
because parameters regrouped between links need not belong to real bodies.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from numbers import Real
from typing import TYPE_CHECKING

from ..algebra import Scalar, Transform, Vec3, is_finite_number
from ..errors import InvalidModel, UnknownName, listed, shown
from .actuator import AbstractFriction, Friction
from .body import BASE, Body
from .checked_parts import CheckedParts
from .closure import Closure, JointRelation
from .coordinates import Coordinates
from .joints import AbstractJoint

if TYPE_CHECKING:
    from .model import Model

UNIT = 1e-12
"""How far the squared length of an axis, or of a row of a rotation, may be from 1; the dynamics are off by as much."""


CHECKED = CheckedParts()
"""Bodies on a parent of this tag with these waivers, frames, and coordinates of these joints, that can be used."""


def check_consistency(model: "Model") -> None:
    """Refuse a model whose order, names or numbers cannot be a manipulator's."""
    _names(model, "link", [model.base, *(body.name for body in model.bodies)])
    _names(model, "joint", (body.joint.name for body in model.bodies))
    _names(model, "frame", (frame.name for frame in model.frames))
    _names(model, "closure", (closure.name for closure in model.closures))
    _names(model, "actuated joint", model.actuated)
    _finite("gravity", model.name, model.gravity.components)
    _finite("inertia", model.base, model.base_inertia.parameters)
    joints = {body.joint.name for body in model.bodies}
    for group in model.groups:
        if not joints.issuperset(group.joints):
            raise InvalidModel(
                f"joint {shown(group.name)} of several degrees of freedom is made of joints {listed(group.joints)}.",
                f"Joints of robot {shown(model.name)} were expected.",
            )
    everywhere = (model.base, *(body.name for body in model.bodies), *(frame.name for frame in model.frames))
    links = dict.fromkeys(everywhere)  # which keeps their order
    for lift in model.lifts:
        if lift.link not in links:
            raise UnknownName("frame", lift.link, f"robot {shown(model.name)}", links)
        _finite("lift", lift.link, [lift.mass, *lift.com.components])
    for closure in model.closures:
        _closure(model, closure, links)
    for i, body in enumerate(model.bodies):
        if not BASE <= body.parent < i:
            raise InvalidModel(
                f"body {shown(body.name)} comes before its parent.",
                "Parents come first in a model's list of bodies.",
                "sort the bodies from the base outwards.",
            )
        parent = model.tag(body.parent)
        for new in CHECKED.others([body], (parent, model.waivers)):
            _body(new, parent, model.waivers)
    for frame in model.frames:
        if not BASE <= frame.body < len(model.bodies):
            raise InvalidModel(
                f"frame {shown(frame.name)} is on body {frame.body}, which does not exist.",
                f"The index of one of {len(model.bodies)} bodies was expected, or BASE.",
            )
    for frame in CHECKED.others(model.frames):
        _pose(frame.placement, frame.name)


def check_coordinates(coordinates: Coordinates, joints: Sequence[str]) -> None:
    """Refuse coordinates that do not map to the moving joints."""
    for new in CHECKED.others([coordinates], tuple(joints)):
        _coordinates(new, joints)


def _coordinates(u: Coordinates, joints: Sequence[str]) -> None:
    what = f"coordinates {listed(u.names)} do not map to the moving joints {listed(joints)}"
    if len(u.rows) != len(joints) or len(u.offsets) != len(joints):
        raise InvalidModel(f"{what}.", f"One row and one offset for each of {len(joints)} joints were expected.")
    indices = [[k for k, _ in row] for row in u.rows]
    known = all(0 <= k < len(u.names) for row in indices for k in row)
    if not known or len(set(u.names)) != len(u.names) or any(len(set(row)) != len(row) for row in indices):
        raise InvalidModel(
            f"{what}.", "A row refers to a coordinate at most once, by its index; coordinates have different names."
        )
    _finite("coordinate map", "the robot", [*u.offsets, *(c for row in u.rows for _, c in row)])


def _closure(model: "Model", closure: Closure | JointRelation, frames: Collection[str]) -> None:
    if isinstance(closure, Closure):
        for name in (closure.frame, closure.other):
            if name not in frames:
                raise UnknownName("frame", name, f"robot {shown(model.name)}", frames)
        return
    _finite("relation", closure.name, closure.coefficients)
    if not closure.coefficients or closure.joint == closure.of or (not closure.of and len(closure.coefficients) > 1):
        raise InvalidModel(
            f"relation {shown(closure.name)} of joint {shown(closure.joint)} to {shown(closure.of or 'none')} has "
            f"{len(closure.coefficients)} coefficients.",
            "Another joint and at least one coefficient were expected, or no other joint and one coefficient.",
        )


def _names(model: "Model", kind: str, names: Iterable[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InvalidModel(
            f"robot {shown(model.name)} has two {kind}s with the same name: {listed(twice)}.",
            f"Every {kind} needs a name of its own.",
            "rename one.",
        )


def _body(body: Body, parent: str, waivers: Sequence[str]) -> None:
    _finite("inertia", body.name, body.inertia.parameters)
    _pose(body.placement, body.name)
    T, own = body.placement, body.name
    for tag, expected in ((T.to, parent), (T.of, own), (body.inertia.h.frame, own), (body.inertia.I.frame, own)):
        if tag not in (None, expected):
            raise InvalidModel(
                f"link {shown(body.name)} has data tagged with frame {shown(tag)}.",
                f"Its placement must be tagged {shown(parent)}, everything else {shown(body.name)}.",
                "use these tags, or None.",
            )
    _joint(body.joint, waivers)


def _unchecked(law: AbstractFriction) -> Iterator[Scalar]:
    """The numbers of plain Friction, alone or within other laws: all other laws check theirs when created."""
    if isinstance(law, Friction):
        yield from law.numbers
    for part in law.parts:
        yield from _unchecked(part)


def _joint(joint: AbstractJoint, waivers: Sequence[str]) -> None:
    name, friction, limits = shown(joint.name), joint.friction, joint.limits
    sizes = [joint.rotor.inertia, *_unchecked(friction)]
    spring = (joint.spring.stiffness, joint.spring.rest)
    _finite(
        "joint offset, rotor, spring or friction", joint.name, [joint.offset, joint.rotor.reflected, *spring, *sizes]
    )
    if any(isinstance(x, Real) and x < 0 for x in sizes):
        raise InvalidModel(f"joint {name} has a negative rotor inertia or friction.", "Numbers ≥ 0 were expected.")
    ordered = limits.lower <= limits.upper or "limits-out-of-order" in waivers
    if not ordered or not limits.velocity >= 0 or not limits.effort >= 0:
        raise InvalidModel(f"joint {name} has limits out of order.", "lower ≤ upper, others ≥ 0 were expected.")
    if joint.moves and not _about_one(joint.axis.dot(joint.axis)):
        raise InvalidModel(
            f"joint {name} has an axis of length {math.sqrt(joint.axis.dot(joint.axis))}.",
            "A unit vector was expected.",
            "divide the axis by its length.",
        )


def _pose(T: Transform, owner: str) -> None:
    _finite("placement", owner, T.p.components)
    x, y, z = (Vec3(*row) for row in T.R.rows)
    right, up = x.cross(y) - z, x.dot(y)
    straight = all(_about_one(1.0 + e) for e in (up, *right.components))
    if not (straight and _about_one(x.dot(x)) and _about_one(y.dot(y))):
        raise InvalidModel(
            f"the placement of {shown(owner)} is not a rotation and a shift.",
            "A matrix of orthogonal unit rows with determinant 1 was expected.",
        )


def _finite(what: str, owner: str, numbers: Iterable[Scalar]) -> None:
    if not all(math.isfinite(x) if type(x) is float else _finite_or_symbol(x) for x in numbers):
        raise InvalidModel(f"the {what} of {shown(owner)} is not finite.", "Finite numbers were expected.")


def _finite_or_symbol(x: Scalar) -> bool:
    return not isinstance(x, Real) or is_finite_number(x)


def _about_one(x: Scalar) -> bool:
    return (type(x) is not float and not isinstance(x, Real)) or abs(float(x) - 1.0) <= UNIT
