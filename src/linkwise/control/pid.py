"""Proportional, integral and derivative feedback, with the integral held within limits.

    τ = K_p e + K_i ∫ e dt + K_d ė + g(q),    e = q_d − q:

as a state of the controller, ż = e, or at samples z⁺ = z + T e; g is left out unless asked for. Where |K_i z| has
reached its limit, z does not grow further: conditional integration, which keeps the integral from winding up. Åström &
Hägglund (2006), chapter 3.                                                                           [astrom2006]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Scalar, clip, where
from ..algebra.matrices import minus, plus
from ..calls.checks import positive, vector
from ..errors import BadArray, shown
from ..robot import Robot
from .controller import Controller
from .desired_motion import desired_motion
from .gains import GAINS, gain, gain_times
from .own_model import expect_robot
from .pd import pd_inputs


def pid(
    robot: Robot,
    desired: Any,
    kp: ArrayLike,
    ki: ArrayLike,
    kd: ArrayLike,
    *,
    limit: ArrayLike | None = None,
    gravity: bool = False,
    period: float | None = None,
) -> Controller:
    """Springs, dampers and integrals of the error, to a posture or along a trajectory; gains are one number, n, or n×n.

    The integrals are states of the controller and start from 0. `limit` bounds the force of each, by one number or n.
    With `gravity` the gravity forces are compensated. With a `period` the controller is a digital one: integrals are
    sums over its samples, and it is run with `sample=` that period.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> law = pid(arm, [0.5, 1.0], kp=400.0, ki=800.0, kd=60.0)
    >>> run = arm.simulate([0.4, 0.9], controller=law, t=5.0)
    >>> bool(abs(run.q[-1] - [0.5, 1.0]).max() < 1e-3)  # the integrals hold the arm against gravity
    True
    >>> digital = pid(arm, [0.5, 1.0], kp=400.0, ki=800.0, kd=60.0, period=1e-3)
    >>> rolled = arm.rollouts([0.4, 0.9], controller=digital, sample=1e-3, step=1e-3, duration=5.0)
    >>> bool(abs(rolled.q[-1] - [0.5, 1.0]).max() < 1e-3)
    True
    """
    n = expect_robot(robot, dynamics=gravity).n
    inputs = pd_inputs(robot, desired, kp, kd) | {"ki": gain("ki", ki, n)}
    if limit is None:
        most: tuple[float, ...] = ()
    else:
        bound = np.broadcast_to(np.asarray(limit, float), n) if np.ndim(limit) == 0 else limit
        most = tuple(vector("limit", bound, n, "one bound per joint").tolist())
        if min(most) <= 0.0:
            raise BadArray(f"limit is {shown(repr(limit))}.", "Bounds above 0 were expected.")
        if inputs["ki"].ndim != 1:
            raise BadArray("limit was given with a matrix ki.", "One integral gain for each joint was expected.")
    over = 0.0 if period is None else positive("period", period)
    return Controller(
        robot, Integrating(most, bool(gravity), over), inputs, "pid", (*GAINS, "ki"), [0.0] * n, over or None
    )


@dataclass(frozen=True)
class Integrating:
    """The function of a PID controller, with limits of the integrals' forces; a `period` of 0 means continuous time."""

    limits: tuple[float, ...]
    gravity: bool
    period: float

    def __call__(
        self, eq: Any, t: Scalar, q: Any, qd: Any, z: Any, desired: Any, kp: Any, kd: Any, ki: Any
    ) -> dict[str, Any]:
        """The forces, and the rates or the next values of the integrals, over scalars."""
        q_d, qd_d, _ = desired_motion(desired, eq.n)
        e, integral = minus(q_d, q), gain_times(ki, z)
        grow = e
        if self.limits:
            within = [
                where((e_k > 0.0) & (f > m) | (e_k < 0.0) & (f < -m), 0.0, e_k)
                for e_k, f, m in zip(e, integral, self.limits, strict=True)
            ]
            grow = within
            integral = [clip(f, -m, m) for f, m in zip(integral, self.limits, strict=True)]
        tau = plus(plus(gain_times(kp, e), gain_times(kd, minus(qd_d, qd))), integral)
        tau = plus(tau, eq.gravity_forces(q)) if self.gravity else tau
        if self.period:
            return {"tau": tau, "next": [x + self.period * y for x, y in zip(z, grow, strict=True)]}
        return {"tau": tau, "rate": grow}
