"""Curves, checked before they are drawn; points that cannot be drawn become gaps."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import names, numbers
from ..errors import BadArray, plain

FARTHEST = 1e100
"""Larger numbers are left out of a picture, as infinities are: if a motion blows up, the rest remains visible."""


def drawable(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Array:
    """Numbers of a given shape, with NaN in place of those that cannot be drawn.

    >>> drawable("power", [1.0, float("inf")], (2,))
    array([ 1., nan])
    """
    array = numbers(plain(name), value, (), "a number for each time")
    if array.shape != shape:
        raise BadArray(f"{plain(name)} has shape {array.shape}.", f"Shape {shape} was expected.")
    with np.errstate(all="ignore"):
        return np.where(np.abs(array) <= FARTHEST, array, np.nan).astype(float)


def times(t: ArrayLike) -> Array:
    """Times in one row, with NaN in place of those that cannot be drawn.

    >>> times([0, 1, 2])
    array([0., 1., 2.])
    """
    array = numbers("t", t, (), "times")
    if array.ndim != 1:
        raise BadArray(f"t has shape {array.shape}.", "Times in one row were expected.", "flatten it: t.ravel().")
    return drawable("t", array, array.shape)


def joint_names(value: Any) -> tuple[str, ...]:
    """The names of the joints, at least one.

    >>> joint_names(["hip", "knee"])
    ('hip', 'knee')
    """
    joints = names("names", value, 'one name for each joint: ["hip", "knee"].')
    if not joints:
        raise BadArray("names is empty.", "One name for each joint was expected.")
    return joints


def labelled(what: str, curves: Mapping[str, Any]) -> dict[str, Any]:
    """Curves by their labels.

    >>> labelled("curves", {"q": 1.0})
    {'q': 1.0}
    """
    if not isinstance(curves, Mapping) or not all(isinstance(name, str) for name in curves):
        raise BadArray(f"{what} are a {type(curves).__name__}.", "A dict of arrays by their labels was expected.")
    return dict(curves)
