"""The poles of a linear model as a table: frequency and damping of each, a complex pair in one row."""

from typing import Any

import numpy as np

HEADS = ("pole (1/s)", "frequency (Hz)", "damping ratio")
"""The columns of the table."""

MOST_ROWS = 24
"""The most rows of the table; the slowest modes come first."""


def mode_rows(eigenvalues: Any, step: float | None = None) -> list[tuple[str, ...]]:
    """A row for each pole s: s, |s| / 2π and −Re s / |s|; for a model sampled every `step` seconds, s = log λ / step.

    >>> mode_rows(np.array([-1.0 + 2.0j, -1.0 - 2.0j, 3.0]))
    [('-1 ± 2i', '0.3559', '0.4472'), ('3', '0.4775', '-1')]
    """
    λ = np.asarray(eigenvalues, dtype=complex)
    with np.errstate(divide="ignore", invalid="ignore"):
        poles = λ if step is None else np.log(λ) / step
    shown = sorted((s for s, z in zip(poles, λ, strict=True) if z.imag >= 0.0), key=abs)
    rows = [_row(s) for s in shown[:MOST_ROWS]]
    return rows if len(shown) <= MOST_ROWS else [*rows, (f"… and {len(shown) - MOST_ROWS} faster", "", "")]


def _row(s: complex) -> tuple[str, ...]:
    pole = f"{s.real:.4g}" if s.imag == 0.0 else f"{s.real:.4g} ± {s.imag:.4g}i"
    size = abs(s)
    return pole, f"{size / (2.0 * np.pi):.4g}", f"{-s.real / size + 0.0:.4g}" if 0.0 < size < np.inf else "–"
