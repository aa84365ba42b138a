"""Numbers modulo a large prime: exact arithmetic in which a sum that cancels is 0, at a constant cost.

A rational number a/b is the residue a b⁻¹ mod P, a rotation a pair of residues c, s with c² + s² = 1. A formulation run
on residues computes its answer modulo P: one that is 0 for all motions gives 0, and any other gives 0 at a random point
with a probability of at most its degree over P (Schwartz 1980, Lemma 1). Only numbers that are multiples of P, which no
robot's decimals are but by an accident as rare, would go unseen.                                       [schwartz1980]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from ..algebra import register
from ..algebra.number_types import Functions
from ..errors import KindMismatch
from ..formulas import rational_rotations
from ..formulas.harmonics import rational

P = 2**127 - 1
"""The prime, one of Mersenne's."""


class Residue:
    """An integer modulo P; floats count as the decimals they are printed with.

    >>> x = Residue.of(Fraction(1, 3))
    >>> x * 3.0 == 1, bool(x * 0.3 - 0.1)
    (True, False)
    """

    __slots__ = ("k",)
    __array_ufunc__ = None

    def __init__(self, k: int):
        self.k = k

    @staticmethod
    def of(x: Any) -> Residue:
        """A number as a residue.

        >>> Residue.of(-2.0)
        Residue(-2)
        """
        return x if isinstance(x, Residue) else Residue(_of_number(x))

    def __add__(self, other: Any) -> Residue:
        return Residue((self.k + (other.k if type(other) is Residue else _of_number(other))) % P)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Residue:
        return Residue((self.k - (other.k if type(other) is Residue else _of_number(other))) % P)

    def __rsub__(self, other: Any) -> Residue:
        return Residue((_of_number(other) - self.k) % P)

    def __neg__(self) -> Residue:
        return Residue(-self.k % P)

    def __mul__(self, other: Any) -> Any:
        if type(other) is Residue:
            return Residue(self.k * other.k % P)
        return 0.0 if other == 0 else Residue(self.k * _of_number(other) % P)  # 0 stays a float, and costs no more

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Residue:
        return Residue(self.k * pow(Residue.of(other).k, -1, P) % P)

    def __eq__(self, other: object) -> bool:
        return self.k == (other.k if isinstance(other, Residue) else _of_number(other))

    def __hash__(self) -> int:
        return hash(self.k)

    def __bool__(self) -> bool:
        return self.k != 0

    def __repr__(self) -> str:
        return f"Residue({self.k if self.k < P // 2 else self.k - P})"


@lru_cache(maxsize=4096)
def _of_number(x: Any) -> int:
    exact = rational(x)
    return exact.numerator * pow(exact.denominator, -1, P) % P


@dataclass(frozen=True, slots=True)
class Angle:
    """An angle by its cosine and sine.

    >>> quarter = Angle.of(1.5707963267948966)
    >>> quarter.cosine, (quarter * 2).cosine
    (Residue(0), Residue(-1))
    """

    cosine: Residue
    sine: Residue

    @staticmethod
    def of(x: float) -> Angle:
        """A given angle: its cosine and sine become rational numbers as close to it as neighbouring doubles are.

        >>> angle = Angle.of(0.3)
        >>> angle.cosine * angle.cosine + angle.sine * angle.sine
        Residue(1)
        """
        c, s = rational_rotations.cos_sin(Fraction(repr(float(x))))
        return Angle(Residue.of(c), Residue.of(s))

    @staticmethod
    def random(draw: Random) -> Angle:
        """An angle whose half has a random tangent.

        >>> angle = Angle.random(Random(0))
        >>> angle.cosine * angle.cosine + angle.sine * angle.sine
        Residue(1)
        """
        t = random_residue(draw)
        return Angle((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))

    def __add__(self, other: Any) -> Angle:
        c, s = self.cosine, self.sine
        return Angle(c * other.cosine - s * other.sine, s * other.cosine + c * other.sine)

    def __mul__(self, times: Any) -> Angle:
        """The angle a whole number of times."""
        total, power, left = Angle(Residue(1), Residue(0)), self, abs(times)
        while left:
            if left & 1:
                total = total + power
            power, left = power + power, left >> 1
        return total if times >= 0 else Angle(total.cosine, -total.sine)


def random_residue(draw: Random) -> Residue:
    """Any residue, each as likely as the others.

    >>> random_residue(Random(0)) == random_residue(Random(0))
    True
    """
    return Residue(draw.randrange(P))


def _not_exact(x: Any) -> Any:
    raise KindMismatch(
        f"a {type(x).__name__} has neither a root nor a sign.", "Sums, products and turns were expected."
    )


register(Angle, Functions(lambda x: x.sine, lambda x: x.cosine, _not_exact, _not_exact))
