"""What every trajectory answers: where, how fast, how much faster, and so on, at any time."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .given import instants, positive, whole
from .motion import Motion, Samples

if TYPE_CHECKING:
    from ..robot import JointLimits, Robot
    from .joined import Joined
    from .limit_report import LimitReport
    from .limits import MotionLimits
    from .stretched import Stretched

MOST_SAMPLES = 10_000_000
"""More times than anybody looks at: a step in the wrong unit."""

MOST_DERIVATIVES = 64
"""More than any law asks for."""

BESIDE = 1e-9
"""How far beside a jump its two sides are looked at, relative to the duration."""


class AbstractTrajectory(ABC):
    """A motion of n joints from time 0 to `duration`; before and after it rests at its ends.

    Called with times of any shape (…) it gives positions, velocities and accelerations (…, n).

    >>> from linkwise.trajectories import Quintic
    >>> reach = Quintic([0.0, 0.0], [1.0, -2.0], duration=2.0)
    >>> reach(1.0).qd
    array([ 0.9375, -1.875 ])
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
        """The times, 0 and the duration among them, at which a derivative may jump."""

    @abstractmethod
    def inside(self, t: Array, order: int) -> Array:
        """The derivatives (order + 1, …, n) at times (…) from 0 to the duration."""

    def __call__(self, t: ArrayLike) -> Motion:
        """Positions, velocities and accelerations at times."""
        return Motion(*self.derivatives(t, 2))

    def derivatives(self, t: ArrayLike, order: int = 2) -> Array:
        """Positions and their derivatives up to an order, (order + 1, …, n); elastic joints need four of them.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).derivatives(0.0, 3)[3]  # 60 (q1 − q0) / T³
        array([60.])
        """
        times, order = instants(t), whole("order", order, 0, MOST_DERIVATIVES)
        with np.errstate(all="ignore"):  # what is too fast for a double is infinite
            found = self.inside(np.clip(times, 0.0, self.duration), order)
        found[1:, (times < 0.0) | (times > self.duration)] = 0.0
        return found

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
        """Times 0, step, 2 step, … and the end, with the motion there.

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
        t = np.arange(int(np.ceil(steps * (1.0 - 1e-12)))) * step  # an end that is nearly a step is one
        t = np.append(t, self.duration)
        return Samples(t, *self(t))

    def stretched(self, factor: float) -> "Stretched":
        """The same path, taking `factor` times as long.

        >>> from linkwise.trajectories import Quintic
        >>> slow = Quintic([0.0], [1.0], duration=1.0).stretched(2.0)
        >>> slow.duration, slow(1.0).qd
        (2.0, array([0.9375]))
        """
        from .stretched import Stretched  # which is a trajectory itself

        return Stretched(self, factor)

    def then(self, other: "AbstractTrajectory") -> "Joined":
        """This motion and, where it ends, another.

        >>> from linkwise.trajectories import Quintic
        >>> both = Quintic([0.0], [1.0], duration=1.0).then(Quintic([1.0], [0.0], duration=2.0))
        >>> both.duration, both(1.0).q, both(3.0).q
        (3.0, array([1.]), array([0.]))
        """
        from .joined import Joined  # which is a trajectory itself

        return Joined((self, other))

    def check(
        self, given: "MotionLimits | JointLimits | Robot", *, limits: "MotionLimits | None" = None, samples: int = 1001
    ) -> "LimitReport":
        """What the motion asks next to limits: where and when it comes closest to each, and which it exceeds.

        Of a robot all limits are checked, those of its torques included, or `limits` in place of its own; of limits
        alone all but torques.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> found = Quintic([0.0] * 6, [1.0] * 6, duration=0.5).check(linkwise.load("ur5"))
        >>> found.within
        False
        >>> print(found.excesses[0])
        velocity of joint 'shoulder_pan_joint' is 3.75 at 0.25 s, 0.6 beyond its limit 3.15
        """
        from .limit_report import limit_report  # which asks trajectories

        return limit_report(self, given, samples, limits)
