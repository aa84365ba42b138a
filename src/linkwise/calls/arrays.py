"""Arrays and columns: arrays are split into one scalar per entry on the way in and put together on the way out."""

from collections import namedtuple
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..algebra import Scalar
from ..errors import BadArray

Array = NDArray[np.float64]
"""The array type of every answer."""


def batch_shape(arrays: dict[str, Array]) -> tuple[int, ...]:
    """The common leading shape of several arrays.

    >>> batch_shape({"q": np.zeros((5, 1, 2)), "qd": np.zeros((3, 2))})
    (5, 3)
    """
    try:
        return np.broadcast_shapes(*(array.shape[:-1] for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise BadArray(
            f"these shapes do not broadcast together: {shapes}.",
            "All axes but the last must broadcast against each other.",
            "insert an axis of length 1 where a batch is to be repeated.",
        ) from None


def columns(array: Array, single: bool) -> list[Scalar]:
    """One scalar per entry of the last axis: floats for a single state, columns for a batch.

    >>> columns(np.array([1.0, 2.0]), single=True)
    [1.0, 2.0]
    """
    return array.tolist() if single else [array[..., k] for k in range(array.shape[-1])]


def assembled(answer: Any, batch: tuple[int, ...], shape: Sequence[int]) -> Array:
    """Nested lists of scalars as one array of shape batch + shape.

    >>> assembled([1.0, np.array([2.0, 3.0])], (2,), (2,))
    array([[1., 2.],
           [1., 3.]])
    """
    out = np.empty((*batch, *shape))
    for index in np.ndindex(*shape):
        entry = answer
        for k in index:
            entry = entry[k]
        try:
            out[(..., *index)] = entry
        except TypeError:
            raise BadArray(
                "the answer contains symbols, because the model does.",
                "Arrays hold numbers.",
                "call the function in linkwise.formulations directly, with symbols for the state.",
            ) from None
    return out


@cache
def named(names: tuple[str, ...]) -> Any:
    """The type of several answers: a named tuple with one field per question.

    >>> named(("mass_matrix", "bias_forces"))(1, 2)
    Answers(mass_matrix=1, bias_forces=2)
    """
    plain = namedtuple("Answers", names)  # type: ignore[misc]
    return type("Answers", (plain,), {"__slots__": (), "__reduce__": _reduced, "__module__": __name__})


def _reduced(answers: Any) -> Any:
    return answered, (answers._fields, tuple(answers))


def answered(names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    """Several answers as a named tuple.

    >>> answered(("a", "b"), (1, 2)).b
    2
    """
    return named(names)(*values)
