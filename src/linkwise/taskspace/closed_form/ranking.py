"""Of the branches of one pose those that are solutions: within limits, no two the same, the nearest to q0 first.

Or only the nearest one: nothing is sorted then, nor compared with what is the same.

Written over scalars, so that it is part of the program that computes the branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ...algebra import Scalar, maximum, minimum, where

TURN = 6.283185307179586
"""A whole turn."""

AT_LIMIT = 1e-10
"""So far beyond a limit, in rad or m, is rounding: the joint is put on the limit."""

SAME = 1e-6
"""Branches closer than this are one: where two meet, rounding of 1e-16 sets them 1e-8 apart and more."""

NONE = 1e300
"""The distance of what is not a solution."""


@dataclass(frozen=True)
class Branch:
    """One branch: joint positions, what its pose misses in rad and in m, and whether a joint was free."""

    q: Sequence[Scalar]
    angle: Scalar
    distance: Scalar
    free: Scalar


@dataclass(frozen=True)
class Wanted:
    """What solutions are chosen by: distances from q0 in `units`, limits, what may be missed in rad and in m.

    `start` is q0 put into the limits; those of joints that turn are shifted so that it is within half a turn of 0.
    """

    turning: frozenset[int]
    units: Sequence[float]
    q0: Sequence[Scalar]
    start: Sequence[Scalar]
    lower: Sequence[Scalar]
    upper: Sequence[Scalar]
    tolerance: Sequence[Scalar]


def ranked(branches: Sequence[Branch], wanted: Wanted) -> dict[str, Any]:
    """The solutions in the order of their distance from q0; where there are fewer, the rest has the distance `NONE`.

    >>> wanted = Wanted(frozenset({0}), [1.0], [0.0], [0.0], [-1.0], [7.0], [1e-9, 1e-9])
    >>> ranked([Branch([x], miss, 0.0, 0.0) for x, miss in [(3.0, 0.0), (-2.0, 0.0), (0.5, 0.1)]], wanted)["q"][:2]
    [[3.0], [4.283185307179586]]
    """
    good, far, placed = map(list, zip(*(_within_limits(branch, wanted) for branch in branches), strict=True))
    for k, branch in enumerate(branches):  # of two that are the same the nearer one stays
        for j, other in enumerate(branches[:k]):
            same = (_apart(branch.q, other.q, wanted.turning) <= SAME) & (good[j] * good[k] > 0.5)
            nearer = far[k] < far[j]
            drop_other, drop = where(nearer, where(same, 1.0, 0.0), 0.0), where(nearer, 0.0, where(same, 1.0, 0.0))
            good[j], good[k] = good[j] * (1.0 - drop_other), good[k] * (1.0 - drop)
    rows = [
        [where(is_good > 0.5, square, NONE), branch.angle, branch.distance, branch.free, *q]
        for is_good, square, branch, q in zip(good, far, branches, placed, strict=True)
    ]
    _sort(rows)
    return {
        "q": [row[4:] for row in rows],
        "square": [row[0] for row in rows],
        "angle": [row[1] for row in rows],
        "distance": [row[2] for row in rows],
        "free": [row[3] for row in rows],
        "found": [_sum(good)],
    }


def nearest(branches: Sequence[Branch], wanted: Wanted) -> dict[str, Any]:
    """The first of `ranked`; if there is none, its distance is `NONE`.

    >>> wanted = Wanted(frozenset({0}), [1.0], [0.0], [0.0], [-1.0], [7.0], [1e-9, 1e-9])
    >>> branches = [Branch([x], miss, 0.0, 0.0) for x, miss in [(-2.0, 0.0), (3.0, 0.0), (0.5, 0.1)]]
    >>> nearest(branches, wanted)["q"]
    [3.0]
    """
    rows: list[list[Scalar]] = []
    for branch in branches:
        _, square, q = _within_limits(branch, wanted)
        rows.append([square, branch.angle, branch.distance, *q])
    best = reduce(lambda a, b: [where(b[0] < a[0], y, x) for x, y in zip(a, b, strict=True)], rows)
    return {"q": best[3:], "angle": best[1], "distance": best[2], "square": best[0]}


def _within_limits(branch: Branch, wanted: Wanted) -> tuple[Scalar, Scalar, list[Scalar]]:
    """Whether a branch reaches the pose; the square of its distance from q0, `NONE` if it does not or is beyond limits;
    and its joint positions, turned by whole turns."""
    q = [_near(x, wanted.start[i]) if i in wanted.turning else x for i, x in enumerate(branch.q)]
    reached = (branch.angle <= wanted.tolerance[0]) & (branch.distance <= wanted.tolerance[1])
    good = kept = where(reached, 1.0, 0.0)
    for i, (low, high) in enumerate(zip(wanted.lower, wanted.upper, strict=True)):
        q[i] = _into(q[i], low, high, i in wanted.turning)
        kept = where((q[i] < low) | (q[i] > high), 0.0, kept)
    away = [(x - y) / unit for x, y, unit in zip(q, wanted.q0, wanted.units, strict=True)]
    return good, where(kept > 0.5, _sum([x * x for x in away]), NONE), q


def _sum(parts: Sequence[Scalar]) -> Scalar:
    return reduce(lambda a, b: a + b, parts)


def _near(x: Scalar, start: Scalar) -> Scalar:
    """An angle from −π to π, shifted by a whole turn if that is nearer to the start."""
    half = 0.5 * TURN
    return where(x - start > half, x - TURN, where(start - x > half, x + TURN, x))


def _into(x: Scalar, low: Scalar, high: Scalar, turns: bool) -> Scalar:
    """An angle beyond its limits shifted by a whole turn; what is beyond by rounding is put on the limit."""
    if turns:
        x = where(x > high + AT_LIMIT, x - TURN, where(x < low - AT_LIMIT, x + TURN, x))
    clipped = minimum(maximum(x, low), high)
    return where(abs(clipped - x) <= AT_LIMIT, clipped, x)


def _apart(a: Sequence[Scalar], b: Sequence[Scalar], turning: frozenset[int]) -> Scalar:
    """The largest difference of two branches in a joint, but for a whole turn."""
    largest: Scalar = 0.0
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        difference = abs(x - y)
        largest = maximum(largest, minimum(difference, abs(TURN - difference)) if i in turning else difference)
    return largest


def _sort(rows: list[list[Scalar]]) -> None:
    """Rows in the order of their first entries, by exchanging neighbours: a program cannot choose what to compare."""
    for last in range(len(rows) - 1, 0, -1):
        for k in range(last):
            swap = rows[k + 1][0] < rows[k][0]
            pair = zip(rows[k], rows[k + 1], strict=True)
            rows[k : k + 2] = map(list, zip(*((where(swap, b, a), where(swap, a, b)) for a, b in pair), strict=True))
