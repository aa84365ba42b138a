"""Sums of squares: for each block of time and each joint the matrix RᵀR of its columns with the torque beside them.

They hold all that linear least squares needs: any weighting of the joints, any choice of blocks, residuals. Each
joint has only the columns that its equation has. R is found from Gram matrices, or by QR decompositions, which lose
half as many digits and cost several times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ..resuming import FINISHED
from .rows import Piece, Rows

ILL = 1e4
"""Above this condition number of the scaled columns, Gram matrices would lose more than eight digits."""

Weights = Callable[[int, Piece], Array]
"""For a joint and a piece, the weight of each sample's square."""


@dataclass(frozen=True, eq=False)
class Squares:
    """Roots R[block][joint] of the sums, the counts of samples (blocks, n), and which columns each joint has.

    >>> rows = [(np.array([[1.0], [2.0]]), np.array([2.0, 4.0]))]
    >>> root = triangle([np.column_stack(rows[0])])
    >>> found = Squares([[root]], np.array([[2]]), [np.array([0])], 1)
    >>> found.solve(np.ones(1)), found.misfits(np.array([2.0]))
    (array([2.]), array([0.]))
    """

    roots: list[list[Array]]
    counts: Array
    of_row: list[NDArray[np.intp]]
    size: int
    held: int = 0
    """How many of the first unknowns are known: they stay at `start`."""
    _merged: dict[tuple[int, ...], list[Array]] = field(default_factory=dict)

    def stacked(self, sigma: Array, blocks: Iterable[int] | None = None) -> Array:
        """A triangle R (≤ p+1, p+1) with |R [x; −1]|² = Σ_j |W_j x − τ_j|² / σ_j²."""
        parts = []
        for j, (own, root) in enumerate(zip(self.of_row, self.merged(blocks), strict=True)):
            part = np.zeros((len(root), self.size + 1))
            part[:, np.append(own, self.size)] = root / sigma[j]
            parts.append(part)
        return triangle(parts)

    def solve(self, sigma: Array, blocks: Iterable[int] | None = None, start: Array | None = None) -> Array:
        """The least squares solution; along directions that the rows do not determine it stays at `start`."""
        R = self.stacked(sigma, blocks)
        A, b = R[:, :-1], R[:, -1]
        x0 = np.zeros(self.size) if start is None else start
        b = b - A @ x0
        A = np.where(np.arange(self.size) < self.held, 0.0, A)
        scale = np.linalg.norm(A, axis=0)
        scale[scale == 0.0] = 1.0
        step = np.linalg.lstsq(A / scale, b, rcond=1e-12)[0]
        x: Array = x0 + step / scale
        return x

    def misfits(self, x: Array, blocks: Iterable[int] | None = None) -> Array:
        """Σ |W_j x − τ_j|² for each joint."""
        each = zip(self.of_row, self.merged(blocks), strict=True)
        return np.array([float(np.sum((root @ np.append(x[own], -1.0)) ** 2)) for own, root in each])

    def merged(self, blocks: Iterable[int] | None = None) -> list[Array]:
        """For each joint the triangle of these blocks together."""
        chosen = tuple(self._chosen(blocks))
        if chosen not in self._merged:
            each = range(len(self.of_row))
            self._merged[chosen] = [triangle([self.roots[b][j] for b in chosen]) for j in each]
        return self._merged[chosen]

    def torques(self, blocks: Iterable[int] | None = None) -> Array:
        """Σ τ_j² for each joint."""
        return self.misfits(np.zeros(self.size), blocks)

    def count(self, blocks: Iterable[int] | None = None) -> Array:
        """The number of samples of each joint's equation."""
        total: Array = self.counts[list(self._chosen(blocks))].sum(axis=0)
        return total

    def condition(self, sigma: Array | None = None) -> float:
        """The condition number of all rows, columns scaled to length 1; infinite if a column vanishes."""
        A = self.stacked(np.ones(len(self.of_row)) if sigma is None else sigma)[:, self.held : -1]
        length = np.linalg.norm(A, axis=0)
        return float(np.linalg.cond(A / length)) if A.size and length.all() else 1.0 if not A.size else float("inf")

    def _chosen(self, blocks: Iterable[int] | None) -> Iterable[int]:
        return range(len(self.roots)) if blocks is None else blocks


def squares(rows: Rows, weights: Weights | None = None) -> Squares:
    """The sums of a regression's rows; by QR decompositions if the rows are few or ill conditioned."""
    found = _gathered(rows, weights, exact=rows.kept)
    if not rows.kept or found.condition() > ILL:
        return _gathered(rows, weights, exact=True) if rows.kept or found.condition() > ILL else found
    return found


def _gathered(rows: Rows, weights: Weights | None, exact: bool) -> Squares:
    """One pass over the rows, or the rest of one that was interrupted."""
    of_row, n = rows.regressor.of_row, rows.regressor.tree.n
    done, kept = rows.passes.resumed()
    sums = [
        [kept.get(f"{b}-{j}", np.zeros((len(own) + 1,) * 2)) for j, own in enumerate(of_row)]
        for b in range(rows.blocks)
    ]
    counts = kept.get("counts", np.zeros((rows.blocks, n)))
    seconds = sum(float(log.time[-1] - log.time[0]) for log in rows.logs)
    with rows.passes.bar(seconds) as advance:
        for piece in rows.after(done) if done != FINISHED else ():
            _add(sums, counts, piece, weights, exact)
            done += 1
            advance(float(piece.time[-1] - piece.time[0]) if len(piece.time) else 0.0)
            if rows.long and rows.passes.due:
                rows.passes.keep(done, _named(sums, counts))
    if rows.long and done != FINISHED:
        rows.passes.keep(FINISHED, _named(sums, counts))
    if not exact:
        sums = [[_root(G) for G in block] for block in sums]
    return Squares(sums, counts, of_row, len(rows.regressor.names), rows.regressor.held)


def _add(sums: list[list[Array]], counts: Array, piece: Piece, weights: Weights | None, exact: bool) -> None:
    """Add a piece's rows to the sums of its blocks."""
    for b in np.unique(piece.block).tolist():
        part = slice(*np.flatnonzero(piece.block == b)[[0, -1]] + [0, 1])
        counts[b] += piece.used[part].sum(axis=0)
        for j, W in enumerate(piece.W):
            A = np.column_stack([W[part], piece.tau[part, j]])
            if weights is not None:
                A *= np.sqrt(weights(j, piece)[part])[:, None]
            sums[b][j] = triangle([sums[b][j], A]) if exact else sums[b][j] + A.T @ A


def _named(sums: list[list[Array]], counts: Array) -> dict[str, Array]:
    return {f"{b}-{j}": each for b, block in enumerate(sums) for j, each in enumerate(block)} | {"counts": counts}


def triangle(parts: list[Array]) -> Array:
    """R of a QR decomposition of matrices below one another: square, or as they are where they are short.

    >>> abs(triangle([np.array([[3.0]]), np.array([[4.0]])]))
    array([[5.]])
    """
    tall = np.vstack(parts)
    R: Array = np.linalg.qr(tall, mode="r") if len(tall) > tall.shape[1] else tall  # type: ignore[assignment]
    return R


def _root(G: Array) -> Array:
    """R with RᵀR = G, also where G is singular."""
    d = np.sqrt(np.diag(G))
    d[d == 0.0] = 1.0
    values, vectors = np.linalg.eigh(G / np.outer(d, d))
    root: Array = np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T * d
    return root
