"""`sweep.plot`: histograms of a number."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, shown
from ..view.curves import UNITS
from ..view.picture import blank, require, save
from .bins import Edges
from .statistic import Statistic

if TYPE_CHECKING:
    from ..calls.scalar_system import Movable

MOST = 12
"""How many entries of an array get a histogram."""

BARS = 40
"""Bars of a histogram."""

FEW = 12
"""So many values, each by itself, get a bar each; of whole numbers three times as many."""

ALIKE = 1e-9
"""Values closer than this, relative to the largest, are one: a range as small as that is rounding."""

TAIL, FAR = 0.001, 3.0
"""The share of rollouts at either end that is cut off where it would take the rest's room this many times over."""

WIDE = 300.0
"""The ratio of the 95 % quantile to the 5 % one above which positive numbers are shown by their logarithms."""

CROWDED, RATIO = 0.05, 10.0
"""They are, too, where nine rollouts in ten would share this much of the axis and are this far apart, as a ratio."""

BAR, MARK = "#3b6ea5", "0.25"
"""The colours of bars, and of the lines at quantiles."""


class Bars(NamedTuple):
    """Bars from `low` to `high` with the share of rollouts in each; how many rollouts lie beyond, and whether the axis
    is one of logarithms."""

    low: Array
    high: Array
    share: Array
    beyond: float = 0.0
    logarithmic: bool = False


def histogram(
    statistic: Statistic, rollouts: int, path: str | PathLike[str] | None, unit: str | None, robot: "Movable | None"
) -> Any:
    """A histogram for each entry, bar heights are shares of the rollouts; lines at 5, 50 and 95 %."""
    if path is not None:
        require(Path(path))
    if not isinstance(unit, str | None):
        raise BadArray(f"unit is {shown(repr(unit))}.", "A string was expected.", 'unit="N m", say.')
    units = _units(statistic, unit, robot)
    entries = list(np.ndindex(*statistic.shape))[:MOST]
    columns = min(3, len(entries))
    rows = -(-len(entries) // columns)
    figure = blank(max(4.2 * columns, 5.0), 2.8 * rows + 0.3)
    for k, index in enumerate(entries):
        axes = figure.add_subplot(rows, columns, k + 1)
        name = statistic.name + (f" [{', '.join(map(str, index))}]" if index else "")
        axes.set_xlabel(f"{name} [{units[k]}]" if units[k] else name, parse_math=False)
        axes.set_ylabel("rollouts [%]")
        axes.spines[["top", "right"]].set_visible(False)
        _draw(axes, bars_of(statistic, k), 100.0 / max(rollouts, 1))
        for share, style in ((0.05, ":"), (0.5, "-"), (0.95, ":")):
            axes.axvline(float(np.ravel(statistic.quantile(share))[k]), color=MARK, linestyle=style, linewidth=1.0)
    figure.suptitle(f"{rollouts} rollouts; lines at the median, and at 5 and 95 %", fontsize=9)
    if path is not None:
        save(figure, Path(path))
    return figure


def _units(statistic: Statistic, unit: str | None, robot: "Movable | None") -> list[str]:
    """The units of the entries; those of positions and velocities are known, all others empty unless given."""
    quantity = {"q": "position", "qd": "velocity"}.get(statistic.name)
    slides = [] if robot is None else [body.joint.slides for body in robot.scalar_system.tree.bodies]
    if unit is None and quantity is not None and statistic.shape == (len(slides),):
        return [UNITS[quantity][slide] for slide in slides]
    return [unit or ""] * len(statistic.tally.count)


def _draw(axes: Any, bars: Bars, percent: float) -> None:
    if not len(bars.low):
        axes.text(0.5, 0.5, "no finite value", transform=axes.transAxes, ha="center", color="0.4")
        axes.set(xticks=[], yticks=[])
        return
    if bars.logarithmic:
        axes.set_xscale("log")
    axes.bar(bars.low, percent * bars.share, bars.high - bars.low, align="edge", color=BAR)
    pad = 2.0 * (bars.high[0] - bars.low[0]) if len(bars.low) == 1 else 0.0
    axes.set_xlim(bars.low[0] - pad, bars.high[-1] + pad)
    axes.ticklabel_format(axis="x" if not bars.logarithmic else "y", useOffset=False)
    if bars.beyond:
        text = f"{percent * bars.beyond:.2g} % beyond"
        axes.text(1.0, 1.0, text, transform=axes.transAxes, ha="right", va="bottom", fontsize=7, color="0.4")


def bars_of(statistic: Statistic, entry: int) -> Bars:
    """The bars for one entry: one for each value if there are few, otherwise of equal width.

    >>> import linkwise
    >>> same = linkwise.load("pendulum").sweep(9, {"q0": [0.1]}, step=1e-3, steps=1).statistics["q"]
    >>> len(bars_of(same, 0).low), bars_of(same, 0).share
    (1, array([9.]))
    """
    low, high, counts = statistic.histogram(entry)
    if statistic.kept is not None:
        column = statistic.kept[:, entry]
        values, many = np.unique(column[np.isfinite(column)], return_counts=True)
        low, high, counts = values, values, many.astype(float)
    if not len(counts):
        return Bars(low, high, counts)
    if isinstance(statistic.bins, Edges) and statistic.kept is None:
        return Bars(low, np.where(high > low, high, low + ALIKE), counts)
    values = 0.5 * (low + high)
    scale = float(np.abs(values).max()) or 1.0
    first, last = float(low[0]), float(high[-1])
    if last - first <= ALIKE * scale:  # a constant
        half = 0.05 * scale
        return Bars(np.array([first - half]), np.array([first + half]), np.array([counts.sum()]))
    narrow = bool((high - low <= 1e-3 * (last - first)).all())
    whole = narrow and bool((np.abs(values - np.round(values)) <= ALIKE * scale).all())
    if narrow and len(values) <= FEW * (3 if whole else 1):
        half = 0.4 * float(np.diff(values).min())
        return Bars(values - half, values + half, counts)
    return _even(statistic, entry, low, high, counts)


def _even(statistic: Statistic, entry: int, low: Array, high: Array, counts: Array) -> Bars:
    """Bars of equal width, or of equal ratio; the numbers of a bin are spread over it evenly."""
    tail = [float(np.ravel(statistic.quantile(p))[entry]) for p in (TAIL, 0.05, 0.95, 1.0 - TAIL)]
    least, most = float(low[0]), float(high[-1])
    room = FAR * (tail[3] - tail[0])
    begin = tail[0] if tail[0] - least > room else least
    end = tail[3] if most - tail[3] > room else most
    crowded = tail[2] - tail[1] < CROWDED * (end - begin) and tail[2] > RATIO * tail[1]
    logarithmic = least > 0.0 and (crowded or tail[2] > WIDE * tail[1])
    edges = np.geomspace(least, most, BARS + 1) if logarithmic else np.linspace(begin, end, BARS + 1)
    ends = np.cumsum(counts)
    places = np.stack([low, high], axis=1).ravel()
    below = np.stack([ends - counts, ends], axis=1).ravel()
    if np.array_equal(low, high):  # kept values, each by itself
        share = np.histogram(low, edges, weights=counts)[0]
    else:
        cumulated = np.interp(edges, places, below)
        cumulated[0] = 0.0 if edges[0] <= low[0] else cumulated[0]  # many may lie at the very beginning
        share = np.diff(cumulated)
    beyond = float(ends[-1] - share.sum())
    return Bars(edges[:-1], edges[1:], share, beyond if beyond > 0.5 and not logarithmic else 0.0, logarithmic)
