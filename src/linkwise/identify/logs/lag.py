"""By how much a log's torques come later than its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...calls.arrays import Array
from ...model import FREE
from ..processing.evenly import evenly
from ..processing.low_pass import low_pass
from .log import Log

if TYPE_CHECKING:
    from ...robot import Robot

LONGEST = 0.2
"""Lags in s that are looked for."""

SMOOTH = 5.0
"""Cut-off in Hz."""

WIDTH = 0.05
"""Of tanh, for Coulomb friction."""


def estimate_lag(log: Log, robot: Robot) -> float:
    """How many seconds a log's torques come later than its positions; `log.without_lag` undoes it.

    It is the shift at which the robot's own torques, friction and an offset, each of any size, explain most.

    >>> import linkwise
    >>> from linkwise.identify import simulated_log
    >>> arm = linkwise.load("puma560")
    >>> round(float(estimate_lag(simulated_log(arm, 10.0).without_lag(-0.02), arm)), 2)
    0.02
    """
    return lag_and_gain(log.ordered(robot.joint_names), robot)[0]


def lag_and_gain(log: Log, robot: Robot) -> tuple[float, float]:
    """The lag, and by what share the misfit is smaller with it than without."""
    even, rate = evenly(log)
    explained, tau = explanations(even, robot, rate)
    most = min(int(LONGEST * rate), len(tau) // 4)
    step = max(1, int(rate / 500.0))
    lags = np.arange(-most, most + 1, step)
    inside = slice(most, len(tau) - most, max(1, int(rate / 50.0)))
    misfits = np.zeros(len(lags))
    for j, columns in enumerate(explained):
        Q = np.linalg.qr(columns[inside])[0]
        size = float(np.sum((tau[inside, j] - tau[inside, j].mean()) ** 2)) or 1.0
        for k, lag in enumerate(lags.tolist()):
            moved = tau[most + lag : len(tau) - most + lag : max(1, int(rate / 50.0)), j]
            misfits[k] += float(moved @ moved - np.sum((Q.T @ moved) ** 2)) / size
    k = int(np.argmin(misfits))
    at = float(lags[k])
    if 0 < k < len(lags) - 1:
        left, mid, right = misfits[k - 1 : k + 2]
        bend = left - 2.0 * mid + right
        at += step * (0.5 * (left - right) / bend if bend > 0.0 else 0.0)
    now = float(misfits[len(lags) // 2])
    return float(at / rate), 1.0 - float(misfits[k]) / now if now > 0.0 else 0.0


def explanations(even: Log, robot: Robot, rate: float) -> tuple[list[Array], Array]:
    """For each joint what may explain its torques: the robot's own, friction, an offset; and the torques, all
    filtered."""
    cutoff = SMOOTH if 0.45 * rate > SMOOTH else None
    q = low_pass(even.q, cutoff, rate)
    qd = np.gradient(q, 1.0 / rate, axis=0)
    qdd = np.gradient(qd, 1.0 / rate, axis=0)
    frictionless = robot.with_friction({body.joint.name: FREE for body in robot.tree.bodies})
    own = low_pass(frictionless.inverse_dynamics(q, qd, qdd), cutoff, rate)
    dry = low_pass(np.tanh(qd / WIDTH), cutoff, rate)
    columns = [np.column_stack([own[:, j], dry[:, j], qd[:, j], np.ones(len(q))]) for j in range(q.shape[1])]
    return columns, low_pass(even.tau, cutoff, rate)
