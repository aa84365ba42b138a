"""The caller's functions (torques, controllers, wrenches, events), with what they return checked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NoReturn

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, call_user, plain, shown

DOUBLE = np.dtype(np.float64)
"""The type of numbers that need no conversion."""


@dataclass
class Trouble:
    """What was last found not finite, in words; cleared once a step succeeds, since a trial step that went too far is
    undone."""

    text: str = ""


@dataclass(frozen=True)
class CallerFunction:
    """A caller's function that must return `size` numbers.

    >>> CallerFunction("tau", lambda t, q, qd: [t, 2.0], 2, Trouble())(1.0, np.zeros(2), np.zeros(2))
    array([1., 2.])
    """

    name: str
    function: Callable[..., Any]
    size: int
    trouble: Trouble = field(repr=False)
    takes: str = "(t, q, qd)"
    entries: tuple[str, ...] = ()
    """The names of the numbers, if they have any."""

    def __call__(self, t: float, *state: Array) -> Array:
        """What the function returns, as a new array."""
        # it gets copies and its result is copied: it may overwrite both
        try:
            if len(state) == 2:
                result = self.function(t, state[0].copy(), state[1].copy())
            else:
                result = self.function(t, *[x.copy() for x in state])
        except TypeError as error:
            self.refuse(error)
        # in every step of an integrator: no more work than needed
        if type(result) is np.ndarray and result.dtype == DOUBLE and result.shape == (self.size,):
            copy: Array = result.copy()
            if isfinite(copy.dot(copy)):
                return copy
        return self.checked(t, result)

    def refuse(self, error: TypeError) -> NoReturn:
        """Say that the function raised this, and how it is called."""
        call_user(self.name, f"It is called with {self.takes}.", _raised, error)
        raise error

    def checked(self, t: float, result: Any) -> Array:
        """What the function gave, as a new array, or an error; numbers that are not finite are noted."""
        values = _as_floats(result)
        if values is None:
            raise BadArray(
                f"{self.name} gave {plain(repr(result), 60)} at t = {t:.6g}.", f"{self.size} numbers were expected."
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


@dataclass(frozen=True)
class OfState:
    """A caller's function of torques as the equations call it: with the states of a controller, which it has none of.

    >>> OfState(CallerFunction("tau", lambda t, q, qd: [t], 1, Trouble()))(1.0, np.zeros(1), np.zeros(1), np.zeros(0))
    array([1.])
    """

    function: CallerFunction

    def __call__(self, t: float, q: Array, qd: Array, z: Array) -> Array:
        """The torques."""
        return self.function(t, q, qd)


def _raised(error: Exception) -> None:
    raise error


def _as_floats(result: Any) -> Array | None:
    """A copy as float64; None if it does not hold real numbers."""
    try:
        array = np.asarray(result)
        # NumPy would drop imaginary parts, and parse strings
        return None if array.dtype.kind in "cSU" else array.astype(np.float64)
    except (TypeError, ValueError):
        return None
