"""Whether what a model is given is of the kinds it takes: said at once, not as an AttributeError later."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..algebra import Inertia, Transform, Vec3
from ..errors import InvalidModel, shown
from .actuator import Friction, Limits, Rotor
from .body import Body
from .coordinates import Coordinates
from .joints import AbstractJoint

if TYPE_CHECKING:
    from .model import Model


def check_kinds(model: "Model") -> None:
    """Refuse a model one of whose parts is not what it should be."""
    for owner, field, value, kind in _parts(model):
        if not isinstance(value, kind) or isinstance(value, bool) or value == "":
            names = kind.__name__ if isinstance(kind, type) else " or ".join(k.__name__ for k in kind)
            raise InvalidModel(
                f"the {field} of {owner} is {shown(repr(value))}.", f"A {names} was expected.", "see linkwise.Model."
            )


def _parts(model: "Model") -> Iterator[tuple[str, str, Any, Any]]:
    from .model import Frame

    yield "a model", "name", model.name, str
    owner = f"robot {shown(model.name)}"
    yield owner, "base", model.base, str
    yield owner, "gravity", model.gravity, Vec3
    yield owner, "base_inertia", model.base_inertia, Inertia
    yield owner, "coordinates", model.coordinates, (Coordinates, type(None))
    yield owner, "bodies", model.bodies, (tuple, list)
    yield owner, "frames", model.frames, (tuple, list)
    for body in model.bodies:
        yield owner, "bodies", body, Body
        yield from _body(body)
    for frame in model.frames:
        yield owner, "frames", frame, Frame
        yield "a frame", "name", frame.name, str
        yield f"frame {shown(frame.name)}", "body", frame.body, int
        yield f"frame {shown(frame.name)}", "placement", frame.placement, Transform


def _body(body: Body) -> Iterator[tuple[str, str, Any, Any]]:
    yield "a body", "name", body.name, str
    owner = f"link {shown(body.name)}"
    yield owner, "parent", body.parent, int
    yield owner, "placement", body.placement, Transform
    yield owner, "inertia", body.inertia, Inertia
    yield owner, "joint", body.joint, AbstractJoint
    joint = body.joint
    yield owner, "joint's name", joint.name, str
    owner = f"joint {shown(joint.name)}"
    yield owner, "axis", joint.axis, Vec3
    yield owner, "limits", joint.limits, Limits
    yield owner, "rotor", joint.rotor, Rotor
    yield owner, "friction", joint.friction, Friction
