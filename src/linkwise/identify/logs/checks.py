"""What would spoil a fit, by name; a fit refuses a log with any of these, unless told to accept it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import BadArray, BadLog, UnknownName, shown
from ..processing import Filter
from .against_model import torques
from .against_velocity import frozen, velocities
from .fault import LogFault
from .log import Log
from .signals import columns, numbers
from .times import times, uneven

if TYPE_CHECKING:
    from ...robot import Robot

LONGEST = 60_000
"""Samples of a log that are compared with velocities and with the robot's model."""

FAULTS = {
    "too short": "fewer samples than a fit needs, or shorter than its filter",
    "not a number": "a value that is missing or infinite",
    "unsorted time": "a time before the one above it",
    "repeated time": "a time that was there before",
    "time not in seconds": "sampling intervals that no log of a motion has",
    "gap": "a stretch without samples that is too long to bridge",
    "constant joint": "a joint that does not move",
    "degrees": "positions in degrees",
    "jump": "a position that leaps, or was wrapped",
    "beyond limits": "positions far outside the robot's limits",
    "constant torque": "a torque that never changes",
    "spike": "a torque far beyond all others",
    "clipped torque": "a torque that stays at its extreme while the joint moves",
    "same column twice": "two joints with the same values",
    "scaled time or positions": "slopes of all positions that are a multiple of the velocities",
    "scaled column": "a position whose slope is a multiple of its velocity",
    "reversed velocity": "a velocity with the sign changed",
    "swapped columns": "a velocity that belongs to another joint's position",
    "velocity unlike position": "a velocity that belongs to no position",
    "frozen position": "a position that stands still while its velocity does not",
    "lag": "velocities or torques that come later than positions",
    "swapped torques": "torques that belong to another joint",
    "reversed torque": "torques with the sign changed",
    "torque unlike motion": "torques of another robot or motion, or joints in another order",
    "scaled torque": "torques in other units, or at the motor",
}
"""The kinds of faults, and what each means."""


def check_log(log: Log, robot: Robot, filter: Filter | None = None) -> tuple[LogFault, ...]:
    """The faults of a log for this robot; none for a sound one. `filter` is that of the fit, which bridges short gaps.

    >>> import linkwise
    >>> from linkwise.identify import Log, simulated_log
    >>> arm = linkwise.load("planar2r")
    >>> log = simulated_log(arm, duration=5.0)
    >>> check_log(log, arm)
    ()
    >>> [fault.kind for fault in check_log(Log(1000.0 * log.time, log.q, log.tau, joints=log.joints), arm)]
    ['time not in seconds']
    """
    log = log.ordered(robot.joint_names)
    choices = Filter() if filter is None else filter
    found = list(times(log, choices.parallel))
    if any(fault.kind in ("too short", "not a number", "unsorted time", "repeated time") for fault in found):
        return tuple(found)
    found += numbers(log)
    if any(fault.kind == "not a number" for fault in found):
        return tuple(found)
    found += columns(log, robot)
    if any(fault.kind in ("time not in seconds", "degrees", "gap") for fault in found):
        return tuple(found)
    found += frozen(log)
    if any(fault.kind in ("jump", "spike") for fault in found):  # slopes and sums of squares mean nothing here
        return tuple(found)
    for part in stretches(log):
        new = list(velocities(part))
        if not {fault.kind for fault in new} & {"swapped columns", "scaled column", "scaled time or positions"}:
            new += torques(part, robot)
        known = {(fault.kind, fault.where) for fault in found}
        found += [fault for fault in new if (fault.kind, fault.where) not in known]
    return tuple(found)


def stretches(log: Log) -> list[Log]:
    """The log, or of a long one its beginning, middle and end: signals that are compared are compared there."""
    if len(log) <= LONGEST:
        return [log]
    third = LONGEST // 3
    return [log.part(first, first + third) for first in (0, (len(log) - third) // 2, len(log) - third)]


def check_logs(logs: Sequence[Log], robot: Robot, filter: Filter, accept: Sequence[str] = ()) -> list[str]:
    """Refuse logs with faults that are not accepted; what was noticed and let pass."""
    if isinstance(accept, str):
        raise BadArray(
            f"accept is {shown(accept)}.", "A list of kinds of faults was expected.", f'accept=["{accept}"].'
        )
    for kind in accept:
        if kind not in FAULTS:
            raise UnknownName("kind of fault", kind, "linkwise.identify", FAULTS)
    remarks: list[str] = []
    for log in logs:
        found = check_log(log, robot, filter)
        refused: list[Any] = [fault for fault in found if fault.kind not in accept]
        if refused:
            kinds = ", ".join(f'"{kind}"' for kind in dict.fromkeys(fault.kind for fault in refused))
            raise BadLog(log.name, refused, f"mend the log, or let it pass as it is: accept=[{kinds}].")
        remarks += [f"{log.name}: {remark}" for remark in log.remarks]
        remarks += [f"{log.name}: accepted {fault}" for fault in found]
        if np.all(np.diff(log.time) > 0.0) and (remark := uneven(log)):
            remarks.append(remark)
    return list(dict.fromkeys(remarks))
