"""The robot with further joints where its geometry may change: what turns a derivative by a length into one by a joint.

A robot whose joint placement is changed by a small p is the same robot with one more joint, of a massless link, that
stands at p. So ∂τ/∂p at p = 0 is ∂τ/∂q of that joint at rest, and ∂(pose)/∂p its column of the Jacobian: exact, by the
formulations and kernels that every robot has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..algebra import ZERO, Inertia, Rotation, Transform, Vec3
from ..errors import InvalidModel, shown
from ..model import AbstractJoint, Body, Continuous, Coordinates, Model, Prismatic


@dataclass(frozen=True)
class Looseness:
    """A change of geometry at one body: a slide along, or a turn about, an axis through a point.

    The axis is seen from the link that carries the body's joint and acts before that joint, or, `beyond` the joint, is
    seen from the body's frame and takes the body's inertia along; it passes through that frame's origin.

    >>> Looseness("joint2.x", 1, False, Vec3(1.0, 0.0, 0.0)).turns
    False
    """

    name: str
    body: int
    turns: bool
    axis: Vec3
    through: Vec3 = ZERO
    beyond: bool = False


def loosened(model: Model, places: Sequence[Looseness]) -> Model:
    """The robot with a joint for each looseness, of the same name; at 0 it is the robot as it was.

    >>> import linkwise
    >>> arm = loosened(linkwise.load("planar2r").model, [Looseness("joint2.x", 1, False, Vec3(1.0, 0.0, 0.0))])
    >>> arm.joint_names
    ('joint1', 'joint2.x', 'joint2')
    """
    taken = {*model.joint_names, *(body.joint.name for body in model.bodies)}
    for place in places:
        if place.name in taken:
            raise InvalidModel(
                f"robot {shown(model.name)} already has a joint {shown(place.name)}.", "Another name was expected."
            )
    bodies: list[Body] = []
    ends: list[int] = []  # where each body of the robot is now
    for i, body in enumerate(model.bodies):
        mine = [place for place in places if place.body == i]
        parent = ends[body.parent] if body.parent >= 0 else body.parent
        for link in _chain(model.tag(body.parent), body, mine):
            bodies.append(replace(link, parent=parent))
            parent = len(bodies) - 1
        ends.append(parent)
    frames = tuple(replace(frame, body=ends[frame.body] if frame.body >= 0 else frame.body) for frame in model.frames)
    coordinates = _widened(model, bodies, [place.name for place in places])
    return replace(model, bodies=tuple(bodies), frames=frames, coordinates=coordinates)


def _chain(carrier: str, body: Body, places: Sequence[Looseness]) -> list[Body]:
    """The bodies that take the place of one: joints before its own, its own, joints beyond; the last has its mass."""
    steps: list[tuple[Transform, AbstractJoint, Transform]] = [_joint(place) for place in places if not place.beyond]
    steps.append((body.placement.tagged(None, None), body.joint, Transform.identity()))
    steps += [_joint(place) for place in places if place.beyond]
    chain: list[Body] = []
    back = Transform.identity()
    for k, (placement, joint, undo) in enumerate(steps):
        last = k == len(steps) - 1
        name = body.name if last else f"{body.name}: {joint.name}"
        on = carrier if not chain else chain[-1].name
        inertia = body.inertia if last else Inertia.none(name)
        chain.append(Body(name, body.parent, (back @ placement).tagged(on, name), joint, inertia))
        back = undo
    return chain


def _joint(place: Looseness) -> tuple[Transform, AbstractJoint, Transform]:
    """Where the joint is, the joint, and the way back from there."""
    there = Transform(Rotation.identity(), place.through.seen_from(None))
    kind = Continuous if place.turns else Prismatic
    return there, kind(place.name, place.axis.seen_from(None)), there.inverse()


def _widened(model: Model, bodies: Sequence[Body], new: Sequence[str]) -> Coordinates:
    """The coordinates with one for each new joint, in the order of the bodies."""
    u = model.coordinates
    old = dict(zip(model.moving_joint_names, zip(u.rows, u.offsets, strict=True), strict=True))
    moving = [body.joint.name for body in bodies if body.joint.moves]
    names, left = [], list(u.names)
    for joint in moving:
        while joint not in new and joint in u.names and joint in left:
            names.append(left.pop(0))
        if joint in new:
            names.append(joint)
    names += left
    at = {name: k for k, name in enumerate(names)}
    rows, offsets = [], []
    for joint in moving:
        row, offset = (((at[joint], 1.0),), 0.0) if joint in new else old[joint]
        rows.append(row if joint in new else tuple((at[u.names[k]], c) for k, c in row))
        offsets.append(offset)
    return Coordinates(tuple(names), tuple(rows), tuple(offsets))
