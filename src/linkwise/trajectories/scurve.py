"""Speed up, cruise and slow down with limited jerk: each joint as fast as it can, then all made as slow as the slowest.

Biagiotti & Melchiorri (2008), §3.4, from rest to rest.                                           [biagiotti2008]

Seven segments of constant jerk J, 0, −J, 0, −J, 0, J. Over a distance h with limits V, A, J the jerk segments last T_j,
speeding up (and slowing down) T_a, and cruising T_v:

    V reached:       T_j = A/J, T_a = T_j + V/A        if V J ≥ A²,     T_j = √(V/J), T_a = 2 T_j           otherwise
                     T_v = h/V − T_a                    if this is ≥ 0, and otherwise
    V not reached:   T_j = A/J, T_a = T_j/2 + √(T_j²/4 + h/A)  if h ≥ 2A³/J²,  T_j = ∛(h/(2J)), T_a = 2 T_j  otherwise

Differs from the book: joints that need less time than the slowest run the same profile at a slower pace, T_slowest/T of
theirs, so that velocities, accelerations and jerks shrink by that ratio, its square and its cube.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import positive, vector
from ..errors import LinkwiseError
from .limits import limits_of, one_per_joint
from .pieces import AbstractPiecewise, Pieces
from .trajectory import PER_JOINT

if TYPE_CHECKING:
    from .limits import LimitsLike

JERKS = np.array([1.0, 0.0, -1.0, 0.0, -1.0, 0.0, 1.0])
"""The jerks of the segments, over the limit."""

TOGETHER = 1e-12
"""How near, relative to the duration, segments of two joints begin that begin at once."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class SCurve(AbstractPiecewise):
    """From rest at q0 to rest at q1 with limited velocity, acceleration and jerk, all joints ending together.

    It lasts as long as the slowest joint needs, which is as fast as its limits allow; the others run their own fastest
    profile more slowly, so the path is not straight. With a longer duration all run more slowly; a shorter one is
    refused. A limit that is not given is that of `limits`; a motion beyond its `limits` is refused. Each joint that
    moves needs a finite jerk. Motions that do not start and end at rest are those of `Quintic` and `Spline`.

    >>> SCurve([0.0], [1.0], velocity=1.0, acceleration=2.0, jerk=8.0).duration  # 1/1 + 1/2 + 2/8
    1.75
    >>> both = SCurve([0.0, 0.0], [1.0, -0.1], velocity=1.0, acceleration=2.0, jerk=8.0)
    >>> both(1.75).q.round(12).tolist(), both.duration
    ([1.0, -0.1], 1.75)
    """

    q0: Array
    q1: Array
    velocity: Array
    acceleration: Array
    jerk: Array
    duration: float
    limits: LimitsLike | None

    def __init__(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        velocity: ArrayLike | None = None,
        acceleration: ArrayLike | None = None,
        jerk: ArrayLike | None = None,
        duration: float | None = None,
        limits: LimitsLike | None = None,
    ) -> None:
        start = vector("q0", q0, None, PER_JOINT, "[0.1, 0.2], for example.")
        n = len(start)
        end, bounds = vector("q1", q1, n, PER_JOINT), limits_of(limits, n)
        self._put(q0=start, q1=end, limits=limits)
        for name, given in (("velocity", velocity), ("acceleration", acceleration), ("jerk", jerk)):
            self._put(**{name: getattr(bounds, name) if given is None else one_per_joint(name, given, n)})
        if duration is None and (start == end).all():
            raise LinkwiseError(
                "q0 and q1 are the same.", "A motion, or how long to rest, was expected.", "duration=1.0, say."
            )
        least = float(self._shortest.max(initial=0.0))
        self._put(duration=positive("duration", least if duration is None else duration))
        if self.duration < least * (1.0 - TOGETHER):
            raise LinkwiseError(
                f"the motion cannot be done in {self.duration:g} s.",
                f"It takes at least {least:.6g} s within its velocities, accelerations and jerks.",
                "omit the duration, or raise these limits.",
            )
        _ = self.pieces  # numbers too large are refused here
        if limits is not None:
            self.check(bounds).require()

    @cached_property
    def _segments(self) -> Array:
        """How long each segment of each joint lasts at its fastest (7, n); 0 for joints that stay."""
        with np.errstate(all="ignore"):
            h = np.abs(self.q1 - self.q0)
        moving = np.flatnonzero(h)
        for name in ("velocity", "acceleration", "jerk"):
            limit = getattr(self, name)
            for j in moving[(limit[moving] == 0) | ((name == "jerk") & np.isinf(limit[moving]))].tolist():
                what = f"joint {j + 1} moves, and "
                what += f"its {name} limit is 0." if limit[j] == 0 else "it has no jerk limit."
                raise LinkwiseError(what, "A finite limit above 0 was expected.", f"{name}=50.0, for example.")
        lengths = np.zeros((7, len(h)))
        h, V, A, J = (x[moving] for x in (h, self.velocity, self.acceleration, self.jerk))
        with np.errstate(all="ignore"):  # where V or A is not reached, what it would give is not taken
            t_j = np.cbrt(0.5 * h / J)  # by the jerk alone
            A = np.minimum(A, 2.0 * J * t_j)  # beyond what is reached, so that infinite ones can be reckoned with
            V = np.minimum(V, 2.0 * J * t_j**2)
            hard = V * J >= A**2
            T_j = np.where(hard, A / J, np.sqrt(V / J))
            T_a = np.where(hard, T_j + V / A, 2.0 * T_j)
            T_v = h / V - T_a
            slow = T_v < 0.0
            far = h >= 2.0 * A**3 / J**2
            T_j = np.where(slow, np.where(far, A / J, t_j), T_j)
            T_a = np.where(slow, np.where(far, 0.5 * T_j + np.sqrt(0.25 * T_j**2 + h / A), 2.0 * t_j), T_a)
        flat = np.maximum(T_a - 2.0 * T_j, 0.0)
        lengths[:, moving] = T_j, flat, T_j, np.maximum(np.where(slow, 0.0, T_v), 0.0), T_j, flat, T_j
        return lengths

    @property
    def _shortest(self) -> Array:
        """The least time that each joint needs."""
        needed: Array = self._segments.sum(axis=0)
        return needed

    @cached_property
    def pieces(self) -> Pieces:
        """A cubic between any two times at which the jerk of some joint changes.

        >>> SCurve([0.0], [1.0], velocity=1.0, acceleration=2.0, jerk=8.0).pieces.breaks
        array([0.  , 0.25, 0.5 , 0.75, 1.  , 1.25, 1.5 , 1.75])
        """
        with np.errstate(all="ignore"):
            return self._pieces()

    def _pieces(self) -> Pieces:
        T, moves = self.duration, self._shortest > 0.0
        lengths = self._segments * np.where(moves, T / np.where(moves, self._shortest, 1.0), 0.0)
        starts = np.concatenate([np.zeros((1, len(moves))), np.cumsum(lengths, axis=0)[:-1]])
        breaks = np.unique(np.append(starts[:, moves].ravel(), 0.0))
        breaks = breaks[np.append(True, np.diff(breaks) > TOGETHER * T) & (breaks < (1.0 - TOGETHER) * T)]
        h = np.diff(np.append(breaks, T))
        jerks, way = self._jerks(lengths), self.q1 - self.q0
        state, at = np.zeros((3, len(moves))), np.zeros((7, 3, len(moves)))  # q, q̇, q̈ at the start of each segment
        for k in range(7):
            at[k] = state
            state = _later(state, jerks[k], lengths[k])
        share = np.where(moves, way / np.where(moves, state[0], 1.0), 0.0)  # rounding: the way is q1 − q0
        segment = (starts[:, None, :] <= (breaks + 0.5 * h)[None, :, None]).sum(
            axis=0
        ) - 1  # of the middle of each piece
        joint = np.arange(len(moves))
        J = jerks[segment, joint]
        q, v, a = (
            share * x
            for x in _later(np.moveaxis(at[segment, :, joint], -1, 0), J, breaks[:, None] - starts[segment, joint])
        )
        u = h[:, None]
        c = np.stack([self.q0 + q, v * u, 0.5 * a * u**2, share * J * u**3 / 6.0], axis=1)
        return Pieces(np.append(breaks, T), c)

    def _jerks(self, lengths: Array) -> Array:
        """The jerk of each segment, from the distance and the segments' lengths: h = J T_j (T_a − T_j) (T_a + T_v)."""
        T_j, flat, _, T_v = lengths[:4]
        area = T_j * (T_j + flat) * (2.0 * T_j + flat + T_v)
        J: Array = np.divide(np.abs(self.q1 - self.q0), area, out=np.zeros_like(area), where=area > 0.0)
        return JERKS[:, None] * J


def _later(state: Array, jerk: Array, t: Array) -> Array:
    """Position, velocity and acceleration (3, …) after a time of constant jerk."""
    q, v, a = state
    return np.stack([q + (v + (0.5 * a + jerk * t / 6.0) * t) * t, v + (a + 0.5 * jerk * t) * t, a + jerk * t])
