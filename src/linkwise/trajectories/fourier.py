"""Finite Fourier series: periodic motions of limited bandwidth, as used to identify parameters.

Swevers et al. (1997):                                                                              [swevers1997]

    q(t) = q_0 + Σ_k  a_k / (ω k) sin(ω k t) − b_k / (ω k) cos(ω k t),    ω = 2π f
    q̇(t) =       Σ_k  a_k cos(ω k t) + b_k sin(ω k t)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import fixed, matrix, positive, vector
from ..errors import BadArray, LinkwiseError
from .evaluation import Evaluation, directly, of_series
from .limits import limits_of
from .trajectory import PER_JOINT, AbstractTrajectory

if TYPE_CHECKING:
    from .limits import LimitsLike


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Fourier(AbstractTrajectory):
    """Velocities are a_k cos + b_k sin of k times the base frequency (1/s); a and b are (harmonics, n), and q0 is the
    middle of the motion, not its start.

    It lasts one period, unless a duration is given. A motion beyond its `limits` is refused. With `rest` it starts and
    ends at rest, without velocity or acceleration: a and b become the nearest coefficients with Σ a_k = 0 and
    Σ k b_k = 0, and the duration must be a whole number of periods.

    >>> wave = Fourier([0.5], a=[[0.2]], b=[[0.0]], frequency=0.5)
    >>> wave.duration, wave(0.0).q, wave(0.0).qd
    (2.0, array([0.5]), array([0.2]))
    >>> Fourier([0.5], a=[[0.2], [0.1]], b=[[0.0], [0.3]], frequency=0.5, rest=True)(0.0).qd.round(12) + 0.0
    array([0.])
    """

    q0: Array
    a: Array
    b: Array
    frequency: float
    duration: float
    rest: bool
    limits: LimitsLike | None

    def __init__(
        self,
        q0: ArrayLike,
        a: ArrayLike,
        b: ArrayLike,
        frequency: float,
        duration: float | None = None,
        rest: bool = False,
        limits: LimitsLike | None = None,
    ) -> None:
        middle = vector("q0", q0, None, PER_JOINT, "[0.1, 0.2], for example.")
        cosines, sines = (
            matrix(name, value, len(middle), "a row per harmonic, a column per joint")
            for name, value in (("a", a), ("b", b))
        )
        if cosines.shape != sines.shape:
            raise BadArray(
                f"a has {len(cosines)} harmonics, b has {len(sines)}.",
                "The same number of both was expected.",
                "pad the shorter one with zeros.",
            )
        frequency = positive("frequency", frequency)
        duration = positive("duration", 1.0 / frequency if duration is None else duration)
        if rest:
            cosines, sines = _at_rest(cosines, sines, frequency, duration)
        self._put(q0=middle, a=cosines, b=sines, frequency=frequency, duration=duration, rest=rest, limits=limits)
        if limits is not None:
            self.check(limits_of(limits, len(middle))).require()

    @property
    def n(self) -> int:
        """The number of joints.

        >>> Fourier([0.5], a=[[0.2]], b=[[0.0]], frequency=0.5).n
        1
        """
        return len(self.q0)

    @property
    def breaks(self) -> Array:
        """The ends only: everything else is smooth.

        >>> Fourier([0.5], a=[[0.2]], b=[[0.0]], frequency=0.5).breaks
        array([0., 2.])
        """
        return np.array([0.0, self.duration])

    @cached_property
    def _evaluation(self) -> Evaluation:
        """The series by compiled code."""
        return of_series(2.0 * math.pi * self.frequency, self.q0, self.a, self.b) or directly(self.inside)

    def inside(self, t: Array, order: int) -> Array:
        """The series, differentiated term by term.

        >>> Fourier([0.5], a=[[1.0]], b=[[0.0]], frequency=0.5).inside(np.array(0.0), 3)[3].round(6)  # −ω² a
        array([-9.869604])
        """
        ωk = 2.0 * math.pi * self.frequency * np.arange(1.0, len(self.a) + 1.0)
        s, c = np.sin(ωk * t[..., None]), np.cos(ωk * t[..., None])
        turned = ((s, c), (c, -s), (-s, -c), (-c, s))  # derivatives of sine and cosine
        rates = np.empty((order + 1, *t.shape, self.n))
        for d in range(order + 1):
            sine, cosine = turned[d % 4]
            rates[d] = (sine * ωk ** (d - 1)) @ self.a - (cosine * ωk ** (d - 1)) @ self.b
        rates[0] += self.q0
        return rates

    def _features(self) -> tuple[str, ...]:
        return (f"{len(self.a)} harmonic{'s' if len(self.a) != 1 else ''} of {self.frequency:.6g} Hz",)


def _at_rest(a: Array, b: Array, frequency: float, duration: float) -> tuple[Array, Array]:
    """The nearest coefficients without velocity or acceleration at both ends."""
    periods, k = duration * frequency, np.arange(1.0, len(a) + 1.0)[:, None]
    if len(k) < 2:
        raise LinkwiseError("a series of one harmonic never rests.", "At least two were expected.", "use rest=False.")
    if abs(periods - round(periods)) > 1e-9 * periods or round(periods) < 1:
        raise LinkwiseError(
            f"{periods:g} periods do not end where they began.",
            "A whole number of periods was expected, to end at rest.",
            f"duration={max(round(periods), 1) / frequency:g}, for example.",
        )
    return fixed(a - a.mean(axis=0)), fixed(b - k * (k * b).sum(axis=0) / (k * k).sum())
