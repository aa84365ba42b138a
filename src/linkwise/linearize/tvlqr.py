"""Feedforward and linear feedback along a motion, with the gains of the time-varying regulator.

Balafoutis & Patel (1991) §7.1: nominal forces drive the arm along the motion, and a correction by feedback of the
perturbations is designed on the linearized model,

    τ = τ°(t) − K(t) (x − x°(t)),    x = [q; q̇].                                                     [balafoutis1991]
"""

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape
from ..calls.checks import numbers, real
from ..calls.direct import Wrenches
from ..errors import BadArray, LinkwiseError, shown
from .discrete import positive
from .linearizing import is_trajectory, linearize, motion_at
from .lqr import lqr
from .riccati import MOST_STEPS, backwards
from .weights import weight

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False)
class Tracking:
    """A controller that keeps to a trajectory: called with (t, q, qd) it gives joint forces.

    `t` (K,), `K` (K, n, 2n) and `S` (K, 2n, 2n) are times, gains and costs to go; in between gains are interpolated,
    beyond the ends they are those of the ends, where the trajectory rests.
    """

    robot: "Robot"
    trajectory: Any
    t: Array
    K: Array
    S: Array
    wrenches: Wrenches = None

    def gain(self, t: float) -> Array:
        """K at a time, (n, 2n)."""
        s = float(np.clip(instant(t), self.t[0], self.t[-1]))
        k = min(int(np.searchsorted(self.t, s, side="right")) - 1, len(self.t) - 2)
        w = (s - self.t[k]) / (self.t[k + 1] - self.t[k])
        return (1.0 - w) * self.K[k] + w * self.K[k + 1]

    def __call__(self, t: float, q: ArrayLike, qd: ArrayLike) -> Array:
        """τ°(t) − K(t) (x − x°(t))."""
        q0, qd0, qdd0 = motion_at(self.robot, self.trajectory, instant(t))
        n = self.robot.n
        x = {name: real(name, value, n, "one entry per joint") for name, value in (("q", q), ("qd", qd))}
        batch_shape(x)
        off = np.concatenate(np.broadcast_arrays(x["q"] - q0, x["qd"] - qd0), axis=-1)
        forward = self.robot.inverse_dynamics(q0, qd0, qdd0, wrenches=self.wrenches)
        return forward - off @ self.gain(t).T


def instant(t: object) -> float:
    """One time.

    >>> instant(1)
    1.0
    """
    found = numbers("t", t, (), "a time")  # type: ignore[arg-type]
    if found.shape != () or not np.isfinite(found):
        raise BadArray(f"t is {shown(repr(t))}.", "One finite number of seconds was expected.")
    return float(found)


def tvlqr(
    robot: "Robot",
    trajectory: Any,
    Q: ArrayLike,
    R: ArrayLike,
    Qf: ArrayLike | None = None,
    *,
    step: float = 0.01,
    wrenches: Wrenches = None,
) -> Tracking:
    """The gains that keep to a trajectory at the least ∫ xᵀQx + uᵀRu dt + x(T)ᵀ Qf x(T).

    x = [δq; δq̇], u = δτ; weights as in `lqr`. Where no Qf is given it is the cost of staying at the end for ever: the S
    of the regulator there, whose gain is then kept. The Riccati equation is integrated backwards in steps of at most
    `step` seconds.

    >>> import linkwise, numpy as np
    >>> class Hold:  # upright
    ...     n, duration = 1, 1.0
    ...     def __call__(self, t):
    ...         q = np.full((*np.shape(t), 1), np.pi)
    ...         return q, 0 * q, 0 * q
    >>> controller = tvlqr(linkwise.load("pendulum"), Hold(), Q=[10.0, 1.0], R=1.0)
    >>> controller.gain(0.3).round(3)  # as lqr has it
    array([[10.741,  2.857]])
    >>> controller(0.3, [np.pi + 0.1], [0.0]).round(3)
    array([-1.074])
    """
    if not is_trajectory(trajectory):
        raise LinkwiseError(
            f"{shown(repr(trajectory))} is no trajectory.",
            "Something that gives q, qd, qdd at a time and has a duration was expected.",
            "see linkwise.trajectories.",
        )
    duration, h = positive("the duration of the trajectory", trajectory.duration), positive("the step", step)
    if duration / h > MOST_STEPS:
        raise BadArray(f"the step of {h:g} s divides {duration:g} s too finely.", f"At most {MOST_STEPS} steps.")
    count = max(1, ceil(duration / h - 1e-9))
    t = np.linspace(0.0, duration, count + 1)
    q, r = weight("Q", Q, 2 * robot.n), weight("R", R, robot.n, positive=True)
    ends = linearize(robot, trajectory, t=t, wrenches=wrenches)
    middle = linearize(robot, trajectory, t=0.5 * (t[1:] + t[:-1]), wrenches=wrenches)
    last = lqr(ends[count], q, r).S if Qf is None else weight("Qf", Qf, 2 * robot.n)
    S = backwards(middle.A, middle.B, q, r, last, duration / count)
    K = np.linalg.solve(r, np.swapaxes(ends.B, 1, 2) @ S)
    return Tracking(robot, trajectory, t, K, S, wrenches)
