"""Faults of torques that the robot's own model shows. It may be far off, so only what is overwhelming counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ...calls.arrays import Array
from ..processing.evenly import evenly
from .fault import LogFault
from .lag import explanations, lag_and_gain
from .log import Log

if TYPE_CHECKING:
    from ...robot import Robot

SURE = 0.9
"""Correlation at which torques are those of a joint, whatever their size."""

BETTER = 0.25
"""Torques of two joints are swapped if that leaves less than this share of what is unexplained otherwise."""

FACTOR = 15.0
"""Torques that are larger or smaller by more than this are in other units, or the motor's."""

LATE, STEPS, GAIN = 0.015, 2.0, 0.4
"""Torques that come later than this (s, samples), with a misfit smaller by this share once that is undone."""

COMMON, ALIKE = 4.0, 0.2
"""Torques of three joints and more that are all larger or smaller by one factor beyond this, the same to this share,
are in other units, too."""

LEAST = 0.4
"""A log is of this robot if its model, each joint's of any size, with friction and an offset, explains this share of
the torques. On sound logs it explains 0.93 and more, on torques of another motion 0.26."""

OWN = 0.02
"""The share of the largest joint's torques below which a joint's own are too small to say anything."""


def torques(log: Log, robot: Robot) -> Iterator[LogFault]:
    """Swapped, reversed, scaled and late torques."""
    if robot.total_mass <= 0.0:
        return
    even, rate = evenly(log)
    explained, tau = explanations(even, robot, rate)
    own = np.column_stack([columns[:, 0] for columns in explained])
    clear = [j for j in range(tau.shape[1]) if np.std(own[:, j]) > OWN * np.std(own, axis=0).max()]
    a, b = own - own.mean(axis=0), tau - tau.mean(axis=0)
    C = (a.T @ b) / np.maximum(np.outer(np.linalg.norm(a, axis=0), np.linalg.norm(b, axis=0)), 1e-300)
    left = 1.0 - C**2  # of the torques' variance, what a joint of the model does not explain
    named: set[int] = set()
    factors = {j: float(np.std(tau[:, j]) / np.std(own[:, j])) for j in clear if C[j, j] > SURE}
    usual = float(np.median(list(factors.values()))) if len(factors) == len(clear) > 2 else 1.0
    alike = all(abs(factor / usual - 1.0) < ALIKE for factor in factors.values())
    most = COMMON if alike and not 1.0 / COMMON < usual < COMMON else FACTOR
    for j in clear:
        k = int(np.argmin(left[:, j]))
        swapped = C[k, j] > SURE < C[j, k] and left[k, j] + left[j, k] < BETTER * (left[j, j] + left[k, k])
        if j not in named and k in clear and swapped:
            named |= {j, k}
            what = f"its torques are those of {log.joints[k]!r}, and the other way round."
            yield LogFault("swapped torques", log.joints[j], what, "check the order of columns.")
        elif j not in named and C[j, j] < -SURE:
            named.add(j)
            what = f"its torques have the opposite sign of the robot's own (correlation {C[j, j]:.2f})."
            yield LogFault("reversed torque", log.joints[j], what, "torques that act on the joint were expected.")
        elif j not in named and C[j, j] > SURE and not 1.0 / most < factors[j] < most:
            named.add(j)
            what = f"its torques are {factors[j]:.3g} times the robot's own."
            hint = "N m at the joint were expected: not N mm, not currents, not torques at the motor (log.at_joints)."
            yield LogFault("scaled torque", log.joints[j], what, hint)
    if not named:
        lag, gain = lag_and_gain(log, robot)
        if abs(lag) > max(LATE, STEPS / rate) and gain > GAIN:
            what = f"they come {1000.0 * abs(lag):.3g} ms {'later' if lag > 0.0 else 'earlier'} than positions."
            yield LogFault("lag", "tau", what, f"log.without_lag({lag:.4g}) undoes it.")
        elif clear and (share := _explained(explained, tau, clear)) < LEAST:
            what = f"the robot's model and friction explain {100.0 * share:.2g} % of them."
            yield LogFault("torque unlike motion", "tau", what, "another robot, order of joints, or motion?")


def _explained(columns: list[Array], tau: Array, joints: list[int]) -> float:
    """The share of the variance of the torques that the columns of each joint explain."""
    left = whole = 0.0
    for j in joints:
        misfit = tau[:, j] - columns[j] @ np.linalg.lstsq(columns[j], tau[:, j])[0]
        left, whole = left + float(misfit @ misfit), whole + float(len(misfit) * np.var(tau[:, j]))
    return 1.0 - left / whole if whole > 0.0 else 1.0
