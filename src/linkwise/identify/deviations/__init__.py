"""Standard deviations of estimates, honest under residuals that are correlated in time.

With x = x₀ + H⁻¹ Σ_j W_jᵀ e_j / σ_j², the covariance is H⁻¹ M H⁻¹, where M is that of the sum. Residuals of real
robots are strongly correlated (lag-1 0.92 to 0.98); taking them for white makes deviations several times too small.
Besides, a fit takes away from the noise just what its columns can hold, and what they hold is slow: residuals look
less correlated than the noise was. `METHODS` lists the ways by name:

bands           "correlated": how strong each joint's noise is, frequency band by frequency band, freed of that loss
blocks          "blocks": how much the fit changes without each block of time; for long logs, whose rows are not kept
bootstrap       "bootstrap": fits to blocks of time drawn with replacement
white           "white": as if residuals were uncorrelated
autocovariance  of residuals, and how long blocks must be for it
"""

from __future__ import annotations

from collections.abc import Callable

from ...calls.arrays import Array
from ...errors import UnknownName
from ..estimators import Estimate, Problem
from .autocovariance import autocovariance
from .bands import bands
from .blocks import blocks
from .bootstrap import bootstrap
from .white import white

__all__ = ["METHODS", "autocovariance", "covariance"]

METHODS: dict[str, Callable[[Problem, Estimate], Array]] = {
    "correlated": bands,
    "blocks": blocks,
    "bootstrap": bootstrap,
    "white": white,
}
"""The ways to the covariance of an estimate, by name."""


def covariance(problem: Problem, estimate: Estimate, method: str = "auto") -> tuple[Array, str]:
    """The covariance of an estimate (p, p), and by which method."""
    if method == "auto":
        method = "correlated" if problem.rows.kept else "blocks"
    if method not in METHODS:
        raise UnknownName("way to deviations", method, "linkwise.identify", ("auto", *METHODS))
    found = METHODS[method](problem, estimate)
    return 0.5 * (found + found.T), method
