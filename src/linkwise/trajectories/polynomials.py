"""Polynomials joined end to end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError


@dataclass(frozen=True, eq=False, repr=False)
class Pieces:
    """Polynomials of u = (t − t_i) / (t_{i+1} − t_i), one between each pair of breaks.

    `coefficients` is (pieces, powers, joints), beginning with u⁰: scaled this way they are all of the size of q.

    >>> Pieces(np.array([0.0, 2.0]), np.array([[[0.0], [1.0]]])).derivatives(np.array(1.0), 1)  # q = t / 2
    array([[0.5],
           [0.5]])
    """

    breaks: Array
    coefficients: Array

    def __post_init__(self) -> None:
        if not np.isfinite(self.coefficients).all():
            raise LinkwiseError(
                "the motion needs numbers too large for floating point.",
                "Distances and rates of reasonable size were expected.",
                "positions are in radians and metres, times in seconds.",
            )

    def derivatives(self, t: Array, order: int) -> Array:
        """The derivatives (order + 1, …, n); at a break, those of the piece that begins there."""
        i = np.clip(np.searchsorted(self.breaks, t, side="right") - 1, 0, len(self.coefficients) - 1)
        h = np.diff(self.breaks)[i][..., None]
        u = (t - self.breaks[i])[..., None] / h
        c = self.coefficients[i]
        rates = np.zeros((order + 1, *t.shape, c.shape[-1]))
        for k in range(order + 1):
            for power in reversed(range(c.shape[-2])):
                rates[k] = rates[k] * u + c[..., power, :]
            for _ in range(k):  # h**k overflows before the quotient does
                rates[k] /= h
            c = c[..., 1:, :] * np.arange(1.0, c.shape[-2])[:, None]
        return rates

    def __repr__(self) -> str:
        pieces, powers, joints = self.coefficients.shape
        return f"Pieces({pieces} of degree {powers - 1}, {joints} joints, to {self.breaks[-1]:.6g} s)"
