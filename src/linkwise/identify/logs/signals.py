"""Faults of single columns: no numbers, constant, twice the same, clipped, jumping, in degrees, far beyond limits."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from .fault import LogFault
from .log import Log

if TYPE_CHECKING:
    from ...robot import Robot

STILL = 1e-3
"""A joint that moves by less (rad, m) does not move."""

RUN, RUNS, SHARE = 5, 3.0, 0.005
"""A torque counts as clipped if it stays at its extreme for RUN samples, RUNS times as long as it usually stays at a
value, and for this share of the log."""

LARGEST = 1e50
"""Of numbers that can be squared and summed; nothing that a robot measures is as large."""

SPIKE = 20.0
"""A torque this many times as far from its median as nearly all of them are from one another is not one."""

LEAP, FASTEST = 0.3, 20.0
"""A position leaps by more than this in one step, at a speed that no joint has (rad, rad/s)."""

BEYOND = 1.0
"""A position this far outside the robot's limits (rad, m) is not a position of this joint."""

TURNS = 15.0
"""Positions of joints that turn do not differ by more, in rad."""


def numbers(log: Log) -> Iterator[LogFault]:
    """Values that are not finite, or as good as not."""
    for what, array in (("q", log.q), ("qd", log.qd), ("qdd", log.qdd), ("tau", log.tau)):
        if array is None:
            continue
        bad = ~(np.abs(array) < LARGEST)
        for j in np.flatnonzero(bad.any(axis=0)).tolist():
            rows = np.flatnonzero(bad[:, j])
            said = f"row {rows[0]} has {array[rows[0], j]} ({len(rows)} rows)."
            yield LogFault(
                "not a number", f"{what}_{log.joints[j]}", said, "leave these rows out, and cut the log there."
            )


def columns(log: Log, robot: Robot) -> Iterator[LogFault]:
    """Columns that cannot be what they are called."""
    slides = _slides(robot)
    lower, upper = robot.limits.lower, robot.limits.upper
    span = np.ptp(log.q, axis=0)
    degrees = [j for j in range(len(span)) if not slides[j] and _in_degrees(log.q[:, j], span[j], lower[j], upper[j])]
    for j, joint in enumerate(log.joints):
        if span[j] < STILL:
            what = f"its position changes by {span[j]:.2g} {'m' if slides[j] else 'rad'}."
            hint = f'lock it for this fit: robot.lock("{joint}", {log.q[0, j]:.4g}), or accept=["constant joint"].'
            yield LogFault("constant joint", joint, what, hint)
            continue
        if j in degrees:
            what = f"positions from {log.q[:, j].min():.4g} to {log.q[:, j].max():.4g}."
            yield LogFault("degrees", joint, what, "radians were expected: numpy.radians converts them.")
            continue
        leaps = np.flatnonzero(np.abs(np.diff(log.q[:, j])) > np.maximum(LEAP, FASTEST * np.diff(log.time)))
        if len(leaps):
            k, size = int(leaps[0]), float(log.q[leaps[0] + 1, j] - log.q[leaps[0], j])
            turn = abs(abs(size) - 2.0 * pi) < 0.2
            hint = (
                "log.unwrapped() undoes turns that were wrapped."
                if turn
                else "a lost or wrong sample? Cut the log there."
            )
            yield LogFault(
                "jump", joint, f"its position leaps by {size:.4g} at {log.time[k]:.6g} s ({len(leaps)} leaps).", hint
            )
        over = max(float(lower[j] - log.q[:, j].min()), float(log.q[:, j].max() - upper[j]))
        if over > BEYOND and not degrees:
            what = f"its position is up to {over:.3g} outside the robot's limits {lower[j]:.4g} to {upper[j]:.4g}."
            yield LogFault("beyond limits", joint, what, "swapped columns, another zero, or another robot?")
    yield from _torques(log)
    yield from _twice(log)


def _in_degrees(q: Array, span: float, lower: float, upper: float) -> bool:
    small = np.radians(q)
    fits = small.min() > lower - 0.2 and small.max() < upper + 0.2
    outside = q.max() > upper + BEYOND or q.min() < lower - BEYOND
    return bool(fits and (span > TURNS or (outside and np.abs(q).max() > TURNS)))


def _torques(log: Log) -> Iterator[LogFault]:
    for j, joint in enumerate(log.joints):
        tau, span = log.tau[:, j], float(np.ptp(log.tau[:, j]))
        if span == 0.0:
            yield LogFault("constant torque", joint, f"every sample is {tau[0]:.4g}.", "was it logged at all?")
            continue
        low, middle, high = np.quantile(tau, [0.01, 0.5, 0.99])
        if high > low and np.abs(tau - middle).max() > SPIKE * (high - low):
            k = int(np.abs(tau - middle).argmax())
            what = f"it is {tau[k]:.4g} at {log.time[k]:.6g} s, and mostly between {low:.4g} and {high:.4g}."
            yield LogFault("spike", joint, what, "a wrong sample? Leave it out.")
            continue
        moving = np.abs(np.gradient(log.q[:, j], log.time)) > 1e-3
        usual = _runs(np.concatenate([[True], np.diff(tau) != 0.0]))
        for end, name in ((tau.max(), "largest"), (tau.min(), "smallest")):
            at = (np.abs(tau - end) <= 1e-9 * span) & moving
            lengths = _lengths(at)
            longest = int(lengths.max(initial=0))
            off = np.abs(tau - end)
            level = off[off > 1e-9 * span].min(initial=np.inf)  # the next value, of whole numbers, say
            enough = int(at.sum()) > 2 * int(np.sum(np.abs(off - level) <= 1e-9 * span))
            if enough and longest >= max(RUN, RUNS * usual) and lengths[lengths >= RUN].sum() >= SHARE * len(tau):
                what = f"it is at its {name} value, {end:.4g}, for {longest} samples in a row ({int(at.sum())} in all)."
                yield LogFault(
                    "clipped torque", joint, what, "the motion asks for more than was measured: leave that part out."
                )
                break


def _runs(starts: NDArray[np.bool_]) -> float:
    """How long a value usually stays the same."""
    edges = np.flatnonzero(np.append(starts, True))
    return float(np.median(np.diff(edges)))


def _lengths(at: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The lengths of the stretches that are True."""
    edges = np.diff(np.concatenate([[0], at.astype(int), [0]]))
    lengths: NDArray[np.intp] = np.flatnonzero(edges < 0) - np.flatnonzero(edges > 0)
    return lengths


def _twice(log: Log) -> Iterator[LogFault]:
    for what, array in (("q", log.q), ("qd", log.qd), ("tau", log.tau)):
        if array is None:
            continue
        for j in range(array.shape[1]):
            for k in range(j):
                if np.array_equal(array[:, j], array[:, k]) and np.ptp(array[:, j]) > 0.0:
                    said = f"it is the same as that of {log.joints[k]!r}."
                    yield LogFault("same column twice", f"{what}_{log.joints[j]}", said, "was a column copied?")


def _slides(robot: Robot) -> list[bool]:
    slides = {body.joint.name: body.joint.slides for body in robot.tree.bodies}
    return [slides.get(name, False) for name in robot.joint_names]
