"""Which joints of two robots correspond: those of the same name, or else those in the same place."""

from dataclasses import dataclass

from ..errors import InvalidModel, LinkwiseError, listed, shown
from ..robot import Robot
from .case import cut_open


@dataclass(frozen=True)
class Match:
    """Two robots whose coordinates correspond: `order[k]` is the other's coordinate for the k-th of the first.

    `by` is "name" or "order"; `locked` has the coordinates that only one of the robots has, and the values they are
    locked at.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> matched(arm, arm).by, matched(arm, arm).order
    ('name', (0, 1))
    """

    robot: Robot
    other: Robot
    by: str
    order: tuple[int, ...]
    locked: dict[str, float]


def matched(robot: Robot, other: Robot) -> Match:
    """Match two robots; if one has all the coordinates of the other and more, the additional ones are locked.

    Loops are cut open.

    >>> import linkwise
    >>> matched(linkwise.load("planar2r"), linkwise.load("planar3r")).locked
    {'joint3': 0.0}
    >>> matched(linkwise.load("puma560"), linkwise.load("panda"))
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: robots 'puma560' and 'panda' cannot be compared: their joints do not match.
      ...
      Hint: lock joints that only one of them has: robot.lock("finger").
    """
    for each in (robot, other):
        if not isinstance(each, Robot):
            raise InvalidModel(
                f"a {type(each).__name__} cannot be compared.",
                "A linkwise.Robot was expected.",
                "linkwise.load gives one.",
            )
        if each.n == 0:
            raise LinkwiseError(f"robot {shown(each.name)} has no moving joint.", "Two robots that move were expected.")
    robot, other = cut_open(robot), cut_open(other)
    one, two = robot.joint_names, other.joint_names
    shared = set(one) & set(two)
    if shared and len(shared) == min(len(one), len(two)):
        locked = {**_alone(robot, shared), **_alone(other, shared)}
        robot, other = _locked(robot, shared), _locked(other, shared)
        order = tuple(other.joint_names.index(name) for name in robot.joint_names)
        return Match(robot, other, "name", order, locked)
    if len(one) == len(two) and _kinds(robot) == _kinds(other):
        return Match(robot, other, "order", tuple(range(len(one))), {})
    alone = [sorted(set(names) - shared) for names in (one, two)]
    raise LinkwiseError(
        f"robots {shown(robot.name)} and {shown(other.name)} cannot be compared: their joints do not match.",
        f"Only the first has {listed(alone[0])}; only the second has {listed(alone[1])}; and they have "
        f"{len(one)} and {len(two)} joints, {_letters(robot)} and {_letters(other)}.",
        'lock joints that only one of them has: robot.lock("finger").',
    )


def _alone(robot: Robot, shared: set[str]) -> dict[str, float]:
    """The coordinates that are not shared, each with 0 or the limit nearest to 0."""
    limits = zip(robot.joint_names, robot.limits.lower.tolist(), robot.limits.upper.tolist(), strict=True)
    return {name: max(lower, min(upper, 0.0)) for name, lower, upper in limits if name not in shared}


def _locked(robot: Robot, shared: set[str]) -> Robot:
    alone = _alone(robot, shared)
    return robot.lock(alone) if alone else robot


def _kinds(robot: Robot) -> list[bool | None]:
    slides = {body.joint.name: body.joint.slides for body in robot.model.bodies if body.joint.moves}
    return [slides.get(name) for name in robot.joint_names]


def _letters(robot: Robot) -> str:
    """A letter for each joint, as textbooks name arms: RRP."""
    return "".join({True: "P", False: "R", None: "?"}[slides] for slides in _kinds(robot))
