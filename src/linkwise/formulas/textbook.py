"""Trigonometric polynomials as sympy expressions in the manner of the books.

The coefficient of each parameter becomes a product of sines and cosines if it is one (products.py). Velocities and
accelerations are taken out first, then what terms share; of the forms tried, the one with the fewest operations is
written. There is no search and no expansion: the time grows with the length of the formula.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from .alphabet import Alphabet, Combination, Sign
from .harmonics import Harmonics
from .products import Sum, pieces
from .terms import SIMPLE, Factors, Terms, alike, common, groups, measure, without


def textbook(x: Any, motion: Collection[Any] = ()) -> Any:
    """A formula as a book would print it, as a sympy expression; the letters in `motion` are taken out first.

    >>> import sympy
    >>> from linkwise.algebra import cos, sin
    >>> q1, q2, L, m = sympy.symbols("q1 q2 L m", real=True)
    >>> a, b, l, M = (Harmonics.letter(s, letters) for letters in [Alphabet()] for s in (q1, q2, L, m))
    >>> textbook(M * l * l * cos(a) * cos(a) + 2 * M * l * (sin(a) * cos(b) + cos(a) * sin(b)) - M * 0.25)
    m*(L**2*cos(q1)**2 + 2*L*sin(q1 + q2) - 1/4)
    """
    import sympy

    if not isinstance(x, Harmonics):
        return number(Fraction(repr(float(x))))
    outer: dict[Factors, Terms] = {}
    for factors, c in _terms(x).items():
        moving = frozenset((f, k) for f, k in factors if _base(f) in motion)
        outer.setdefault(moving, {})[factors - moving] = c
    shares: dict[Any, Terms] = {}  # velocities by the coefficient they have in common
    for moving, inner in outer.items():
        k = measure(inner) if moving else Fraction(1)
        whole = written({t: c / k for t, c in inner.items()})
        shares.setdefault(whole, {})[moving] = k
    return sympy.Add(*(sympy.Mul(*_parts(moved), whole) for whole, moved in shares.items()))


def written(terms: Terms) -> Any:
    """A sum of terms, with factors that all or some of them share taken out where that saves operations.

    >>> import sympy
    >>> a, b, c = sympy.symbols("a b c")
    >>> written({frozenset({(a, 1), (b, 1)}): Fraction(2), frozenset({(a, 1), (c, 1)}): Fraction(-4)})
    2*a*(b - 2*c)
    """
    import sympy

    return sympy.Mul(*_parts(terms))


def _parts(terms: Terms) -> tuple[Any, Any, Any]:
    """The number and the factors to be taken out, and the sum that is left."""
    import sympy

    shared = common(terms) if terms else frozenset()
    k = measure(terms) if len(terms) > 1 else Fraction(1)
    inner = {without(t, shared): c / k for t, c in terms.items()}
    forms = [sympy.Add(*(number(c) * _product(t) for t, c in inner.items()))]
    if len(inner) > 1:
        merged = _merged(inner)
        if len(merged) < len(inner) or len(inner) > 2:
            forms += [sympy.Add(*(sympy.Mul(_product(s), *_parts(left)) for s, left in groups(merged)))]
    return number(k), _product(shared), min(forms, key=sympy.count_ops)


def _merged(terms: Terms) -> Terms:
    """The sum with terms that differ in one letter combined, the sum of these letters becoming a factor."""
    merged: Terms = {}
    for shared, left in alike(terms, lambda x: x.is_Symbol):
        k = measure(left) if len(left) > 1 else left[frozenset()]
        factor = written({t: c / k for t, c in left.items()})
        merged[shared | {(factor, 1)} if len(left) > 1 else shared] = k
    return merged


def number(x: Fraction) -> Any:
    """A number as it is printed: an integer, a simple fraction, or a decimal of at most fifteen digits.

    >>> number(Fraction(3, 4)), number(Fraction(9, 20))
    (3/4, 0.450000000000000)
    """
    import sympy

    return sympy.Rational(x.numerator, x.denominator) if x.denominator in SIMPLE else sympy.Float(f"{float(x):.15g}")


def _terms(x: Harmonics) -> Terms:
    """The terms of a formula, the coefficient of each parameter as products of sines and cosines where possible."""
    waves: dict[int, Sum] = {}
    for wave, polynomial in x.waves.items():
        for monomial, c in polynomial.items():
            waves.setdefault(monomial, {})[wave] = Fraction(c, x.over)
    known: dict[Any, Any] = {}
    terms: Terms = {}
    for monomial, total in waves.items():
        letters = {_letter(letter): k for letter, k in x.alphabet.powers(monomial).items()}
        for product in _pieces(total, x.alphabet, known):
            powers, sign = dict(letters), 1
            for wave in product[0]:
                function, s = _function(wave, x.alphabet, known)
                powers[function] = powers.get(function, 0) + 1
                sign *= s
            key = frozenset(powers.items())
            terms[key] = terms.get(key, Fraction(0)) + sign * product[1]
    return {t: c for t, c in terms.items() if c}


def _pieces(total: Sum, alphabet: Alphabet, known: dict[Any, Any]) -> list[tuple[tuple[int, ...], Fraction]]:
    """Products of waves with their numbers; sums that are multiples of each other are worked out once."""
    k = total[min(total)]
    shape = frozenset((wave, c / k) for wave, c in total.items())
    if shape not in known:
        known[shape] = pieces({wave: c / k for wave, c in total.items()}, alphabet)
    return [(factors, k * x) for factors, x in known[shape]]


def _function(wave: int, alphabet: Alphabet, known: dict[Any, Any]) -> tuple[Any, int]:
    """The sine or cosine of a wave, and its sign: sympy makes the first angle positive."""
    import sympy

    if wave not in known:
        angle = sympy.Add(*(sympy.Mul(k, _letter(q)) for q, k in alphabet.multiples(wave >> 1).items()))
        function = (sympy.sin if wave & 1 else sympy.cos)(angle)
        sign = -1 if function.is_Mul else 1
        known[wave] = (sign * function, sign)
    return known[wave]


def _letter(letter: Any) -> Any:
    """A letter as a sympy expression."""
    import sympy

    if isinstance(letter, Combination):
        return sympy.Add(*(number(k) * _letter(part) for part, k in letter.parts))
    return sympy.sign(_letter(letter.of)) if isinstance(letter, Sign) else letter


def _base(factor: Any) -> Any:
    """The letter that a sign belongs to; any other factor itself."""
    return min(factor.free_symbols, key=str) if type(factor).__name__ == "sign" else factor


def _product(factors: Factors) -> Any:
    import sympy

    return sympy.Mul(*(f**k for f, k in factors))
