"""Numbers that the caller, or a function of his, gives: checked, and remembered where they are not finite."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, asked, shown


@dataclass
class Trouble:
    """What was last found not to be finite, in words; a trial step that went too far may be taken back again."""

    text: str = ""


@dataclass(frozen=True)
class Answer:
    """A function of the caller whose answer must be so many numbers.

    >>> Answer("tau", lambda t, q, qd: [t, 2.0], 2, Trouble())(1.0, np.zeros(2), np.zeros(2))
    array([1., 2.])
    """

    name: str
    function: Callable[..., Any]
    size: int
    trouble: Trouble = field(repr=False)
    takes: str = "(t, q, qd)"
    entries: tuple[str, ...] = ()
    """The names of the numbers, where they have any."""

    def __call__(self, t: float, *state: Array) -> Array:
        """What the function says, as an array."""
        # functions may do with states, and with what they gave, as they like
        found = asked(self.name, f"It is called with {self.takes}.", self.function, t, *(x.copy() for x in state))
        try:
            values = np.asarray(found)
            # NumPy would drop imaginary parts, and read words
            values = None if values.dtype.kind in "cSU" else values.astype(np.float64)
        except (TypeError, ValueError):
            values = None
        if values is None:
            raise BadArray(
                f"{self.name} gave {shown(repr(found))} at t = {t:.6g}.", f"{self.size} numbers were expected."
            )
        if values.shape != (self.size,):
            raise BadArray(
                f"{self.name} gave an array of shape {values.shape} at t = {t:.6g}.",
                f"{self.size} numbers were expected, shape ({self.size},).",
            )
        if not np.isfinite(values).all():
            k = int(np.argmin(np.isfinite(values)))
            entry = shown(self.entries[k]) if self.entries else f"entry {k}"
            self.trouble.text = f"{self.name} gave {values[k]} for {entry} at t = {t:.9g}"
        return values


def state(name: str, value: Any, size: int, meaning: str) -> Array:
    """So many finite numbers.

    >>> state("q0", [1, 2], 2, "one entry per joint")
    array([1., 2.])
    """
    array = np.array(numbers(name, value, (size,), meaning), dtype=np.float64)
    if array.shape != (size,):
        many = "robot.simulate follows one motion at a time." if array.ndim > 1 else ""
        raise BadArray(f"{name} has shape {array.shape}.", f"Shape ({size},) was expected: {meaning}.", many)
    if not np.isfinite(array).all():
        k = int(np.argmin(np.isfinite(array)))
        raise BadArray(f"{name}[{k}] is {array[k]}.", f"{size} finite numbers were expected: {meaning}.")
    return array


def positive(name: str, value: Any, hint: str = "") -> float:
    """A finite number above 0.

    >>> positive("step", 1)
    1.0
    """
    fine = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not fine or not np.isfinite(value) or value <= 0:
        raise BadArray(f"{name} is {shown(repr(value))}.", "A finite number above 0 was expected.", hint)
    return float(value)
