"""The path of a point in space, seen from the front, from the side and from above."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.checks import real
from ..errors import BadArray, plain
from .curves import CURVE, LIMIT, drawable
from .picture import blank

VIEWS = ((0, 2), (1, 2), (0, 1))
"""The axes that point right and up in each view: from the front, from the side, from above."""


def path_in_space(points: ArrayLike, name: str = "tip", title: str = "") -> Any:
    """Three views of a path (K, 3) in metres, to the same scale; a dot marks its beginning, a cross its end.

    >>> figure = path_in_space([[0.0, 0.0, 0.0], [1.0, 0.0, 0.5]])
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['x [m]', 'y [m]', 'x [m]']
    """
    rows = real("points", points, 3, "x, y, z")
    if rows.ndim != 2:
        raise BadArray(f"points has shape {rows.shape}.", "Points (K, 3) were expected.", "draw one path at a time.")
    path = drawable("points", rows, rows.shape)
    finite = path[np.isfinite(path).all(axis=1)]
    if not len(finite):
        raise BadArray("the path has no point that can be drawn.", "Points (K, 3) of finite numbers were expected.")
    figure = blank(11.0, 4.0)
    centre = 0.5 * (finite.min(axis=0) + finite.max(axis=0))
    reach = 0.55 * max(float(np.ptp(finite, axis=0).max()), 1e-3)
    for axes, (across, up) in zip(figure.subplots(1, 3), VIEWS, strict=True):
        axes.plot(path[:, across], path[:, up], color=CURVE, linewidth=1.3)
        axes.plot(finite[0, across], finite[0, up], "o", color=LIMIT, markersize=5)
        axes.plot(finite[-1, across], finite[-1, up], "x", color=LIMIT, markersize=6)
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
