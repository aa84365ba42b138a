"""The scalar closed forms are made of: a trigonometric polynomial with exact coefficients.

    x = Σ_k [a_k cos(k·q) + b_k sin(k·q)],   a_k, b_k polynomials with rational coefficients

Each k·q is a sum of whole multiples of angles; the letters of the polynomials are everything else: velocities, lengths,
masses. Sums and products of such x have the same form, and each has only one representation, so terms that cancel
disappear and equal ones look equal. A formulation run on them gives its formulas without any simplification.

Floats count as the shortest decimals that identify them: 0.45 is 9/20, and 0.45 − 9/20 is 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import gcd, lcm
from numbers import Real
from typing import Any

from .alphabet import DIGITS, Alphabet
from .refusal import refusal
from .waves import Waves, product, size, total


class Harmonics:
    """A trigonometric polynomial over the letters of an alphabet: `waves` divided by the whole number `over`.

    >>> from linkwise.algebra import cos, sin
    >>> q, L = (Harmonics.letter(name, letters) for letters in [Alphabet()] for name in ("q", "L"))
    >>> L * cos(q) * cos(q) + sin(q) * L * sin(q) == L
    True
    >>> 2 * sin(q) * cos(q) - sin(q + q)
    Harmonics(0)
    """

    __slots__ = ("alphabet", "over", "waves")
    __array_ufunc__ = None  # products with NumPy numbers are left to this class

    def __init__(self, alphabet: Alphabet, waves: Waves, over: int = 1):
        k = gcd(over, *(c for polynomial in waves.values() for c in polynomial.values())) if over != 1 else 1
        if k != 1:
            waves, over = {w: {m: c // k for m, c in p.items()} for w, p in waves.items()}, over // k
        self.alphabet, self.waves, self.over = alphabet, waves, over

    @staticmethod
    def letter(name: Hashable, alphabet: Alphabet) -> Harmonics:
        """A letter as a polynomial.

        >>> Harmonics.letter("L", Alphabet())
        Harmonics(L)
        """
        return Harmonics(alphabet, {0: {1 << DIGITS * alphabet.index(name): 1}})

    @staticmethod
    def number(x: Any, alphabet: Alphabet) -> Harmonics:
        """A number as a polynomial.

        >>> Harmonics.number(0.45, Alphabet())
        Harmonics(9/20)
        """
        exact = rational(x)
        return Harmonics(alphabet, {0: {0: exact.numerator}} if exact else {}, exact.denominator)

    @property
    def constant(self) -> Fraction | None:
        """Its value as a number; None if it is not constant.

        >>> (Harmonics.letter("L", Alphabet()) * 0.0 + 0.5).constant
        Fraction(1, 2)
        """
        if not self.waves:
            return Fraction(0)
        alone = self.waves.get(0) if len(self.waves) == 1 else None
        return Fraction(alone[0], self.over) if alone is not None and len(alone) == 1 and 0 in alone else None

    @property
    def size(self) -> int:
        """The number of terms."""
        return size(self.waves)

    def _like(self, other: Any) -> Harmonics | None:
        if isinstance(other, Harmonics):
            assert other.alphabet is self.alphabet, "letters of two alphabets"
            return other
        return Harmonics.number(other, self.alphabet) if isinstance(other, Real) else None

    def _plus(self, other: Any, sign: int) -> Any:
        y = self._like(other)
        if y is None:
            return NotImplemented
        if not y.waves:
            return self
        over = lcm(self.over, y.over)
        self.alphabet.spend(y.size)
        waves = total(self.waves, over // self.over, y.waves, sign * (over // y.over))
        return Harmonics(self.alphabet, waves, over)

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return (-self)._plus(other, 1)

    def __neg__(self) -> Harmonics:
        return self * -1

    def __mul__(self, other: Any) -> Any:
        y = self._like(other)
        if y is None:
            return NotImplemented
        self.alphabet.spend(self.size * y.size)
        waves = product(self.waves, y.waves)
        self.alphabet.require_room(waves)
        return Harmonics(self.alphabet, waves, 2 * self.over * y.over)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        y = self._like(other)
        if y is None:
            return NotImplemented
        k = y.constant
        if not k:
            raise refusal(f"the formula divides by {y}.")
        return self * (1 / k)

    def __rtruediv__(self, other: Any) -> Any:
        y = self._like(other)
        return NotImplemented if y is None else y / self

    def __pow__(self, k: int) -> Harmonics:
        if not isinstance(k, int) or not 0 <= k <= 64:
            raise refusal(f"the formula raises {self} to the power {k!r}.")
        power = Harmonics.number(1, self.alphabet)
        for _ in range(k):
            power = power * self
        return power

    def __eq__(self, other: object) -> bool:
        y = self._like(other)
        return y is not None and self.over == y.over and self.waves == y.waves

    def __hash__(self) -> int:
        k = self.constant
        return hash(k) if k is not None else hash((self.over, frozenset(self.waves)))

    def __bool__(self) -> bool:
        return bool(self.waves)

    def __float__(self) -> float:
        k = self.constant
        if k is None:
            raise refusal(f"the formulation needs the value of {self}.")
        return float(k)

    def __abs__(self) -> Harmonics:
        return -self if float(self) < 0 else self

    def __lt__(self, other: Any) -> bool:
        return float(self - other) < 0

    def __gt__(self, other: Any) -> bool:
        return float(self - other) > 0

    def __le__(self, other: Any) -> bool:
        return float(self - other) <= 0

    def __ge__(self, other: Any) -> bool:
        return float(self - other) >= 0

    def __str__(self) -> str:
        return spelled(self)

    def __repr__(self) -> str:
        return f"Harmonics({self})"


def rational(x: Any) -> Fraction:
    """The exact number: for a float, the shortest decimal that reads back as the same float.

    >>> rational(0.45), rational(Fraction(1, 3))
    (Fraction(9, 20), Fraction(1, 3))
    """
    if isinstance(x, int | Fraction):
        return Fraction(x)
    try:
        return Fraction(repr(float(x)))
    except ValueError:
        raise refusal(f"a constant is {float(x)}.", "give finite numbers.", "Finite numbers were expected.") from None


def spelled(x: Harmonics, most: int = 12) -> str:
    """The first terms of a polynomial as text, wave by wave, for messages.

    >>> from linkwise.algebra import sin
    >>> q, L = (Harmonics.letter(name, letters) for letters in [Alphabet()] for name in ("q", "L"))
    >>> spelled(0.5 * L * L * sin(q) - L)
    '-L + 1/2*L^2*sin(q)'
    """
    terms: list[str] = []
    for wave, polynomial in sorted(x.waves.items()):
        for monomial, c in sorted(polynomial.items()):
            if len(terms) == most:
                return " ".join([*terms, "…"]).removeprefix("+ ")
            number = Fraction(c, x.over)
            factors = [f"{letter}" if p == 1 else f"{letter}^{p}" for letter, p in x.alphabet.powers(monomial).items()]
            if wave:
                factors.append(f"{'sin' if wave & 1 else 'cos'}({_angle(x.alphabet.multiples(wave >> 1))})")
            if abs(number) != 1 or not factors:
                factors.insert(0, str(abs(number)))
            sign = ("-" if number < 0 else "+") + (" " if terms else "" if number < 0 else " ")
            terms.append(sign + "*".join(factors))
    return " ".join(terms).removeprefix("+ ") or "0"


def _angle(multiples: Mapping[Hashable, int]) -> str:
    parts = [("-" if k < 0 else "+") + ("" if abs(k) == 1 else f"{abs(k)}*") + str(q) for q, k in multiples.items()]
    return "".join(parts).removeprefix("+")
