"""Finite Fourier series: periodic motions of limited bandwidth, as parameters are identified with.

Swevers et al. (1997):                                                                              [swevers1997]

    q(t) = q_0 + Σ_k  a_k / (ω k) sin(ω k t) − b_k / (ω k) cos(ω k t),    ω = 2π f
    q̇(t) =       Σ_k  a_k cos(ω k t) + b_k sin(ω k t)
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, LinkwiseError
from .given import positive, posture, rows
from .limits import limits_of
from .trajectory import AbstractTrajectory


@dataclass(frozen=True, eq=False)
class Fourier(AbstractTrajectory):
    """Velocities are a_k cos + b_k sin of k times the base frequency (1/s); a and b are (harmonics, n), and q0 is the
    middle of the motion, not its start.

    One period, unless a duration is given. A motion beyond limits that are given is refused. With `rest` the
    coefficients nearest to those given are taken that start and end at rest, without velocity or acceleration:
    Σ a_k = 0 and Σ k b_k = 0, over whole periods.

    >>> wave = Fourier([0.5], a=[[0.2]], b=[[0.0]], frequency=0.5)
    >>> wave.duration, wave(0.0).q, wave(0.0).qd
    (2.0, array([0.5]), array([0.2]))
    >>> Fourier([0.5], a=[[0.2], [0.1]], b=[[0.0], [0.3]], frequency=0.5, rest=True)(0.0).qd.round(12) + 0.0
    array([0.])
    """

    q0: ArrayLike
    a: ArrayLike
    b: ArrayLike
    frequency: float
    duration: float = None  # type: ignore[assignment]  # found where it is not given
    rest: bool = False
    limits: Any = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "q0", posture("q0", self.q0))
        put(self, "a", rows("a", self.a, len(self.q0)))
        put(self, "b", rows("b", self.b, len(self.q0)))
        if self.a.shape != self.b.shape:
            raise BadArray(
                f"a has {len(self.a)} harmonics, b has {len(self.b)}.", "As many of both were expected.", "add zeros."
            )
        put(self, "frequency", positive("frequency", self.frequency))
        given = 1.0 / self.frequency if self.duration is None else self.duration
        put(self, "duration", positive("duration", given))
        if self.rest:
            self._come_to_rest()
        if self.limits is not None:
            self.check(limits_of(self.limits, len(self.q0))).require()

    def _come_to_rest(self) -> None:
        periods, k = self.duration * self.frequency, np.arange(1.0, len(self.a) + 1.0)[:, None]
        if len(k) < 2:
            raise LinkwiseError("one harmonic alone never rests.", "At least two were expected.", "rest=False?")
        if abs(periods - round(periods)) > 1e-9 * periods or round(periods) < 1:
            raise LinkwiseError(
                f"{periods:g} periods do not end where they began.",
                "A whole number of periods was expected, to end at rest.",
                f"duration={max(round(periods), 1) / self.frequency:g}?",
            )
        object.__setattr__(self, "a", self.a - self.a.mean(axis=0))
        object.__setattr__(self, "b", self.b - k * (k * self.b).sum(axis=0) / (k * k).sum())

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

    def inside(self, t: Array, order: int) -> Array:
        """The series, differentiated term by term.

        >>> Fourier([0.5], a=[[1.0]], b=[[0.0]], frequency=0.5).inside(np.array(0.0), 3)[3].round(6)  # −ω² a
        array([-9.869604])
        """
        ωk = 2.0 * math.pi * self.frequency * np.arange(1.0, len(self.a) + 1.0)
        s, c = np.sin(ωk * t[..., None]), np.cos(ωk * t[..., None])
        turned = ((s, c), (c, -s), (-s, -c), (-c, s))  # derivatives of sine and cosine
        found = np.empty((order + 1, *t.shape, self.n))
        for d in range(order + 1):
            sine, cosine = turned[d % 4]
            found[d] = (sine * ωk ** (d - 1)) @ self.a - (cosine * ωk ** (d - 1)) @ self.b
        found[0] += self.q0
        return found
