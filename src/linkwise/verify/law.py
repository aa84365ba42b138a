"""A law: what it says, how it is measured, how far it may be off."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from .sample import Sample


class Bound(NamedTuple):
    """How far a law may be off, and why so far; `least` where the figure must not be smaller instead.

    `each` is for one link; where it does not grow with the links, `grows` is False.

    >>> Bound(1e-13, "a reason").allowed(7)
    7e-13
    """

    each: float
    reason: str
    grows: bool = True
    least: bool = False

    def allowed(self, links: int) -> float:
        """What is allowed to a robot of so many moving links."""
        return self.each * max(links, 1) if self.grows else self.each


class Worst(NamedTuple):
    """Where a law is closest to failing: the figure, the bound there, the state, the names of the entry, and more."""

    figure: float
    bound: float
    state: int | None
    names: tuple[str, ...]
    detail: str
    holds: bool


@dataclass(frozen=True)
class Found:
    """What was measured: a figure for each entry at each state, or one number where it is not of a state.

    `times` is the multiple of the bound that each state, or each entry, is allowed, `axes` the names along the axes
    after the states, `detail` what else is to be said, of all or of each state.

    >>> Found(np.array([[0.0, 1e-3], [1e-5, 0.0]]), np.array([1e6, 1.0]), (("a", "b"),)).worst(Bound(1e-9, ""), 1)
    Worst(figure=1e-05, bound=1e-09, state=1, names=('a',), detail='', holds=False)
    """

    figures: Array
    times: Array | float = 1.0
    axes: tuple[Sequence[str], ...] = ()
    detail: str | Sequence[str] = ""

    def worst(self, bound: Bound, links: int) -> Worst:
        """Where the figures are worst against what is allowed there to so many links.

        >>> Found(np.array(0.25)).worst(Bound(0.1, "", grows=False, least=True), 1).holds
        True
        """
        rows = self.figures.reshape(len(self.figures) if self.figures.ndim else 1, -1)
        rows = np.where(np.isnan(rows), -np.inf if bound.least else np.inf, rows)
        times = np.reshape(self.times, (len(rows), -1)) if np.ndim(self.times) else self.times
        each = np.broadcast_to(bound.allowed(links) * times, rows.shape)
        with np.errstate(all="ignore"):
            if bound.least:
                excess = np.where(rows > 0.0, each / rows, np.inf)
            else:  # what is not determined at all is not off
                excess = np.where((rows == 0.0) | np.isinf(each), 0.0, rows / each)
        k, i = divmod(int(np.argmax(excess)), excess.shape[1])
        place = np.unravel_index(i, self.figures.shape[1:]) if self.figures.ndim else ()
        names = tuple(dict.fromkeys(axis[int(j)] for axis, j in zip(self.axes, place, strict=False)))
        return Worst(
            float(rows[k, i]),
            float(each[k, i]),
            k if self.figures.ndim else None,
            names,
            self.detail if isinstance(self.detail, str) else self.detail[k],
            bool(excess[k, i] <= 1.0),
        )


class Law(NamedTuple):
    """A row of the table of laws.

    >>> Law("nothing", "0 = 0", lambda sample: Found(np.zeros(1)), Bound(0.0, "exact")).name
    'nothing'
    """

    name: str
    formula: str
    measure: Callable[[Sample], Found]
    bound: Bound
