"""Base parameters from numbers: the first independent columns of a stack of regressors.

Khalil & Dombre (2002), eqs. [9.36]–[9.40], by the QR decomposition its Appendix 5 takes from Gautier.
                                                                                        [khalil2002] [gautier1991]

    Γ = D K = [D1 D2] [K1; K2],   D2 = D1 β,   Γ = D1 (K1 + β K2) = D1 K_B          [9.36], [9.39], [9.40]
    Dʲ = 0: K_j has no effect                                                       [9.37]

D is called W here, stacked over states that excite every parameter. Its columns need not be those of links: rotors,
friction and shared drives are treated alike, and so are trees and coupled joints.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...calls.arrays import Array
from ...calls.checks import all_positive, finite
from ...errors import BadArray, listed, shown
from .reduction import Gap, Reduction

DROPPED, KEPT = 1e-9, 1e-5
"""The part of a column of length 1 that is independent of the others. Below the first it is rounding (about 1e-15 for
arms, hands and humanoids), above the second a separate parameter (0.02 and more). Between are near-misses: 1.5708 for
a quarter turn leaves about 4e-6."""

BETWEEN = 1e-7
"""The limit between the two, column by column."""

NOTHING, SOMETHING = 1e-13, 1e-11
"""The same for a column's length relative to the longest: vanishing columns have 1e-16 or less, small links 1e-7."""


def independent_columns(W: ArrayLike, names: Sequence[str], typical: ArrayLike | None = None) -> Reduction:
    """The base parameters of Γ = W K: the first independent columns, so that the highest subscripts are eliminated.

    How many there are is decided by a QR decomposition with pivoting of columns scaled to length 1, and refused if its
    diagonal shows no gap; which ones is decided in the order of K. `typical` says how large the entries of each column
    are where its parameter acts fully: a base parameter with next to no effect is then refused as well.

    >>> states = np.random.default_rng(0).normal(size=(20, 2))
    >>> W = np.column_stack([states, states @ [3.0, -0.5]])
    >>> independent_columns(W, ["M1", "M2", "M3"]).beta.round(9) + 0.0
    array([[ 1. ,  0. ,  3. ],
           [ 0. ,  1. , -0.5]])
    """
    names = tuple(names)
    W = _checked(W, names)
    size: Array = np.linalg.norm(W, axis=0)
    full = None if typical is None else all_positive("typical", typical, (len(names),), "a size for each parameter")
    active = _active(size if full is None else size / full, names)
    scaled = triangle(W[:, active] / size[active])
    chosen, gap = _chosen(scaled, [names[k] for k in active])
    if len(chosen) == len(W) < len(active):
        raise BadArray(
            f"W has {len(W)} rows for {len(active)} parameters that have an effect.",
            "More rows than base parameters are needed to tell which columns are independent.",
            "stack the regressors of more states.",
        )
    kept = active[chosen]
    if full is not None:
        _require_effect(size[kept] / np.sqrt(len(W)), full[kept], [names[k] for k in kept])
    return _reduction(names, active, kept, scaled * size[active], gap)


def triangle(W: Array) -> Array:
    """R of a QR decomposition: fewer rows, whose columns have the lengths and angles of those of W.

    >>> abs(triangle(np.array([[3.0, 0.0], [4.0, 5.0], [0.0, 0.0]]))).round(9).tolist()
    [[5.0, 4.0], [0.0, 3.0]]
    """
    R: Array = np.linalg.qr(W, mode="r")  # type: ignore[assignment]
    return R


def _active(size: Array, names: Sequence[str]) -> NDArray[np.intp]:
    """The indices of the columns that do not vanish."""
    longest = size.max(initial=0.0)
    unclear = np.flatnonzero((size > NOTHING * longest) & (size < SOMETHING * longest))
    if len(unclear):
        raise _undecided([names[k] for k in unclear.tolist()], "almost vanish")
    return np.flatnonzero(size > NOTHING * longest)


def _chosen(scaled: Array, names: Sequence[str]) -> tuple[NDArray[np.intp], Gap]:
    """Which columns of length 1 are the first independent ones, and how clear the decision is."""
    rank, gap = _rank(scaled)
    independent = _independent_parts(scaled)
    chosen = np.flatnonzero(independent > BETWEEN)
    if gap.dropped > DROPPED or len(chosen) != rank:
        unclear = np.flatnonzero((independent > DROPPED) & (independent < KEPT))
        why = f"almost depend on others: the diagonal of R has {gap.dropped:.1e}"
        raise _undecided([names[k] for k in unclear.tolist()], why)
    return chosen, gap


def _require_effect(size: Array, full: Array, names: Sequence[str]) -> None:
    """Refuse base parameters with next to no effect. Grouped ones may have little: 1e-6 of a mass, 1 mm off an axis."""
    faint = np.flatnonzero(size < KEPT * full)
    if len(faint):
        raise _undecided([names[k] for k in faint.tolist()], "almost vanish")


def _reduction(
    names: tuple[str, ...], active: NDArray[np.intp], kept: NDArray[np.intp], columns: Array, gap: Gap
) -> Reduction:
    """β, and everything else found from the active columns."""
    is_kept = np.isin(active, kept)
    D1, D2 = columns[:, is_kept], columns[:, ~is_kept]
    grouped = active[~is_kept]
    beta = np.zeros((len(kept), len(names)))
    beta[:, kept], beta[:, grouped] = np.eye(len(kept)), grouping(D1, D2)
    condition, scaled = (float(np.linalg.cond(D1)), scaled_condition(D1)) if len(kept) else (1.0, 1.0)
    no_effect = np.setdiff1d(np.arange(len(names)), active)
    own, others, none = (tuple(indices.tolist()) for indices in (kept, grouped, no_effect))
    return Reduction(names, own, others, none, beta, gap, condition, scaled)


def scaled_condition(W: Array) -> float:
    """The condition number of a matrix with its columns scaled to length 1; infinite if one of them vanishes.

    >>> scaled_condition(np.diag([1.0, 1000.0]))
    1.0
    """
    size = np.linalg.norm(W, axis=0)
    return float(np.linalg.cond(W / size)) if size.all() else float("inf")


def grouping(W1: Array, W2: Array) -> Array:
    """The β of W2 = W1 β, [9.40], by a QR decomposition of columns scaled to length 1.

    >>> grouping(np.array([[2.0], [0.0]]), np.array([[1.0], [0.0]]))
    array([[0.5]])
    """
    from scipy.linalg import solve_triangular

    size = np.linalg.norm(W1, axis=0)
    Q, R = np.linalg.qr(W1 / size)
    solution: Array = solve_triangular(R, Q.T @ W2) / size[:, None]
    return solution


def _rank(scaled: Array) -> tuple[int, Gap]:
    """How many of the columns are independent."""
    if not scaled.size:
        return 0, Gap(1.0, 0.0)
    from scipy.linalg import qr

    diagonal = np.abs(np.diag(qr(scaled, mode="r", pivoting=True)[0]))
    diagonal = diagonal / diagonal[0]
    rank = int((diagonal >= KEPT).sum())
    return rank, Gap(float(diagonal[rank - 1]), float(diagonal[rank]) if rank < len(diagonal) else 0.0)


def _independent_parts(scaled: Array) -> Array:
    """How much of each column is independent of those before it.

    The diagonal of R without pivoting gives this too, but only up to the first dependent column: what rounding left of
    that one becomes a direction like any other, and takes its share of the columns after it. Here it is left out.
    """
    basis = np.zeros((scaled.shape[0], 0))
    parts = np.zeros(scaled.shape[1])
    for k, column in enumerate(scaled.T):
        rest = column - basis @ (basis.T @ column)
        rest = rest - basis @ (basis.T @ rest)  # again, as rounding leaves a little the first time
        parts[k] = np.linalg.norm(rest)
        if parts[k] > BETWEEN:
            basis = np.column_stack([basis, rest / parts[k]])
    return parts


def _checked(W: ArrayLike, names: tuple[str, ...]) -> Array:
    twice = [name for k, name in enumerate(names) if name in names[:k]]
    if twice:
        raise BadArray(f"names has {shown(twice[0])} more than once.", "Each column has a name of its own.")
    array = finite("W", W, (len(names),), "one column for each parameter")
    if array.ndim != 2 or not len(array):
        raise BadArray(f"W has shape {array.shape}.", "A matrix with at least one row was expected.")
    return array


def _undecided(names: Sequence[str], why: str) -> BadArray:
    return BadArray(
        f"the base parameters cannot be decided: {listed(names) if names else 'some columns'} {why}.",
        f"A column's independent part must be above {KEPT:.0e} (kept) or below {DROPPED:.0e} (dropped).",
        "use more states, or states that move every joint widely; if a file rounds quarter turns or lengths, "
        "make them exact first with linkwise.model.rewrite.snap.",
    )
