"""A momentum observer at work beside a robot: the one thing here that remembers."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, shown

if TYPE_CHECKING:
    from .momentum_observer import MomentumObserver


class Observing:
    """Sample by sample: `update` with what was measured gives the residual, `residual` is the last one.

    >>> import linkwise
    >>> from linkwise.control import MomentumObserver
    >>> watching = MomentumObserver(linkwise.load("pendulum"), gain=20.0).begin([0.0], [0.0])
    >>> for _ in range(1000):  # held in place against 2 N m
    ...     r = watching.update([0.0], [0.0], [2.0], 0.001)
    >>> r.round(6)
    array([-2.])
    """

    def __init__(self, observer: "MomentumObserver", q: Array, qd: Array):
        n, K = observer.robot.n, np.zeros(observer.robot.n)
        self.observer = observer
        self.state: Array = observer.step(np.zeros(3 * n), q, qd, np.zeros(n), 0.0, K).next

    @property
    def residual(self) -> Array:
        """The estimated external forces at the last sample.

        >>> import linkwise
        >>> from linkwise.control import MomentumObserver
        >>> MomentumObserver(linkwise.load("pendulum"), gain=20.0).begin([0.0], [1.0]).residual
        array([0.])
        """
        return self.state[2 * self.observer.robot.n :].copy()

    def update(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, dt: float) -> Array:
        """The residual at a sample `dt` seconds after the last one; tau was held in between.

        Samples that are not finite are refused, and leave everything as it was.

        >>> import linkwise
        >>> from linkwise.control import MomentumObserver
        >>> watching = MomentumObserver(linkwise.load("pendulum"), gain=50.0).begin([0.0], [0.0])
        >>> watching.update([0.0], [0.0], [2.0], 0.001).round(4)
        array([-0.0976])
        """
        fine = isinstance(dt, int | float | np.integer | np.floating) and not isinstance(dt, bool)
        if not fine or not 0.0 < dt < np.inf:
            raise BadArray(f"dt is {shown(repr(dt))}.", "A finite number of seconds above 0 was expected.")
        observer = self.observer
        next_state: Any = observer.step(self.state, q, qd, tau, np.asarray(dt, dtype=float), observer.gain).next
        if next_state.shape != self.state.shape or not np.isfinite(next_state).all():
            raise BadArray("a sample is a batch, or not finite.", "One finite position, velocity and force per joint.")
        self.state = next_state
        return self.residual
