"""The same path at another pace: t → c t."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import positive
from ..errors import LinkwiseError
from .evaluation import Evaluation
from .motion import Motion
from .polynomials import Pieces
from .trajectory import AbstractTrajectory


@dataclass(frozen=True, eq=False, repr=False)
class Stretched(AbstractTrajectory):
    """q(t / c): velocities are 1/c, accelerations 1/c² times those at the corresponding time.

    >>> from linkwise.trajectories import Quintic
    >>> Stretched(Quintic([0.0], [1.0], duration=1.0), 0.5)
    Stretched(1 joint, 0.5 s, 0.5 × Quintic)
    """

    of: AbstractTrajectory
    factor: float
    duration: float = field(init=False)

    def __post_init__(self) -> None:
        require_trajectory(self.of)
        factor = positive("factor", self.factor)
        self._put(factor=factor, duration=factor * self.of.duration)

    @property
    def n(self) -> int:
        """The number of joints.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(3.0).n
        1
        """
        return self.of.n

    @property
    def polynomials(self) -> Pieces | None:
        """Those of the original motion, over longer times.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(3.0).polynomials.breaks
        array([0., 3.])
        """
        own = self.of.polynomials
        return None if own is None else Pieces(self.factor * own.breaks, own.coefficients)

    @cached_property
    def _evaluation(self) -> Evaluation:
        """By that of the original motion, if it is no polynomial."""
        if self.polynomials is not None:
            return super()._evaluation
        of, factor = self.of._evaluation, self.factor

        def slower(motion: Motion) -> Motion:
            return Motion(motion.q, motion.qd / factor, motion.qdd / factor / factor)

        def at(t: float) -> Motion:
            return slower(of.at(min(t / factor, self.of.duration)))

        return Evaluation(at, lambda t: slower(of.many(np.minimum(t / factor, self.of.duration))))

    @property
    def breaks(self) -> Array:
        """Those of the original motion, at their new times.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(3.0).breaks
        array([0., 3.])
        """
        return self.factor * self.of.breaks

    def inside(self, t: Array, order: int) -> Array:
        """The derivatives of the original motion over powers of the factor.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(2.0).inside(np.array(1.0), 1)
        array([[0.5   ],
               [0.9375]])
        """
        s = np.clip(t / self.factor, 0.0, self.of.duration)  # rounding must not step beyond the end
        rates = self.of.inside(s, order)
        for k in range(1, order + 1):  # one power after the other: factor**k overflows before the quotient does
            rates[k:] /= self.factor
        return rates

    def _features(self) -> tuple[str, ...]:
        return (f"{self.factor:.6g} × {type(self.of).__name__}",)


def require_trajectory(trajectory: object) -> None:
    """Raise an error for anything but a trajectory.

    >>> require_trajectory(3.0)
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: an object of type 'float' is not a trajectory.
      One of linkwise.trajectories was expected.
      Hint: Quintic(q0, q1, duration=1.0), say.
    """
    if not isinstance(trajectory, AbstractTrajectory):
        raise LinkwiseError(
            f"an object of type '{type(trajectory).__name__}' is not a trajectory.",
            "One of linkwise.trajectories was expected.",
            "Quintic(q0, q1, duration=1.0), say.",
        )
