"""Are the fields of a model of the right types? Checked early, to avoid an AttributeError later."""

from collections.abc import Iterator
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

from ..algebra import Inertia, Transform, Vec3
from ..errors import InvalidModel, shown
from .actuator import AbstractFriction, Limits, Rotor, Spring
from .body import Body
from .checked_parts import CheckedParts
from .closure import Closure, JointRelation
from .coordinates import Coordinates
from .frame import Frame
from .joint_group import JointGroup
from .joints import AbstractJoint
from .lift import Lift

if TYPE_CHECKING:
    from .model import Model


CHECKED = CheckedParts()
"""Bodies, frames and coordinates whose fields are of the right types."""


class Number:
    """Stands for the type of a scalar: a number or a symbol, not a string, a bool or a list."""


def expect_model(model: object) -> None:
    """Refuse anything but a Model; a Robot has one.

    >>> import linkwise
    >>> expect_model(linkwise.load("pendulum").model)
    """
    from .model import Model

    if not isinstance(model, Model):
        what = f"a {type(model).__name__} is not a Model."
        raise InvalidModel(what, "A linkwise.Model was expected.", "robot.model is the model of a robot.")


def check_field_types(model: "Model") -> None:
    """Refuse a model with a field of the wrong type."""
    for owner, field, value, kind in _parts(model):
        if kind is Number:
            _check_number(owner, field, value)
            continue
        if not isinstance(value, kind) or isinstance(value, bool) or value == "":
            names = kind.__name__ if isinstance(kind, type) else " or ".join(k.__name__ for k in kind)
            raise InvalidModel(
                f"the {field} of {owner} is {shown(repr(value))}.", f"A {names} was expected.", "see linkwise.Model."
            )


def _check_number(owner: str, field: str, value: object) -> None:
    if type(value) is float:
        return
    if isinstance(value, str | bytes | bool | complex | Decimal | None) or hasattr(value, "__len__"):
        raise InvalidModel(f"the {field} of {owner} is {shown(repr(value))}.", "A number was expected.")


def _parts(model: "Model") -> Iterator[tuple[str, str, Any, Any]]:
    yield "a model", "name", model.name, str
    owner = f"robot {shown(model.name)}"
    yield owner, "base", model.base, str
    yield owner, "gravity", model.gravity, Vec3
    yield owner, "base_inertia", model.base_inertia, Inertia
    yield owner, "coordinates", model.coordinates, (Coordinates, type(None))
    yield from ((owner, "gravity", x, Number) for x in model.gravity.components)
    yield from ((owner, "base_inertia", x, Number) for x in model.base_inertia.parameters)
    for coordinates in CHECKED.others([] if model.coordinates is None else [model.coordinates]):
        yield from _coordinates(owner, coordinates)
    yield owner, "tip", model.tip or "none", str
    yield owner, "waivers", model.waivers, tuple
    yield owner, "lifts", model.lifts, tuple
    yield owner, "groups", model.groups, tuple
    yield owner, "closures", model.closures, tuple
    yield owner, "actuated", model.actuated, tuple
    yield from ((owner, "groups", group, JointGroup) for group in model.groups)
    for closure in model.closures:
        yield owner, "closures", closure, (Closure, JointRelation)
        yield owner, "name of a closure", closure.name, str
        yield from _ties(f"closure {shown(closure.name)}", closure)
    yield from ((owner, "actuated", name, str) for name in model.actuated)
    for lift in model.lifts:
        yield owner, "lifts", lift, Lift
        yield owner, "link of a lift", lift.link, str
        yield owner, "centre of a lift", lift.com, Vec3
        yield from ((owner, "lift", x, Number) for x in (lift.mass, *lift.com.components))
    yield owner, "bodies", model.bodies, (tuple, list)
    yield owner, "frames", model.frames, (tuple, list)
    for body in CHECKED.others(model.bodies):
        yield owner, "bodies", body, Body
        yield from _body(body)
    for frame in CHECKED.others(model.frames):
        yield owner, "frames", frame, Frame
        yield "a frame", "name", frame.name, str
        yield f"frame {shown(frame.name)}", "body", frame.body, int
        yield f"frame {shown(frame.name)}", "placement", frame.placement, Transform
        yield from _pose(f"frame {shown(frame.name)}", frame.placement)


def _ties(owner: str, closure: Closure | JointRelation) -> Iterator[tuple[str, str, Any, Any]]:
    if isinstance(closure, Closure):
        yield from ((owner, "frames", name, str) for name in (closure.frame, closure.other))
        return
    yield owner, "joint", closure.joint, str
    yield owner, "other joint", closure.of or "none", str
    yield owner, "coefficients", closure.coefficients, tuple
    yield from ((owner, "coefficients", c, Number) for c in closure.coefficients)


def _body(body: Body) -> Iterator[tuple[str, str, Any, Any]]:
    yield "a body", "name", body.name, str
    owner = f"link {shown(body.name)}"
    yield owner, "parent", body.parent, int
    yield owner, "placement", body.placement, Transform
    yield owner, "inertia", body.inertia, Inertia
    yield from _pose(owner, body.placement)
    yield from ((owner, "inertia", x, Number) for x in body.inertia.parameters)
    yield owner, "joint", body.joint, AbstractJoint
    joint = body.joint
    yield owner, "joint's name", joint.name, str
    owner = f"joint {shown(joint.name)}"
    yield owner, "axis", joint.axis, Vec3
    yield owner, "limits", joint.limits, Limits
    yield owner, "rotor", joint.rotor, Rotor
    yield owner, "friction", joint.friction, AbstractFriction
    yield owner, "spring", joint.spring, Spring
    rotor, limits, spring = joint.rotor, joint.limits, joint.spring
    drive = (rotor.inertia, rotor.gear_ratio, spring.stiffness, spring.rest, *joint.friction.numbers)
    yield from ((owner, "axis, offset or drive", x, Number) for x in (*joint.axis.components, joint.offset, *drive))
    yield from ((owner, "limits", x, Real) for x in (limits.lower, limits.upper, limits.velocity, limits.effort))


def _pose(owner: str, T: Transform) -> Iterator[tuple[str, str, Any, Any]]:
    yield from ((owner, "placement", x, Number) for row in (*T.R.rows, T.p.components) for x in row)


def _coordinates(owner: str, u: Coordinates) -> Iterator[tuple[str, str, Any, Any]]:
    for field, value in (("names", u.names), ("rows", u.rows), ("offsets", u.offsets)):
        yield owner, f"coordinates' {field}", value, tuple
    yield from ((owner, "coordinates' names", name, str) for name in u.names)
    yield from ((owner, "coordinates' offsets", x, Real) for x in u.offsets)
    for row in u.rows:
        yield owner, "coordinates' rows", row, tuple
        for entry in row:
            yield owner, "coordinates' rows", entry, tuple
            k, c = entry if len(entry) == 2 else (None, None)
            yield owner, "coordinates' rows", k, int
            yield owner, "coordinates' rows", c, Real
