"""A law of mechanics: what it says, how it is measured, how far it may be off."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array
from .sample import Sample


class Bound(NamedTuple):
    """How far a law may be off, with the reason; with `least`, the figure must not be smaller instead.

    `each` is the bound for one link; it is multiplied by the number of links unless `grows` is False.

    >>> Bound(1e-13, "a reason").allowed(7)
    7e-13
    """

    each: float
    reason: str
    grows: bool = True
    least: bool = False

    def allowed(self, links: int) -> float:
        """The bound for a robot with this many moving links."""
        return self.each * max(links, 1) if self.grows else self.each


class Worst(NamedTuple):
    """Where a law is closest to failing: the figure, the bound there, the state, the names of the entry, a remark."""

    figure: float
    bound: float
    state: int | None
    names: tuple[str, ...]
    detail: str
    holds: bool


@dataclass(frozen=True)
class Measurement:
    """How far a law is off: a figure for each entry at each state, or a single one that belongs to no state.

    `times` is how many times the bound each state, or each entry, is allowed; `axes` has the names along the axes
    after the states; `detail` is one remark, or one for each state.

    >>> figures = np.array([[0.0, 1e-3], [1e-5, 0.0]])
    >>> Measurement(figures, np.array([1e6, 1.0]), (("a", "b"),)).worst(Bound(1e-9, ""), 1)
    Worst(figure=1e-05, bound=1e-09, state=1, names=('a',), detail='', holds=False)
    """

    figures: Array
    times: Array | float = 1.0
    axes: tuple[Sequence[str], ...] = ()
    detail: str | Sequence[str] = ""

    def worst(self, bound: Bound, links: int) -> Worst:
        """Where the figures are worst in proportion to the bound for a robot with this many links.

        >>> Measurement(np.array(0.25)).worst(Bound(0.1, "", grows=False, least=True), 1).holds
        True
        """
        rows = self.figures.reshape(len(self.figures) if self.figures.ndim else 1, -1)
        rows = np.where(np.isnan(rows), -np.inf if bound.least else np.inf, rows)
        times = np.reshape(self.times, (len(rows), -1)) if np.ndim(self.times) else self.times
        allowed = np.broadcast_to(bound.allowed(links) * times, rows.shape)
        with np.errstate(all="ignore"):
            if bound.least:
                excess = np.where(rows > 0.0, allowed / rows, np.inf)
            else:  # an answer that is not determined at all cannot be wrong
                excess = np.where((rows == 0.0) | np.isinf(allowed), 0.0, rows / allowed)
        k, i = divmod(int(np.argmax(excess)), excess.shape[1])
        place = np.unravel_index(i, self.figures.shape[1:]) if self.figures.ndim else ()
        names = tuple(dict.fromkeys(axis[int(j)] for axis, j in zip(self.axes, place, strict=False)))
        return Worst(
            float(rows[k, i]),
            float(allowed[k, i]),
            k if self.figures.ndim else None,
            names,
            self.detail if isinstance(self.detail, str) else self.detail[k],
            bool(excess[k, i] <= 1.0),
        )


class Law(NamedTuple):
    """A row of the table of laws; without `dynamics` it is about the geometry alone, and holds for links without mass.

    >>> Law("nothing", "0 = 0", lambda sample: Measurement(np.zeros(1)), Bound(0.0, "exact")).name
    'nothing'
    """

    name: str
    formula: str
    measure: Callable[[Sample], Measurement]
    bound: Bound
    dynamics: bool = True
