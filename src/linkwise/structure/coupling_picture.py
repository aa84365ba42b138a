"""A picture of couplings: who acts on whom, how strongly, and why not."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import plain
from ..view.picture import blank, require, save
from .reasons import DESIGN, HERE, INDEX, PARAMETERS

if TYPE_CHECKING:
    from .couplings import Couplings, Names

ZEROS = {
    INDEX: ("#dcdcdc", "by index"),
    DESIGN: ("#b9d6c2", "by design"),
    PARAMETERS: ("#f3d9a4", "by parameters"),
    HERE: ("#d9c8e8", "at this configuration"),
}
"""The colours of coefficients that are zero, and why they are."""

FAINTEST = 1e-5
"""Relative to the largest coefficient: where the scale of sizes ends."""

MANY = 12
"""Robots of more coordinates get no numbers at the cells."""


def draw_couplings(couplings: Couplings, path: str | Path | None) -> Any:
    """The inertia matrix with the loads of gravity, and for each joint the velocity coefficients that it feels."""
    path = None if path is None else require(path)
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LogNorm
    from matplotlib.patches import Patch

    n = len(couplings.joints)
    rows = 1 if n <= 3 else 2 if n <= 8 else math.ceil(math.sqrt(n / 2))
    across = math.ceil(n / rows)
    figure = blank(2.0 * across + 4.4, max(2.0 * rows + 1.2, 3.4))
    left, right = figure.subfigures(1, 2, width_ratios=(3.4, 2.0 * across + 1.0))
    norm = LogNorm(FAINTEST, 1.0)
    own = np.sqrt(np.diagonal(couplings.matrix_size))
    scale = np.where(own > 0.0, own, 1.0)
    load = couplings.gravity_size.max(initial=0.0) or 1.0
    first, second = left.subplots(1, 2, width_ratios=(n, 1))
    _cells(first, couplings.matrix_size / np.outer(scale, scale), couplings.matrix, norm)
    _cells(second, (couplings.gravity_size / load)[:, None], couplings.gravity[:, None], norm)
    first.set_title("inertia $D_{ik}$", fontsize=9, loc="left")
    second.set_title("$c_i$", fontsize=9, loc="left")
    second.set_xticks([])
    first.set_ylabel("felt at joint i", fontsize=8)
    first.set_xlabel("by joint k", fontsize=8)
    largest = couplings.velocity_size.max(initial=0.0) or 1.0
    panels = right.subplots(rows, across, squeeze=False).ravel()
    for i, axes in enumerate(panels):
        if i >= n:
            axes.set_visible(False)
            continue
        _cells(axes, couplings.velocity_size[i] / largest, couplings.velocity[i], norm)
        axes.set_title(f"$h_{{{i + 1}km}}$", fontsize=9, loc="left")
    seen = {str(x) for x in (*couplings.matrix.flat, *couplings.velocity.flat, *couplings.gravity.flat)}
    patches = [Patch(color=colour, label=f"zero {word}") for reason, (colour, word) in ZEROS.items() if reason in seen]
    figure.legend(handles=patches, loc="outside lower left", fontsize=8, frameon=False, ncols=len(patches))
    bar = right.colorbar(ScalarMappable(norm, _shades()), ax=panels.tolist(), fraction=0.05, pad=0.02)
    bar.set_label("size, relative to the largest", fontsize=8)
    bar.ax.tick_params(labelsize=7)
    title = f"{plain(couplings.robot, 40)}: who couples with whom, and why not"
    figure.suptitle(title, fontsize=11, parse_math=False)
    if path is not None:
        save(figure, path)
    return figure


def _shades() -> Any:
    """Blues without the palest: what acts is seen to act."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    return ListedColormap(colormaps["Blues"](np.linspace(0.12, 1.0, 256)))


def _cells(axes: Any, sizes: Array, reasons: Names, norm: Any) -> None:
    """A square for each coefficient: its size if it acts, the colour of the reason if it is zero."""
    from matplotlib.colors import to_rgba

    shade = _shades()(norm(np.maximum(sizes, FAINTEST)))
    for reason, (colour, _) in ZEROS.items():
        shade[reasons == reason] = to_rgba(colour)
    axes.imshow(shade, aspect="equal")
    height, width = reasons.shape
    axes.set_xticks(np.arange(width + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(height + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.0)
    axes.tick_params(which="both", length=0, labelsize=7)
    few = max(height, width) <= MANY
    axes.set_xticks(range(width) if few else [], [str(k + 1) for k in range(width)] if few else [])
    axes.set_yticks(range(height) if few else [], [str(k + 1) for k in range(height)] if few else [])
    for spine in axes.spines.values():
        spine.set_visible(False)
