"""Checks of angles: almost quarter turns, and degrees that were taken for radians."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array
from ..model import Body
from .finding import Check, Observation, format_number

if TYPE_CHECKING:
    from .case import ExaminedRobot

NEAR = 2e-3
"""An angle this close to a quarter turn was meant to be one: 3.14 for π is off by 1.6e-3."""

ROUNDING, PRINTED = 1e-15, 1e-4
"""Deviations below the first are rounding; those beyond the second move a tool visibly."""

TWO_TURNS, TWO_TURNS_OF_DEGREES = 4.0 * math.pi, 720.0
"""Limits between these are probably degrees: joints rarely have more than two turns each way, and still larger limits
mean that there are none."""

STEP, SAME = 15, 1e-9
"""An angle of k·15 rad (up to rounding) was meant as k·15 degrees. It cannot be a coincidence: none of these numbers is
closer than 7e-3 to a multiple of 15° in radians."""


def _near_quarter(case: "ExaminedRobot") -> Iterator[Observation]:
    for body in case.robot.model.bodies:
        off, what = max(_misses(body))
        if off > ROUNDING:
            text = f"{what} misses a quarter turn by {format_number(off)} rad"
            yield Observation(body.name, off, text, "suspicious" if off > PRINTED else "note")


def _misses(body: Body) -> Iterator[tuple[float, str]]:
    """How far each angle of a body is from a whole number of quarter turns, or 0 if it is not near one."""
    R = np.array(body.placement.R.rows, dtype=float)
    yield _angle(_off(R) / math.sqrt(2.0)), "its placement"
    if body.joint.moves:
        axis = np.array([body.joint.axis.components], dtype=float)
        yield _angle(_off(axis)), "the axis of its joint"
        if not body.joint.slides:
            off = abs(math.remainder(body.joint.offset, math.pi / 2.0))
            yield (off if off <= NEAR else 0.0), "the offset of its joint"


def _angle(chord: float) -> float:
    return 2.0 * math.asin(0.5 * chord)


def _off(rows: Array) -> float:
    """The distance of orthogonal unit rows from whole numbers, or 0 if it is not small."""
    whole = np.round(rows)
    near = bool((np.abs(whole).sum(axis=1) == 1.0).all()) and float(np.max(np.abs(rows - whole))) <= NEAR
    return float(np.linalg.norm(rows - whole)) if near else 0.0


def _degrees(case: "ExaminedRobot") -> Iterator[Observation]:
    for body in case.robot.model.bodies:
        joint = body.joint
        lower, upper = joint.limits.lower, joint.limits.upper
        reach = max(abs(lower), abs(upper))
        if joint.moves and not joint.slides and TWO_TURNS < reach <= TWO_TURNS_OF_DEGREES:
            turns = format_number(reach / (2.0 * math.pi))
            yield Observation(
                joint.name, reach, f"limits of {format_number(lower)} and {format_number(upper)} rad, {turns} turns"
            )
        for angle, what in ((_offset(body), "the offset of its joint"), (_placement(body), "its placement")):
            if angle:
                yield Observation(body.name, float(angle), f"{what} is turned by {angle} rad, as if by {angle} degrees")


def _offset(body: Body) -> int:
    turns = body.joint.moves and not body.joint.slides
    return _multiple(float(body.joint.offset)) or 0 if turns else 0


def _placement(body: Body) -> int:
    """The largest of roll, pitch and yaw, if all of them are multiples of STEP in radians; otherwise 0."""
    R = np.array(body.placement.R.rows, dtype=float)
    level = float(np.hypot(R[0, 0], R[1, 0]))
    if level < SAME:
        return 0
    roll, pitch, yaw = np.arctan2(R[2, 1], R[2, 2]), np.arctan2(-R[2, 0], level), np.arctan2(R[1, 0], R[0, 0])
    for angles in ((roll, pitch, yaw), (roll + math.pi, math.pi - pitch, yaw + math.pi)):  # the same rotation
        multiples = [_multiple(float(x)) for x in angles]
        if None not in multiples:
            return max((x for x in multiples if x is not None), key=abs)
    return 0


def _multiple(angle: float) -> int | None:
    """The multiple of STEP rad, 0 included, that an angle equals up to whole turns; None if there is none."""
    multiples = (sign * k for k in range(0, 361, STEP) for sign in (1, -1))
    return next((k for k in multiples if abs(math.remainder(angle - k, 2.0 * math.pi)) <= SAME), None)


ANGLES = (
    Check(
        "near-quarter-turn",
        "note",
        _near_quarter,
        "Exactly a quarter turn, unless the robot was calibrated.",
        "write pi/2 with all digits, or use `rewrite.snap(model, tolerance)`; `linkwise show ROBOT --snap TOLERANCE` "
        "shows how many angles that would make exact.",
    ),
    Check(
        "degrees",
        "suspicious",
        _degrees,
        "Angles are in radians; joints have at most two turns each way, or no limits at all.",
        "if degrees were meant, multiply by pi/180; if the joint turns without end, make it continuous.",
    ),
)
"""The checks of angles."""
