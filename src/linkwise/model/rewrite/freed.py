"""Turn a fixed joint into one of several degrees of freedom: a chain of slides and turns with massless links between.

Positions come first, along the axes of the link that carries the joint, then turns about axes of the moving link, in a
stated order. So every recursion, program and law serves such joints as they are. Where two of three turns are about one
axis, the coordinates are singular: velocities are not determined there, and forward dynamics refuses them.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from ...algebra import ZERO, Inertia, Rotation, Transform, Vec3
from ...errors import InvalidModel, UnknownName, shown
from ..body import Body
from ..coordinates import Coordinates
from ..dh import X, Y, Z
from ..field_types import expect_model
from ..joint_group import ORDER, SLIDES, TURNS, JointGroup
from ..joints import AbstractJoint, Continuous, Prismatic
from ..model import Model
from .mount import on_world

ORDERS = tuple("".join(axes) for axes in product("xyz", repeat=3) if axes[0] != axes[1] != axes[2])
"""The twelve orders of three turns that reach every attitude."""


def freed(model: Model, joint: str, kind: str, order: str = ORDER, normal: Vec3 = Z) -> Model:
    """The robot with a fixed joint made "floating", "planar" (in the plane across `normal`) or a "ball".

    >>> import linkwise
    >>> arm = freed(linkwise.load("planar2r").with_payload(1.0).model, "payload", "ball")
    >>> arm.joint_names
    ('joint1', 'joint2', 'payload_rz', 'payload_ry', 'payload_rx')
    """
    expect_model(model)
    places = {body.joint.name: i for i, body in enumerate(model.bodies)}
    if joint not in places:
        raise UnknownName("joint", joint, f"robot {shown(model.name)}", places)
    if kind not in SLIDES:
        raise UnknownName("kind", kind, "a joint of several degrees of freedom", SLIDES)
    if TURNS[kind] == 3 and order not in ORDERS:
        raise UnknownName("order", order, "three turns", ORDERS)
    i = places[joint]
    if model.bodies[i].joint.moves:
        raise InvalidModel(f"joint {shown(joint)} moves already.", "A fixed joint was expected.")
    chain = _chain(model, model.bodies[i], kind, order, normal)
    more = len(chain) - 1
    bodies = [*model.bodies[:i], *(replace(b, parent=i - 1 + k if k else b.parent) for k, b in enumerate(chain))]
    bodies += [replace(body, parent=_moved(body.parent, i, more)) for body in model.bodies[i + 1 :]]
    frames = tuple(replace(frame, body=_moved(frame.body, i, more)) for frame in model.frames)
    names = tuple(body.joint.name for body in chain)
    group = JointGroup(joint, kind, names, order if TURNS[kind] == 3 else "z")
    coordinates = _inserted(model, i, names)
    return replace(model, bodies=tuple(bodies), frames=frames, coordinates=coordinates, groups=(*model.groups, group))


def with_base_joint(model: Model, kind: str, order: str = ORDER, joint: str = "base", world: str = "world") -> Model:
    """The robot whose base is a link like the others, on a floating or planar joint of this name to the world.

    >>> import linkwise
    >>> cart = with_base_joint(linkwise.load("planar2r").model, "planar")
    >>> cart.base, cart.joint_names
    ('world', ('base_x', 'base_y', 'base_rz', 'joint1', 'joint2'))
    """
    expect_model(model)
    based = on_world(model, Transform.identity(), joint, world)
    return freed(based, joint, kind, order)


def _moved(index: int, i: int, more: int) -> int:
    return index + more if index >= i else index


def _chain(model: Model, body: Body, kind: str, order: str, normal: Vec3) -> list[Body]:
    """The bodies that take the place of one, all but the last massless; parents are filled in by the caller."""
    name, tilt = body.joint.name, Rotation.identity() if kind != "planar" else _across(normal)
    slides: Sequence[tuple[str, AbstractJoint]] = [
        (axis, Prismatic(f"{name}_{axis}", _axis(axis))) for axis in SLIDES[kind]
    ]
    turns = [(f"r{axis}", Continuous(f"{name}_r{axis}", _axis(axis))) for axis in (order if TURNS[kind] == 3 else "z")]
    joints = [*slides, *_distinct(name, turns)]
    bodies: list[Body] = []
    for k, (suffix, joint) in enumerate(joints):
        last = k == len(joints) - 1
        link = body.name if last else f"{body.name}:{name}_{suffix}"
        on = model.tag(body.parent) if not k else bodies[-1].name
        placement = body.placement.tagged(None, None) @ Transform(tilt, ZERO) if not k else Transform.identity()
        if last and kind == "planar":  # the link itself is not tilted
            back = Transform(tilt.T, ZERO)
            placement, joint = placement @ back, replace(joint, axis=normal)
        inertia = body.inertia if last else Inertia.none(link)
        bodies.append(Body(link, body.parent, placement.tagged(on, link), joint, inertia))
    return bodies


def _axis(letter: str) -> Vec3:
    return {"x": X, "y": Y, "z": Z}[letter]


def _distinct(name: str, turns: list[tuple[str, Continuous]]) -> list[tuple[str, AbstractJoint]]:
    """Turns with names of their own: where an axis comes twice, as in "zxz", the second gets a 2."""
    seen: set[str] = set()
    named: list[tuple[str, AbstractJoint]] = []
    for suffix, joint in turns:
        own = suffix if suffix not in seen else f"{suffix}2"
        seen.add(suffix)
        named.append((own, replace(joint, name=f"{name}_{own}")))
    return named


def _across(normal: Vec3) -> Rotation:
    """The rotation whose z is the normal; its x is x if that lies in the plane, else the next axis made to."""
    if normal.cross(Z).dot(normal.cross(Z)) == 0.0:
        return Rotation.identity() if normal.z > 0 else Rotation(((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)))
    across = X - normal * normal.dot(X)
    if across.dot(across) < 0.25:
        across = Y - normal * normal.y
    x = across / float(across.dot(across)) ** 0.5
    y = normal.cross(x)
    columns = (x.components, y.components, normal.components)
    return Rotation(tuple(zip(*columns, strict=True)))  # type: ignore[arg-type]


def _inserted(model: Model, i: int, names: tuple[str, ...]) -> Coordinates:
    """The coordinates with new ones of these names, after those of the joints before body i."""
    u, before = model.coordinates, {body.joint.name for body in model.bodies[:i]}
    for name in names:
        if name in u.names or name in model.moving_joint_names:
            raise InvalidModel(
                f"robot {shown(model.name)} already has a joint {shown(name)}.", "Another name was expected."
            )
    at = sum(name in before for name in u.names)
    moved = [tuple((k + len(names) if k >= at else k, c) for k, c in row) for row in u.rows]
    rows = list(zip(moved, u.offsets, strict=True))
    place = sum(index < i for index in model.moving)
    rows[place:place] = [(((at + k, 1.0),), 0.0) for k in range(len(names))]
    return Coordinates((*u.names[:at], *names, *u.names[at:]), *(tuple(part) for part in zip(*rows, strict=True)))
