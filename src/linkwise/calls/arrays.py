"""Arrays and columns: arrays are split into one scalar per entry on the way in and put together on the way out."""

from collections.abc import Sequence
from typing import Any, ForwardRef, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..algebra import Scalar
from ..errors import BadArray

Array = NDArray[np.float64]
"""The array type of every answer."""

Kind = TypeVar("Kind", bound=type)


def as_written(kind: Kind) -> Kind:
    """A named tuple whose signature shows the types as its source has them; NamedTuple wraps each in a ForwardRef.

    >>> import inspect
    >>> from linkwise.trajectories import Motion
    >>> str(inspect.signature(Motion))
    "(q: 'Array', qd: 'Array', qdd: 'Array')"
    """
    types = kind.__new__.__annotations__
    types.update({name: t.__forward_arg__ for name, t in types.items() if isinstance(t, ForwardRef)})
    return kind


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


def nested_shape(nest: Any) -> tuple[int, ...] | None:
    """The shape of nested lists, or of an array; None if rows differ in length.

    >>> nested_shape([[1.0, 2.0], [3.0, 4.0]]), nested_shape(5.0), nested_shape([[1.0], [2.0, 3.0]])
    ((2, 2), (), None)
    """
    if isinstance(nest, np.ndarray):
        return nest.shape
    if not isinstance(nest, list | tuple):
        return ()
    parts = {nested_shape(part) for part in nest} or {()}
    first = parts.pop()
    return None if parts or first is None else (len(nest), *first)


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
