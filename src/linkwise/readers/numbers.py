"""One grammar for numbers in files: the whole text, finite, `.` decimal."""

import math
import re

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)

RULE = "a finite decimal number such as -1.5 or 2e-3"
"""What the grammar accepts, for messages."""


def number(text: str) -> float | None:
    """The number a text says, or None where it does not say one.

    >>> number(" 1.5 "), number("1,5"), number("1.5kg"), number("0x10"), number("1e400"), number("nan")
    (1.5, None, None, None, None, None)
    """
    text = text.strip(" \t\r\n")
    if len(text) > 400 or not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def numbers(text: str, count: int) -> tuple[float, ...] | None:
    """Exactly so many numbers, separated by white space, or None.

    >>> numbers("1 2 3", 3), numbers("1 2", 3)
    ((1.0, 2.0, 3.0), None)
    """
    values = [number(word) for word in text.split()] if len(text) <= 4000 else []
    return tuple(v for v in values if v is not None) if len(values) == count and None not in values else None
