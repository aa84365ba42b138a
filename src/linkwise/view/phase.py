"""Phase portraits: velocity over position, a small picture for each joint."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from ..calls.checks import real
from ..errors import BadArray, plain
from .given import drawn, titles
from .histories import CURVE, LIMIT
from .picture import blank

ACROSS = 3
"""The most pictures in a row."""


def phase_portraits(q: ArrayLike, qd: ArrayLike, names: Sequence[str], title: str = "") -> Any:
    """The way of each joint through its plane of position and velocity; a dot marks where it begins.

    >>> import numpy as np
    >>> t = np.linspace(0.0, 6.0, 50)[:, None]
    >>> figure = phase_portraits(np.sin(t), np.cos(t), ["spring"])
    >>> figure.axes[0].get_title("left")
    'spring'
    """
    n = len(titles(names))
    given = [real(label, way, n, "one entry per joint") for label, way in (("q", q), ("qd", qd))]
    if given[0].shape != given[1].shape or given[0].ndim != 2 or not len(given[0]):
        shapes = " and ".join(str(way.shape) for way in given)
        raise BadArray(f"q and qd have shapes {shapes}.", "Two alike (K, n) were expected, K above 0.")
    ways = [drawn("q", way, way.shape) for way in given]
    across = min(n, ACROSS)
    down = -(-n // across)
    figure = blank(3.2 * across + 0.8, min(2.9 * down + 0.6, 100.0))
    grid = figure.subplots(down, across, squeeze=False)
    for k, axes in enumerate(grid.flat):
        if k >= n:
            axes.set_visible(False)
            continue
        axes.plot(ways[0][:, k], ways[1][:, k], color=CURVE, linewidth=1.3)
        axes.plot(ways[0][0, k], ways[1][0, k], "o", color=LIMIT, markersize=5)
        axes.set_title(plain(names[k], 30), fontsize=9, loc="left", parse_math=False)
        axes.set_xlabel("q", fontsize=8)
        axes.set_ylabel("q̇", fontsize=8)
        axes.tick_params(labelsize=7)
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    if title:
        figure.suptitle(plain(title, 100), fontsize=11, parse_math=False)
    return figure
