"""Single rollouts of a sweep: what one drew, and those that failed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..html_table import html_table
from ..rollouts.result import STATUS

SHOWN = 12
"""How many numbers of an array a repr writes out."""


@dataclass(frozen=True, repr=False)
class Failed:
    """Rollouts that did not reach their end: how many, by reason, and the first ones as (rollout, reason, step).

    >>> Failed(1, {"not finite": 1}, ((70211, "not finite", 12),))
    Failed(1 rollout: 1 not finite; the first is rollout 70211, at step 12)
    """

    count: int
    reasons: dict[str, int]
    first: tuple[tuple[int, str, int], ...]

    def __repr__(self) -> str:
        text = f"{self.count} rollout{'s' * (self.count != 1)}"
        if self.reasons:
            text += f": {', '.join(f'{count} {why}' for why, count in self.reasons.items())}"
        for rollout, _, step in self.first[:1]:
            text += f"; the first is rollout {rollout}, at step {step}"
        return f"Failed({text})"


@dataclass(frozen=True, eq=False, repr=False)
class DrawnRollout:
    """A rollout of a sweep: its index, and the values it drew by the names of the spreads.

    >>> import linkwise
    >>> linkwise.load("pendulum").sweep(10, {"q0": [0.1]}, step=1e-3, steps=1).drawn(7)
    DrawnRollout(rollout 7: q0 = [0.1])
    """

    index: int
    values: dict[str, Any]

    def __repr__(self) -> str:
        values = ", ".join(f"{name} = {_short(x)}" for name, x in self.values.items())
        return f"DrawnRollout(rollout {self.index}: {values})"

    def _repr_html_(self) -> str:
        rows = [(name, _short(value)) for name, value in self.values.items()]
        return html_table(f"rollout {self.index}", ("spread", "value"), rows)


def _short(value: Any) -> str:
    array = np.asarray(value)
    if array.size > SHOWN:
        return f"<array of shape {array.shape}>"
    return np.array2string(array, precision=6, separator=", ").replace("\n", "")


def failed_of(counts: Any, rows: Any) -> Failed:
    """The failures of a sweep, from counts by reason and rows (rollout, reason, step)."""
    reasons = {STATUS[k]: int(n) for k, n in enumerate(counts) if k and n}
    return Failed(sum(reasons.values()), reasons, tuple((i, STATUS[k], step) for i, k, step in rows.tolist()))
