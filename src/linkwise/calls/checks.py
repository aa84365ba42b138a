"""Checks of what callers pass: numbers, arrays, counts, names. All packages use these, so errors read alike."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algebra import is_finite_number
from ..backends.arrays import NUMPY, AbstractArrays
from ..errors import BadArray, LinkwiseError, plain, shown
from .arrays import Array
from .by_joint import joint_array

MOST_AXES = 24
"""The most axes of an array: some versions of NumPy allow 32, and answers add two to those of a batch."""


def numbers(
    name: str, value: ArrayLike, shape: tuple[int, ...], meaning: str, arrays: AbstractArrays = NUMPY
) -> NDArray[Any]:
    """Real numbers whose last axes have the given shape, in their own precision; anything else is refused.

    >>> numbers("gravity", [0, 0, -9.81], (3,), "an acceleration").dtype
    dtype('float64')
    """
    expected = f"Real numbers of shape ({', '.join(('...', *map(str, shape)))}) were expected: {meaning}."
    array = real_array(name, value, expected, arrays)
    if array.ndim < len(shape) or array.shape[array.ndim - len(shape) :] != shape:
        hint = "put the joints on the last axis." if "joint" in meaning else ""
        raise BadArray(f"{name} has shape {array.shape}.", expected, hint)
    return array


def real_array(name: str, value: ArrayLike, expected: str, arrays: AbstractArrays = NUMPY) -> NDArray[Any]:
    """Real numbers of any shape, as an array of the library; `expected` is the error's second line.

    >>> real_array("q", [True], "An angle was expected.")
    Traceback (most recent call last):
    linkwise.errors.BadArray: q is an array of bool, not of real numbers.
      An angle was expected.
      Hint: convert it to float first.
    """
    masked = sys.modules.get("numpy.ma")  # if numpy.ma was never imported, nothing is masked
    if masked is not None and isinstance(value, masked.MaskedArray) and masked.is_masked(value):
        raise BadArray(f"{name} has masked entries.", expected, "fill them first: numpy.ma.filled.")
    try:
        array: NDArray[Any] = arrays.adopt(value)
    except Exception as error:  # __array__ may raise anything
        why = plain(str(error).split("\n")[0], 200)  # a framework's error may go on for a page
        hint = "inside jit, call robot.jax(…) or jax.pure_callback." if "Tracer" in type(value).__name__ else ""
        raise BadArray(f"{name} cannot be read as an array ({why}).", expected, hint) from None
    dtype = arrays.dtype(array)
    if dtype.kind not in "iuf":
        if dtype.kind == "O" and 0 in array.shape:
            raise BadArray(f"{name} is not an array of numbers.", expected)
        what, hint = f"an array of {dtype.name}, not of real numbers", "convert it to float first."
        if isinstance(value, Mapping):
            what, hint = "a dict", "robot.joint_array(…) makes an array of it." if "joint" in expected else ""
        raise BadArray(f"{name} is {what}.", expected, hint)
    if array.ndim > MOST_AXES:
        raise BadArray(f"{name} has {array.ndim} axes.", f"At most {MOST_AXES} are supported.", "reshape the batch.")
    return array


def real(name: str, value: ArrayLike, n: int, meaning: str) -> Array:
    """Real numbers of shape (…, n) as float64.

    >>> real("q", [0, 1], 2, "one entry per joint")
    array([0., 1.])
    """
    array = numbers(name, value, (n,), meaning)
    with np.errstate(all="ignore"):  # a long double too large for a double becomes infinite
        return array.astype(np.float64, copy=False)


def finite(
    name: str,
    value: ArrayLike,
    shape: tuple[int, ...] = (),
    meaning: str = "numbers",
    entries: Sequence[str] = (),
    *,
    error: type[LinkwiseError] = BadArray,
) -> Array:
    """Finite numbers of shape (…, *shape), a copy as float64; `error` is the class of the error for one that is not.

    `entries` names the positions on the last axis; a dict may give the numbers by these names.

    >>> finite("q0", [0, 1], (2,), "one entry per joint")
    array([0., 1.])
    >>> finite("q", [0.0, float("inf")], (2,), "one entry per joint", ("hip", "knee"))
    Traceback (most recent call last):
    linkwise.errors.BadArray: q is inf at 'knee'.
      Finite numbers were expected: one entry per joint.
    """
    value = joint_array(name, value, entries) if entries and isinstance(value, Mapping) else value
    with np.errstate(all="ignore"):
        array = numbers(name, value, shape, meaning).astype(np.float64)
    if wrong := _wrong(np.isfinite(array), name, array, entries):
        raise error(wrong, f"Finite numbers were expected: {meaning}.")
    return array


def not_nan(name: str, value: ArrayLike, shape: tuple[int, ...] = (), meaning: str = "numbers") -> Array:
    """Numbers of shape (…, *shape), a copy as float64; they may be infinite, NaN is refused.

    >>> not_nan("effort", [1, float("inf")])
    array([ 1., inf])
    """
    with np.errstate(all="ignore"):
        array = numbers(name, value, shape, meaning).astype(np.float64)
    if wrong := _wrong(~np.isnan(array), name, array):
        raise BadArray(wrong, f"Numbers other than NaN were expected: {meaning}.")
    return array


def all_positive(name: str, value: ArrayLike, shape: tuple[int, ...], meaning: str, hint: str = "") -> Array:
    """Finite numbers above 0 of shape (…, *shape), as float64.

    >>> all_positive("efforts", [1, 2], (2,), "one entry per joint")
    array([1., 2.])
    """
    array = numbers(name, value, shape, meaning).astype(np.float64)
    if wrong := _wrong(np.isfinite(array) & (array > 0.0), name, array):
        raise BadArray(wrong, f"Finite numbers above 0 were expected: {meaning}.", hint)
    return array


def vector(
    name: str,
    value: ArrayLike,
    size: int | None,
    meaning: str,
    hint: str = "",
    entries: Sequence[str] = (),
    *,
    error: type[LinkwiseError] = BadArray,
) -> Array:
    """A vector of `size` finite numbers, of any length if `size` is None; the array is read-only. `error`: as above.

    >>> vector("q", [1, 2], 2, "one entry per joint")
    array([1., 2.])
    """
    array = finite(name, value, () if size is None else (size,), meaning, entries, error=error)
    if array.ndim != 1 or (size is None and not array.size):
        many = f"{size} finite numbers were" if size is not None else "Finite numbers were"
        raise error(f"{name} has shape {array.shape}.", f"{many} expected: {meaning}.", hint)
    return fixed(array)


def matrix(name: str, value: ArrayLike, columns: int | None, meaning: str) -> Array:
    """Finite numbers of shape (rows, columns), at least one row; the array is read-only.

    >>> matrix("waypoints", [[0, 1], [2, 3]], None, "a row for each point").shape
    (2, 2)
    """
    array = finite(name, value, (), meaning)
    if array.ndim != 2 or array.size == 0 or (columns is not None and array.shape[1] != columns):
        width = "" if columns is None else f", {columns} columns"
        raise BadArray(f"{name} has shape {array.shape}.", f"A matrix was expected: {meaning}{width}.")
    return fixed(array)


def fixed(array: Array) -> Array:
    """The array, made read-only.

    >>> fixed(np.zeros(2)).flags.writeable
    False
    """
    array.flags.writeable = False
    return array


def is_number(value: object) -> bool:
    """Whether a value is one real number, NumPy's included; True and False are not.

    >>> is_number(np.float32(1.0)), is_number(True), is_number("1")
    (True, False, False)
    """
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def is_whole(value: object) -> bool:
    """Whether a value is one whole number, NumPy's included; True and False are not.

    >>> is_whole(np.int64(3)), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def positive(name: str, value: Any, hint: str = "") -> float:
    """A finite number above 0.

    >>> positive("step", 0)
    Traceback (most recent call last):
    linkwise.errors.BadArray: step is 0.
      A finite number above 0 was expected.
    """
    if not (is_number(value) and is_finite_number(value) and value > 0):
        raise BadArray(f"{name} is {plain(repr(value), 60)}.", "A finite number above 0 was expected.", hint)
    return float(value)


def not_negative(name: str, value: Any, hint: str = "") -> float:
    """A finite number, 0 or more.

    >>> not_negative("sigma", 0)
    0.0
    """
    if not (is_number(value) and is_finite_number(value) and value >= 0):
        raise BadArray(f"{name} is {plain(repr(value), 60)}.", "A finite number, 0 or more, was expected.", hint)
    return float(value)


def whole(name: str, value: Any, least: int, most: int | None = None, hint: str = "") -> int:
    """A whole number within bounds.

    >>> whole("threads", 0, 1)
    Traceback (most recent call last):
    linkwise.errors.BadArray: threads is 0.
      A whole number of at least 1 was expected.
    """
    if not is_whole(value) or value < least or (most is not None and value > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise BadArray(f"{name} is {plain(repr(value), 60)}.", f"A whole number {bounds} was expected.", hint)
    return int(value)


def names(what: str, value: Any, hint: str = "") -> tuple[str, ...]:
    """Names, from a list, a tuple or the keys of a dict.

    >>> names("wrenches", ["tool"])
    ('tool',)
    """
    listed = isinstance(value, Sequence | Mapping) and not isinstance(value, str | bytes)
    if not listed or not all(isinstance(name, str) for name in value):
        raise BadArray(f"{what} is {plain(repr(value), 60)}.", "A list of names was expected.", hint)
    return tuple(value)


def _wrong(good: Any, name: str, array: Array, entries: Sequence[str] = ()) -> str:
    """What the first entry is that is not good, and where, in words; nothing if all are good."""
    if np.all(good):
        return ""
    place = tuple(np.argwhere(~good)[0].tolist())
    where = f" at {shown(entries[place[-1]])}" if entries else f" at {list(place)}" if place else ""
    return f"{name} is {array[place]}{where}."
