"""A motion from data: positions at times."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import matrix
from ..errors import BadArray
from .interpolation import check_degree, increasing, interpolating_spline
from .pieces import AbstractPiecewise, Pieces


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Sampled(AbstractPiecewise):
    """The spline through samples q (times, n), with free ends: velocities and accelerations are its derivatives.

    Noise in q comes out amplified in them: smooth measured data first. The first time becomes 0.

    >>> import numpy as np
    >>> t = np.linspace(5.0, 6.0, 101)
    >>> Sampled(t, np.sin(t)[:, None])(0.25).qd.round(6), np.cos(5.25).round(6)
    (array([0.512085]), np.float64(0.512085))
    """

    t: Array
    q: Array
    degree: int
    duration: float

    def __init__(self, t: ArrayLike, q: ArrayLike, degree: int = 3) -> None:
        samples = matrix("q", q, None, "a row per sample, a column per joint")
        check_degree(degree)
        if len(samples) <= degree:
            raise BadArray(f"q has {len(samples)} rows.", f"At least {degree + 1} samples were expected.")
        times = increasing("t", t, len(samples))
        self._put(t=times, q=samples, degree=degree, duration=float(times[-1] - times[0]))
        _ = self.pieces  # times too close to each other are refused here

    @cached_property
    def pieces(self) -> Pieces:
        """One polynomial between each pair of samples, except at the ends, where two intervals share one.

        >>> import numpy as np
        >>> Sampled(np.arange(5.0), np.zeros((5, 1))).pieces.breaks
        array([0., 2., 4.])
        """
        return interpolating_spline(self.t, self.q, self.degree, "free", ())

    def _features(self) -> tuple[str, ...]:
        return f"{len(self.t)} samples", f"degree {self.degree}"
