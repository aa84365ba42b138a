"""What pictures are made of, checked on the way in: times, curves, names."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, plain, shown

FARTHEST = 1e100
"""Numbers beyond are left out of a picture as infinities are: of a motion that has blown up the rest is seen."""


def times(t: ArrayLike) -> Array:
    """Times in one row; what is not finite is left out.

    >>> times([0, 1, 2])
    array([0., 1., 2.])
    """
    found = numbers("t", t, (), "times")
    if found.ndim != 1:
        raise BadArray(f"t has shape {found.shape}.", "Times in one row were expected.")
    return drawn("t", found, found.shape)


def drawn(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Array:
    """Numbers of a shape, NaN where there is nothing to draw.

    >>> drawn("power", [1.0, float("inf")], (2,))
    array([ 1., nan])
    """
    found = numbers(plain(name), value, (), "a number for each time")
    if found.shape != shape:
        raise BadArray(f"{plain(name)} has shape {found.shape}.", f"Shape {shape} was expected.")
    with np.errstate(all="ignore"):
        return np.where(np.abs(found) <= FARTHEST, found, np.nan).astype(float)


def titles(names: Sequence[str]) -> list[str]:
    """The names of joints, at least one.

    >>> titles(["hip", "knee"])
    ['hip', 'knee']
    """
    good = isinstance(names, tuple | list) and len(names) > 0 and all(isinstance(name, str) for name in names)
    if not good:
        raise BadArray(f"the names are {shown(repr(names))}.", "A list of names was expected, one for each joint.")
    return list(names)


def by_name(what: str, curves: Mapping[str, Any]) -> dict[str, Any]:
    """Curves by their labels.

    >>> by_name("curves", {"q": 1.0})
    {'q': 1.0}
    """
    if not isinstance(curves, Mapping) or not all(isinstance(name, str) for name in curves):
        raise BadArray(f"{what} are a {type(curves).__name__}.", "A dict of arrays by their labels was expected.")
    return dict(curves)
