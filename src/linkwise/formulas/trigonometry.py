"""Sines, cosines and signs of trigonometric polynomials, where these are again such polynomials.

An angle is a sum of whole multiples of letters and a number: sin(q2 + q3 + π/2) is one wave. A sum with multiples that
are not whole, as coupled joints have them, or above 15 counts as one new angle. The sign of a letter, or of such a
sum, counts as a new letter. Nothing else has a closed form here.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction

from ..algebra import Functions
from .alphabet import FEW_TURNS, Combination, Sign
from .harmonics import Harmonics
from .rational_rotations import cos_sin
from .refusal import refusal


def _linear(x: Harmonics) -> tuple[dict[Hashable, Fraction], Fraction] | None:
    """The multiples of letters, and the number, that this is the sum of; None if it is not such a sum."""
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
    """One new letter for a sum of multiples, and its sign."""
    ordered = sorted(parts.items(), key=lambda part: str(part[0]))
    sign = -1 if ordered[0][1] < 0 else 1
    return Combination(tuple((letter, sign * k) for letter, k in ordered)), sign


def _angle(x: Harmonics) -> tuple[int, Fraction]:
    """The frequency and the constant part of an angle."""
    linear = _linear(x)
    if linear is None:
        raise refusal(
            f"the formula has the sine or cosine of {x}, which is not a sum of joint variables and constants."
        )
    parts, rest = linear
    if any(k.denominator != 1 or abs(k) > FEW_TURNS for k in parts.values()):
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


def _sign(x: Harmonics) -> Harmonics:
    k = x.constant
    if k is not None:
        return Harmonics.number((k > 0) - (k < 0), x.alphabet)
    linear = _linear(x)
    if linear is None or linear[1]:
        raise refusal(f"the formula has the sign of {x}, which is not a sum of symbols.")
    (letter, k), *more = linear[0].items()
    whole, sign = _one(linear[0]) if more else (letter, 1 if k > 0 else -1)
    return Harmonics.letter(Sign(whole), x.alphabet) * sign


def _refused(function: str) -> Callable[..., Harmonics]:
    """A function that is not defined for trigonometric polynomials."""

    def refuse(*arguments: object) -> Harmonics:
        raise refusal(f"the formula has the {function} of {' and '.join(map(str, arguments))}.")

    return refuse


FUNCTIONS = Functions(
    sin=_sin,
    cos=_cos,
    sqrt=_refused("square root"),
    sign=_sign,
    exp=_refused("exponential"),
    log=_refused("logarithm"),
    minimum=_refused("minimum"),
    maximum=_refused("maximum"),
    tanh=_refused("hyperbolic tangent"),
    atan2=_refused("arctangent"),
)
"""The functions that the algebra calls for trigonometric polynomials."""
