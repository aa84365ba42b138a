"""The demo's picture: the motion, its torques, and how far the formulations are apart."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ..calls.arrays import Array
from ..errors import MissingExtra, WriteError, shown
from ..trajectories import Motion

EPS = float(np.finfo(float).eps)
FLOOR = 1e-18


def plot(path: Path, t: Array, at: Motion, tau: Array, apart: Mapping[str, Array], joints: Sequence[str]) -> None:
    """Write the picture as PNG; no display is needed."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("the demo's plot", "plot") from None
    figure = Figure(figsize=(9.0, 9.0), layout="constrained", dpi=120)
    FigureCanvasAgg(figure)
    place, force, difference = figure.subplots(3, 1, sharex=True, height_ratios=(1.0, 1.4, 0.9))
    figure.suptitle("Panda, rest to rest: motion, torques, and agreement of the formulations", fontsize=12)
    for k, name in enumerate(joints):
        place.plot(t, at.q[:, k], color=f"C{k}", linewidth=1.6)
        force.plot(t, tau[:, k], color=f"C{k}", linewidth=1.6, label=name)
    place.set_ylabel("position q [rad]")
    force.set_ylabel("torque τ [N m]")
    for k, (name, each) in enumerate(list(apart.items())[1:]):
        # exact agreement has no place on a logarithmic axis: it is drawn at the bottom
        difference.semilogy(t, np.maximum(each, FLOOR), ".", color=f"C{k + 7}", markersize=3.5, label=name)
    difference.axhline(EPS, color="0.5", linestyle="--", linewidth=1.0)
    difference.text(
        0.01, 0.9, f"dashed: spacing of doubles, {EPS:.1e}", transform=difference.transAxes, color="0.4", fontsize=8
    )
    difference.set_ylim(FLOOR, max(1e-14, 10.0 * max(float(np.max(each)) for each in apart.values())))
    difference.set_ylabel("|Δτ| / max |τ|")
    difference.set_xlabel("time t [s]")
    beside = {"loc": "center left", "bbox_to_anchor": (1.01, 0.5), "frameon": False}
    force.legend(**beside, title="joint")
    difference.legend(**beside, title=f"against {next(iter(apart))}", fontsize=8, title_fontsize=8)
    for axes in (place, force, difference):
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    place.set_xlim(t[0], t[-1])
    try:
        figure.savefig(path, format="png")
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None
