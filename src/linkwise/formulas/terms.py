"""Sums of terms, each a number times powers of factors, and what the terms have in common.

A factor is a sympy symbol, sine or cosine, and is never taken apart here.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from itertools import combinations
from math import gcd, lcm
from typing import Any

Factors = frozenset[tuple[Any, int]]
"""Factors with their powers."""

Terms = dict[Factors, Fraction]
"""Numbers by the factors they multiply."""

SIMPLE = frozenset({1, 2, 3, 4, 6, 8, 12, 16})
"""Denominators of numbers that are written as fractions; all others are written as decimals."""

MOST = 60
"""Longer sums are not searched for what pairs of terms share: there are too many pairs, and nobody reads such sums."""


def common(every: Iterable[Factors]) -> Factors:
    """The factors that all terms have.

    >>> sorted(common([frozenset({("a", 2), ("b", 1)}), frozenset({("a", 1), ("c", 1)})]))
    [('a', 1)]
    """
    first, *rest = (Counter(dict(factors)) for factors in every)
    return frozenset(reduce(lambda a, b: a & b, rest, first).items())


def without(factors: Factors, taken: Factors) -> Factors:
    """The factors that remain when some are taken out.

    >>> without(frozenset({("a", 2), ("b", 1)}), frozenset({("a", 1), ("b", 1)}))
    frozenset({('a', 1)})
    """
    left = Counter(dict(factors))
    left.subtract(dict(taken))
    return frozenset((x, k) for x, k in left.items() if k)


def degree(factors: Factors) -> int:
    """The number of factors, each counted as often as its power says.

    >>> degree(frozenset({("a", 2), ("b", 1)}))
    3
    """
    return sum(k for _, k in factors)


def measure(terms: Terms) -> Fraction:
    """The number to take out of a sum: what divides all coefficients, if all are simple, with the sign of most terms.

    >>> a, b = (frozenset({(x, 1)}) for x in "ab")
    >>> measure({a: Fraction(2), b: Fraction(-4)}), measure({a: Fraction(-1, 2), b: Fraction(1)})
    (Fraction(2, 1), Fraction(-1, 1))
    """
    numbers = list(terms.values())
    negative = 2 * sum(x < 0 for x in numbers) - len(numbers)
    if negative == 0:
        negative = -1 if terms[min(terms, key=named)] > 0 else 1
    sign = -1 if negative > 0 else 1
    if any(x.denominator not in SIMPLE for x in numbers):
        return Fraction(sign)
    broken = 2 * sum(x.denominator > 1 for x in numbers) > len(numbers)
    over = lcm(*(x.denominator for x in numbers)) if broken else 1
    whole = [x * over for x in numbers if (x * over).denominator == 1]
    return Fraction(sign * (gcd(*map(int, whole)) if len(whole) == len(numbers) else 1), over)


def named(factors: Factors) -> list[str]:
    """The key that terms are sorted by, so that the same formula is always written in the same way.

    >>> named(frozenset({("b", 1), ("a", 2)}))
    ["('a', 2)", "('b', 1)"]
    """
    return sorted(map(str, factors))


def alike(terms: Terms, letter: Callable[[Any], bool]) -> list[tuple[Factors, Terms]]:
    """Terms that differ in one letter only, taken together as in D3² (M3 + M4); the largest groups first.

    >>> M3, M4, D3 = (frozenset({(x, 1)}) for x in ("M3", "M4", "D3"))
    >>> [(shared, left)] = alike({M3 | {("D3", 2)}: Fraction(1), M4 | {("D3", 2)}: Fraction(1)}, str.isalnum)
    >>> shared, left == {M3: 1, M4: 1}
    (frozenset({('D3', 2)}), True)
    """
    ways: dict[Factors, list[Factors]] = {}
    for t in terms:
        for x, k in t:
            if k == 1 and len(t) > 1 and letter(x):
                ways.setdefault(t - {(x, k)}, []).append(t)
    together, left = [], dict(terms)
    for shared, every in sorted(ways.items(), key=lambda way: (-len(way[1]), named(way[0]))):
        members = [t for t in every if t in left]
        if len(members) > 1:
            together.append((shared, {t - shared: left.pop(t) for t in members}))
    return together + [(t, {frozenset(): x}) for t, x in left.items()]


def groups(terms: Terms) -> list[tuple[Factors, Terms]]:
    """Terms that share at least two factors, or one of two, taken together; those that save the most come first.

    Each group is what its terms share, and what is left of them; terms that share nothing come last.

    >>> M3, M4, D3 = (frozenset({(x, 1)}) for x in ("M3", "M4", "D3"))
    >>> [(shared, left)] = groups({M3 | {("D3", 2)}: Fraction(1), M4 | {("D3", 2)}: Fraction(1)})
    >>> shared, set(left) == {M3, M4}
    (frozenset({('D3', 2)}), True)
    """
    left, together = dict(terms), []
    while len(left) > 1 and len(left) <= MOST:
        shared = {common(pair) for pair in combinations(left, 2)} - {frozenset()}
        choices = [(s, [t for t in left if common([s, t]) == s]) for s in shared]
        choices = [(s, of) for s, of in choices if degree(s) > 1 or all(degree(t) == 2 for t in of)]
        if not choices:
            break
        best, members = max(choices, key=lambda c: ((len(c[1]) - 1) * degree(c[0]), len(c[1]), named(c[0])))
        together.append((best, {without(t, best): left.pop(t) for t in members}))
    return together + [(frozenset(), {t: x}) for t, x in left.items()]
