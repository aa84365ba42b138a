"""Mimic joints: q = multiplier · q_leader + offset, chains of them included, as a linear map of coordinates."""

import math
from collections.abc import Sequence

from ...errors import listed, shown
from ...model import Coordinates
from ..xml import Element
from .fields import number_of, text_of
from .findings import Findings
from .joints import Arrow

Follow = tuple[str, float, float]
"""The joint that is followed, the multiplier and the offset."""


def coordinates_of(found: Findings, arrows: Sequence[Arrow]) -> Coordinates | None:
    """The map from the robot's own coordinates to its moving joints; None where every joint moves on its own."""
    moving = {arrow.name: arrow for arrow in arrows if arrow.moves}
    follows = _follows(found, arrows, moving)
    if not follows or not _acyclic(found, follows, moving):
        return None
    names = [name for name in moving if name not in follows]
    column = {name: k for k, name in enumerate(names)}
    known = {name: (k, 1.0, 0.0) for name, k in column.items()}
    for name in follows:
        _resolve(name, follows, known)
    for name in follows:
        _, factor, offset = known[name]
        if not (math.isfinite(factor) and math.isfinite(offset)):
            found.fault(_mimic(moving[name]), "", "multipliers that grow beyond all numbers", "check the multipliers")
    rows = tuple(((k, c),) if c != 0.0 else () for k, c, _ in (known[name] for name in moving))
    return Coordinates(tuple(names), rows, tuple(known[name][2] for name in moving))


def _mimic(arrow: Arrow) -> Element:
    return arrow.element.of("mimic")[0]


def _follows(found: Findings, arrows: Sequence[Arrow], moving: dict[str, Arrow]) -> dict[str, Follow]:
    fixed = {arrow.name for arrow in arrows if not arrow.moves}
    follows: dict[str, Follow] = {}
    for arrow in moving.values():
        for mimic in arrow.element.of("mimic")[:1]:
            leader = text_of(found, mimic, "joint")
            multiplier, offset = number_of(found, mimic, "multiplier", 1.0), number_of(found, mimic, "offset", 0.0)
            if leader is None or multiplier is None or offset is None:
                continue
            if leader in fixed:
                found.fault(mimic, leader, "the joint to follow does not move", "follow a joint that moves")
            elif leader not in moving:
                found.fault(mimic, leader, "there is no joint of this name to follow", f"joints are: {listed(moving)}")
            else:
                follows[arrow.name] = leader, multiplier, offset
                if multiplier == 0.0:
                    found.note("mimic", mimic, f"a multiplier of 0: it stands still at {offset!r}")
                else:
                    found.note("mimic", mimic, f"follows joint {shown(leader)}: {multiplier!r} q + {offset!r}")
    return follows


def _acyclic(found: Findings, follows: dict[str, Follow], moving: dict[str, Arrow]) -> bool:
    done: set[str] = set()
    sound = True
    for start in follows:
        path: dict[str, None] = {}
        name = start
        while name in follows and name not in done and name not in path:
            path[name] = None
            name = follows[name][0]
        if name in path:
            names = list(path)
            cycle = names[names.index(name) :]
            rule = f"joints that follow one another in a circle: {listed(cycle)}"
            found.fault(_mimic(moving[cycle[0]]), cycle[0], rule, "one of them must move on its own")
            sound = False
        done.update(path)
    return sound


def _resolve(name: str, follows: dict[str, Follow], known: dict[str, tuple[int, float, float]]) -> None:
    """Compose the maps from a joint up to the one that moves on its own, for every joint on the way."""
    path = []
    while name not in known:
        path.append(name)
        name = follows[name][0]
    k, factor, offset = known[name]
    for follower in reversed(path):
        _, multiplier, shift = follows[follower]
        factor, offset = multiplier * factor, multiplier * offset + shift
        known[follower] = k, factor, offset
