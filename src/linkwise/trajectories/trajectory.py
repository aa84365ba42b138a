"""What every trajectory answers: positions and their derivatives at any time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import not_nan, positive, whole
from ..errors import LinkwiseError
from ..html_table import html_table
from .evaluation import Evaluation, directly, of_pieces
from .motion import Motion, Samples
from .polynomials import Pieces

if TYPE_CHECKING:
    from .joined import Joined
    from .limit_report import LimitReport
    from .limits import LimitsLike
    from .stretched import Stretched

PER_JOINT = "one entry per joint"
"""The meaning of a posture, and of rates, in messages."""

MOST_SAMPLES, MOST_DERIVATIVES = 10_000_000, 64
"""More samples than anyone looks at, as by a step in the wrong unit; more derivatives than any controller needs."""

BESIDE = 1e-9
"""How far from a jump its two sides are sampled, relative to the duration."""


class AbstractTrajectory(ABC):
    """A motion of n joints from time 0 to `duration`; before and after, it rests at its ends.

    Called with times of any shape (…), it gives positions, velocities and accelerations (…, n).

    >>> from linkwise.trajectories import Quintic
    >>> reach = Quintic([0.0, 0.0], [1.0, -2.0], duration=2.0)
    >>> reach(1.0)
    Motion(q=[0.5, -1], qd=[0.9375, -1.875], qdd=[0, 0])
    >>> reach([0.0, 1.0, 5.0]).q
    array([[ 0. ,  0. ],
           [ 0.5, -1. ],
           [ 1. , -2. ]])
    """

    duration: float

    @property
    @abstractmethod
    def n(self) -> int:
        """The number of joints."""

    @property
    @abstractmethod
    def breaks(self) -> Array:
        """The times at which a derivative may jump, including 0 and the duration."""

    @abstractmethod
    def inside(self, t: Array, order: int) -> Array:
        """The derivatives (order + 1, …, n) at times (…) from 0 to the duration."""

    @cached_property
    def jumps(self) -> Array:
        """The breaks at which position, velocity or acceleration does jump; outside its duration the motion rests.

        >>> from linkwise.trajectories import Quintic, Trapezoidal
        >>> Trapezoidal([0.0], [2.0], velocity=1.0, acceleration=2.0).jumps
        array([0. , 0.5, 2. , 2.5])
        >>> Quintic([0.0], [1.0], duration=1.0).jumps.size
        0
        """
        from .jumps import jumps_of  # which evaluates trajectories

        return jumps_of(self)

    @property
    def polynomials(self) -> Pieces | None:
        """The motion as polynomials joined end to end; None if it is none.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(2.0).polynomials
        Pieces(1 of degree 5, 1 joints, to 2 s)
        """
        return None

    def __call__(self, t: ArrayLike) -> Motion:
        """Positions, velocities and accelerations at times."""
        begin, end = self._moving
        if isinstance(t, float):
            if begin <= t <= end:
                return self._evaluation.at(t)
            if t == t:
                return Motion(self._ends[int(t > 0.0)].copy(), np.zeros(self.n), np.zeros(self.n))
        times = _times(t)
        if times.ndim == 0:
            return self(float(times))
        motion = self._evaluation.many(np.clip(times, 0.0, self.duration).ravel())
        outside = ((times < begin) | (times > end)).ravel()
        motion.qd[outside], motion.qdd[outside] = 0.0, 0.0
        return Motion(*(x.reshape(*times.shape, x.shape[-1]) for x in motion))

    @cached_property
    def _moving(self) -> tuple[float, float]:
        """The first and the last time at which it may move."""
        return 0.0, float(self.duration)

    @cached_property
    def _ends(self) -> tuple[Array, Array]:
        """The positions at which it rests before and after."""
        return self._evaluation.at(0.0).q, self._evaluation.at(float(self.duration)).q

    @cached_property
    def _evaluation(self) -> Evaluation:
        """By compiled code, otherwise by `inside`."""
        pieces = self.polynomials
        return (None if pieces is None else of_pieces(pieces)) or directly(self.inside)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: machine code is not."""
        return {name: value for name, value in self.__dict__.items() if name != "_evaluation"}

    def derivatives(self, t: ArrayLike, order: int = 2) -> Array:
        """Positions and their derivatives up to an order, (order + 1, …, n); elastic joints need four of them.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).derivatives(0.0, 3)[3]  # 60 (q1 − q0) / T³
        array([60.])
        """
        times, order = _times(t), whole("order", order, 0, MOST_DERIVATIVES)
        with np.errstate(all="ignore"):  # what is too fast for a double is infinite
            rates = self.inside(np.clip(times, 0.0, self.duration), order)
        rates[1:, (times < 0.0) | (times > self.duration)] = 0.0
        return rates

    def instants(self, samples: int) -> Array:
        """Evenly spaced times, and both sides of every break.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).instants(3).tolist()
        [0.0, 1e-09, 0.5, 0.999999999, 1.0]
        """
        even = np.linspace(0.0, self.duration, whole("samples", samples, 2, MOST_SAMPLES))
        beside = self.breaks[:, None] + BESIDE * self.duration * np.array([-1.0, 0.0, 1.0])
        return np.unique(np.clip(np.concatenate([even, beside.ravel()]), 0.0, self.duration))

    def sampled(self, step: float) -> Samples:
        """The motion at times 0, step, 2 step, … and at its end.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).sampled(0.4).t
        array([0. , 0.4, 0.8, 1. ])
        """
        steps = self.duration / positive("step", step)
        if steps > MOST_SAMPLES:
            raise LinkwiseError(
                f"a step of {step:g} s makes {steps:.3g} samples of {self.duration:g} s.",
                f"At most {MOST_SAMPLES} were expected.",
                "steps are in seconds.",
            )
        count = int(np.ceil(steps * (1.0 - 1e-12)))  # an end within rounding of a step is one
        t: Array = np.append(np.arange(count, dtype=np.float64) * step, self.duration)
        return Samples(t, *self(t))

    def stretched(self, factor: float) -> Stretched:
        """The same path, taking `factor` times as long.

        >>> from linkwise.trajectories import Quintic
        >>> slow = Quintic([0.0], [1.0], duration=1.0).stretched(2.0)
        >>> slow.duration, slow(1.0).qd
        (2.0, array([0.9375]))
        """
        from .stretched import Stretched  # which is a trajectory itself

        return Stretched(self, factor)

    def then(self, other: AbstractTrajectory) -> Joined:
        """This motion followed by another, which begins where this one ends.

        >>> from linkwise.trajectories import Quintic
        >>> both = Quintic([0.0], [1.0], duration=1.0).then(Quintic([1.0], [0.0], duration=2.0))
        >>> both.duration, both(1.0).q, both(3.0).q
        (3.0, array([1.]), array([0.]))
        """
        from .joined import Joined  # which is a trajectory itself

        return Joined((self, other))

    def check(self, target: LimitsLike, *, limits: LimitsLike | None = None, samples: int = 1001) -> LimitReport:
        """How close the motion comes to each limit, where and when, and which limits it exceeds.

        `target` is a robot, whose limits are all checked, torques included (`limits` replaces its own); or limits
        alone, which say nothing about torques.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> report = Quintic([0.0] * 6, [1.0] * 6, duration=0.5).check(linkwise.load("ur5"))
        >>> report.within
        False
        >>> print(report.excesses[0])
        velocity of joint 'shoulder_pan_joint' is 3.75 at 0.25 s, 0.6 beyond its limit 3.15
        """
        from .limit_report import limit_report  # which evaluates trajectories

        return limit_report(self, target, samples, limits)

    def animate(self, robot: Any, *, frame: str | None = None, show: bool = True) -> Any:
        """A robot that makes this motion, in 3-D, as a page that plays it: `robot.animate` says more.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=2.0).animate(linkwise.load("pendulum"), show=False)
        Animation('pendulum', 121 pictures of 2 s)
        """
        from .limits import checked_robot

        return checked_robot(robot, self.n).animate(self, frame=frame, show=show)

    def __repr__(self) -> str:
        joints = f"{self.n} joint" if self.n == 1 else f"{self.n} joints"
        return f"{type(self).__name__}({', '.join([joints, f'{self.duration:.6g} s', *self._features()])})"

    def _repr_html_(self) -> str:
        first, last = self(0.0), self(self.duration)
        columns = (first.q, last.q, first.qd, last.qd)
        rows = [(j, *(f"{x[j - 1]:.6g}" for x in columns)) for j in range(1, self.n + 1)]
        return html_table(repr(self), ("joint", "q at the start", "at the end", "qd at the start", "at the end"), rows)

    def _features(self) -> tuple[str, ...]:
        """What `repr` says besides the joints and the duration."""
        return ()

    def _put(self, **values: Any) -> None:
        """Fill fields of this frozen object: only for its constructor."""
        for name, value in values.items():
            object.__setattr__(self, name, value)


def _times(t: ArrayLike) -> Array:
    """Times in any shape; infinite ones are before and after everything, NaN is refused."""
    return not_nan("t", t, (), "times in seconds")
