"""Lists of names that are too long for one line."""

from collections.abc import Iterable
from math import prod

WIDTH = 100
"""The longest line of a list."""


def flowed(pieces: Iterable[str], between: str = ", ") -> list[str]:
    """Pieces side by side, on as many lines as they need.

    >>> flowed(["a" * 60, "b" * 60], between="; ") == ["a" * 60 + ";", "b" * 60]
    True
    """
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(between) + len(piece) > WIDTH:
            lines[-1] += between.rstrip()
            lines.append("")
        lines[-1] += f"{between if lines[-1] else ''}{piece}"
    return lines


def rows(entries: list[str], shape: tuple[int, ...]) -> list[str]:
    """Row-major entries of an array as nested lists, on as many lines as they need.

    >>> rows(["a", "b", "c", "d"], (2, 2))
    ['[[a, b],', ' [c, d]]']
    """
    if not shape:
        return entries
    if len(shape) == 1:
        lines = [f"{' ' if k else '['}{line}" for k, line in enumerate(flowed(entries))]
        lines[-1] += "]"
        return lines
    size = prod(shape[1:])
    lines = []
    for k in range(shape[0]):
        inner = rows(entries[k * size : (k + 1) * size], shape[1:])
        inner[-1] += "," if k < shape[0] - 1 else ""
        lines += inner
    lines = [f"{' ' if k else '['}{line}" for k, line in enumerate(lines)] or ["["]
    lines[-1] += "]"
    return lines
