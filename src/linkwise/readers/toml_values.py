"""TOML values: numbers as doubles, and what messages call the other types."""

from dataclasses import dataclass
from typing import Any

from ..algebra import is_finite_number
from .numbers import number


@dataclass(frozen=True, repr=False)
class OutOfRangeNumber:
    """A number too large or too small for a double, as written in the file; it is refused when it is used.

    >>> str(OutOfRangeNumber("1e-400"))
    '1e-400'
    """

    text: str

    def __repr__(self) -> str:
        return self.text


def decimal(text: str) -> float | OutOfRangeNumber:
    """The double that a number with a point or an exponent stands for.

    >>> decimal("1_000.5"), decimal("1e-400")
    (1000.5, 1e-400)
    """
    if text.lstrip("+-") in ("inf", "nan") or number(text.replace("_", "")) is not None:
        return float(text)  # TOML and Python both allow underscores between digits
    return OutOfRangeNumber(text)


def finite(value: object) -> float | None:
    """A value as a finite double, None if it is not a finite number.

    >>> finite(2), finite(True), finite(10**400)
    (2.0, None, None)
    """
    return float(value) if is_finite_number(value) else None


_KINDS: tuple[tuple[Any, str], ...] = (
    (bool, "a boolean"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a table"),
    (int | float, "this number"),
    (OutOfRangeNumber, "one too large or too small for a double"),
)


def kind_of(value: object) -> str:
    """What kind of value it is, in words.

    >>> kind_of([1.0])
    'a list'
    """
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "a date or time")
