"""Numbers from a table, and clipping, over any scalar: gain schedules, measured curves, limits.

A traced function cannot index a list by a value. Half of the table is chosen by one comparison, then half of that:
log₂ N comparisons and N choices for each column, in every state. Slopes of smooth curves are those of Fritsch & Butland
(1984): harmonic means of neighbouring secants, 0 where these differ in sign, so that a curve rises where its points
do.                                                                                                     [fritsch1984]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ..errors import BadArray, plain
from .conditions import where
from .scalar import Scalar, is_finite_number, maximum, minimum

MOST = 1000
"""The most points of a table: each costs some operations in every state."""

SMALL = 8
"""Up to this many rows are chosen one after the other: as cheap, and shorter formulas on symbols."""


def clip(x: Scalar, low: Scalar, high: Scalar) -> Scalar:
    """x, but not below `low` and not above `high`.

    >>> clip(2.0, -1.0, 1.0), clip(0.5, -1.0, 1.0)
    (1.0, 0.5)
    """
    if isinstance(low, int | float) and isinstance(high, int | float) and not low <= high:
        raise BadArray(f"clip was given {low:g} and {high:g}.", "The lower limit first was expected.")
    return minimum(maximum(x, low), high)


def lookup(xs: Sequence[float], ys: Sequence[Scalar], x: Scalar) -> Scalar:
    """The y of the last point whose x is not beyond `x`, before the first point the first y: a staircase.

    The `xs` are increasing numbers; the `ys` may be any scalars, such as inputs of a controller.

    >>> [lookup([0.0, 1.0, 2.0], [5.0, 7.0, 6.0], x) for x in (-3.0, 0.5, 1.0, 9.0)]
    [5.0, 5.0, 7.0, 6.0]
    """
    xs = _checked(xs, ys)
    return _row(x, xs[1:], [(y,) for y in ys])[0]


def interpolate(xs: Sequence[float], ys: Sequence[Scalar], x: Scalar, smooth: bool = False) -> Scalar:
    """The curve through the points at `x`: straight between them, or `smooth` cubics; beyond the ends, their y.

    The `xs` are increasing numbers. The `ys` may be any scalars, of smooth curves numbers.

    >>> [interpolate([0.0, 1.0, 3.0], [5.0, 7.0, 3.0], x) for x in (-1.0, 0.5, 2.0, 4.0)]
    [5.0, 6.0, 5.0, 3.0]
    >>> interpolate([0.0, 1.0, 2.0], [0.0, 1.0, 4.0], 0.5, smooth=True)
    0.3125
    """
    xs = _checked(xs, ys)
    if len(xs) == 1:
        return ys[0]
    steps = [b - a for a, b in pairwise(xs)]
    secants = [(b - a) / h for a, b, h in zip(ys, ys[1:], steps, strict=False)]
    within = clip(x, xs[0], xs[-1])
    if not smooth:
        begin, y, slope = _row(within, xs[1:-1], list(zip(xs, ys, secants, strict=False)))
        return y + slope * (within - begin)
    if not all(is_finite_number(y) for y in ys):
        raise BadArray("a smooth curve was given points that are not numbers.", "Numbers were expected.")
    slopes = _slopes(steps, secants)
    rows = []
    for k, (h, secant) in enumerate(zip(steps, secants, strict=True)):
        m0, m1 = slopes[k], slopes[k + 1]
        rows.append((xs[k], ys[k], m0, (3.0 * secant - 2.0 * m0 - m1) / h, (m0 + m1 - 2.0 * secant) / (h * h)))
    begin, y, m, c, d = _row(within, xs[1:-1], rows)
    u = within - begin
    return y + u * (m + u * (c + u * d))


def _slopes(steps: Sequence[float], secants: Sequence[float]) -> list[float]:
    """At inner points 3 (h₁ + h₂) / ((h₁ + 2 h₂) / s₁ + (2 h₁ + h₂) / s₂) or 0; at the ends those of a parabola, which
    are 0 where they have another sign than the curve, and at most three times its secant."""
    inner = [
        3.0 * (h + g) / ((h + 2.0 * g) / s + (2.0 * h + g) / r) if s * r > 0.0 else 0.0
        for h, g, s, r in zip(steps, steps[1:], secants, secants[1:], strict=False)
    ]
    if not inner:
        return [secants[0], secants[0]]

    def end(h: float, g: float, s: float, r: float) -> float:
        slope = ((2.0 * h + g) * s - h * r) / (h + g)
        if slope * s <= 0.0:
            return 0.0
        return 3.0 * s if s * r <= 0.0 and abs(slope) > 3.0 * abs(s) else slope

    return [end(*steps[:2], *secants[:2]), *inner, end(steps[-1], steps[-2], secants[-1], secants[-2])]


def _row(x: Scalar, breaks: Sequence[Scalar], rows: Sequence[tuple[Scalar, ...]]) -> tuple[Scalar, ...]:
    """The row whose index is the number of breaks that are not beyond x."""
    if isinstance(x, int | float):
        return rows[bisect_right(breaks, x)]
    limits, left = list(breaks), [list(row) for row in rows]
    if len(left) <= SMALL:
        found = left[0]
        for limit, row in zip(limits, left[1:], strict=True):
            found = _choices(x < limit, found, row)
        return tuple(found)
    while len(left) > 1:
        if len(left) % 2:  # the last row again, behind its own limit
            left, limits = [*left, left[-1]], [*limits, limits[-1]]
        half = len(left) // 2
        before = x < limits[half - 1]
        left = [_choices(before, first, last) for first, last in zip(left[:half], left[half:], strict=True)]
        limits = _choices(before, limits[: half - 1], limits[half:])
    return tuple(left[0])


def _choices(before: Any, first: Sequence[Scalar], last: Sequence[Scalar]) -> list[Scalar]:
    """The first ones where a comparison holds, else the last ones; no choice is made where both are the same."""
    plain_pairs = (isinstance(a, int | float) and isinstance(b, int | float) for a, b in zip(first, last, strict=True))
    return [
        a if a is b or (both_plain and a == b) else where(before, a, b)
        for both_plain, a, b in zip(plain_pairs, first, last, strict=True)
    ]


def _checked(xs: Sequence[float], ys: Sequence[Scalar]) -> list[float]:
    """The xs as floats: as many as ys, finite, increasing."""
    if not hasattr(xs, "__len__") or not hasattr(ys, "__len__") or len(xs) != len(ys) or len(xs) == 0:
        counts = [len(each) if hasattr(each, "__len__") else "no list" for each in (xs, ys)]
        raise BadArray(
            f"a table has {counts[0]} xs and {counts[1]} ys.", "As many of both were expected, at least one."
        )
    if len(xs) > MOST:
        raise BadArray(
            f"a table has {len(xs)} points.",
            f"At most {MOST} were expected: each costs some operations in every state.",
            "leave out points, or use a polynomial.",
        )
    if not all(is_finite_number(x) for x in xs):
        raise BadArray(f"the xs of a table are {plain(repr(xs), 60)}.", "Finite numbers were expected.")
    numbers = [float(x) for x in xs]
    if any(b <= a for a, b in pairwise(numbers)):
        raise BadArray(f"the xs of a table are {plain(repr(numbers), 60)}.", "Increasing numbers were expected.")
    return numbers
