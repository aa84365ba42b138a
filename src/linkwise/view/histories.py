"""What happens over time, joint by joint, next to the limits: a small picture for each joint and quantity."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, UnknownName, plain
from .given import by_name, drawn, times, titles
from .picture import blank

CURVE, LIMIT, BEYOND = "#3b6ea5", "#c8743a", "#c8743a22"
"""The colours of curves, of limits, and of what lies beyond them."""

FAR = 3.0
"""A limit farther away than so many times what a curve spans is told in words: drawn, it would flatten the curve."""


FLAT = 0.02
"""The least height of a small picture, relative to the largest of its column: a joint at rest is a flat line."""


def histories(
    t: ArrayLike,
    curves: Mapping[str, ArrayLike],
    names: Sequence[str],
    limits: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None,
    title: str = "",
) -> Any:
    """Curves (times, n) by their labels, a column of small pictures each; `limits` are (lower, upper) by label.

    A matplotlib figure; `linkwise.view.picture.save` writes it.

    >>> t = np.linspace(0.0, 1.0, 11)
    >>> figure = histories(t, {"q [rad]": np.outer(t, [1.0, 2.0])}, ["hip", "knee"], {"q [rad]": (-1.0, 1.5)})
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['hip', 'knee']
    """
    row, n = times(t), len(titles(names))
    columns = {label: drawn(label, curve, (len(row), n)) for label, curve in by_name("curves", curves).items()}
    if not columns:
        raise BadArray("there are no curves.", "At least one was expected, by its label.")
    beyond = {label: _pair(label, pair, n) for label, pair in by_name("limits", limits or {}).items()}
    for label in beyond:
        if label not in columns:
            raise UnknownName("curve", label, "the picture", columns)
    figure = blank(4.0 * len(columns) + 1.0, min(1.3 * n + 1.2, 100.0))
    grid = figure.subplots(n, len(columns), sharex=True, squeeze=False)
    if title:
        figure.suptitle(plain(title, 100), fontsize=11, parse_math=False)
    for column, (label, curve) in enumerate(columns.items()):
        lower, upper = beyond.get(label, (np.full(n, -np.inf), np.full(n, np.inf)))
        finite = np.abs(curve[np.isfinite(curve)])
        least = FLAT * float(finite.max(initial=0.0)) or 1.0
        for j in range(n):
            _one(grid[j, column], row, curve[:, j], float(lower[j]), float(upper[j]), least)
        grid[0, column].set_title(plain(label), fontsize=10, loc="left", parse_math=False)
        grid[-1, column].set_xlabel("time t [s]", fontsize=9)
    for j, name in enumerate(names):
        grid[j, 0].set_ylabel(plain(name, 24), fontsize=8, parse_math=False)
    return figure


def _pair(label: str, pair: Any, n: int) -> tuple[Array, Array]:
    """The lower and upper limits of a curve, one of each for all joints or one for each."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise BadArray(f"the limits of {plain(label)} are no pair.", "Lower and upper ones were expected: (-1.0, 1.0).")
    sides = [numbers(f"a limit of {plain(label)}", side, (), "one for all, or one for each joint") for side in pair]
    for side in sides:
        if side.shape not in ((), (n,)):
            raise BadArray(f"a limit of {plain(label)} has shape {side.shape}.", f"One number, or {n}, were expected.")
    lower, upper = (np.broadcast_to(side, n).astype(float) for side in sides)
    return lower, upper


def _one(axes: Any, t: Array, curve: Array, lower: float, upper: float, least: float) -> None:
    """A curve, its limits where they are near, and what lies beyond them shaded."""
    axes.plot(t, curve, color=CURVE, linewidth=1.6)
    finite = curve[np.isfinite(curve)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    span = max(high - low, least)
    near = [limit for limit in (lower, upper) if np.isfinite(limit) and low - FAR * span < limit < high + FAR * span]
    bottom, top = min([low, *near]) - 0.12 * span, max([high, *near]) + 0.12 * span
    axes.set_ylim(bottom, top)
    for limit, end in ((lower, bottom), (upper, top)):
        if limit in near:
            axes.axhline(limit, color=LIMIT, linestyle="--", linewidth=1.2)
            axes.axhspan(min(limit, end), max(limit, end), color=BEYOND, linewidth=0.0)
    far = [f"{limit:g}" for limit in (lower, upper) if np.isfinite(limit) and limit not in near]
    if far:
        axes.set_title(f"limit {', '.join(far)}", fontsize=7, color=LIMIT, loc="right", pad=2.0)
    axes.tick_params(labelsize=7)
    axes.grid(True, color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.0)
