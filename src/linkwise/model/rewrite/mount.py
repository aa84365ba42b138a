"""Mount a robot: its base at a pose in the world, a link like the others and fixed there."""

from collections.abc import Set
from dataclasses import replace

from ...algebra import Inertia, Transform
from ...errors import InvalidModel, shown
from ..body import BASE, Body
from ..field_types import expect_model
from ..frame import Frame
from ..joints import Fixed
from ..model import Model
from .drives import split_drives, with_drives


def mounted(model: Model, placement: Transform, joint: str = "mount", world: str = "world") -> Model:
    """The robot with its base at this pose in the world; one that was mounted there before is moved.

    >>> import linkwise
    >>> arm = mounted(linkwise.load("planar2r").model, Transform.identity())
    >>> arm.base, arm.bodies[0].name
    ('world', 'base')
    """
    expect_model(model)
    first = model.bodies[0] if model.bodies else None
    if first is None or model.base != world or first.parent != BASE or first.joint != Fixed(joint):
        return on_world(model, _of_body(model, model.base, placement), joint, world)
    moved = replace(first, placement=_of_body(model, first.name, placement).tagged(world, first.name))
    return replace(model, bodies=(moved, *model.bodies[1:]))


def _of_body(model: Model, link: str, placement: Transform) -> Transform:
    """The pose of a link's body where its own frame, which may be elsewhere on it, is at this one."""
    own = model.frame(link).placement.tagged(None, None)
    return placement if own == Transform.identity() else placement @ own.inverse()


def on_world(model: Model, placement: Transform, joint: str, world: str) -> Model:
    """The robot whose base is a link like the others, its body fixed at this pose in the world by a joint of this name.

    Gravity keeps its components, which are seen from the world from now on.

    >>> import linkwise
    >>> on_world(linkwise.load("planar2r").model, Transform.identity(), "stand", "hall").bodies[0].joint.name
    'stand'
    """
    joints = {*(body.joint.name for body in model.bodies), *model.joint_names}
    there = ": that places the robot with the world of its file." if model.base == world else "."
    _refuse_taken(model, "world", world, "link or frame", {f.name for f in model.frames}, f'world="ground", say{there}')
    _refuse_taken(model, "joint to the world", joint, "joint", joints, 'joint="mounting", say.')
    model, drives = split_drives(model)
    weld = Body(model.base, BASE, placement.tagged(world, model.base), Fixed(joint), model.base_inertia)
    frames = tuple(replace(frame, body=frame.body + 1) for frame in model.frames)
    based = replace(
        model,
        bodies=(weld, *(replace(body, parent=body.parent + 1) for body in model.bodies)),
        base=world,
        gravity=model.gravity.seen_from(world),
        frames=(Frame(world, BASE, Transform.identity(world, world)), *frames),
        base_inertia=Inertia.none(world),
    )
    return with_drives(based, drives)


def _refuse_taken(model: Model, what: str, name: str, kind: str, taken: Set[str], hint: str) -> None:
    if not isinstance(name, str) or not name:
        raise InvalidModel(f"the name of the {what} is {shown(repr(name))}.", "A non-empty string was expected.")
    if name in taken:
        raise InvalidModel(
            f"robot {shown(model.name)} already has a {kind} {shown(name)}.",
            f"A name that no {kind} has was expected.",
            hint,
        )
