"""Reachability at all nodes at once, where the arm can rest anywhere on the path.

Pham & Pham (2018), Algorithm 1, whose sets are those of `reachability`.                               [pham2018]
Howard (1960): guess the rows that bind, solve, guess again.                                         [howard1960]

With x = λ̇² at the start of a step and y at its end, the limits of the step are rows P x + Q y ≤ R, and x ≤ cap at every
node. If rest keeps them all (R ≥ 0), each pass follows a chain of lowest lines:

    backward   x = min(cap, lowest of (R − Q y)/P where P > 0),    y the next x, or its turning point if that is less
    forward    y = min(the greatest from which the arm can stop, lowest of (R − P x)/Q where Q > 0)

A turning point is the y of the greatest x that a step's rows allow. If it is known which lines are lowest, a chain is
followed in a moment; the lines that are lowest along it are the next guess. A guess that confirms itself is the answer,
since each node follows from the one before; after k guesses at least k nodes are right, and mostly all after five.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from .reachability import HalfPlanes

EXCEEDED = 1e-12
"""How far, relatively, lines that meet may be apart."""


class Lines(NamedTuple):
    """Lines a v + b, (rows, steps)."""

    a: Array
    b: Array

    def lowest(self, v: Array) -> tuple[Array, Array]:
        """The coefficients of each step's lowest line at v."""
        if not len(self.a):
            return np.zeros_like(v), np.full_like(v, np.inf)
        row = (self.a * v + self.b).argmin(axis=0)
        step = np.arange(len(v))
        return self.a[row, step], self.b[row, step]

    def of(self, steps: NDArray[np.intp] | NDArray[np.bool_]) -> Lines:
        """Those of some steps."""
        return Lines(self.a[:, steps], self.b[:, steps])


class Steps(NamedTuple):
    """P x + Q y ≤ R, (rows, steps)."""

    P: Array
    Q: Array
    R: Array

    @staticmethod
    def of(limits: HalfPlanes, Δ: Array) -> Steps:
        """The limits of each step from α u + β x ≤ γ at its two ends, as u = (y − x) / (2 Δ) at both.

        >>> one = HalfPlanes(np.array([[1.0, -1.0]] * 2), np.zeros((2, 2)), np.full((2, 2), 3.0))  # |u| ≤ 3
        >>> Steps.of(one, np.array([0.5])).P[:, 0].tolist()
        [-1.0, 1.0, -1.0, 1.0]
        """
        first, last = limits.α[:-1] / (2.0 * Δ[:, None]), limits.α[1:] / (2.0 * Δ[:, None])
        P = np.concatenate([limits.β[:-1] - first, -last], axis=1)
        Q = np.concatenate([first, limits.β[1:] + last], axis=1)
        R = np.concatenate([limits.γ[:-1], limits.γ[1:]], axis=1)
        return Steps(*(np.ascontiguousarray(part.T) for part in (P, Q, R)))

    @property
    def allow_rest(self) -> bool:
        """Whether the arm can rest anywhere.

        >>> Steps(np.ones((1, 1)), np.ones((1, 1)), np.array([[-1.0]])).allow_rest
        False
        """
        return bool((self.R >= 0.0).all())


def controllable(steps: Steps, cap: Array, guess: Array | None = None) -> Array:
    """The greatest x of each node from which rest at the end can be reached; a guess of it saves time.

    >>> one = HalfPlanes(np.array([[1.0, -1.0]] * 3), np.zeros((3, 2)), np.full((3, 2), 3.0))  # |u| ≤ 3
    >>> controllable(Steps.of(one, np.array([0.5, 0.5])), np.array([9.0, 2.0, 9.0])).tolist()
    [5.0, 2.0, 0.0]
    """
    lines = _lines(steps.P, steps.Q, steps.R)
    turns = _turning_points(steps, lines, cap)
    x, before = cap if guess is None else guess, None
    for _ in range(len(cap) + 1):
        a, b = lines.lowest(np.minimum(x[1:], turns))
        if before is not None and np.array_equal(a, before[0]) and np.array_equal(b, before[1]):
            break
        before, value, chain = (a, b), 0.0, [0.0]
        for slope, rise, turn, most in np.stack([a, b, turns, cap[:-1]], axis=1)[::-1].tolist():
            value = slope * (value if value < turn else turn) + rise
            value = most if value > most else value if value > 0.0 else 0.0
            chain.append(value)
        x = np.array(chain[::-1])
    return x


def fastest(steps: Steps, highest: Array, guess: Array | None = None) -> Array:
    """The greatest x of each node, from rest at the start; `highest` is that from which the arm can stop.

    >>> one = HalfPlanes(np.array([[1.0, -1.0]] * 3), np.zeros((3, 2)), np.full((3, 2), 3.0))  # |u| ≤ 3
    >>> fastest(Steps.of(one, np.array([0.5, 0.5])), np.array([6.0, 3.0, 0.0])).tolist()
    [0.0, 3.0, 0.0]
    """
    lines = _lines(steps.Q, steps.P, steps.R)
    x, before = highest if guess is None else guess, None
    for _ in range(len(highest) + 1):
        a, b = lines.lowest(x[:-1])
        if before is not None and np.array_equal(a, before[0]) and np.array_equal(b, before[1]):
            break
        before, value, chain = (a, b), 0.0, [0.0]
        for slope, rise, most in np.stack([a, b, highest[1:]], axis=1).tolist():
            value = slope * value + rise
            value = most if value > most else value if value > 0.0 else 0.0
            chain.append(value)
        x = np.array(chain)
    return x


def _lines(of: Array, other: Array, right: Array) -> Lines:
    """of·v + other·w ≤ right as v ≤ a w + b, where of > 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        a, b = -other / of, right / of
    above = of > 0.0
    return Lines(np.where(above, a, 0.0), np.where(above, b, np.inf))


def _turning_points(steps: Steps, upper: Lines, cap: Array) -> Array:
    """The y of each step at which the x that its rows allow is greatest, at most the next node's cap."""
    turns = _ends(steps, upper, cap)
    a, b = upper.lowest(turns)
    first = upper.lowest(np.zeros_like(turns))
    falling = np.flatnonzero(
        (a < 0.0) & (a * turns + b < cap[:-1])
    )  # the top is on the way: between rising and falling
    lines, left = upper.of(falling), Lines(first[0][falling], first[1][falling])
    right = Lines(a[falling], b[falling])
    for _ in range(2 * len(steps.P)):
        if not falling.size:
            break
        rising = left.a > 0.0
        y = np.where(rising, (right.b - left.b) / np.where(rising, left.a - right.a, 1.0), 0.0)
        a, b = lines.lowest(y)
        top = left.a * y + left.b
        turns[falling] = np.maximum(y, 0.0)
        done = ~rising | (a * y + b >= top - EXCEEDED * np.abs(top))
        up = a > 0.0
        left = Lines(np.where(up, a, left.a)[~done], np.where(up, b, left.b)[~done])
        right = Lines(np.where(up, right.a, a)[~done], np.where(up, right.b, b)[~done])
        falling, lines = falling[~done], lines.of(~done)
    return turns


def _ends(steps: Steps, upper: Lines, cap: Array) -> Array:
    """The greatest y of each step, at most the next node's cap: Newton's steps down to where some x is left."""
    level = steps.P == 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        bound = np.where(level & (steps.Q > 0.0), steps.R / steps.Q, np.inf)
    y = np.minimum(cap[1:], bound.min(axis=0, initial=np.inf))
    lower, left = _lines(-steps.P, steps.Q, steps.R), np.arange(len(y))  # −x ≤ a y + b
    for _ in range(2 * len(steps.P)):
        if not left.size:
            break
        a, b = upper.of(left).lowest(y[left])
        c, d = lower.of(left).lowest(y[left])
        capped = a * y[left] + b >= cap[:-1][left]
        a, b = np.where(capped, 0.0, a), np.where(capped, cap[:-1][left], b)
        most, least = a * y[left] + b, -(c * y[left] + d)
        empty = most < least - EXCEEDED * (np.abs(most) + np.abs(least))
        left = left[empty]
        y_new = -((b + d)[empty] / (a + c)[empty])
        moved = y_new < y[left]
        y[left] = np.where(moved, np.maximum(y_new, 0.0), y[left])
        left = left[moved & (y_new > 0.0)]
    return y
