"""Speed-up against the number of processors, with the bound of any schedule."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import BadArray, plain
from ..program.schedule import Schedule
from .picture import blank

COLOURS = ("#3b6ea5", "#c8743a", "#4f8f4f", "#8a5aa5", "#b0413e", "#7a7a7a", "#c2a83e", "#3f9c9c")
"""The colours of the curves, in turn; after each round the marks change."""

MARKS = "os^vD"

FEW = 10
"""More curves than this have their names beside the picture."""


def draw_speedups(curves: Mapping[str, Sequence[Schedule]], title: str = "") -> Any:
    """The schedules of some programs by name: speed-up over processors, dotted where no schedule could do better.

    >>> from linkwise.program import trace
    >>> from linkwise.program.schedule import schedules
    >>> program = trace(lambda x: [x[0] * x[1] + x[2] * x[3]], {"x": 4})
    >>> figure = draw_speedups({"two products": schedules(program, [1, 2, 4])}, title="a sum")
    >>> figure.axes[0].lines[0].get_ydata().tolist()
    [1.0, 1.5, 1.5]
    """
    if not curves or not all(curves.values()):
        raise BadArray("there is nothing to draw.", "At least one schedule of each program was expected.")
    figure = blank(7.0 if len(curves) <= FEW else 11.0, max(5.0, 0.16 * len(curves)))
    axes = figure.add_subplot()
    most = max(each.processors for found in curves.values() for each in found)
    for k, (name, found) in enumerate(curves.items()):
        colour, mark = COLOURS[k % len(COLOURS)], MARKS[k // len(COLOURS) % len(MARKS)]
        p = [each.processors for each in found]
        gains = [each.speedup for each in found]
        axes.plot(p, gains, f"{mark}-", color=colour, ms=3.5, lw=1.4, label=plain(name, 80))
        axes.plot(p, [each.work / max(each.bound, 1) for each in found], ":", color=colour, lw=1.0)
    axes.plot([1, most], [1, most], color="0.8", lw=0.8, zorder=0)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:g}")
    axes.set_xlabel("processors", fontsize=9)
    axes.set_ylabel("speed-up", fontsize=9)
    axes.set_title(plain(title, 100), fontsize=10, loc="left", parse_math=False)
    axes.spines[["top", "right"]].set_visible(False)
    beside: dict[str, Any] = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)} if len(curves) > FEW else {}
    axes.legend(fontsize=7, frameon=False, **beside)
    return figure
