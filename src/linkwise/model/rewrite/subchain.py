"""The chain between two links or frames, as a robot of its own."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from ...algebra import Transform, Vec3
from ...errors import InvalidModel, listed, shown
from ..body import BASE, Body
from ..closure import Closure, JointRelation
from ..coordinates import Coordinates, Row
from ..field_types import expect_model
from ..frame import Frame
from ..model import Model
from .drives import Drive, split_drives, with_drives
from .lock import lock


def subchain(model: Model, base: str, tip: str, held: Mapping[str, float] | None = None) -> Model:
    """The joints from a frame to another as a robot whose base is the first and whose tip is the second.

    What is fixed to its links comes along, and what moves with its joints alone: rotors, followers. Branches on other
    joints are left out with their mass, unless these joints are held. Gravity is as it was at the new base with the
    joints before it at their held values, 0 for the others.

    >>> import linkwise
    >>> wrist = subchain(linkwise.load("puma560").model, "link3", "link6")
    >>> wrist.base, wrist.joint_names, wrist.tip
    ('link3', ('joint4', 'joint5', 'joint6'), 'link6')
    """
    expect_model(model)
    first, last = model.frame(base), model.frame(tip)
    path = model.ancestors(last.body)
    if first.body != BASE and first.body not in path:
        turned = first.body == BASE or last.body == BASE or last.body in model.ancestors(first.body)
        raise InvalidModel(
            f"{shown(base)} does not carry {shown(tip)}.",
            "Two frames were expected, the one nearer to the robot's base first.",
            f"name them the other way round: {tip!r}, {base!r}." if turned else "",
        )
    on_path = path if first.body == BASE else path[: path.index(first.body)]
    whole = lock(model, held) if held else model
    if not any(whole.bodies[i].joint.moves for i in on_path):
        raise InvalidModel(
            f"no joint between {shown(base)} and {shown(tip)} moves.", "At least one moving joint was expected."
        )
    bare, drives = split_drives(whole)
    return with_drives(*_cut(bare, drives, bare.frame(base), bare.frame(tip)))


def _cut(model: Model, drives: Sequence[Drive], first: Frame, last: Frame) -> tuple[Model, list[Drive]]:
    rows = dict(zip(model.moving, model.coordinates.rows, strict=True))
    path = model.ancestors(last.body)
    chain = path if first.body == BASE else path[: path.index(first.body)]
    own = sorted({k for i in chain for k, _ in rows.get(i, ())})
    kept = _kept(model, first.body, set(chain), rows, set(own))
    index = {first.body: BASE, **{i: new for new, i in enumerate(kept)}}
    inward = _inward(first)
    frames = [_seen_from(first, inward, replace(f, body=index[f.body])) for f in model.frames if f.body in index]
    known, joints = {f.name for f in frames}, {model.bodies[i].joint.name for i in kept}
    names = tuple(model.coordinates.names[k] for k in own)
    new = {k: place for place, k in enumerate(own)}
    shifts = dict(zip(model.moving, model.coordinates.offsets, strict=True))
    moving = [i for i in kept if i in rows]
    inertia = model.base_inertia if first.body == BASE else model.bodies[first.body].inertia
    closures = _closures(model, known, {f.name for f in frames if f.body == BASE}, names)
    cut = replace(
        model,
        bodies=tuple(
            _carried(first, inward, replace(model.bodies[i], parent=index[model.bodies[i].parent])) for i in kept
        ),
        base=first.name,
        gravity=_gravity(model, first),
        frames=tuple(frames),
        base_inertia=inertia.seen_from(None) if inward is None else inertia.seen_from(None).to_parent(inward),
        coordinates=Coordinates(names, tuple(_moved(rows[i], new) for i in moving), tuple(shifts[i] for i in moving)),
        tip=last.name,
        lifts=tuple(lift for lift in model.lifts if lift.link in known),
        groups=tuple(g for g in model.groups if joints.issuperset(g.joints)),
        closures=closures,
        actuated=_actuated(model, closures, names),
    )
    left = {body.name for body, row in drives if _together(f"drive {shown(body.name)}", model, row, set(own))}
    return cut, [(body, _moved(row, new)) for body, row in drives if body.name in left]


def _kept(model: Model, base: int, chain: Set[int], rows: Mapping[int, Row], own: Set[int]) -> list[int]:
    """The bodies of the chain, and those on it or on its base that move with its coordinates alone or not at all."""
    kept: list[int] = []
    carried = {base}
    for i, body in model.outward():
        joint = f"joint {shown(body.joint.name)}"
        if i in chain or (body.parent in carried and _together(joint, model, rows.get(i, ()), own)):
            kept.append(i)
            carried.add(i)
    return kept


def _together(what: str, model: Model, row: Row, own: Set[int]) -> bool:
    """Whether what follows these coordinates moves with the chain's alone; refused where it follows others too."""
    others = [model.coordinates.names[k] for k, _ in row if k not in own]
    if others and len(others) < len(row):
        raise InvalidModel(
            f"{what} follows joints of the chain and {listed(others)}, which is not in it.",
            "What moves with the chain's joints alone comes along, and what they do not move is left out.",
            f"hold the other: lock={{{others[0]!r}: 0.0}}.",
        )
    return not others


def _inward(first: Frame) -> Transform | None:
    """The pose of the new base's body in the new base; None where they coincide."""
    place = first.placement.tagged(None, None)
    return None if place == Transform.identity() else place.inverse()


def _carried(first: Frame, inward: Transform | None, body: Body) -> Body:
    if body.parent != BASE:
        return body
    place = body.placement.tagged(None, None)
    return replace(body, placement=(place if inward is None else inward @ place).tagged(first.name, body.name))


def _seen_from(first: Frame, inward: Transform | None, frame: Frame) -> Frame:
    if frame.name == first.name:
        return Frame(frame.name, BASE, Transform.identity(first.name, first.name))
    if frame.body != BASE:
        return frame
    place = frame.placement.tagged(None, None)
    return replace(frame, placement=(place if inward is None else inward @ place).tagged(first.name, frame.name))


def _moved(row: Row, new: Mapping[int, int]) -> Row:
    return tuple((new[k], c) for k, c in row)


def _gravity(model: Model, first: Frame) -> Vec3:
    """Gravity as seen from the frame where all coordinates are 0."""
    q = dict(zip(model.moving, model.coordinates.positions([0.0] * model.n), strict=True))
    g = model.gravity.seen_from(None)
    for i in reversed(model.ancestors(first.body)):
        g = model.bodies[i].pose(q.get(i, 0.0)).R.tagged(None, None).T @ g
    return first.placement.R.tagged(None, None).T @ g


def _closures(
    model: Model, frames: Set[str], still: Set[str], names: Sequence[str]
) -> tuple[Closure | JointRelation, ...]:
    """The loops within the chain; one that ties it to what is left out is refused."""
    kept: list[Closure | JointRelation] = []
    for each in model.closures:
        if isinstance(each, Closure):
            inside = [name in frames for name in (each.frame, each.other)]
            tied = any(name in frames - still for name in (each.frame, each.other))
        else:
            inside = [name in names for name in (each.joint, each.of) if name]
            tied = any(inside)
        if all(inside):
            kept.append(each)
        elif tied:
            raise InvalidModel(
                f"loop {shown(each.name)} ties the chain to what is left out.",
                "A chain with all links of its loops was expected, or with none.",
                "robot.without_closures() is the robot with its loops cut.",
            )
    return tuple(kept)


def _actuated(model: Model, closures: Sequence[object], names: Sequence[str]) -> tuple[str, ...]:
    """The motors of the chain; without loops nothing needs to be said about them."""
    left = tuple(name for name in model.actuated if name in names) if closures else ()
    if closures and model.actuated and not left:
        raise InvalidModel(
            f"the chain has loops, and none of the motors: they drive {listed(model.actuated)}.",
            "At least one actuated joint was expected in it.",
            "robot.without_closures() is the robot with its loops cut.",
        )
    return left
