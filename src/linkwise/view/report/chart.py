"""Charts as SVG: curves thinned to what can be seen, histograms, axes with round numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10

import numpy as np

from ...calls.arrays import Array
from .page import text

LEFT, RIGHT, TOP, BOTTOM = 52.0, 8.0, 20.0, 20.0
"""Room around the axes, in pixels."""

MOST = 400
"""Intervals of a curve; of each the smallest and the largest value are drawn."""


def thinned(x: Array, y: Array, most: int = MOST) -> tuple[Array, Array]:
    """A curve of at most 2 × most points that looks the same: the smallest and the largest of each interval.

    >>> x = np.arange(10_000.0)
    >>> [len(each) for each in thinned(x, np.sin(x))]
    [800, 800]
    """
    if len(x) <= 2 * most:
        return x, y
    edges = np.linspace(0, len(x), most + 1).astype(int)
    kept: list[int] = []
    for first, last in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        part = np.where(np.isfinite(y[first:last]), y[first:last], 0.0)
        kept += sorted((first + int(part.argmin()), first + int(part.argmax())))
    return x[kept], y[kept]


def ticks(low: float, high: float, about: int = 4) -> list[float]:
    """Round numbers between two, in steps of 1, 2 or 5.

    >>> ticks(-0.3, 7.2), ticks(0.0, 0.031)
    ([0.0, 2.0, 4.0, 6.0], [0.0, 0.01, 0.02, 0.03])
    """
    if not high > low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = power * min((1.0, 2.0, 5.0, 10.0), key=lambda m: abs(m * power - rough))
    return [round(k * step, 12) for k in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


@dataclass
class Chart:
    """A pair of axes and what is drawn on them; `log` axes have powers of ten."""

    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]
    name: str = ""
    log: bool = False
    xlabel: str = ""
    parts: list[str] = field(default_factory=list)

    def at(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Pixels of points; those outside are moved to the edge."""
        (x0, x1), (y0, y1) = self._span(self.x), self._span(self.y)
        if self.log:
            x, y = np.log10(np.maximum(x, 1e-300)), np.log10(np.maximum(y, 1e-300))
        across, up = self.width - LEFT - RIGHT, self.height - TOP - BOTTOM
        px = LEFT + across * np.clip((x - x0) / max(x1 - x0, 1e-300), 0.0, 1.0)
        py = TOP + up * (1.0 - np.clip((y - y0) / max(y1 - y0, 1e-300), 0.0, 1.0))
        return px, py

    def _span(self, ends: tuple[float, float]) -> tuple[float, float]:
        return (log10(ends[0]), log10(ends[1])) if self.log else ends

    def line(self, x: Array, y: Array, kind: str) -> Chart:
        """A curve; what is not finite is a gap."""
        x, y = thinned(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
        px, py = self.at(x, y)
        good = np.isfinite(x) & np.isfinite(y)
        edges = np.flatnonzero(np.diff(np.concatenate([[0], good.astype(int), [0]])))
        for first, last in edges.reshape(-1, 2).tolist():
            points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(px[first:last], py[first:last], strict=True))
            self.parts.append(f'<polyline class="{kind}" points="{points}"/>')
        return self

    def level(self, y: float, kind: str) -> Chart:
        """A horizontal line, if it is inside."""
        if self.y[0] <= y <= self.y[1]:
            self.line(np.array(self.x), np.array([y, y]), kind)
        return self

    def bars(self, edges: Array, heights: Array) -> Chart:
        """A histogram."""
        px, _ = self.at(edges, edges)
        _, py = self.at(edges[:-1], heights)
        bottom = self.height - BOTTOM
        for left, right, top in zip(px[:-1], px[1:], py, strict=True):
            if bottom - top > 0.05:
                width, height = max(right - left - 0.6, 0.5), bottom - top
                box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
                self.parts.append(f'<rect class="bar" {box}/>')
        return self

    def svg(self) -> str:
        """The chart with its axes."""
        lines: list[str] = []
        for value in self._ticks(self.y, 3 if self.height > 100.0 else 2):
            y = float(self.at(np.array([self.x[0]]), np.array([value]))[1][0])
            lines.append(f'<line class="grid" x1="{LEFT}" x2="{self.width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            lines.append(f'<text x="{LEFT - 6}" y="{y + 3.5:.1f}" text-anchor="end">{self._number(value)}</text>')
        for value in self._ticks(self.x, 8 if self.width > 500.0 else 5):
            x = float(self.at(np.array([value]), np.array([self.y[0]]))[0][0])
            label = f'<text x="{x:.1f}" y="{self.height - 5}" text-anchor="middle">{self._number(value)}</text>'
            lines.append(label)
        if self.xlabel:
            end = self.width - RIGHT
            lines.append(f'<text x="{end}" y="{TOP - 7}" text-anchor="end">{text(self.xlabel)}</text>')
        name = f'<text class="name" x="{LEFT}" y="{TOP - 7}">{text(self.name)}</text>' if self.name else ""
        size = f'width="{self.width:.0f}" height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        return f'<svg {size} role="img">{"".join([name, *lines, *self.parts])}</svg>'

    def _ticks(self, ends: tuple[float, float], about: int) -> Sequence[float]:
        if not self.log:
            return ticks(*ends, about)
        low, high = ceil(log10(ends[0]) - 1e-9), floor(log10(ends[1]) + 1e-9)
        return [10.0**k for k in range(low, high + 1, max(1, (high - low) // 4))]

    def _number(self, value: float) -> str:
        if self.log:
            power = round(log10(value))
            return f"{value:g}" if -3 < power < 4 else f"1e{power}"
        return f"{value:g}"


def around(values: Array, least: float = 1e-9, room: float = 0.06) -> tuple[float, float]:
    """The ends of an axis for values, with some room.

    >>> around(np.array([0.0, 1.0]), room=0.1)
    (-0.1, 1.1)
    """
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    span = max(high - low, least)
    middle = 0.5 * (low + high)
    half = 0.5 * span * (1.0 + 2.0 * room)
    return (low - room * span, high + room * span) if high - low >= least else (middle - half, middle + half)
