"""The arrays of one kernel call: inputs checked, batch shape worked out, outputs chosen."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..backends.arrays import NUMPY, AbstractArrays
from ..errors import BadArray
from ..program import Port
from .checks import numbers, real_array
from .question_checks import PARAMETERS

Arrays = Sequence[NDArray[Any]]
"""One array per port."""

STATES = ("q", "qd", "qdd", "tau")
"""Ports with an entry for each joint."""


def checked_input(port: Port, value: ArrayLike, layout: str, arrays: AbstractArrays = NUMPY) -> NDArray[Any]:
    """One input, as an array of the library, checked against its port.

    >>> checked_input(Port("q", (2,)), [[0.0, 1.0]], "rows").shape
    (1, 2)
    """
    wrench = port.name.startswith("wrench")
    others = "one entry per joint" if port.name in STATES else "moment, force" if wrench else "an input of the function"
    meaning = PARAMETERS.get(port.name) or others
    if layout == "rows":
        return numbers(port.name, value, port.shape, meaning, arrays)
    if port.uniform:
        array = numbers(port.name, value, port.shape, meaning, arrays)
        if array.ndim > len(port.shape):
            raise BadArray(
                f"{port.name} has shape {array.shape}.",
                f"One array of shape {port.shape}, shared by all states, was expected.",
                'use layout="rows" for a batch of them.',
            )
        return array
    expected = f"Columns of shape {(*port.shape, 'N')} were expected, the states on the last axis: {meaning}."
    array = real_array(port.name, value, expected, arrays)
    if array.ndim != len(port.shape) + 1 or array.shape[:-1] != port.shape:
        hint = 'use layout="rows" for states of any other shape.'
        raise BadArray(f"{port.name} has shape {array.shape}.", expected, hint)
    return array


def batch_of(ports: Sequence[Port], arrays: Arrays, layout: str) -> tuple[int, ...]:
    """The common batch shape of the arrays.

    >>> batch_of([Port("q", (2,)), Port("qd", (2,))], [np.zeros((5, 1, 2)), np.zeros((3, 2))], "rows")
    (5, 3)
    """
    pairs = list(zip(ports, arrays, strict=True))
    try:
        if layout == "columns":
            (count,) = {array.shape[-1] for port, array in pairs if not port.uniform}
            return (count,)
        return np.broadcast_shapes(*(array.shape[: array.ndim - len(port.shape)] for port, array in pairs))
    except ValueError:
        varying = [(p, a) for p, a in pairs if not p.uniform or a.shape != p.shape]  # what is shared by all always fits
        shapes = ", ".join(f"{port.name} {tuple(array.shape)}" for port, array in varying)
        raise BadArray(
            f"these shapes do not broadcast together: {shapes}.",
            "All axes but those of one state must broadcast against each other; columns are equally long.",
            "insert an axis of length 1 where a batch is to be repeated.",
        ) from None


def checked_outputs(out: Any, shapes: Sequence[tuple[int, ...]], dtype: str) -> tuple[NDArray[Any], ...] | None:
    """The caller's `out=` arrays, checked.

    >>> checked_outputs(np.zeros(3), [(2,)], "float64")
    Traceback (most recent call last):
    linkwise.errors.BadArray: out[0] is a float64 array of shape (3,).
      A writeable array of shape (2,) that holds float64 was expected.
    """
    if out is None:
        return None
    targets = out if isinstance(out, tuple) else (out,)
    if len(targets) != len(shapes):
        raise BadArray(f"out holds {len(targets)} arrays.", f"{len(shapes)} were expected, in a tuple.")
    for k, (target, shape) in enumerate(zip(targets, shapes, strict=True)):
        fits = (
            isinstance(target, np.ndarray) and target.shape == shape and np.can_cast(dtype, target.dtype, "same_kind")
        )
        if not fits or not target.flags.writeable:
            what = (
                f"{target.dtype.name} array of shape {target.shape}"
                if isinstance(target, np.ndarray)
                else f"{type(target).__name__}, not an array"
            )
            raise BadArray(
                f"out[{k}] is a {what}.", f"A writeable array of shape {shape} that holds {dtype} was expected."
            )
        alone, expected = not _repeats(target), "Each entry of each answer needs a place of its own."
        if not alone or any(_overlap(target, other) for other in targets[:k]):
            what = "shares memory with an array before it" if alone else "has entries that share memory"
            raise BadArray(f"out[{k}] {what}.", expected, "pass new arrays.")
    return targets


def filled(out: Any, answer: Any) -> Any:
    """The answer, an array or a tuple of arrays, or the caller's `out=` with the answer in it.

    >>> filled(None, np.ones(2)), filled(np.zeros(2), np.ones(2))
    (array([1., 1.]), array([1., 1.]))
    """
    if out is None:
        return answer
    if type(out) is np.ndarray and type(answer) is np.ndarray and out.shape == answer.shape:
        flags = out.flags
        if out.dtype == answer.dtype and flags.c_contiguous and flags.writeable:  # the checks have nothing to find
            out[...] = answer
            return out
    answers = answer if isinstance(answer, tuple) else (answer,)
    targets = checked_outputs(out, [each.shape for each in answers], answers[0].dtype.name)
    for target, each in zip(targets or (), answers, strict=True):
        target[...] = each
    return out


def _repeats(array: NDArray[Any]) -> bool:
    """Whether entries of an array may lie on top of each other, as those of a broadcast one do."""
    reach = array.itemsize
    if array.size == 0:
        return False
    for stride, length in sorted((abs(stride), n) for stride, n in zip(array.strides, array.shape, strict=True)):
        if length > 1 and stride < reach:
            return True
        reach += stride * (length - 1)
    return False


def _overlap(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Whether two arrays have memory in common; if that is too hard to tell, they have."""
    try:
        return np.shares_memory(a, b, max_work=10_000)  # type: ignore[arg-type]  # NumPy's types know two values only
    except np.exceptions.TooHardError:
        return True


def can_write_into(target: NDArray[Any], dtype: str, given: Arrays) -> bool:
    """Whether code can write into an array directly: right type, contiguous, and no overlap with an input.

    >>> can_write_into(np.zeros((4, 2)), "float64", []), can_write_into(np.zeros((4, 4))[:, ::2], "float64", [])
    (True, False)
    """
    plain = target.dtype == np.dtype(dtype) and target.flags.c_contiguous and target.flags.aligned
    return bool(plain) and not any(np.may_share_memory(target, array) for array in given)


def one_axis(ports: Sequence[Port], arrays: Arrays, layout: str, states: int) -> list[NDArray[Any]]:
    """Contiguous arrays with one axis for the whole batch.

    >>> [array.shape for array in one_axis([Port("q", (2,))], [np.zeros((5, 3, 2))], "rows", 15)]
    [(15, 2)]
    """
    pairs = zip(ports, arrays, strict=True)
    return [a if layout == "columns" or port.uniform else a.reshape(states, *port.shape) for port, a in pairs]
