"""Gains: checked on the way in, and multiplied over scalars in their flat form, a diagonal or all rows in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Scalar
from ..algebra.matrices import times
from ..calls.arrays import Array
from ..calls.checks import finite, fixed
from ..errors import BadArray

Scalars = Sequence[Scalar]
"""A vector."""

GAINS = ("kp", "kd", "posture_kp", "posture_kd", "stiffness", "damping", "mobility")
"""What the gains of this package's controllers are called."""


def gain(name: str, value: ArrayLike, size: int, *, positive: bool = False) -> Array:
    """A gain as a diagonal (size,) or a matrix (size, size), from one number, a diagonal or a matrix.

    No entry may be negative or, if `positive`, zero; for a matrix, no eigenvalue of its symmetric part.

    >>> gain("kp", 3, 2), gain("kd", [[2.0, 1.0], [1.0, 2.0]], 2).shape
    (array([3., 3.]), (2, 2))
    """
    bound = "above 0" if positive else "not negative"
    expected = f"One number, {size} numbers or a {size}×{size} matrix, {bound}, was expected."
    array = finite(name, value, (), "a gain")
    if array.shape not in ((), (size,), (size, size)):
        raise BadArray(f"{name} has shape {array.shape}.", expected)
    if array.shape == ():
        array = np.full(size, float(array))
    least = float(array.min() if array.ndim == 1 else np.linalg.eigvalsh((array + array.T) / 2).min())
    if least < 0.0 or (positive and least <= 0.0):
        what = "is" if array.ndim == 1 else "has the eigenvalue"
        raise BadArray(f"{name} {what} {least:g}.", expected, "give gains without the minus sign of the feedback.")
    return fixed(array)


def require_not_negative(name: str, value: Any) -> None:
    """Refuse a gain with a negative entry or, for matrices, eigenvalue; functions of time are not looked at.

    >>> require_not_negative("kp", ("each", [[1.0], [-2.0]]))
    Traceback (most recent call last):
    linkwise.errors.BadArray: kp is -2.
      A gain that is not negative was expected.
      Hint: give gains without the minus sign of the feedback.
    """
    kind, array = value if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) else ("", value)
    if kind not in ("", "each") or callable(array):
        return
    array = finite(name, array, (), "a gain")
    square = not kind and array.ndim == 2 and array.shape[0] == array.shape[1]
    least = float(np.linalg.eigvalsh((array + array.T) / 2).min() if square else array.min(initial=0.0))
    if least < 0.0:
        what = "has the eigenvalue" if square else "is"
        raise BadArray(
            f"{name} {what} {least:g}.",
            "A gain that is not negative was expected.",
            "give gains without the minus sign of the feedback.",
        )


def gain_times(K: Scalars, e: Scalars) -> list[Scalar]:
    """K e for a flat gain: its diagonal, or all its rows one after the other.

    >>> gain_times([2.0, 3.0], [1.0, 1.0]), gain_times([2.0, 0.0, 1.0, 3.0], [1.0, 1.0])
    ([2.0, 3.0], [2.0, 4.0])
    """
    if len(K) == len(e):
        return [k * x for k, x in zip(K, e, strict=True)]
    return times(rows_of(K, len(e)), e)


def rows_of(flat: Scalars, columns: int) -> list[list[Scalar]]:
    """A flat list cut into rows of `columns` entries.

    >>> rows_of([1.0, 2.0, 3.0, 4.0], 2)
    [[1.0, 2.0], [3.0, 4.0]]
    """
    return [list(flat[k : k + columns]) for k in range(0, len(flat), columns)]
