"""How fast a path can be travelled at each of its points: controllable sets backward, the greatest speeds forward.

Pham & Pham (2018), Algorithm 1.                                                                       [pham2018]
Bobrow, Dubowsky & Gibson (1985) pose the problem.                                                   [bobrow1985]

With u = λ̈ and x = λ̇² every limit is a half-plane α u + β x ≤ γ at each node, and x_{i+1} = x_i + 2 Δ u_i.

    K_N = {0},   K_i = {x : some u keeps the limits at node i, and x + 2 Δ u ∈ K_{i+1}}     backward
    x_0 = 0,     x_{i+1} = the greatest of K_{i+1} that some u within the limits reaches     forward

Differs from the paper: limits hold at both ends of each step; u is eliminated from pairs of half-planes (Fourier and
Motzkin) instead of solving linear programmes. This is the definition, node by node, for every arm; one that can rest
anywhere on its path is answered by `reachability_at_once`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array

TIGHT = 1e-9
"""By how much, relatively, rounding may make an interval empty."""


class HalfPlanes(NamedTuple):
    """α u + β x ≤ γ, rows (nodes, limits)."""

    α: Array
    β: Array
    γ: Array

    def capped(self, cap: Array) -> HalfPlanes:
        """These and x ≤ cap.

        >>> HalfPlanes(np.ones((1, 1)), np.zeros((1, 1)), np.ones((1, 1))).capped(np.array([2.0])).γ.tolist()
        [[1.0, 2.0]]
        """
        last = np.zeros_like(cap), np.ones_like(cap), cap
        return HalfPlanes(*(np.append(rows, more[:, None], axis=1) for rows, more in zip(self, last, strict=True)))


def both_ends(limits: HalfPlanes, Δ: Array) -> HalfPlanes:
    """The limits of each step from node i to i + 1: those at its start, and those at its end, where x is x + 2 Δ u."""
    α, β, γ = limits
    end = α[1:] + 2.0 * Δ[:, None] * β[1:]
    return HalfPlanes(
        np.concatenate([α[:-1], end], axis=1),
        np.concatenate([β[:-1], β[1:]], axis=1),
        np.concatenate([γ[:-1], γ[1:]], axis=1),
    )


def controllable(steps: HalfPlanes, Δ: Array) -> tuple[Array, Array, int]:
    """The least and the greatest x of each node from which rest at the end can be reached; −1, or the node where none.

    >>> one = HalfPlanes(np.array([[1.0, -1.0]] * 2), np.zeros((2, 2)), np.full((2, 2), 3.0))  # |u| ≤ 3
    >>> low, high, stuck = controllable(one, np.array([0.5, 0.5]))
    >>> high.tolist(), stuck
    ([6.0, 3.0, 0.0], -1)
    """
    low, high = np.zeros(len(Δ) + 1), np.zeros(len(Δ) + 1)
    for i in range(len(Δ) - 1, -1, -1):
        next_low, next_high = float(low[i + 1]), float(high[i + 1])
        α = np.append(steps.α[i], [2.0 * Δ[i], -2.0 * Δ[i]])
        β = np.append(steps.β[i], [1.0, -1.0])
        γ = np.append(steps.γ[i], [next_high, -next_low])
        low[i], high[i] = _range_of_x(α, β, γ)
        if low[i] > high[i]:
            if low[i] > high[i] + TIGHT * (1.0 + abs(high[i])):
                return low, high, i
            low[i] = high[i] = max(high[i], 0.0)
    return low, high, -1


def fastest(steps: HalfPlanes, Δ: Array, low: Array, high: Array) -> Array:
    """The greatest x of each node, from rest at the start.

    >>> one = HalfPlanes(np.array([[1.0, -1.0]] * 2), np.zeros((2, 2)), np.full((2, 2), 3.0))
    >>> fastest(one, np.array([0.5, 0.5]), np.zeros(3), np.array([6.0, 3.0, 0.0])).tolist()
    [0.0, 3.0, 0.0]
    """
    x = np.zeros(len(Δ) + 1)
    x[0] = low[0]
    for i in range(len(Δ)):
        α, room = steps.α[i], steps.γ[i] - steps.β[i] * x[i]
        up = α > 0.0
        u = float((room[up] / α[up]).min()) if up.any() else np.inf
        x[i + 1] = min(max(x[i] + 2.0 * Δ[i] * u, float(low[i + 1])), float(high[i + 1]))
    return x


def ceiling(limits: HalfPlanes, cap: Array) -> Array:
    """The greatest x of each node, at most its cap, for which some u keeps the limits.

    >>> one = HalfPlanes(np.array([[1.0, -1.0]]), np.array([[1.0, 1.0]]), np.array([[3.0, 1.0]]))
    >>> ceiling(one, np.array([9.0])).tolist()
    [2.0]
    """
    return np.array([min(_range_of_x(*rows)[1], float(most)) for *rows, most in zip(*limits, cap, strict=True)])


def _range_of_x(α: Array, β: Array, γ: Array) -> tuple[float, float]:
    """The least and the greatest x ≥ 0 for which some u keeps every row."""
    up, down, flat = α > 0.0, α < 0.0, α == 0.0
    # u ≤ (γ − β x)/α of every row that bounds it above, ≥ that of every row that bounds it below
    slope = (β[up] / α[up])[:, None] - (β[down] / α[down])[None, :]
    room = (γ[up] / α[up])[:, None] - (γ[down] / α[down])[None, :]
    slope, room = np.append(slope.ravel(), β[flat]), np.append(room.ravel(), γ[flat])
    rising, falling = slope > 0.0, slope < 0.0
    high = float((room[rising] / slope[rising]).min()) if rising.any() else np.inf
    low = max(0.0, float((room[falling] / slope[falling]).max())) if falling.any() else 0.0
    level = room[~(rising | falling)]
    return (low, high) if not (level < -TIGHT).any() else (np.inf, -np.inf)
