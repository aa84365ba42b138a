"""Hold joints at a value."""

from collections.abc import Mapping
from dataclasses import replace

from ...algebra import is_finite_number
from ...errors import InvalidModel, UnknownName, listed, shown
from ..closure import Closure, JointRelation
from ..coordinates import Coordinates
from ..field_types import expect_model
from ..joints import Fixed
from ..model import Model


def lock(model: Model, values: Mapping[str, float]) -> Model:
    """The robot with some coordinates held: their joints, and joints that follow only them, become fixed.

    Springs of joints that are held are gone, with their energy, which is constant then. What closes loops stays; a
    coordinate that is a polynomial of a held one is held by its relation then.

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
        if not is_finite_number(value):
            what = f"joint {shown(name)} cannot be locked at {shown(repr(value))}."
            raise InvalidModel(what, "A finite number was expected.")
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
    fixed = {body.joint.name for body in bodies if not body.joint.moves}
    groups = tuple(group for group in model.groups if fixed.isdisjoint(group.joints))
    coordinates = Coordinates(names, tuple(rows), tuple(offsets))
    return replace(
        model,
        bodies=tuple(bodies),
        coordinates=coordinates,
        groups=groups,
        closures=tuple(_locked(closure, values) for closure in model.closures),
        actuated=_still_actuated(model, values),
    )


def _locked(closure: Closure | JointRelation, values: Mapping[str, float]) -> Closure | JointRelation:
    """The closure where these coordinates are held: frames stay where they are, a polynomial becomes its value."""
    if isinstance(closure, Closure) or not {closure.joint, closure.of} & set(values):
        return closure
    if closure.joint in values:
        raise InvalidModel(
            f"joint {shown(closure.joint)} cannot be locked: closure {shown(closure.name)} makes it follow.",
            "A joint that no relation moves was expected.",
            f"lock {shown(closure.of)} instead." if closure.of else "it is held already.",
        )
    value = 0.0
    for c in reversed(closure.coefficients):
        value = value * float(values[closure.of]) + c
    return replace(closure, of="", coefficients=(value,))


def _still_actuated(model: Model, values: Mapping[str, float]) -> tuple[str, ...]:
    """The actuated coordinates that are not held; where all would be, nothing is left that motors drive."""
    left = tuple(name for name in model.actuated if name not in values)
    if model.actuated and not left:
        raise InvalidModel(
            f"robot {shown(model.name)} has no actuated joint left when {listed(model.actuated)} is locked.",
            "At least one actuated joint was expected to stay.",
            "robot.without_closures() is the robot without loops, which says nothing about motors.",
        )
    return left
