"""The paces r > 0 at which inequalities α r² + β r + γ ≤ 0 all hold: the windows between forbidden intervals."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array

NARROW = 1e-12
"""Windows narrower than this, relative to r, are rounding."""


class Windows(NamedTuple):
    """Intervals (low, high) in order; `at_low` and `at_high` number the inequalities that bound them, −1 for none."""

    low: Array
    high: Array
    at_low: NDArray[np.intp]
    at_high: NDArray[np.intp]


def forbidden(α: Array, β: Array, γ: Array) -> tuple[Array, Array]:
    """The intervals (low, high), two for each inequality, where α r² + β r + γ > 0; empty ones have low ≥ high.

    >>> low, high = forbidden(np.array([1.0]), np.array([-3.0]), np.array([2.0]))  # (r − 1)(r − 2)
    >>> low, high
    (array([[0., 2.]]), array([[ 1., inf]]))
    """
    disc = β * β - 4.0 * α * γ
    with np.errstate(divide="ignore", invalid="ignore"):
        w = -0.5 * (β + np.copysign(np.sqrt(disc), β))  # no cancellation: the roots are w/α and γ/w
        first, second = np.sort([np.where(α == 0, np.nan, w / α), γ / np.where(w == 0, np.nan, w)], axis=0)
        both = (α != 0) & (disc > 0)
        single = -γ / β
    low, high = np.full((*α.shape, 2), np.inf), np.full((*α.shape, 2), -np.inf)

    def put(where: NDArray[np.bool_], k: int, a: Array | float, b: Array | float) -> None:
        low[..., k], high[..., k] = np.where(where, a, low[..., k]), np.where(where, b, high[..., k])

    always = ((α > 0) & (disc <= 0)) | ((α == 0) & (β == 0) & (γ > 0))
    put(always, 0, 0.0, np.inf)
    put(both & (α > 0), 0, 0.0, first)
    put(both & (α > 0), 1, second, np.inf)
    put(both & (α < 0), 0, first, second)
    put((α == 0) & (β > 0), 0, single, np.inf)
    put((α == 0) & (β < 0), 0, 0.0, single)
    return np.maximum(low, 0.0), high


def windows(low: Array, high: Array) -> Windows:
    """What open intervals leave of r > 0.

    >>> left = windows(np.array([0.0, 3.0, 1.5]), np.array([1.0, 4.0, 1.8]))
    >>> left.low, left.high
    (array([1. , 1.8, 4. ]), array([1.5, 3. , inf]))
    >>> left.at_low, left.at_high
    (array([0, 2, 1]), array([ 2,  1, -1]))
    """
    nonempty = np.flatnonzero(low < high)
    order = nonempty[np.argsort(low[nonempty], kind="stable")]
    reach = np.maximum.accumulate(np.append(0.0, high[order]))
    farthest = np.append(-1, order)  # which inequality reaches this far: the last that raised the reach
    raised = np.append(True, high[order] > reach[:-1])
    at_low = farthest[np.maximum.accumulate(np.where(raised, np.arange(len(raised)), 0))]
    begins, at_high = np.append(low[order], np.inf), np.append(order, -1)
    open_ = begins > reach + NARROW * np.where(np.isfinite(reach), reach, 0.0)
    return Windows(reach[open_], begins[open_], at_low[open_], at_high[open_])
