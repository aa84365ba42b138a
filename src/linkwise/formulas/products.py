"""Sums of waves as products of sines and cosines.

The coefficient of a parameter is often a product, cos(q2) cos(q2 + q3) say, that is stored as the sum of waves
½ [cos(2 q2 + q3) + cos(q3)]. With z = e^{iφ} a sum of waves is a polynomial in z and 1/z, so it can be divided by
cos φ = ½ (z + 1/z) or sin φ = ½ (z − 1/z)/i as polynomials are, from the highest frequency down. The φ of any factor is
half the distance from the highest frequency to another one, so few have to be tried.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from .alphabet import Alphabet

Sum = dict[int, Fraction]
"""Coefficients by wave 2k + p (waves.py)."""

MOST = 32
"""Longer sums are left as sums of waves; a product of six factors has this many terms."""

_Spread = dict[int, tuple[Fraction, Fraction]]
"""Twice the complex coefficients of e^{ik·q}, for k and for −k."""


class Product(NamedTuple):
    """Factors, each a wave, times the sum that is left: only a number, wave 0, if everything is a product.

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
        """A sum of waves, divided by every factor that does not lengthen it."""
        factors: list[int] = []
        rest = waves
        while True:
            division = next(_divided(rest, letters), None)
            if division is None:
                return Product(tuple(sorted(factors)), rest)
            factors.append(division[0])
            rest = division[1]


def _divided(waves: Sum, letters: Alphabet) -> Iterator[tuple[int, Sum]]:
    """Each factor with its quotient, simple factors first."""
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
    """The quotient by the cosine (phase 0) or sine (phase 1) of an angle; None if there is a remainder."""
    quotient: _Spread = {}
    rest, lowest = dict(spread), min(spread)
    while rest:
        k = max(rest)
        a, b = rest.pop(k)
        if k - 2 * angle < lowest or len(quotient) > most:
            return None
        quotient[k - angle] = (-2 * b, 2 * a) if phase else (2 * a, 2 * b)
        sign = 1 if phase else -1
        c, d = rest.get(k - 2 * angle, (0, 0))
        c, d = c + sign * a, d + sign * b
        rest[k - 2 * angle] = (Fraction(c), Fraction(d))
        if not c and not d:
            del rest[k - 2 * angle]
    return quotient


def _spread(waves: Sum) -> _Spread:
    """Waves as complex exponentials."""
    spread: _Spread = {}
    for wave, x in waves.items():
        k, phase = wave >> 1, wave & 1
        for sign in (1, -1) if k else (1, 1):
            a, b = spread.get(sign * k, (Fraction(0), Fraction(0)))
            spread[sign * k] = (a, b - sign * x) if phase else (a + x, b)
    return spread


def _waves(spread: _Spread) -> Sum:
    """Complex exponentials as waves."""
    waves: Sum = {}
    for k, (a, b) in spread.items():
        if k > 0:
            waves |= {2 * k: a} if a else {}
            waves |= {2 * k + 1: -b} if b else {}
        elif k == 0:
            waves |= {0: a / 2} if a else {}
    return waves


Piece = tuple[tuple[int, ...], Fraction]
"""Waves to be multiplied, and the number before them."""


def pieces(waves: Sum, letters: Alphabet) -> list[Piece]:
    """A sum of waves as a sum of products: two terms that differ in one wave are combined while there are any.

    >>> letters = Alphabet()
    >>> letters.frequency(letters.index("q"))
    1
    >>> pieces({0: Fraction(1), 4: Fraction(-1), 2: Fraction(3)}, letters)  # 1 − cos 2q + 3 cos q
    [((2,), Fraction(3, 1)), ((3, 3), Fraction(2, 1))]
    """
    whole = Product.of(waves, letters) if len(waves) <= MOST else Product((), waves)
    terms: list[Piece] = [((wave,) if wave else (), x) for wave, x in whole.rest.items()]
    while len(terms) > 1:
        shorter = _paired(terms, letters)
        if len(shorter) == len(terms):
            break
        terms = shorter
    return [(tuple(sorted((*whole.factors, *factors))), x) for factors, x in terms]


def _paired(terms: list[Piece], letters: Alphabet) -> list[Piece]:
    """One round: pairs of terms with equal numbers that differ in one wave become one product, if that is simpler."""
    alike: dict[Any, list[tuple[int, int]]] = {}
    for i, (factors, x) in enumerate(terms):
        for wave in {*factors, 0}:
            rest = list(factors)
            if wave:
                rest.remove(wave)
            alike.setdefault((tuple(rest), abs(x)), []).append((wave, i))
    left, products = dict(enumerate(terms)), []
    for (rest, _), members in alike.items():
        for (wave, i), (other, j) in combinations(members[:MOST], 2):
            if i in left and j in left and wave != other:
                product = Product.of({wave: left[i][1], other: left[j][1]}, letters)
                simpler = 0 in (wave, other) or _angles(product.factors, letters) < _angles((wave, other), letters)
                if set(product.rest) == {0} and simpler:
                    products.append((tuple(sorted((*rest, *product.factors))), product.rest[0]))
                    del left[i], left[j]
    return [*left.values(), *products]


def _angles(waves: Iterable[int], letters: Alphabet) -> tuple[int, int]:
    """How many angles there are in some waves, counted once each and counted with their multiples."""
    every = [letters.multiples(wave >> 1).values() for wave in waves]
    return sum(map(len, every)), sum(abs(k) for multiples in every for k in multiples)
