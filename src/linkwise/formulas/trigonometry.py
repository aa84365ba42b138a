"""Sines, cosines and signs of trigonometric polynomials, where they are such polynomials again.

An angle is a sum of whole multiples of letters and a number: sin(q2 + q3 + π/2) is one wave. Multiples that are not
whole, as coupled joints have them, make one angle of their own. The sign of a letter, or of such a sum, is a letter
of its own. Nothing else has a closed form here.
"""

from collections.abc import Hashable
from fractions import Fraction

from ..algebra import Functions
from .alphabet import Combination, Sign
from .circle import cos_sin
from .harmonics import Harmonics
from .refusal import refusal


def _linear(x: Harmonics) -> tuple[dict[Hashable, Fraction], Fraction] | None:
    """The multiples of letters and the number whose sum this is; None where it is no such sum."""
    parts, rest = {}, Fraction(0)
    for monomial, c in x.waves.get(0, {}).items():
        powers = x.alphabet.powers(monomial)
        if sum(powers.values()) > 1:
            return None
        if powers:
            parts[next(iter(powers))] = Fraction(c, x.over)
        else:
            rest = Fraction(c, x.over)
    return None if x.waves.keys() - {0} else (parts, rest)


def _one(parts: dict[Hashable, Fraction]) -> tuple[Hashable, int]:
    """One letter in place of a sum of multiples, and its sign."""
    ordered = sorted(parts.items(), key=lambda part: str(part[0]))
    sign = -1 if ordered[0][1] < 0 else 1
    return Combination(tuple((letter, sign * k) for letter, k in ordered)), sign


def _angle(x: Harmonics) -> tuple[int, Fraction]:
    """The frequency and the constant part of an angle."""
    found = _linear(x)
    if found is None:
        raise refusal(f"the sine or cosine of {x} was met: an angle is a sum of multiples of letters.")
    parts, rest = found
    if any(k.denominator != 1 for k in parts.values()):
        whole, sign = _one(parts)
        parts = {whole: Fraction(sign)}
    return sum(int(k) * x.alphabet.frequency(x.alphabet.index(letter)) for letter, k in parts.items()), rest


def _wave(x: Harmonics, frequency: int, phase: int) -> Harmonics:
    if not frequency:
        return Harmonics.number(1 - phase, x.alphabet)
    sign = -1 if frequency < 0 and phase else 1
    return Harmonics(x.alphabet, {2 * abs(frequency) + phase: {0: sign}})


def _cos(x: Harmonics) -> Harmonics:
    k, rest = _angle(x)
    c, s = cos_sin(rest)
    return _wave(x, k, 0) * c - _wave(x, k, 1) * s


def _sin(x: Harmonics) -> Harmonics:
    k, rest = _angle(x)
    c, s = cos_sin(rest)
    return _wave(x, k, 1) * c + _wave(x, k, 0) * s


def _sqrt(x: Harmonics) -> Harmonics:
    raise refusal(f"the square root of {x} was met.")


def _sign(x: Harmonics) -> Harmonics:
    k = x.constant
    if k is not None:
        return Harmonics.number((k > 0) - (k < 0), x.alphabet)
    found = _linear(x)
    if found is None or found[1]:
        raise refusal(f"the sign of {x} was met: only that of a letter, or of a sum of letters, is one.")
    (letter, k), *more = found[0].items()
    whole, sign = _one(found[0]) if more else (letter, 1 if k > 0 else -1)
    return Harmonics.letter(Sign(whole), x.alphabet) * sign


def _exp(x: Harmonics) -> Harmonics:
    raise refusal(f"the exponential of {x} was met.")


def _log(x: Harmonics) -> Harmonics:
    raise refusal(f"the logarithm of {x} was met.")


def _extremum(a: object, b: object) -> Harmonics:
    raise refusal(f"the smaller or larger of {a} and {b} was met.")


FUNCTIONS = Functions(_sin, _cos, _sqrt, _sign, _exp, _log, _extremum, _extremum)
"""What the algebra is to know of trigonometric polynomials."""
