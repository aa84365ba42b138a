"""A bar chart of a comparison: operations and time of each formulation, question by question."""

import warnings
from pathlib import Path
from typing import Any

from ..errors import MissingExtra, WriteError, plain, shown
from .comparison import Comparison, QuestionComparison

MULTIPLICATIONS, ADDITIONS, OTHERS, TIME = "#3b6ea5", "#9cc3e6", "#1f2f3f", "#c8743a"
"""The colours of the bars."""

LABEL: dict[str, Any] = {"fontsize": 7, "padding": 2, "color": "0.3"}
"""Style of the number at the end of a bar."""


def require() -> Any:
    """The classes of matplotlib that draw; raises `MissingExtra` if it is not installed."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("a chart as .png or .svg", "plot") from None
    return Figure, FigureCanvasAgg


def chart(comparison: Comparison, path: Path) -> None:
    """Write the chart as .png or .svg; no display is needed."""
    Figure, FigureCanvasAgg = require()
    sections = [answered for answered in comparison.questions if answered.rows]
    timed = any(row.least is not None for answered in sections for row in answered.rows)
    lines = [len(answered.rows) + 2.5 for answered in sections] or [1.0]
    figure = Figure(figsize=(12.0, min(0.9 + 0.2 * sum(lines), 200.0)), layout="constrained", dpi=110)
    FigureCanvasAgg(figure)
    figure.suptitle(
        f"{plain(comparison.robot, 60)}: operations per state{', and nanoseconds when compiled' * timed}",
        parse_math=False,
    )
    grid = figure.subplots(len(lines), 1 + timed, squeeze=False, height_ratios=lines)
    for axes, answered in zip(grid, sections, strict=False):
        for one, draw in zip(axes, (_operations, _times), strict=False):
            draw(one, answered)
    kind = path.suffix.lower().removeprefix(".")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # letters that the font lacks become boxes
            figure.savefig(path, format=kind, metadata={"Date": None} if kind == "svg" else None)
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None


def _operations(axes: Any, answered: QuestionComparison) -> None:
    names = [row.formulation for row in answered.rows]
    kinds = {
        "×": (MULTIPLICATIONS, [row.count.multiplications for row in answered.rows]),
        "+": (ADDITIONS, [row.count.additions for row in answered.rows]),
        "/, √": (OTHERS, [row.others for row in answered.rows]),
    }
    left = [0] * len(names)
    for label, (color, each) in kinds.items():
        if any(each) or label == "×":
            bars = axes.barh(names, each, left=left, color=color, label=label)
            left = [a + b for a, b in zip(left, each, strict=True)]
    axes.bar_label(bars, [str(row.arithmetic) for row in answered.rows], **LABEL)
    left_out = f", {len(answered.left_out)} left out" if answered.left_out else ""
    axes.set_title(f"{answered.question}: operations{left_out}", fontsize=9, loc="left")
    axes.legend(fontsize=7, frameon=False, ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    _tidy(axes, max(left))


def _times(axes: Any, answered: QuestionComparison) -> None:
    names = [row.formulation for row in answered.rows]
    bars = axes.barh(names, [row.least or 0.0 for row in answered.rows], color=TIME)
    labels = ["not timed" if row.least is None else f"{row.least:.3g} ns" for row in answered.rows]
    axes.bar_label(bars, labels, **LABEL)
    axes.set_title("ns per state, the least of many runs", fontsize=9, loc="left")
    axes.set_yticks(range(len(names)), [""] * len(names))
    _tidy(axes, max(row.least or 0.0 for row in answered.rows))


def _tidy(axes: Any, largest: float) -> None:
    axes.margins(y=0.6 / max(len(axes.get_yticks()), 1))  # bars fill the height
    axes.set_xlim(0.0, 1.15 * largest or 1.0)  # space for the numbers
    axes.invert_yaxis()
    axes.tick_params(labelsize=7, length=2)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, axis="x", color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
