"""Numbers in text, one grammar for all files: finite, with a decimal point, separated as in XML and MuJoCo.

The whole text must be numbers: "1.5kg" is refused, not read as 1.5.
"""

import math
import re
from typing import TypeVar

from ..errors import shown
from .findings import Findings

Place = TypeVar("Place")

_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_BLANKS = " \t\r\n"
_BLANK = re.compile(f"[{_BLANKS}]+")
_LONGEST = 400

LARGEST = 1e20
"""The largest magnitude that a file may state, whatever the quantity: the fifth power of m l², 1e300, is then finite,
and so is every product in the dynamics. (The Moon has 7e22 kg; light takes ten thousand years for 1e20 m.)"""

SMALLEST = 1e-75
"""A smaller magnitude is read as 0: m l², from 1e-225 on, then has an inverse. Rounding errors are larger than that:
6e-17 of the other numbers, 1e-65 for a product of four of them."""

RULE = "a finite decimal number such as -1.5 or 2e-3"
"""What the grammar accepts, in words for messages."""


def number(text: str) -> float | None:
    """The number in a text; None if it is malformed or beyond what a double can hold.

    >>> number(" 1.5 "), number("1,5"), number("1.5kg"), number("0x10"), number("1e400"), number("nan")
    (1.5, None, None, None, None, None)
    >>> number("1e-400"), number("0e-400")
    (None, 0.0)
    """
    digits = _digits(text)
    if digits is None:
        return None
    value = float(text.strip(_BLANKS))
    underflow = value == 0.0 and digits.strip("0.") != ""
    return value if math.isfinite(value) and not underflow else None


def words(text: str) -> list[str]:
    """The words of a text, separated by spaces, tabs and line breaks but by no other white space.

    >>> words(" 0.1 0\\n"), words("0.1\\u00a00")
    (['0.1', '0'], ['0.1\\xa00'])
    """
    return [word for word in _BLANK.split(text) if word]


def numbers(text: str, count: int) -> tuple[float, ...] | None:
    """Exactly `count` numbers separated by white space; None if the text is anything else.

    >>> numbers("1 2 3", 3), numbers("1 2", 3)
    ((1.0, 2.0, 3.0), None)
    """
    values = [number(word) for word in words(text)] if len(text) <= 4000 else []
    return tuple(v for v in values if v is not None) if len(values) == count and None not in values else None


def reason(text: str) -> str:
    """Why a text is not made of numbers, as far as one can tell; used as a hint in messages.

    >>> reason("1,5"), reason("0 1e400 0")
    ('write a decimal point, and separate numbers with spaces', 'too large or too small for a double')
    """
    if "$" in text:
        return "an unexpanded xacro expression: run xacro first"
    if "," in text:
        return "write a decimal point, and separate numbers with spaces"
    if any(number(word) is None and _digits(word) is not None for word in words(text[:4000])):
        return "too large or too small for a double"
    return "write the number alone: no units, no hexadecimal, no nan or inf"


def sized(findings: Findings[Place], place: Place, text: str, value: float) -> float | None:
    """A number that dynamics can use: 0, with a note, if it is too small, None, with a fault, if it is too large."""
    if abs(value) > LARGEST:
        rule = f"a magnitude of at most {LARGEST:g} was expected: larger numbers overflow in the dynamics"
        findings.fault(place, text, rule, "check the digits and the units: kg, m, s")
        return None
    if 0.0 < abs(value) < SMALLEST:
        findings.note("converted", place, f"{shown(text)}: {value:g} is read as 0: its inverse could overflow")
        return 0.0
    return value


def _digits(text: str) -> str | None:
    """The digits before the exponent, or None if the text does not follow the grammar."""
    text = text.strip(_BLANKS)
    match = _NUMBER.fullmatch(text) if len(text) <= _LONGEST else None
    return match[1] if match else None
