"""The momentum observer in discrete time: one step as a program, and an observer that is updated sample by sample.

Between samples 0 and 1, a time dt apart, τ is constant, and the rest of ṗ = τ + β + τ_ext and ṙ = K (τ_ext − r) is
integrated by the trapezoidal rule:

    r₁ = [(1 − ½ dt K) r₀ + K (p₁ − p₀ − dt τ − ½ dt (β₀ + β₁))] / (1 + ½ dt K):

of second order in dt, stable for any dt, and without a sum that grows. The state holds (p, β, r). It begins with a step
of length 0 and gain 0 from zeros, which gives (p, β, 0).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import positive
from ..calls.function_program import FunctionProgram
from ..errors import BadArray, shown
from ..robot import Robot
from .momentum import momentum

if TYPE_CHECKING:
    from .momentum_observer import MomentumObserver


def step_program(robot: Robot) -> FunctionProgram:
    """(state, q, qd, tau, dt, gain) → next, residual; q and qd are measured at the end of the step, tau held during it.

    >>> import linkwise
    >>> print(step_program(linkwise.load("pendulum")).title)
    observer_step of 'pendulum': state(3), q(1), qd(1), tau(1), dt(), gain(1) -> next(3), residual(1)
    """
    n = robot.n

    def step(eq: Any, state: Any, q: Any, qd: Any, tau: Any, dt: Any, K: Any) -> dict[str, Any]:
        half = 0.5 * dt[0]
        p, β = momentum(eq, q, qd)
        r = []
        for k in range(n):
            p0, β0, r0 = state[k], state[n + k], state[2 * n + k]
            unexplained = p[k] - p0 - dt[0] * tau[k] - half * (β0 + β[k])
            r.append(((1.0 - half * K[k]) * r0 + K[k] * unexplained) / (1.0 + half * K[k]))
        return {"next": [*p, *β, *r], "residual": r}

    takes = {"state": (3 * n,), "q": (n,), "qd": (n,), "tau": (n,), "dt": (), "gain": (n,)}
    return FunctionProgram(robot.tree, step, takes, {"next": (3 * n,), "residual": (n,)}, "observer_step")


class RunningObserver:
    """A running observer: `update` takes each sample and returns the residual, `residual` is the latest one.

    >>> import linkwise
    >>> from linkwise.control import MomentumObserver
    >>> watching = MomentumObserver(linkwise.load("pendulum"), gain=20.0).begin([0.0], [0.0])
    >>> for _ in range(1000):  # held in place against 2 N m
    ...     r = watching.update([0.0], [0.0], [2.0], 0.001)
    >>> r.round(6)
    array([-2.])
    >>> watching
    RunningObserver('pendulum', residual=[-2])
    """

    def __init__(self, observer: MomentumObserver, q: Array, qd: Array):
        n, K = observer.robot.n, np.zeros(observer.robot.n)
        self.observer = observer
        self.state: Array = observer.step(np.zeros(3 * n), q, qd, np.zeros(n), 0.0, K).next

    @property
    def residual(self) -> Array:
        """The estimated external forces at the latest sample.

        >>> import linkwise
        >>> from linkwise.control import MomentumObserver
        >>> MomentumObserver(linkwise.load("pendulum"), gain=20.0).begin([0.0], [1.0]).residual
        array([0.])
        """
        return self.state[2 * self.observer.robot.n :].copy()

    def update(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, dt: float) -> Array:
        """The residual at a sample `dt` seconds after the previous one; tau was held in between.

        A sample that is not finite is refused, and leaves the state as it was.

        >>> import linkwise
        >>> from linkwise.control import MomentumObserver
        >>> watching = MomentumObserver(linkwise.load("pendulum"), gain=50.0).begin([0.0], [0.0])
        >>> watching.update([0.0], [0.0], [2.0], 0.001).round(4)
        array([-0.0976])
        """
        observer, h = self.observer, np.asarray(positive("dt", dt, "the time since the previous sample, in seconds."))
        next_state: Array = observer.step(self.state, q, qd, tau, h, observer.gain).next
        if next_state.shape != self.state.shape or not np.isfinite(next_state).all():
            raise BadArray(
                "the sample is a batch, or not finite.",
                "One finite position, velocity and force per joint was expected.",
                "update with one sample at a time.",
            )
        self.state = next_state
        return self.residual

    def __repr__(self) -> str:
        residual = ", ".join(f"{x:.4g}" for x in self.residual)
        return f"RunningObserver({shown(self.observer.robot.name)}, residual=[{residual}])"
