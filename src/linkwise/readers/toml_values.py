"""Values of TOML: numbers as doubles, and what to call a value in a message."""

import math
from dataclasses import dataclass
from typing import Any

from .numbers import number


@dataclass(frozen=True)
class Unholdable:
    """A number that no double can hold, as it stands in the file; it is refused where it is used.

    >>> str(Unholdable("1e-400"))
    '1e-400'
    """

    text: str

    def __str__(self) -> str:
        return self.text


def decimal(text: str) -> float | Unholdable:
    """The double a number with a point or an exponent means.

    >>> decimal("1_000.5"), decimal("1e-400")
    (1000.5, Unholdable(text='1e-400'))
    """
    if text.lstrip("+-") in ("inf", "nan") or number(text.replace("_", "")) is not None:
        return float(text)  # TOML lets digits stand in groups, and so does Python
    return Unholdable(text)


def finite(value: object) -> float | None:
    """A value as a finite double, None where it is none.

    >>> finite(2), finite(True), finite(10**400)
    (2.0, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:  # an integer of more than 308 digits
        return None
    return found if math.isfinite(found) else None


_KINDS: tuple[tuple[Any, str], ...] = (
    (bool, "a boolean"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a table"),
    (int | float, "this number"),
    (Unholdable, "one too large or too small for a double"),
)


def kind_of(value: object) -> str:
    """What a value is, in words.

    >>> kind_of([1.0])
    'a list'
    """
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "a date or time")
