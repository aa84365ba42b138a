"""The eigenvalues of a linear model in the complex plane, and the region where motions grow."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, plain
from .picture import blank

MARKS = (("x", "#3b6ea5"), ("o", "#c8743a"))
"""Mark and colour of the first set of poles, and of the second."""


def draw_poles(sets: Mapping[str, Array], sampled: bool = False, title: str = "") -> Any:
    """One or two sets of complex poles by name, with the border beyond which motions grow.

    That is the imaginary axis, or for a sampled model the unit circle.

    >>> figure = draw_poles({"hanging": np.array([3.8j, -3.8j])}, title="pendulum")
    >>> figure.axes[0].get_title("left")
    'pendulum'
    """
    if not sets or len(sets) > len(MARKS) or not all(np.isfinite(values).all() for values in sets.values()):
        raise BadArray(
            f"{len(sets)} sets of poles cannot be drawn.", "One or two sets of finite numbers were expected."
        )
    figure = blank(5.5, 4.5)
    axes = figure.add_subplot()
    for (name, values), (mark, colour) in zip(sets.items(), MARKS, strict=False):
        shape: dict[str, Any] = {"markerfacecolor": "none"} if mark == "o" else {}
        axes.plot(values.real, values.imag, mark, color=colour, markersize=7, label=plain(name, 30), **shape)
    axes.axhline(0.0, color="0.8", linewidth=0.8, zorder=0)
    if sampled:
        turn = np.linspace(0.0, 2 * np.pi, 241)
        axes.plot(np.cos(turn), np.sin(turn), color="0.5", linewidth=1.0)
        axes.set_aspect("equal", adjustable="datalim")
    else:
        axes.axvline(0.0, color="0.5", linewidth=1.0, zorder=0)
        left, right = axes.get_xlim()
        axes.axvspan(0.0, max(right, 0.05 * (right - left)), color="#c8743a", alpha=0.08, linewidth=0.0)
        axes.set_xlim(left, max(right, 0.05 * (right - left)))
    axes.set_xlabel("real", fontsize=9)
    axes.set_ylabel("imaginary", fontsize=9)
    axes.set_title(plain(title, 100), fontsize=10, loc="left", parse_math=False)
    axes.spines[["top", "right"]].set_visible(False)
    if len(sets) > 1:
        axes.legend(fontsize=8, frameon=False)
    return figure
