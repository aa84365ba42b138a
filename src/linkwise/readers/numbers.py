"""One grammar for numbers in files: the whole text, finite, `.` decimal, blanks as XML and MuJoCo have them."""

import math
import re

_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_BLANKS = " \t\r\n"
_BLANK = re.compile(f"[{_BLANKS}]+")
_LONGEST = 400

RULE = "a finite decimal number such as -1.5 or 2e-3"
"""What the grammar accepts, for messages."""


def number(text: str) -> float | None:
    """The number a text says, or None where it does not say one that a double can hold.

    >>> number(" 1.5 "), number("1,5"), number("1.5kg"), number("0x10"), number("1e400"), number("nan")
    (1.5, None, None, None, None, None)
    >>> number("1e-400"), number("0e-400")
    (None, 0.0)
    """
    digits = _digits(text)
    if digits is None:
        return None
    value = float(text.strip(_BLANKS))
    vanished = value == 0.0 and digits.strip("0.") != ""
    return value if math.isfinite(value) and not vanished else None


def words(text: str) -> list[str]:
    """The parts of a text between blanks, tabs and line breaks; no other white space separates.

    >>> words(" 0.1 0\\n"), words("0.1\\u00a00")
    (['0.1', '0'], ['0.1\\xa00'])
    """
    return [word for word in _BLANK.split(text) if word]


def numbers(text: str, count: int) -> tuple[float, ...] | None:
    """Exactly so many numbers, separated by white space, or None.

    >>> numbers("1 2 3", 3), numbers("1 2", 3)
    ((1.0, 2.0, 3.0), None)
    """
    values = [number(word) for word in words(text)] if len(text) <= 4000 else []
    return tuple(v for v in values if v is not None) if len(values) == count and None not in values else None


def reason(text: str) -> str:
    """Why a text is not made of numbers, as far as one can tell: the hint of a message.

    >>> reason("1,5"), reason("0 1e400 0")
    ('the decimal sign is a point, and blanks separate numbers', 'too large or too small for a double')
    """
    if "$" in text:
        return "an unexpanded xacro expression: run xacro first"
    if "," in text:
        return "the decimal sign is a point, and blanks separate numbers"
    if any(number(word) is None and _digits(word) is not None for word in words(text[:4000])):
        return "too large or too small for a double"
    return "no units, no hexadecimal, no nan and no inf"


def _digits(text: str) -> str | None:
    """The digits before the exponent of a text that is in the grammar."""
    text = text.strip(_BLANKS)
    found = _NUMBER.fullmatch(text) if len(text) <= _LONGEST else None
    return found[1] if found else None
