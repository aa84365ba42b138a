"""The path of a point in space: from the front, from the side, from above."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.checks import real
from ..errors import BadArray, plain
from .given import drawn
from .histories import CURVE, LIMIT
from .picture import blank

VIEWS = ((0, 2), (1, 2), (0, 1))
"""The axes to the right and up: from the front, from the side, from above."""


def path_in_space(points: ArrayLike, name: str = "tip", title: str = "") -> Any:
    """Three views of a path (K, 3) in metres, to one scale; a dot marks where it begins, a cross where it ends.

    >>> figure = path_in_space([[0.0, 0.0, 0.0], [1.0, 0.0, 0.5]])
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['x [m]', 'y [m]', 'x [m]']
    """
    given = real("points", points, 3, "x, y, z")
    if given.ndim != 2:
        raise BadArray(f"the path has shape {given.shape}.", "Points (K, 3) were expected.")
    way = drawn("points", given, given.shape)
    seen = way[np.isfinite(way).all(axis=1)]
    if not len(seen):
        raise BadArray("the path has no point that can be drawn.", "Points (K, 3) of finite numbers were expected.")
    figure = blank(11.0, 4.0)
    centre, reach = 0.5 * (seen.min(axis=0) + seen.max(axis=0)), 0.55 * max(float(np.ptp(seen, axis=0).max()), 1e-3)
    for axes, (across, up) in zip(figure.subplots(1, 3), VIEWS, strict=True):
        axes.plot(way[:, across], way[:, up], color=CURVE, linewidth=1.3)
        axes.plot(seen[0, across], seen[0, up], "o", color=LIMIT, markersize=5)
        axes.plot(seen[-1, across], seen[-1, up], "x", color=LIMIT, markersize=6)
        axes.set_xlim(centre[across] - reach, centre[across] + reach)
        axes.set_ylim(centre[up] - reach, centre[up] + reach)
        axes.set_aspect("equal")
        axes.set_xlabel(f"{'xyz'[across]} [m]", fontsize=9)
        axes.set_ylabel(f"{'xyz'[up]} [m]", fontsize=9)
        axes.tick_params(labelsize=7)
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(plain(title or f"path of {name}", 100), fontsize=11, parse_math=False)
    return figure
