"""Where a file has each quantity of each joint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Columns = Mapping[str, str | int | Sequence[str | int]]
"""Headers by quantity, in the robot's order, or a pattern: {"time": "stamp", "q": ["p0", "p1"], "tau": "effort_{}"}."""


@dataclass(frozen=True, eq=False)
class Places:
    """The columns of time (two for seconds and nanoseconds) with their unit in s, None if it is not stated; for each
    quantity those of the joints in order, with SI units for each of the file's."""

    time: list[int]
    time_factor: float | None = None
    of: dict[str, list[int]] = field(default_factory=dict)
    factors: dict[str, list[float]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
