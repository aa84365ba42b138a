"""Sums of waves as products of sines and cosines.

The coefficient of one parameter is often a product, cos(q2) cos(q2 + q3) say, whose waves are spread over the sum
½ [cos(2 q2 + q3) + cos(q3)]. With z = e^{iφ} a sum of waves is a polynomial in z and 1/z, so that it can be divided by
cos φ = ½ (z + 1/z) or sin φ = ½ (z − 1/z)/i as polynomials are, from the highest frequency down. Any factor's φ is
half the distance from the highest frequency to another, so few have to be tried.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from .alphabet import Alphabet

Sum = dict[int, Fraction]
"""Coefficients by wave 2k + p (waves.py)."""

MOST = 32
"""Longer sums stay sums of waves: a product of six factors has as many."""

_Spread = dict[int, tuple[Fraction, Fraction]]
"""Complex coefficients of e^{ik·q}, both for k and −k, times two."""


class Product(NamedTuple):
    """Factors, each a wave, times the sum that is left: the number alone, wave 0, where all is a product.

    >>> letters = Alphabet()
    >>> letters.frequency(letters.index("q"))
    1
    >>> Product.of({4: Fraction(1), 0: Fraction(1)}, letters)  # cos 2q + 1 = 2 cos² q
    Product(factors=(2, 2), rest={0: Fraction(2, 1)})
    >>> Product.of({5: Fraction(1)}, letters)  # sin 2q = 2 sin q cos q
    Product(factors=(2, 3), rest={0: Fraction(2, 1)})
    """

    factors: tuple[int, ...]
    rest: Sum

    @staticmethod
    def of(waves: Sum, letters: Alphabet) -> "Product":
        """All factors that do not lengthen what is left."""
        factors: list[int] = []
        rest = waves
        while True:
            found = next(_divided(rest, letters), None)
            if found is None:
                return Product(tuple(sorted(factors)), rest)
            factors.append(found[0])
            rest = found[1]


def _divided(waves: Sum, letters: Alphabet) -> Iterator[tuple[int, Sum]]:
    """Each factor and the quotient, simple factors first."""
    spread = _spread(waves)
    top = max(spread, default=0)
    angles = {letters.half(top - k) for k in spread if k != top}
    if len(waves) == 1 and letters.half(letters.half(top) or 1) is None:
        angles.add(letters.half(top))  # sin 2φ = 2 sin φ cos φ, but sin 4φ stays
    for angle in sorted((k for k in angles if k), key=lambda k: (k.bit_count(), k)):
        for phase in (0, 1):
            quotient = _quotient(spread, angle, phase, 2 * len(spread))
            if quotient is not None:
                left = _waves(quotient)
                if len(left) <= len(waves):
                    yield 2 * angle + phase, left


def _quotient(spread: _Spread, angle: int, phase: int, most: int) -> _Spread | None:
    """Division by cos (phase 0) or sin (phase 1) of the angle; None where something remains."""
    found: _Spread = {}
    left, lowest = dict(spread), min(spread)
    while left:
        k = max(left)
        a, b = left.pop(k)
        if k - 2 * angle < lowest or len(found) > most:
            return None
        found[k - angle] = (-2 * b, 2 * a) if phase else (2 * a, 2 * b)
        sign = 1 if phase else -1
        c, d = left.get(k - 2 * angle, (0, 0))
        c, d = c + sign * a, d + sign * b
        left[k - 2 * angle] = (Fraction(c), Fraction(d))
        if not c and not d:
            del left[k - 2 * angle]
    return found


def _spread(waves: Sum) -> _Spread:
    found: _Spread = {}
    for wave, x in waves.items():
        k, phase = wave >> 1, wave & 1
        for sign in (1, -1) if k else (1, 1):
            a, b = found.get(sign * k, (Fraction(0), Fraction(0)))
            found[sign * k] = (a, b - sign * x) if phase else (a + x, b)
    return found


def _waves(spread: _Spread) -> Sum:
    found: Sum = {}
    for k, (a, b) in spread.items():
        if k > 0:
            found |= {2 * k: a} if a else {}
            found |= {2 * k + 1: -b} if b else {}
        elif k == 0:
            found |= {0: a / 2} if a else {}
    return found


Piece = tuple[tuple[int, ...], Fraction]
"""Waves to be multiplied, and the number before them."""


def pieces(waves: Sum, letters: Alphabet) -> list[Piece]:
    """A sum of waves as a sum of products, found by making two terms one as long as some differ in one wave alone.

    >>> letters = Alphabet()
    >>> letters.frequency(letters.index("q"))
    1
    >>> pieces({0: Fraction(1), 4: Fraction(-1), 2: Fraction(3)}, letters)  # 1 − cos 2q + 3 cos q
    [((2,), Fraction(3, 1)), ((3, 3), Fraction(2, 1))]
    """
    whole = Product.of(waves, letters) if len(waves) <= MOST else Product((), waves)
    found: list[Piece] = [((wave,) if wave else (), x) for wave, x in whole.rest.items()]
    while len(found) > 1:
        shorter = _paired(found, letters)
        if len(shorter) == len(found):
            break
        found = shorter
    return [(tuple(sorted((*whole.factors, *factors))), x) for factors, x in found]


def _paired(terms: list[Piece], letters: Alphabet) -> list[Piece]:
    """One round: terms of equal size that differ in one wave, two by two, where their sum is a simpler product."""
    alike: dict[Any, list[tuple[int, int]]] = {}
    for i, (factors, x) in enumerate(terms):
        for wave in {*factors, 0}:
            rest = list(factors)
            if wave:
                rest.remove(wave)
            alike.setdefault((tuple(rest), abs(x)), []).append((wave, i))
    left, found = dict(enumerate(terms)), []
    for (rest, _), members in alike.items():
        for (wave, i), (other, j) in combinations(members[:MOST], 2):
            if i in left and j in left and wave != other:
                product = Product.of({wave: left[i][1], other: left[j][1]}, letters)
                simpler = 0 in (wave, other) or _angles(product.factors, letters) < _angles((wave, other), letters)
                if set(product.rest) == {0} and simpler:
                    found.append((tuple(sorted((*rest, *product.factors))), product.rest[0]))
                    del left[i], left[j]
    return [*left.values(), *found]


def _angles(waves: Iterable[int], letters: Alphabet) -> tuple[int, int]:
    """How many angles stand in some waves, and how many of them there are with their multiples."""
    every = [letters.multiples(wave >> 1).values() for wave in waves]
    return sum(map(len, every)), sum(abs(k) for multiples in every for k in multiples)
