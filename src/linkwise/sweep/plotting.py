"""`sweep.plot`: histograms of a number."""

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from ..view.picture import blank, require, save
from .statistic import Statistic

MOST = 12
"""How many entries of an array get a histogram."""

COARSE = 60
"""Bins of a histogram of values that were kept."""


def histogram(statistic: Statistic, rollouts: int, path: str | PathLike[str] | None) -> Any:
    """A histogram for each entry, bar heights are the fraction of rollouts per unit; lines at 5, 50 and 95 %."""
    if path is not None:
        require(Path(path))
    entries = list(np.ndindex(*statistic.shape))[:MOST]
    columns = min(3, len(entries))
    rows = -(-len(entries) // columns)
    figure = blank(4.2 * columns, 2.8 * rows)
    for k, index in enumerate(entries):
        axes = figure.add_subplot(rows, columns, k + 1)
        low, high, counts = statistic.histogram(k)
        if statistic.kept is not None and len(counts):
            column = statistic.kept[:, k]
            counts, edges = np.histogram(column[np.isfinite(column)], COARSE)
            low, high = edges[:-1], edges[1:]
        width = high - low
        good = width > 0.0
        if good.any():
            axes.bar(low[good], counts[good] / width[good] / rollouts, width[good], align="edge")
        for share, style in ((0.05, ":"), (0.5, "-"), (0.95, ":")):
            axes.axvline(float(np.ravel(statistic.quantile(share))[k]), color="0.3", linestyle=style, linewidth=1.0)
        axes.set_title(statistic.name + (f" [{', '.join(map(str, index))}]" if index else ""), parse_math=False)
        axes.set_ylabel("share per unit")
    if path is not None:
        save(figure, Path(path))
    return figure
