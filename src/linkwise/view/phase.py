"""Phase portraits: velocity over position, a small picture for each joint."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from ..calls.checks import real
from ..errors import BadArray, plain
from .curves import CURVE, LIMIT, drawable, joint_names, least_height, widen
from .picture import blank

ACROSS = 3
"""The most pictures in a row."""

STILL = 1e-6
"""Motions smaller than this are errors of an integrator, and are drawn as a point."""


def phase_portraits(
    q: ArrayLike, qd: ArrayLike, names: Sequence[str], title: str = "", units: Sequence[tuple[str, str]] = ()
) -> Any:
    """The motion of each joint in the plane of position and velocity; a dot marks the beginning. `units` are what
    follows q and q̇ on the axes of each joint, " [rad]" and " [rad/s]", say.

    >>> import numpy as np
    >>> t = np.linspace(0.0, 6.0, 50)[:, None]
    >>> figure = phase_portraits(np.sin(t), np.cos(t), ["spring"])
    >>> figure.axes[0].get_title("left")
    'spring'
    """
    n = len(joint_names(names))
    motion = [real(label, array, n, "one entry per joint") for label, array in (("q", q), ("qd", qd))]
    if motion[0].shape != motion[1].shape or motion[0].ndim != 2 or not len(motion[0]):
        shapes = " and ".join(str(array.shape) for array in motion)
        raise BadArray(f"q and qd have shapes {shapes}.", "The same shape (K, n) was expected, with K above 0.")
    position, velocity = (drawable("q", array, array.shape) for array in motion)
    across = min(n, ACROSS)
    down = -(-n // across)
    figure = blank(3.2 * across + 0.8, min(2.9 * down + 0.6, 100.0))
    grid = figure.subplots(down, across, squeeze=False)
    for k, axes in enumerate(grid.flat):
        if k >= n:
            axes.set_visible(False)
            continue
        axes.plot(position[:, k], velocity[:, k], color=CURVE, linewidth=1.3)
        axes.plot(position[0, k], velocity[0, k], "o", color=LIMIT, markersize=5)
        axes.set_title(plain(names[k], 30), fontsize=9, loc="left", parse_math=False)
        widen(axes, least_height(position[:, k] - position[0, k], STILL), position[:, k], across=True)
        widen(axes, least_height(velocity[:, k], STILL), velocity[:, k])
        of_q, of_qd = units[k] if units else ("", "")
        axes.set_xlabel(f"q{of_q}", fontsize=8)
        axes.set_ylabel(f"q̇{of_qd}", fontsize=8)
        axes.tick_params(labelsize=7)
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    if title:
        figure.suptitle(plain(title, 100), fontsize=11, parse_math=False)
    return figure
