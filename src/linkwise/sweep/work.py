"""What a block is done with: a compiled loop, what varies, and what is to be known of the rollouts."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..rollouts import RolloutKernel, Rollouts
from .assembling import assembled
from .bins import AbstractBins
from .block import Numbers, Partial, partial
from .spreads import Spreads


@dataclass(frozen=True, eq=False)
class Work:
    """Anything that has `block` can be swept; this one rolls out a robot. It travels; compiled code does not."""

    kernel: RolloutKernel
    spreads: Spreads
    step: float
    steps: int
    shapes: dict[str, tuple[int, ...]]
    bins: dict[str, AbstractBins]
    keep: bool

    def block(self, first: int, count: int, threads: int = 1) -> Partial:
        """The rollouts from `first` on."""
        return partial(self.numbers(first, count, threads), first, self.bins, self.keep)

    def numbers(self, first: int, count: int, threads: int) -> Numbers:
        """What they gave, each a row: states or outputs at the end, and what was reduced on the way."""
        found = self.rollouts(first, count, states=not self.kernel.problem.outputs, threads=threads)
        last: dict[str, Any] = found.outputs or {"q": found.q, "qd": found.qd}
        values = {**{name: x[:, -1] for name, x in last.items()}, **found.reductions}
        rows = {name: np.asarray(values[name], np.float64).reshape(count, -1) for name in self.shapes}
        return Numbers(rows, found.why, found.ended)

    def rollouts(self, first: int, count: int, **calling: Any) -> Rollouts:
        """Some of them, run as they are in the sweep."""
        given = assembled(self.spreads.drawn(first, count), self.spreads)
        return self.kernel(**given, step=self.step, steps=self.steps, **calling)

    def cut(self, first: int, count: int) -> "Work":
        """What these rollouts need, without rows of others."""
        return replace(self, spreads=self.spreads.cut(first, count))
