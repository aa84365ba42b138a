"""A motion from data: positions at times."""

from dataclasses import dataclass
from functools import cached_property

from numpy.typing import ArrayLike

from ..errors import BadArray, LinkwiseError
from .given import increasing, rows
from .pieces import AbstractPiecewise, Pieces
from .splines import DEGREES, spline


@dataclass(frozen=True, eq=False)
class Sampled(AbstractPiecewise):
    """The spline through samples q (times, n), with free ends: velocities and accelerations are its derivatives.

    Noise in q comes out amplified in them: smooth measured data first. The first time becomes 0.

    >>> import numpy as np
    >>> t = np.linspace(5.0, 6.0, 101)
    >>> Sampled(t, np.sin(t)[:, None])(0.25).qd.round(6), np.cos(5.25).round(6)
    (array([0.512085]), np.float64(0.512085))
    """

    t: ArrayLike
    q: ArrayLike
    degree: int = 3

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "q", rows("q", self.q))
        if type(self.degree) is not int or self.degree not in DEGREES:
            raise LinkwiseError(f"the degree is {self.degree!r}.", f"One of {DEGREES} was expected.", "degree=3?")
        if len(self.q) <= self.degree:
            raise BadArray(f"q has {len(self.q)} rows.", f"At least {self.degree + 1} samples were expected.")
        put(self, "t", increasing("t", self.t, len(self.q)))
        _ = self.pieces

    @property
    def duration(self) -> float:
        """From the first sample to the last.

        >>> import numpy as np
        >>> Sampled(np.arange(5.0), np.zeros((5, 1))).duration
        4.0
        """
        return float(self.t[-1] - self.t[0])

    @cached_property
    def pieces(self) -> Pieces:
        """One polynomial between each two samples, but at the ends.

        >>> import numpy as np
        >>> Sampled(np.arange(5.0), np.zeros((5, 1))).pieces.breaks
        array([0., 2., 4.])
        """
        return spline(self.t, self.q, self.degree, "free", ())
