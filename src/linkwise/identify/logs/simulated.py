"""A log of a simulated robot: examples and tests run on these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...calls.checks import positive
from ...calls.sampling import within_limits
from ...errors import BadArray
from .log import Log

if TYPE_CHECKING:
    from ...robot import Robot

HARMONICS = 5
"""Of the motion."""


def simulated_log(
    robot: Robot,
    duration: float = 20.0,
    rate: float = 200.0,
    *,
    noise: float = 0.0,
    seed: int = 0,
    period: float | None = None,
) -> Log:
    """What a robot's sensors would log on a random periodic motion: positions, velocities, and torques with white
    noise.

    `noise` is its standard deviation as a share of each torque's. The motion has five harmonics of its `period`, by
    default the duration; it is inside the limits of position and no faster than half the limits of velocity.
    Without noise, accelerations are logged too.

    >>> import linkwise
    >>> simulated_log(linkwise.load("planar2r"), duration=5.0)
    Log(1001 samples in 5 s, 2 joints: joint1, joint2; positions, velocities and torques)
    """
    duration, rate = positive("duration", duration), positive("rate", rate)
    if not 0.0 <= noise < 10.0:
        raise BadArray(f"the noise is {noise!r}.", "A share of the torques, from 0 on, was expected.")
    rng = np.random.default_rng(seed)
    range_of = within_limits(robot.model, 500, seed)
    lower, upper = range_of["q"].min(axis=0), range_of["q"].max(axis=0)
    fastest = 0.5 * np.abs(range_of["qd"]).max(axis=0)
    t = np.arange(round(duration * rate) + 1) / rate
    w = 2.0 * np.pi / (duration if period is None else positive("period", period)) * np.arange(1, HARMONICS + 1)
    a, b = rng.normal(size=(2, HARMONICS, robot.n)) / np.arange(1, HARMONICS + 1)[:, None]
    S, C = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
    q, qd = S @ a + C @ b, C @ (w[:, None] * a) - S @ (w[:, None] * b)
    qdd = -S @ (w[:, None] ** 2 * a) - C @ (w[:, None] ** 2 * b)
    size = np.minimum(
        0.4 * (upper - lower) / np.abs(q).max(axis=0), fastest / np.maximum(np.abs(qd).max(axis=0), 1e-12)
    )
    q, qd, qdd = 0.5 * (lower + upper) + size * q, size * qd, size * qdd
    tau = robot.inverse_dynamics(q, qd, qdd)
    if noise == 0.0:
        return Log(t, q, tau, qd, qdd, joints=robot.joint_names, name="simulated")
    tau = tau + noise * np.maximum(tau.std(axis=0), 1e-12) * rng.normal(size=tau.shape)
    return Log(t, q, tau, qd, joints=robot.joint_names, name="simulated")
