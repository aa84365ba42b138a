"""Mimic joints: q = multiplier · q_leader + offset, possibly chained, as a linear map of coordinates."""

from collections.abc import Sequence

from ...errors import listed, shown
from ...model import Coordinates
from ..findings import Findings
from ..mimic import Follow, coordinates, cyclic_followers
from ..numbers import LARGEST
from ..several import Several
from ..xml import Element
from .fields import number_of, text_of
from .joints import Edge


def coordinates_of(findings: Findings[Element], edges: Sequence[Edge]) -> Coordinates | None:
    """The map from the robot's coordinates to its moving joints; None if no joint mimics another, or on a fault."""
    moving = {edge.name: edge for edge in edges if edge.moves and not isinstance(edge.joint, Several)}
    follows = _follows(findings, edges, moving)
    circle = cyclic_followers(follows)
    if circle:
        rule = f"joints mimic one another in a circle: {listed(circle)}"
        findings.fault(_mimic(moving[circle[0]]), circle[0], rule, "let one of them move on its own")
    if circle or not follows:
        return None
    mapping = coordinates(list(moving), follows)
    for name, row, offset in zip(moving, mapping.rows, mapping.offsets, strict=True):
        if not all(abs(x) <= LARGEST for x in (offset, *(factor for _, factor in row))):
            rule = f"the multipliers or offsets along this chain of mimic joints exceed {LARGEST:g}"
            findings.fault(_mimic(moving[name]), "", rule, "check the multipliers")
    return mapping


def _mimic(edge: Edge) -> Element:
    return edge.element.of("mimic")[0]


def _follows(findings: Findings[Element], edges: Sequence[Edge], moving: dict[str, Edge]) -> dict[str, Follow]:
    fixed = {edge.name for edge in edges if edge.joint is not None and not edge.moves}
    several = {edge.name for edge in edges if isinstance(edge.joint, Several)}
    unread = {edge.name for edge in edges if edge.joint is None}
    known = listed(moving)
    follows: dict[str, Follow] = {}
    for edge in moving.values():
        for mimic in edge.element.of("mimic")[:1]:
            leader = text_of(findings, mimic, "joint")
            multiplier = number_of(findings, mimic, "multiplier", 1.0)
            offset = number_of(findings, mimic, "offset", 0.0)
            if leader is None or multiplier is None or offset is None or leader in unread:
                continue
            if leader in several:
                rule = "the joint to mimic has several degrees of freedom"
                findings.fault(mimic, leader, rule, "name a joint that has one")
            elif leader in fixed:
                findings.fault(mimic, leader, "the joint to mimic is fixed", "name a joint that moves")
            elif leader not in moving:
                rule, hint = "no joint has this name", f"moving joints are: {known}; name one of them"
                findings.waivable("mimic-of-nothing", mimic, leader, rule, hint)
            else:
                follows[edge.name] = leader, multiplier, offset
                if multiplier == 0.0:
                    findings.note("mimic", mimic, f"a multiplier of 0: the joint stays at {offset!r}")
                else:
                    findings.note("mimic", mimic, f"follows joint {shown(leader)}: {multiplier!r} q + {offset!r}")
    return follows
