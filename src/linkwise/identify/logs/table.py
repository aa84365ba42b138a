"""A file's columns, before anybody knows what they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...errors import Fault, ReadError, label

Raw = np.ndarray[Any, np.dtype[Any]]
"""A column as the file has it: numbers, whole numbers, or dates."""

EPOCHS = {1e18: (1e-9, "nanoseconds"), 1e15: (1e-6, "microseconds"), 1e12: (1e-3, "milliseconds")}
"""Time stamps since 1970 in the years 2001 to 2100 are this large, up to four times as much."""


@dataclass(frozen=True, eq=False)
class Table:
    """The names of columns, the units that a file gives beside them, what reads some of them, and remarks."""

    source: str
    header: list[str]
    column: Callable[[Sequence[int]], list[Raw]]
    units: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def refuse(self, rule: str, text: str = "", hint: str = "") -> ReadError:
        """The error that says what is wrong with the file.

        >>> print(Table("log.csv", [], lambda places: []).refuse("no columns"))
        'log.csv' was refused: 1 fault.
          log.csv: no columns
        """
        return ReadError(self.source, [Fault(label(self.source), text, rule, hint)])

    def text(self, k: int) -> str:
        """A name with the unit that the file gives in another row."""
        return f"{self.header[k]} [{self.units[k]}]" if self.units and self.units[k] else self.header[k]


def numbers(columns: Sequence[Raw]) -> Array:
    """Columns side by side, as floating-point numbers.

    >>> numbers([np.array([1, 2]), np.array([0.5, 1.5])])
    array([[1. , 0.5],
           [2. , 1.5]])
    """
    return np.column_stack([np.asarray(column, dtype=np.float64) for column in columns])


def seconds(stamps: Raw, factor: float, stated: bool) -> tuple[Array, str]:
    """Times in seconds, and a remark where they were stamps of another unit; `stated` is whether the unit is known.

    >>> seconds(np.array([1700000000_000000000, 1700000000_002000000]), 1.0, stated=False)
    (array([0.   , 0.002]), 'times are nanoseconds since 1970; the first is 0 s')
    """
    if stamps.dtype.kind in "Mm":
        whole = stamps.astype("datetime64[ns]" if stamps.dtype.kind == "M" else "timedelta64[ns]").astype(np.int64)
        return (whole - whole[:1]).astype(np.float64) * 1e-9, "times are dates; the first is 0 s"
    values = stamps.astype(np.float64)
    if not stated and len(values) and np.isfinite(values).all():
        for size, (each, name) in EPOCHS.items():
            if size <= values.min() and values.max() < 4.2 * size:
                return (stamps - stamps[0]).astype(np.float64) * each, f"times are {name} since 1970; the first is 0 s"
    if factor == 1.0 or not len(values):
        return values, ""
    start = stamps[0] if abs(values[0]) >= 1e9 else stamps.dtype.type(0)  # as stamps are, which floats would round
    return (stamps - start).astype(np.float64) * factor, ""
