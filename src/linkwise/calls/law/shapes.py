"""The arrays a law takes and gives: their names and shapes, and the nests of scalars that stand for them."""

from collections.abc import Mapping
from keyword import iskeyword
from math import prod
from typing import Any

import numpy as np

from ...errors import LinkwiseError, shown

Shapes = Mapping[str, tuple[int, ...]]
"""The shapes of arrays by name."""

MOST = 100_000
"""The most entries of an array: a program holds each by its name."""


def shapes_of(law: str, side: str, given: Any) -> dict[str, tuple[int, ...]]:
    """The shapes of what a law takes or gives, checked.

    >>> shapes_of("hold", "takes", {"q": [2]})
    {'q': (2,)}
    """
    if not isinstance(given, Mapping):
        what = f"what the law {shown(law)} {side} is {shown(repr(given))}."
        raise LinkwiseError(what, "A dict of names and shapes was expected.", '{"q": (6,)}, say.')
    for name, shape in given.items():
        if not isinstance(name, str) or not name.isidentifier() or iskeyword(name) or name.startswith("_"):
            what = f"the law {shown(law)} {side} an array {shown(repr(name))}."
            raise LinkwiseError(what, "A word of letters, numbers and underscores was expected.", "name it q, say.")
        whole = isinstance(shape, tuple | list) and all(type(k) is int and k > 0 for k in shape)
        if not whole or prod(shape) > MOST:
            raise LinkwiseError(
                f"the law {shown(law)} {side} {shown(name)} of shape {shown(repr(shape))}.",
                f"A tuple of whole numbers above 0 was expected, of {MOST} entries at most.", "(6,), or () for one?",
            )  # fmt: skip
    return {name: tuple(shape) for name, shape in given.items()}


def shape_of(nest: Any) -> tuple[int, ...]:
    """The shape of lists in lists; where rows differ, the number of all entries.

    >>> shape_of([[1.0, 2.0], [3.0, 4.0]]), shape_of(5.0), shape_of([[1.0], [2.0, 3.0]])
    ((2, 2), (), (3,))
    """
    if isinstance(nest, np.ndarray):
        return nest.shape
    if not isinstance(nest, list | tuple):
        return ()
    parts = {shape_of(part) for part in nest}
    return (len(nest), *parts.pop()) if len(parts) == 1 else (len(flat(nest)),)


def flat(nest: Any) -> list[Any]:
    """The entries of lists in lists, or of an array (of values that are traced, say).

    >>> flat([[1.0, 2.0], (3.0, np.array([4.0]))])
    [1.0, 2.0, 3.0, 4.0]
    """
    nest = nest.tolist() if isinstance(nest, np.ndarray) else nest
    return [x for part in nest for x in flat(part)] if isinstance(nest, list | tuple) else [nest]
