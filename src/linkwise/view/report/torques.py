"""Measured and predicted torques joint by joint, what is left over, and its spectrum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .chart import Chart, around
from .page import text

if TYPE_CHECKING:
    from ...identify.residuals import Residuals, Spectrum

KEY = (
    '<p class="soft"><span class="key" style="background:var(--one);margin-left:0"></span>measured'
    '<span class="key" style="background:var(--two)"></span>predicted'
    '<span class="key" style="background:var(--three)"></span>measured − predicted'
    "; both filtered as for the fit</p>"
)
"""What the colours mean."""


def torques(title: str, found: Residuals, spectrum: Spectrum, joints: Sequence[str], units: Sequence[str]) -> str:
    """A row for each joint: torques over time, below them what is left over, and its spectrum."""
    t, error = found.time - found.time[0], found.measured - found.predicted
    ends = (float(t[0]), float(t[-1]))
    rows = []
    floor = max(float(spectrum.density.max(initial=0.0)) * 1e-7, 1e-30)
    above = np.flatnonzero(spectrum.density.max(axis=1) > floor)  # the filter leaves nothing beyond
    inside = (spectrum.frequencies > 0.0) & (np.arange(len(spectrum.frequencies)) <= above.max(initial=1))
    f, density = spectrum.frequencies[inside], spectrum.density[inside]
    for j, joint in enumerate(joints):
        both = np.concatenate([found.measured[:, j], found.predicted[:, j]])
        low, high = around(both)
        upper = Chart(760.0, 150.0, ends, (low, high), joint, xlabel=f"{units[j]} over s")
        upper.line(t, found.measured[:, j], "one").line(t, found.predicted[:, j], "two")
        size = max(float(np.abs(error[:, j]).max()), 1e-9)
        lower = Chart(760.0, 84.0, ends, (-1.1 * size, 1.1 * size), xlabel="measured − predicted")
        lower.line(t, error[:, j], "three")
        charts = f"<div>{upper.svg()}{lower.svg()}</div>"
        if len(f) > 1:
            heights = (floor, max(10.0 * floor, 2.0 * float(density.max())))
            right = Chart(360.0, 234.0, (float(f[0]), float(f[-1])), heights, "left over", log=True)
            right.xlabel = f"({units[j]})²/Hz over Hz"
            charts += f"<div>{right.line(f, np.maximum(density[:, j], floor), 'line').svg()}</div>"
        rows.append(f'<div class="row">{charts}</div>')
    return f"<h3>{text(title)}</h3>{''.join(rows)}"
