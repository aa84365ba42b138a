"""Pictures of ellipses and ellipsoids with their principal axes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, plain
from .curves import FARTHEST
from .picture import blank, require, save

SURFACE, AXES = "#3b6ea5", "#c8743a"
"""The colours of the surface and of the principal axes."""


def draw_ellipsoid(
    centre: Array,
    axes: Array,
    radii: Array,
    labels: Sequence[str],
    title: str,
    path: str | Path | None = None,
    belted: bool = False,
) -> Any:
    """An ellipse (two rows) or ellipsoid (three rows) with its principal axes, as a matplotlib figure.

    With a path, the figure is also saved. `belted` draws each point of the surface at the square of its distance from
    the centre.

    >>> figure = draw_ellipsoid(np.zeros(2), np.eye(2), np.array([2.0, 1.0]), ["x", "y"], "velocities")
    >>> figure.axes[0].get_xlabel()
    'x'
    """
    if len(labels) not in (2, 3):
        raise BadArray(
            f"an ellipsoid of {len(labels)} rows cannot be drawn.",
            "Two or three rows were expected.",
            'choose rows: rows="position", or rows=["x", "y"].',
        )
    if not np.abs(np.concatenate([radii, centre, np.ravel(axes)])).max() < FARTHEST:
        raise BadArray(
            f"an ellipsoid with radii {radii} cannot be drawn.",
            "Finite radii were expected.",
            "at a singularity the ellipsoid of forces is infinite: draw the ellipsoid of velocities.",
        )
    if path is not None:
        require(path)
    figure = blank(6.0, 6.0)
    (_flat if len(labels) == 2 else _solid)(figure, centre, axes, radii, belted)
    picture = figure.axes[0]
    names = zip("xyz", labels, strict=False)
    for letter, label in names:
        getattr(picture, f"set_{letter}label")(plain(label, 30), parse_math=False)
    picture.set_title(plain(title, 100), fontsize=10, parse_math=False)
    if path is not None:
        save(figure, path)
    return figure


def surface(axes: Array, radii: Array, unit: Array, belted: bool) -> Array:
    """The points of the surface for points of the unit sphere, relative to the centre.

    >>> surface(np.eye(2), np.array([2.0, 1.0]), np.array([[1.0, 0.0], [0.0, 1.0]]), belted=True)
    array([[4., 0.],
           [0., 1.]])
    """
    points = (unit * radii) @ axes.T
    return points * np.linalg.norm(points, axis=-1, keepdims=True) if belted else points


def _flat(figure: Any, centre: Array, axes: Array, radii: Array, belted: bool) -> None:
    picture = figure.add_subplot()
    angle = np.linspace(0.0, 2 * np.pi, 241)
    curve = centre + surface(axes, radii, np.stack([np.cos(angle), np.sin(angle)], axis=-1), belted)
    picture.fill(*curve.T, color=SURFACE, alpha=0.2)
    picture.plot(*curve.T, color=SURFACE)
    for end in surface(axes, radii, np.eye(2), belted):
        picture.plot(*np.stack([centre - end, centre + end], axis=-1), color=AXES)
    picture.plot(*centre, "o", color=AXES)
    picture.axhline(0.0, color="0.8", linewidth=0.8, zorder=0)
    picture.axvline(0.0, color="0.8", linewidth=0.8, zorder=0)
    picture.set_aspect("equal", adjustable="datalim")
    picture.spines[["top", "right"]].set_visible(False)


def _solid(figure: Any, centre: Array, axes: Array, radii: Array, belted: bool) -> None:
    picture = figure.add_subplot(projection="3d")
    around, down = np.meshgrid(np.linspace(0.0, 2 * np.pi, 61), np.linspace(0.0, np.pi, 31))
    unit = np.stack([np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down)], axis=-1)
    points = centre + surface(axes, radii, unit, belted)
    picture.plot_surface(*np.moveaxis(points, -1, 0), color=SURFACE, alpha=0.35, linewidth=0.0)
    for end in surface(axes, radii, np.eye(3), belted):
        picture.plot(*np.stack([centre - end, centre + end], axis=-1), color=AXES)
    reach = np.abs(points - centre).max() or 1.0
    for letter, middle in zip("xyz", centre, strict=True):
        getattr(picture, f"set_{letter}lim")(middle - reach, middle + reach)
    picture.set_box_aspect((1.0, 1.0, 1.0))
