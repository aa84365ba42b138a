"""Base parameters from numbers: the first independent columns of a stack of regressors.

Khalil & Dombre (2002), eqs. [9.36]–[9.40], by the QR decomposition its Appendix 5 takes from Gautier.
                                                                                        [khalil2002] [gautier1991]

    Γ = D K = [D1 D2] [K1; K2],   D2 = D1 β,   Γ = D1 (K1 + β K2) = D1 K_B          [9.36], [9.39], [9.40]
    Dʲ = 0: K_j has no effect                                                       [9.37]

D is W here, stacked over states that excite every parameter. It need not be of links alone: rotors, friction, shared
drives, trees and joints that follow others are columns like any.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...calls.arrays import Array
from ...calls.checks import numbers
from ...errors import BadArray, listed
from .reduction import Gap, Reduction

DROPPED, KEPT = 1e-9, 1e-5
"""What of a column of length 1 lies beyond the others: below, rounding (some 1e-15 for arms, hands and humanoids);
above, a parameter of its own (0.02 and more). Between lie near-misses: 1.5708 for a quarter turn leaves about 4e-6."""

BETWEEN = 1e-7
"""Where the two are told apart, column by column."""

NOTHING, SOMETHING = 1e-13, 1e-11
"""The same for a column's length against the longest: vanishing ones have 1e-16 or less, small links 1e-7."""


def independent_columns(W: ArrayLike, names: Sequence[str], typical: ArrayLike | None = None) -> Reduction:
    """The base parameters of Γ = W K: the first independent columns, so that the highest subscripts are eliminated.

    How many is decided by a QR decomposition with pivoting of columns scaled to length 1, and refused where its
    diagonal shows no gap. Which is decided in the order of K. `typical` tells how large the entries of each column are
    where its parameter shows in full; a base parameter that shows next to nothing is refused then, too.

    >>> states = np.random.default_rng(0).normal(size=(20, 2))
    >>> W = np.column_stack([states, states @ [3.0, -0.5]])
    >>> independent_columns(W, ["M1", "M2", "M3"]).beta.round(9) + 0.0
    array([[ 1. ,  0. ,  3. ],
           [ 0. ,  1. , -0.5]])
    """
    W, names = _checked(W, names)
    size = np.linalg.norm(W, axis=0)
    full = None if typical is None else _full(typical, names)
    live = _acting(size if full is None else size / full, names)
    scaled: Array = np.linalg.qr(W[:, live] / size[live], mode="r")  # type: ignore[assignment]  # fewer rows, same angles
    chosen, gap = _chosen(scaled, [names[k] for k in live])
    if len(chosen) == len(W) < len(live):
        raise BadArray(
            f"W has {len(W)} rows for {len(live)} parameters that act.",
            "More rows than base parameters are needed to tell which columns are independent.",
            "stack the regressors of more states.",
        )
    kept = live[chosen]
    if full is not None:
        _require_shown(size[kept] / np.sqrt(len(W)), full[kept], [names[k] for k in kept])
    return _reduction(names, live, kept, scaled * size[live], gap)


def _acting(size: Array, names: Sequence[str]) -> NDArray[np.intp]:
    """The indices of the columns that do not vanish."""
    longest = size.max(initial=0.0)
    unclear = np.flatnonzero((size > NOTHING * longest) & (size < SOMETHING * longest))
    if len(unclear):
        raise _undecided([names[k] for k in unclear.tolist()], "almost vanish")
    return np.flatnonzero(size > NOTHING * longest)


def _chosen(scaled: Array, names: Sequence[str]) -> tuple[NDArray[np.intp], Gap]:
    """Which columns of length 1 are the first independent ones, and how clearly."""
    rank, gap = _rank(scaled)
    beyond = _beyond(scaled)
    chosen = np.flatnonzero(beyond > BETWEEN)
    if gap.dropped > DROPPED or len(chosen) != rank:
        unclear = np.flatnonzero((beyond > DROPPED) & (beyond < KEPT))
        why = f"almost depend on others: the diagonal of R has {gap.dropped:.1e}"
        raise _undecided([names[k] for k in unclear.tolist()], why)
    return chosen, gap


def _require_shown(size: Array, full: Array, names: Sequence[str]) -> None:
    """Refuse base parameters that show next to nothing. Grouped ones may: an offset of 1 mm shows 1e-6 of a mass."""
    faint = np.flatnonzero(size < KEPT * full)
    if len(faint):
        raise _undecided([names[k] for k in faint.tolist()], "almost vanish")


def _reduction(
    names: tuple[str, ...], live: NDArray[np.intp], kept: NDArray[np.intp], columns: Array, gap: Gap
) -> Reduction:
    """β and what else is told, of the live columns."""
    alone = np.isin(live, kept)
    D1, D2 = columns[:, alone], columns[:, ~alone]
    beta = np.zeros((len(kept), len(names)))
    beta[:, kept], beta[:, live[~alone]] = np.eye(len(kept)), grouping(D1, D2)
    conditions = [float(np.linalg.cond(M)) if len(kept) else 1.0 for M in (D1, D1 / np.linalg.norm(D1, axis=0))]
    rest = np.setdiff1d(np.arange(len(names)), live)
    own, grouped, nothing = (tuple(some.tolist()) for some in (kept, live[~alone], rest))
    return Reduction(names, own, grouped, nothing, beta, gap, *conditions)


def grouping(W1: Array, W2: Array) -> Array:
    """The β of W2 = W1 β, [9.40], by QR of columns scaled to length 1.

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


def _beyond(scaled: Array) -> Array:
    """What of each column lies beyond those before it.

    The diagonal of R without pivoting would say so too, but only up to the first dependent column: what rounding left
    of that one becomes a direction like any, and takes from the columns after it. Here it is left out.
    """
    basis = np.zeros((scaled.shape[0], 0))
    found = np.zeros(scaled.shape[1])
    for k, column in enumerate(scaled.T):
        left = column - basis @ (basis.T @ column)
        left = left - basis @ (basis.T @ left)  # once more: the first time rounding leaves a little
        found[k] = np.linalg.norm(left)
        if found[k] > BETWEEN:
            basis = np.column_stack([basis, left / found[k]])
    return found


def _checked(W: ArrayLike, names: Sequence[str]) -> tuple[Array, tuple[str, ...]]:
    names = tuple(names)
    array = numbers("W", W, (len(names),), "one column for each parameter").astype(np.float64)
    if array.ndim != 2 or not len(array) or not np.isfinite(array).all():
        raise BadArray(f"W has shape {array.shape}, or entries that are not finite.", "Rows of finite numbers.")
    if len(set(names)) != len(names):
        raise BadArray("two columns of W have one name.", "Every parameter has a name of its own.")
    return array, names


def _full(typical: ArrayLike, names: Sequence[str]) -> Array:
    full = numbers("typical", typical, (len(names),), "a positive size for each parameter").astype(np.float64)
    if full.ndim != 1 or not (full > 0.0).all():
        raise BadArray("typical sizes are not positive.", "A positive size for each parameter was expected.")
    return full


def _undecided(names: Sequence[str], why: str) -> BadArray:
    return BadArray(
        f"the base parameters cannot be told: {listed(names) if names else 'some columns'} {why}.",
        f"What lies beyond other columns is above {KEPT:.0e} (kept) or below {DROPPED:.0e} (dropped).",
        "take more states, or states that move every joint widely; where a file rounds quarter turns or lengths, "
        "make them exact first: linkwise.model.rewrite.snap.",
    )
