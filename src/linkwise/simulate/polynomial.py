"""The dense output of compiled steps: a polynomial of degree 7, known with the step or found when it is asked for.

Hairer, Nørsett & Wanner (1993), II.6.                                                                   [hairer1993]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..program import DOP853


@dataclass(frozen=True, eq=False)
class Polynomial:
    """The polynomial through a step, by its seven rows."""

    t0: float
    h: float
    y0: Array
    rows: Array

    def __call__(self, t: Any) -> Array:
        """The state at a time of the step."""
        s = (t - self.t0) / self.h
        y = self.rows[6] * s
        for k, row in enumerate(self.rows[5::-1]):
            y = (y + row) * (s if k % 2 else 1.0 - s)
        return self.y0 + y


@dataclass(frozen=True, eq=False)
class LatePolynomial:
    """The polynomial through a step of which the stages are known; three more are evaluated when it is first asked for.

    `rates` gives the rates at rows of time and state. If the caller's function no longer gives at the beginning of the
    step what it gave in the run, a cubic through both ends has to do.
    """

    t0: float
    h: float
    y0: Array
    y1: Array
    stages: Array
    rates: Callable[[Array], Array]

    def __call__(self, t: Any) -> Array:
        """The state at a time of the step."""
        return self.found(t)

    def __reduce__(self) -> Any:
        return Polynomial, (self.t0, self.h, self.y0, self.found.rows)

    @cached_property
    def found(self) -> Polynomial:
        """The polynomial."""
        rates, first, last = list(self.stages), self.stages[0], self.stages[-1]
        moved = self.y1 - self.y0
        if not np.array_equal(self._rate(0.0, self.y0), first):
            bends = [moved, self.h * first - moved, 2.0 * moved - self.h * (first + last)]
            return Polynomial(self.t0, self.h, self.y0, np.array([*bends, *np.zeros((4, len(moved)))]))
        for weights, c in zip(DOP853.more, DOP853.more_c, strict=True):
            step = sum(w * k for w, k in zip(weights, rates, strict=False))
            rates.append(self._rate(c, self.y0 + self.h * step))
        rows = DOP853.polynomial(self.h, self.y0, self.y1, np.array(rates))
        return Polynomial(self.t0, self.h, self.y0, rows)

    def _rate(self, c: float, y: Array) -> Array:
        return self.rates(np.concatenate([[self.t0 + c * self.h], y])[None])[0]
