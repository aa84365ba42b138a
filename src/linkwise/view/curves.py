"""Curves, checked before they are drawn; points that cannot be drawn become gaps."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import names, numbers
from ..errors import BadArray, plain

FARTHEST = 1e100
"""Larger numbers are left out of a picture, as infinities are: if a motion blows up, the rest remains visible."""

CURVE, LIMIT, BEYOND = "#3b6ea5", "#c8743a", "#c8743a22"
"""The colours of curves, of limits, and of the areas beyond them."""

UNITS = {"position": ("rad", "m"), "velocity": ("rad/s", "m/s"), "torque": ("N m", "N")}
"""The units of a quantity for a joint that turns and one that slides."""

NOTHING = 1e-9
"""Curves that stay below this, in SI units, are rounding errors and are drawn as 0."""

ROUND = 1e-3
"""A middle closer to 0 than this share of the height is 0 itself: the axis has no odd numbers then."""

FLAT = 0.1
"""The least height of a picture relative to the largest value in it: what hardly changes is then a flat line."""


def least_height(curves: ArrayLike, nothing: float = NOTHING) -> float:
    """The least height of the axes on which curves are drawn, so that rounding errors do not look like motion.

    >>> least_height([2.0, 1.9]), least_height([1e-17, -2e-17])
    (0.2, 1.0)
    """
    values = np.abs(np.asarray(curves, dtype=float))
    largest = float(np.max(values, initial=0.0, where=np.isfinite(values)))
    return FLAT * largest if largest > nothing else 1.0


def widen(axes: Any, height: float, curves: ArrayLike, across: bool = False) -> None:
    """Make the vertical axis at least this high, or the other one `across` so wide, about the middle of the curves."""
    low, high = axes.get_xlim() if across else axes.get_ylim()
    values = np.asarray(curves, dtype=float)
    finite = values[np.isfinite(values)]
    if high - low < height and finite.size:
        middle = 0.5 * float(finite.min() + finite.max())
        if abs(middle) < ROUND * height:  # 0 is then in the very middle
            middle = 0.0
        (axes.set_xlim if across else axes.set_ylim)(middle - 0.5 * height, middle + 0.5 * height)


def units(quantity: str, slides: Sequence[bool]) -> str:
    """The units of a quantity of joints: of those that turn, and of those that slide.

    >>> units("torque", [False]), units("velocity", [False, True])
    ('N m', 'rad/s, m/s')
    """
    pair = UNITS[quantity]
    return ", ".join(pair[slide] for slide in sorted(set(slides)))


def marks(slides: Sequence[bool]) -> list[str]:
    """What follows the name of each joint where some turn and others slide: the unit of its position.

    >>> marks([False, False]), marks([False, True])
    (['', ''], [' [rad]', ' [m]'])
    """
    pair = UNITS["position"]
    return [f" [{pair[slide]}]" if len(set(slides)) > 1 else "" for slide in slides]


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
