"""The same path at another pace: t → c t."""

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .given import positive
from .trajectory import AbstractTrajectory


@dataclass(frozen=True, eq=False)
class Stretched(AbstractTrajectory):
    """q(t / c): velocities are 1/c, accelerations 1/c² times those at the corresponding time.

    >>> from linkwise.trajectories import Quintic
    >>> Stretched(Quintic([0.0], [1.0], duration=1.0), 0.5).duration
    0.5
    """

    of: AbstractTrajectory
    factor: float

    def __post_init__(self) -> None:
        if not isinstance(self.of, AbstractTrajectory):
            kind = type(self.of).__name__
            raise LinkwiseError(
                f"a {kind} is no trajectory.", "One of linkwise.trajectories was expected.", "Quintic(…)?"
            )
        object.__setattr__(self, "factor", positive("factor", self.factor))

    @property
    def duration(self) -> float:
        """How long it takes now.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(3.0).duration
        3.0
        """
        return self.factor * self.of.duration

    @property
    def n(self) -> int:
        """The number of joints.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(3.0).n
        1
        """
        return self.of.n

    @property
    def breaks(self) -> Array:
        """Those of the path, at their new times.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(3.0).breaks
        array([0., 3.])
        """
        return self.factor * self.of.breaks

    def inside(self, t: Array, order: int) -> Array:
        """The derivatives of the path over powers of the factor.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).stretched(2.0).inside(np.array(1.0), 1)
        array([[0.5   ],
               [0.9375]])
        """
        s = np.clip(t / self.factor, 0.0, self.of.duration)  # rounding must not step beyond the end
        found = self.of.inside(s, order)
        for k in range(1, order + 1):  # one power after the other: factor**k would end before the quotient does
            found[k:] /= self.factor
        return found
