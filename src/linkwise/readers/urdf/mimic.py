"""Mimic joints: q = multiplier · q_leader + offset, chains of them included, as a linear map of coordinates."""

import math
from collections.abc import Sequence

from ...errors import listed, shown
from ...model import Coordinates
from ..mimic import Follow, coordinates, in_circles
from ..xml import Element
from .fields import number_of, text_of
from .findings import Findings
from .joints import Arrow


def coordinates_of(found: Findings, arrows: Sequence[Arrow]) -> Coordinates | None:
    """The map from the robot's own coordinates to its moving joints; None where every joint moves on its own."""
    moving = {arrow.name: arrow for arrow in arrows if arrow.moves}
    follows = _follows(found, arrows, moving)
    stuck = in_circles(follows)
    if stuck:
        rule = f"joints that follow one another in a circle: {listed(stuck)}"
        found.fault(_mimic(moving[stuck[0]]), stuck[0], rule, "one of them must move on its own")
    if stuck or not follows:
        return None
    u = coordinates(list(moving), follows)
    for name, row, offset in zip(moving, u.rows, u.offsets, strict=True):
        if not all(math.isfinite(x) for x in (offset, *(factor for _, factor in row))):
            found.fault(_mimic(moving[name]), "", "multipliers that grow beyond all numbers", "check the multipliers")
    return u


def _mimic(arrow: Arrow) -> Element:
    return arrow.element.of("mimic")[0]


def _follows(found: Findings, arrows: Sequence[Arrow], moving: dict[str, Arrow]) -> dict[str, Follow]:
    fixed = {arrow.name for arrow in arrows if arrow.joint is not None and not arrow.moves}
    unread = {arrow.name for arrow in arrows if arrow.joint is None}
    known = listed(moving)
    follows: dict[str, Follow] = {}
    for arrow in moving.values():
        for mimic in arrow.element.of("mimic")[:1]:
            leader = text_of(found, mimic, "joint")
            multiplier, offset = number_of(found, mimic, "multiplier", 1.0), number_of(found, mimic, "offset", 0.0)
            if leader is None or multiplier is None or offset is None or leader in unread:
                continue
            if leader in fixed:
                found.fault(mimic, leader, "the joint to follow does not move", "follow a joint that moves")
            elif leader not in moving:
                found.fault(mimic, leader, "there is no joint of this name to follow", f"joints are: {known}")
            else:
                follows[arrow.name] = leader, multiplier, offset
                if multiplier == 0.0:
                    found.note("mimic", mimic, f"a multiplier of 0: it stands still at {offset!r}")
                else:
                    found.note("mimic", mimic, f"follows joint {shown(leader)}: {multiplier!r} q + {offset!r}")
    return follows
