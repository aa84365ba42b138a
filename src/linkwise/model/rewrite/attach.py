"""Attach a robot to another: a gripper to an arm, an arm to a stand or a cart, two arms to a torso."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

from ...algebra import Transform
from ...errors import InvalidModel, UnknownName, listed, shown
from ..body import Body
from ..closure import Closure, JointRelation
from ..coordinates import Coordinates
from ..field_types import expect_model
from ..frame import Frame
from ..joints import Fixed
from ..model import Model
from .drives import Drive, split_drives, with_drives


def attach(
    model: Model, other: Model, at: str | None, placement: Transform, prefix: str = "", joint: str = ""
) -> Model:
    """The robot with another one, its base's frame fixed at this pose in a frame (the tip if none is named).

    Everything comes along but the other's gravity; its names get the prefix, and its base becomes a link, on a fixed
    joint of the name `joint`. The tip stays, unless no joint of the robot moves: then it is the other's.

    >>> import linkwise
    >>> from linkwise.algebra import Transform
    >>> arm, hand = linkwise.load("planar2r").model, linkwise.load("pendulum").model
    >>> attach(arm, hand, "tip", Transform.identity(), prefix="hand_").joint_names
    ('joint1', 'joint2', 'hand_joint1')
    """
    expect_model(model)
    expect_model(other)
    tip = _tip(model) if model.moving else ""
    place = model.frame_or_tip(at)
    named = prefixed(other, prefix)
    _refuse_clashes(model, other, named)
    weld = _weld_name(model, named, joint)
    (model, drives), (named, more) = split_drives(model), split_drives(named)
    first, n = len(model.bodies), model.n
    own = named.frame(named.base).placement
    pose = place.placement.tagged(None, None) @ placement.tagged(None, None)
    pose = pose if own == Transform.identity(own.to, own.of) else pose @ own.tagged(None, None).inverse()
    pose = pose.tagged(model.tag(place.body), named.base)
    root = Body(named.base, place.body, pose, Fixed(weld), named.base_inertia)
    bodies = (replace(body, parent=body.parent + first + 1) for body in named.bodies)
    frames = (replace(frame, body=frame.body + first + 1) for frame in named.frames)
    u, v = model.coordinates, named.coordinates
    rows = (*u.rows, *(tuple((k + n, c) for k, c in row) for row in v.rows))
    both = replace(
        model,
        bodies=(*model.bodies, root, *bodies),
        frames=(*model.frames, *frames),
        coordinates=Coordinates((*u.names, *v.names), rows, (*u.offsets, *v.offsets)),
        tip=tip or (_tip(named) if not model.moving else ""),
        waivers=tuple(dict.fromkeys((*model.waivers, *named.waivers))),
        lifts=(*model.lifts, *named.lifts),
        groups=(*model.groups, *named.groups),
        closures=(*model.closures, *named.closures),
        actuated=_actuated(model, named),
    )
    return with_drives(both, [*drives, *_shifted(more, n)])


def prefixed(model: Model, prefix: str) -> Model:
    """The robot with this in front of the names of its links, frames, joints, coordinates and loops.

    >>> import linkwise
    >>> prefixed(linkwise.load("pendulum").model, "left_").joint_names
    ('left_joint1',)
    """
    if not prefix:
        return model

    def new(name: str) -> str:
        return prefix + name if name else ""

    bodies = tuple(
        Body(
            new(body.name),
            body.parent,
            body.placement.tagged(new(model.tag(body.parent)), new(body.name)),
            replace(body.joint, name=new(body.joint.name)),
            body.inertia.seen_from(new(body.name)),
        )
        for body in model.bodies
    )
    frames = (Frame(new(f.name), f.body, f.placement.tagged(new(model.tag(f.body)), new(f.name))) for f in model.frames)
    return replace(
        model,
        bodies=bodies,
        base=new(model.base),
        gravity=model.gravity.seen_from(new(model.base)),
        frames=tuple(frames),
        base_inertia=model.base_inertia.seen_from(new(model.base)),
        coordinates=replace(model.coordinates, names=tuple(map(new, model.coordinates.names))),
        tip=new(model.tip),
        lifts=tuple(replace(lift, link=new(lift.link)) for lift in model.lifts),
        groups=tuple(replace(g, name=new(g.name), joints=tuple(map(new, g.joints))) for g in model.groups),
        closures=tuple(_renamed(closure, prefix) for closure in model.closures),
        actuated=tuple(map(new, model.actuated)),
    )


def _renamed(closure: Closure | JointRelation, prefix: str) -> Closure | JointRelation:
    keys = ("name", "frame", "other") if isinstance(closure, Closure) else ("name", "joint", "of")
    return replace(closure, **{key: prefix + getattr(closure, key) for key in keys if getattr(closure, key)})


def _shifted(drives: Iterable[Drive], n: int) -> list[Drive]:
    return [(body, tuple((k + n, c) for k, c in row)) for body, row in drives]


def _tip(model: Model) -> str:
    """The frame meant where none is named; "" if there is none."""
    try:
        return model.frame_or_tip(None).name
    except UnknownName:
        return ""


def _actuated(model: Model, named: Model) -> tuple[str, ...]:
    """Where one of the two says what motors drive, and the other says nothing, they drive all joints of the other."""
    if not model.actuated and not named.actuated:
        return ()
    return (*(model.actuated or model.joint_names), *(named.actuated or named.joint_names))


def _refuse_clashes(model: Model, other: Model, named: Model) -> None:
    taken, new = _names(model), _names(named)
    clashes = _shared(taken, new)
    if not clashes:
        return
    free = next(p for p in _proposals(other.name) if not _shared(taken, _names(prefixed(other, p))))
    found = "; ".join(f"{kind} {listed(names, 4)}" for kind, names in clashes.items())
    raise InvalidModel(
        f"robot {shown(model.name)} and what is attached to it, {shown(other.name)}, share names: {found}.",
        "Every link, frame, joint and loop of the two needs a name of its own.",
        f"attach it with a prefix for its names: prefix={free!r}.",
    )


def _weld_name(model: Model, named: Model, joint: str) -> str:
    """The name of the fixed joint between the two: the one asked for, or one that is free."""
    taken = {*_names(model)["joint"], *_names(named)["joint"]}
    if joint in taken:
        raise InvalidModel(
            f"the joint {shown(joint)} that was to attach {shown(named.name)} is there already.",
            "A name that no joint of the two robots has was expected.",
            "leave `joint` out for a free one.",
        )
    name = joint or f"{named.base}_joint"
    while name in taken:
        name += "_"
    return name


def _shared(taken: dict[str, list[str]], new: dict[str, list[str]]) -> dict[str, list[str]]:
    """The names that both have, by kind."""
    known = {kind: set(names) for kind, names in taken.items()}
    both = {kind: [name for name in dict.fromkeys(new[kind]) if name in known[kind]] for kind in taken}
    return {kind: names for kind, names in both.items() if names}


def _proposals(name: str) -> Iterator[str]:
    yield f"{name}_"
    yield from (f"{name}{k}_" for k in count(2))


def _names(model: Model) -> dict[str, list[str]]:
    joints = [*(body.joint.name for body in model.bodies), *model.coordinates.names]
    return {
        "link or frame": [frame.name for frame in model.frames],
        "joint": [*joints, *(group.name for group in model.groups)],
        "loop": [closure.name for closure in model.closures],
    }
