"""Bars as a picture: operations and time of each formulation, question by question."""

import warnings
from pathlib import Path
from typing import Any

from ..errors import MissingExtra, WriteError, plain, shown
from .comparison import Answered, Comparison

MULTIPLICATIONS, ADDITIONS, TIME = "#3b6ea5", "#9cc3e6", "#c8743a"
"""The colours of the bars."""


def require() -> Any:
    """What draws, or the error that names the missing package."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("a chart as .png or .svg", "plot") from None
    return Figure, FigureCanvasAgg


def chart(comparison: Comparison, path: Path) -> None:
    """Write the picture as .png or .svg; no display is needed."""
    Figure, FigureCanvasAgg = require()
    shown_ones = [answered for answered in comparison.questions if answered.rows]
    lines = [len(answered.rows) + 2.5 for answered in shown_ones] or [1.0]
    figure = Figure(figsize=(12.0, min(0.9 + 0.2 * sum(lines), 200.0)), layout="constrained", dpi=110)
    FigureCanvasAgg(figure)
    figure.suptitle(
        f"{plain(comparison.robot, 60)}: operations and, compiled, nanoseconds of one state", parse_math=False
    )
    timed = any(row.least is not None for answered in shown_ones for row in answered.rows)
    grid = figure.subplots(len(lines), 1 + timed, squeeze=False, height_ratios=lines)
    for axes, answered in zip(grid, shown_ones, strict=False):
        for one, draw in zip(axes, (_operations, _times), strict=False):
            draw(one, answered)
    kind = path.suffix.lower().removeprefix(".")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # letters of a name that the font has not are boxes
            figure.savefig(path, format=kind, metadata={"Date": None} if kind == "svg" else None)
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None


def _operations(axes: Any, answered: Answered) -> None:
    names = [row.formulation for row in answered.rows]
    times, plus = ([getattr(row.count, key) for row in answered.rows] for key in ("multiplications", "additions"))
    axes.barh(names, times, color=MULTIPLICATIONS, label="×")
    axes.barh(names, plus, left=times, color=ADDITIONS, label="+")
    axes.set_title(f"{answered.question}: operations", fontsize=9, loc="left")
    axes.legend(fontsize=7, frameon=False, ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    _tidy(axes)


def _times(axes: Any, answered: Answered) -> None:
    names = [row.formulation for row in answered.rows]
    bars = axes.barh(names, [row.least or 0.0 for row in answered.rows], color=TIME)
    axes.bar_label(
        bars,
        ["not timed" if row.least is None else f"{row.least:.3g}" for row in answered.rows],
        fontsize=7, padding=2, color="0.3",
    )  # fmt: skip
    axes.set_title("ns, the least of many runs", fontsize=9, loc="left")
    axes.set_yticks(range(len(names)), [""] * len(names))
    axes.margins(x=0.12)
    axes.set_xlim(left=0.0)
    _tidy(axes)


def _tidy(axes: Any) -> None:
    axes.invert_yaxis()
    axes.tick_params(labelsize=7, length=2)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, axis="x", color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
