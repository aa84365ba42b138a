"""Rational sines and cosines, unit vectors and rotations, as close to given numbers as neighbouring doubles are.

The squares of a float's sine and cosine do not add up to 1 exactly, so terms that should cancel would be left over as
1e-17 times something. Here numbers are changed by less than the spacing of doubles so that they do:

    c = (1 − t²)/(1 + t²),  s = 2t/(1 + t²),  t the tangent of half the angle.
"""

from collections.abc import Sequence
from fractions import Fraction

from ..algebra import cos_sin as cos_sin_of_float

SPACING = Fraction(1, 2**52)
"""The spacing of doubles, relative to them."""

Point = tuple[Fraction, ...]
"""Exact coordinates."""


def near(x: float) -> Fraction:
    """A short rational number close to x, no further away than a neighbouring double.

    >>> import math
    >>> near(0.5), abs(near(math.sqrt(2)) - Fraction(math.sqrt(2))) < 1e-15, near(1e-9)
    (Fraction(1, 2), True, Fraction(1, 1000000000))
    """
    exact = Fraction(x)
    for digits in range(6, 20):
        short = exact.limit_denominator(10**digits)
        if abs(short - exact) <= SPACING * abs(exact):
            return short
    return exact


def cos_sin(angle: Fraction) -> tuple[Fraction, Fraction]:
    """Cosine and sine of a constant angle, rational; exact for the quarter turns that the algebra knows.

    >>> import math
    >>> cos_sin(Fraction(0)), cos_sin(Fraction(repr(math.pi / 2)))
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    >>> c, s = cos_sin(Fraction(1, 3))
    >>> c * c + s * s, abs(float(c) - math.cos(1 / 3)) < 1e-15
    (Fraction(1, 1), True)
    """
    c, s = cos_sin_of_float(float(angle))
    if 0.0 in (c, s):
        return Fraction(c), Fraction(s)
    if c < 0:
        t = near(s / (1 - c))
        return (t * t - 1) / (1 + t * t), 2 * t / (1 + t * t)
    t = near(s / (1 + c))
    return (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)


def unit(a: Sequence[float]) -> Point:
    """A rational unit vector, by stereographic projection from the pole opposite to its largest component.

    >>> x = unit([0.6, 0.0, -0.8])
    >>> sum(k * k for k in x), [float(k) for k in x]
    (Fraction(1, 1), [0.6, 0.0, -0.8])
    """
    k = max(range(len(a)), key=lambda i: abs(a[i]))
    flat = [Fraction(0) if i == k else near(x / (1 + abs(a[k]))) for i, x in enumerate(a)]
    square = sum((x * x for x in flat), Fraction(0))
    pole = (1 - square) / (1 + square)
    return tuple((pole if a[k] > 0 else -pole) if i == k else 2 * x / (1 + square) for i, x in enumerate(flat))


def rotation(R: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    """A rational rotation matrix: that of a rational quaternion, whose length cancels.

    >>> exact = rotation(((0.8, -0.6, 0.0), (0.6, 0.8, 0.0), (0.0, 0.0, 1.0)))
    >>> exact[0][:2], sum(x * x for x in exact[0])
    ((Fraction(4, 5), Fraction(-3, 5)), Fraction(1, 1))
    """
    (a, b, c), (d, e, f), (g, h, i) = R
    rows = (
        (1 + a + e + i, h - f, c - g, d - b),  # multiples of the quaternion; the largest one is the most accurate
        (h - f, 1 + a - e - i, b + d, c + g),
        (c - g, b + d, 1 + e - a - i, f + h),
        (d - b, c + g, f + h, 1 + i - a - e),
    )
    best = max(range(4), key=lambda k: rows[k][k])
    w, x, y, z = (near(k / rows[best][best]) for k in rows[best])
    n = w * w + x * x + y * y + z * z
    return (
        ((w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n),
        (2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n),
        (2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n),
    )
