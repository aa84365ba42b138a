"""Arrays at the door: checked on the way in, assembled on the way out. Inside, a batch is a NumPy column per scalar."""

import sys
from collections import namedtuple
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algebra import Scalar
from ..errors import BadArray

Array = NDArray[np.float64]
"""What every answer is made of."""


MOST_AXES = 24
"""The most axes of an array: NumPy has 32 in some versions, and answers add two to those of a batch."""


def real(name: str, value: ArrayLike, n: int, meaning: str) -> Array:
    """Real numbers of shape (…, n) as float64; integers and other floats are converted, all else is refused.

    >>> real("q", [0, 1], 2, "one entry per joint")
    array([0., 1.])
    """
    array = numbers(name, value, (n,), meaning)
    with np.errstate(all="ignore"):  # a long double beyond all doubles is an infinity
        return array.astype(np.float64, copy=False)


def numbers(name: str, value: ArrayLike, shape: tuple[int, ...], meaning: str) -> NDArray[Any]:
    """Real numbers whose last axes are of a shape, as they are; all else is refused.

    >>> numbers("gravity", [0, 0, -9.81], (3,), "an acceleration").dtype
    dtype('float64')
    """
    expected = f"Real numbers of shape {_shape(shape)} were expected: {meaning}."
    masked = sys.modules.get("numpy.ma")  # where nobody has loaded it, nothing is masked
    if masked is not None and isinstance(value, masked.MaskedArray) and masked.is_masked(value):
        raise BadArray(f"{name} has masked entries.", expected, "fill them first: numpy.ma.filled.")
    try:
        array = np.asarray(value)
    except Exception as error:  # anything can stand behind __array__
        raise BadArray(f"{name} cannot be read as an array ({error}).", expected) from None
    if array.dtype.kind not in "iuf":
        if array.size == 0 and array.dtype.kind == "O":
            raise BadArray(f"{name} is not an array of numbers.", expected)
        raise BadArray(
            f"{name} is an array of {array.dtype.name}, not of real numbers.", expected, "convert it to float first."
        )
    if array.ndim > MOST_AXES:
        raise BadArray(f"{name} has {array.ndim} axes.", f"At most {MOST_AXES} are understood.", "reshape the batch.")
    if array.ndim < len(shape) or array.shape[array.ndim - len(shape) :] != shape:
        hint = "put the joints on the last axis." if "joint" in meaning else ""
        raise BadArray(f"{name} has shape {array.shape}.", expected, hint)
    return array


def _shape(last: tuple[int, ...]) -> str:
    return f"({', '.join(('...', *map(str, last)))})"


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
            f"these shapes do not go together: {shapes}.",
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
    """Scalars, or nests of them, as one array of shape batch + shape.

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
                "the answer is not made of numbers: the model holds symbols.",
                "Arrays hold numbers.",
                "put the question to a function of linkwise.formulations, with symbols for the state.",
            ) from None
    return out


@cache
def named(names: tuple[str, ...]) -> Any:
    """The type of several answers: a tuple whose entries have the questions' names.

    >>> named(("mass_matrix", "bias_forces"))(1, 2)
    Answers(mass_matrix=1, bias_forces=2)
    """
    plain = namedtuple("Answers", names)  # type: ignore[misc]
    return type("Answers", (plain,), {"__slots__": (), "__reduce__": _reduced, "__module__": __name__})


def _reduced(answers: Any) -> Any:
    return answered, (answers._fields, tuple(answers))


def answered(names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    """Several answers under their names.

    >>> answered(("a", "b"), (1, 2)).b
    2
    """
    return named(names)(*values)
