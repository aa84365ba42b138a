"""Feedforward and linear feedback along a motion, with the gains of the time-varying regulator.

Balafoutis & Patel (1991) §7.1: nominal forces drive the arm along the motion, and a correction by feedback of the
perturbations is designed on the linearized model,

    τ = τ°(t) − K(t) (x − x°(t)),    x = [q; q̇].                                                     [balafoutis1991]
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape
from ..calls.checks import finite, positive, real
from ..calls.direct import Wrenches
from ..errors import BadArray, LinkwiseError, shown
from ..taskspace.matrices import solved
from .lqr import lqr
from .of_robot import is_trajectory, linearize, motion_at
from .riccati import MOST_STEPS, backwards
from .weights import weight

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False, repr=False)
class Tracking:
    """A controller that follows a trajectory: called with (t, q, qd) it returns joint forces.

    `t` (K,), `K` (K, n, 2n) and `S` (K, 2n, 2n) are times, gains and matrices of the cost to go. Between the times
    gains are interpolated; before and after, where the trajectory rests, they are those of its ends.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> tvlqr(linkwise.load("pendulum"), Quintic([0.0], [1.0], duration=2.0), Q=1.0, R=1.0)
    Tracking('pendulum', 201 gains in 2 s)
    """

    robot: Robot
    trajectory: Any
    t: Array
    K: Array
    S: Array
    wrenches: Wrenches = None

    def gain(self, t: float) -> Array:
        """K at a time, (n, 2n).

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> follow = tvlqr(linkwise.load("pendulum"), Quintic([0.0], [1.0], duration=2.0), Q=1.0, R=1.0)
        >>> follow.gain(2.0).round(3)
        array([[0.182, 1.059]])
        """
        s = float(np.clip(_one_time(t), self.t[0], self.t[-1]))
        k = min(int(np.searchsorted(self.t, s, side="right")) - 1, len(self.t) - 2)
        w = (s - self.t[k]) / (self.t[k + 1] - self.t[k])
        return (1.0 - w) * self.K[k] + w * self.K[k + 1]

    def __call__(self, t: float, q: ArrayLike, qd: ArrayLike) -> Array:
        """τ°(t) − K(t) (x − x°(t))."""
        q0, qd0, qdd0 = motion_at(self.robot, self.trajectory, _one_time(t))
        n = self.robot.n
        x = {name: real(name, value, n, "one entry per joint") for name, value in (("q", q), ("qd", qd))}
        batch_shape(x)
        deviation = np.concatenate(np.broadcast_arrays(x["q"] - q0, x["qd"] - qd0), axis=-1)
        nominal = self.robot.inverse_dynamics(q0, qd0, qdd0, wrenches=self.wrenches)
        return nominal - deviation @ self.gain(t).T

    def __repr__(self) -> str:
        return f"Tracking({shown(self.robot.name)}, {len(self.t)} gains in {self.t[-1]:g} s)"


def _one_time(t: ArrayLike) -> float:
    time = finite("t", t, (), "a time in seconds")
    if time.shape != ():
        raise BadArray(f"t has shape {time.shape}.", "One finite number of seconds was expected.")
    return float(time)


def tvlqr(
    robot: Robot,
    trajectory: Any,
    Q: ArrayLike,
    R: ArrayLike,
    Qf: ArrayLike | None = None,
    *,
    step: float = 0.01,
    wrenches: Wrenches = None,
) -> Tracking:
    """The gains that follow a trajectory at the least ∫ xᵀQx + uᵀRu dt + x(T)ᵀ Qf x(T), as a controller.

    x = [δq; δq̇], u = δτ; weights as in `lqr`. Without Qf it is the cost of staying at the end forever: S of the
    regulator there, whose gain is kept from then on. The Riccati equation is integrated backwards in steps of at most
    `step` seconds.

    >>> import linkwise, numpy as np
    >>> class Hold:  # upright
    ...     n, duration = 1, 1.0
    ...     def __call__(self, t):
    ...         q = np.full((*np.shape(t), 1), np.pi)
    ...         return q, 0 * q, 0 * q
    >>> controller = tvlqr(linkwise.load("pendulum"), Hold(), Q=[10.0, 1.0], R=1.0)
    >>> controller.gain(0.3).round(3)  # that of lqr
    array([[10.741,  2.857]])
    >>> controller(0.3, [np.pi + 0.1], [0.0]).round(3)
    array([-1.074])
    """
    if not is_trajectory(trajectory):
        raise LinkwiseError(
            f"{shown(repr(trajectory))} is not a trajectory.",
            "A function of t that returns q, qd and qdd, and has a duration, was expected.",
            "see linkwise.trajectories.",
        )
    duration, h = positive("the duration of the trajectory", trajectory.duration), positive("the step", step)
    if duration / h > MOST_STEPS:
        raise BadArray(
            f"a step of {h:g} s is too short for a motion of {duration:g} s.",
            f"At most {MOST_STEPS} steps were expected.",
            "use a longer step.",
        )
    count = max(1, ceil(duration / h - 1e-9))
    t = np.linspace(0.0, duration, count + 1)
    q, r = weight("Q", Q, 2 * robot.n), weight("R", R, robot.n, positive=True)
    ends = linearize(robot, trajectory, t=t, wrenches=wrenches)
    middle = linearize(robot, trajectory, t=0.5 * (t[1:] + t[:-1]), wrenches=wrenches)
    last = lqr(ends[count], q, r).S if Qf is None else weight("Qf", Qf, 2 * robot.n)
    S = backwards(middle.A, middle.B, q, r, last, duration / count)
    K = solved(r, np.swapaxes(ends.B, 1, 2) @ S)
    return Tracking(robot, trajectory, t, K, S, wrenches)
