"""How far joints are from their limits: of one state, or of many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array


@dataclass(frozen=True)
class Limit:
    """A limit of joint k, "lower", "upper" or "velocity"; called, how far the joint is from it, negative beyond it.

    >>> Limit("upper", 0, 2.0)(0.0, np.array([1.5]), np.array([9.0]))[0].item()
    0.5
    """

    kind: str
    k: int
    bound: float

    def __call__(self, t: float, q: Array, qd: Array) -> list[float]:
        """The distance."""
        if self.kind == "velocity":
            return [self.bound - abs(qd[self.k])]
        return [q[self.k] - self.bound if self.kind == "lower" else self.bound - q[self.k]]


@dataclass(frozen=True, eq=False)
class Margins:
    """Several limits of a robot of n joints, for many states at once.

    >>> Margins.of([Limit("lower", 0, -1.0), Limit("velocity", 1, 3.0)], 2)(np.array([[0.5, 0.0, 0.0, -2.0]]))
    array([[1.5, 1. ]])
    """

    n: int
    at: list[int]
    offsets: Array

    @staticmethod
    def of(limits: Sequence[Limit], n: int) -> Margins:
        """From limits, one by one."""
        begins = {"lower": 0, "upper": n, "velocity": 2 * n}
        offsets = [-limit.bound if limit.kind == "lower" else limit.bound for limit in limits]
        return Margins(n, [begins[limit.kind] + limit.k for limit in limits], np.array(offsets, float))

    def __call__(self, y: Array) -> Array:
        """How far states, rows that begin with q and q̇, are from each limit."""
        if not self.at:
            return np.empty((len(y), 0))
        q, qd = y[:, : self.n], y[:, self.n : 2 * self.n]
        distances: Array = np.concatenate([q, -q, -np.abs(qd)], axis=1)[:, self.at] + self.offsets
        return distances
