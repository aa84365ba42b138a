"""Batches of results: indices into them, and arrays that go with them."""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, plain


def check_entry(index: Any, batch: tuple[int, ...], what: str) -> None:
    """Refuse an index beyond a batch, even where the arrays that hold the batch would accept it.

    >>> check_entry(7, (5,), "models")
    Traceback (most recent call last):
    linkwise.errors.BadArray: [7] is not an index into models of shape (5,).
      An index into the batch was expected.
    """
    try:
        np.broadcast_to(0.0, batch)[index]
    except IndexError:
        raise BadArray(
            f"[{plain(str(index))}] is not an index into {what} of shape {batch}.",
            "An index into the batch was expected.",
        ) from None


def fitting(name: str, array: Array, states: tuple[int, ...]) -> Array:
    """The array, if its leading axes broadcast against those of states of this shape.

    >>> fitting("force", np.zeros((5, 3)), (5, 7)).shape
    (5, 3)
    """
    try:
        np.broadcast_shapes(array.shape[:-1], states[:-1])
    except ValueError:
        raise BadArray(
            f"{name} of shape {array.shape} does not go with states of shape {states}.",
            "All axes but the last must broadcast against each other.",
        ) from None
    return array
