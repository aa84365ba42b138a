"""The search for an exciting motion: quasi-Newton steps on a criterion with penalties, from several seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...calls.arrays import Array
from .bounds import Bounds
from .criteria import Criterion, gram, product
from .family import Family
from .quasi_newton import minimized
from .stack import Stack

FIRST, EACH = 40, 250
"""Steps from each start, and of each stage from the best of them."""

PRICES = (3.0, 30.0)
"""Of penalties: while the starts are compared, and afterwards."""


@dataclass(eq=False)
class Search:
    """A search; `best` are the coefficients found so far, also after an interruption."""

    stack: Stack
    family: Family
    bounds: Bounds
    advance: Callable[[float], None]
    best: Array = field(default_factory=lambda: np.zeros(0))
    first: Array = field(default_factory=lambda: np.zeros(0))
    evaluations: int = 0

    def run(self, stages: Sequence[Criterion], starts: int, seed: int) -> bool:
        """Search from so many starts; False if interrupted by Ctrl-C, with the best so far."""
        rng, least = np.random.default_rng(seed), np.inf
        self.first = self.best = self._start(rng)
        try:
            for k in range(starts):
                x, value = self._descend(stages[0], self._start(rng) if k else self.first, FIRST, PRICES[0], k == 0)
                if value < least:
                    self.best, least = x, value
            for stage in stages:
                self.best, _ = self._descend(stage, self.best, EACH, PRICES[1], True)
        except KeyboardInterrupt:
            return False
        return True

    def _start(self, rng: np.random.Generator) -> Array:
        """Random coefficients, a little inside the limits."""
        family, n = self.family, self.family.n
        x = np.vstack([np.zeros((1, n)), rng.normal(size=(2 * family.harmonics, n))])
        near, postures = self.bounds.middle + 0.5 * self.bounds.half * rng.uniform(-1.0, 1.0, n), self.bounds.postures
        away = np.abs(postures - near) / self.bounds.half
        x[0] = postures[int(np.argmin(away.max(axis=1)))]
        q, qd, qdd = (np.abs(s).max(axis=0) for s in family.states(x * np.r_[0.0, np.ones(family.size - 1)][:, None]))
        room = self.bounds.half - np.abs(x[0] - self.bounds.middle)
        limits = self.bounds.limits
        x[1:] *= 0.8 * np.minimum.reduce([room / q, limits.velocity / qd, limits.acceleration / qdd])
        return x

    def _descend(self, criterion: Criterion, x: Array, steps: int, price: float, leads: bool) -> tuple[Array, float]:
        """The coefficients that so many steps lead to; while it `leads`, they are the best at every step."""
        unit = self._units()
        shape = x.shape

        def f(z: Array) -> tuple[float, Array]:
            value, slope = self.value(criterion, z.reshape(shape) * unit, price)
            return value, (slope * unit).ravel()

        taken = 0

        def seen(z: Array) -> None:
            nonlocal taken
            taken += 1
            if leads:
                self.best = z.reshape(shape) * unit
            self.advance(1.0)

        z, value = minimized(f, (x / unit).ravel(), steps, seen)
        self.advance(float(steps - taken))
        return z.reshape(shape) * unit, value

    def _units(self) -> Array:
        """Of the coefficients: the middle's in half ranges, the waves' in what they may be at most."""
        half, family, limits = self.bounds.half, self.family, self.bounds.limits
        ωk = 2.0 * np.pi / family.period * np.arange(1.0, family.harmonics + 1.0)[:, None]
        most = np.minimum(np.minimum(limits.velocity, ωk * half), limits.acceleration / ωk)
        return np.vstack([half[None], most, most])

    def value(self, criterion: Criterion, x: Array, price: float) -> tuple[float, Array]:
        """The criterion plus the price of what is beyond limits, and its slope with respect to x."""
        self.evaluations += 1
        states = self.family.states(x)
        W = self.stack.rows(states)
        count = len(self.family.times)
        value, S = criterion(gram(W) / count)
        M = product(W, (2.0 / count) * S)
        slopes = self.stack.slopes(states, M)
        more, prices = self.bounds.penalty(states)
        both = (own + price * other for own, other in zip(slopes, prices, strict=True))
        return value + price * more, self.family.pulled(*both)
