"""The number type that everything is generic over.

A scalar is anything with + − × ÷ whose functions are known here: Python numbers, NumPy columns (one entry for each
state of a batch), mpmath and sympy numbers, and whatever `register` adds (a tracer, say). Constants stay plain floats.

An angle that is exactly the double nearest to k·π/2 means k quarter turns, so its sine and cosine are exactly 0 and ±1.
"""

from __future__ import annotations

import math
from importlib import import_module
from numbers import Real
from typing import Any, TypeGuard

from ..errors import KindMismatch, plain
from .columns import OF_COLUMNS, Column
from .number_types import OF_FLOATS, Functions, functions_of

Scalar = Any
"""Any number-like value; see the module's docstring."""

_KNOWN: dict[type, Functions] = {float: OF_FLOATS, int: OF_FLOATS, Column: OF_COLUMNS}
_LATE = ("mpmath", "sympy")  # known by the package of a number's type, so that neither is imported before it is needed


def register(kind: type, functions: Functions) -> None:
    """Teach the library a new type of number.

    >>> from fractions import Fraction
    >>> register(Fraction, Functions(*[lambda x: NotImplemented] * 3, sign=lambda x: (x > 0) - (x < 0)))
    >>> sign(Fraction(-1, 3))
    -1
    """
    _KNOWN[kind] = functions


def _functions(x: Scalar) -> Functions:
    kind = type(x)
    functions = _KNOWN.get(kind)
    if functions is None:
        functions = next((_KNOWN[base] for base in kind.__mro__ if base in _KNOWN), None)
        if functions is None:
            home = kind.__module__.partition(".")[0]
            if home not in _LATE:
                raise KindMismatch(
                    f"a {kind.__name__} is not a scalar that linkwise knows.",
                    "A number, a NumPy column, or an mpmath or sympy number was expected.",
                    "linkwise.algebra.register(type, functions) adds other types.",
                )
            functions = functions_of(import_module(home))
        _KNOWN[kind] = functions
    return functions


def sin(x: Scalar) -> Scalar:
    """Sine of any scalar.

    >>> sin(0.0), sin(float("inf"))
    (0.0, nan)
    """
    return _functions(x).sin(x)


def cos(x: Scalar) -> Scalar:
    """Cosine of any scalar.

    >>> cos(0.0)
    1.0
    """
    return _functions(x).cos(x)


def sqrt(x: Scalar) -> Scalar:
    """Square root of any scalar.

    >>> sqrt(4.0)
    2.0
    """
    return _functions(x).sqrt(x)


def sign(x: Scalar) -> Scalar:
    """Sign of any scalar: −1, 0 or 1; NaN stays NaN.

    >>> sign(-3.0), sign(0.0)
    (-1.0, 0.0)
    """
    return _functions(x).sign(x)


def exp(x: Scalar) -> Scalar:
    """The exponential function of any scalar.

    >>> exp(0.0), exp(1000.0), exp(-1000.0)
    (1.0, inf, 0.0)
    """
    return _functions(x).exp(x)


def log(x: Scalar) -> Scalar:
    """The natural logarithm of any scalar.

    >>> log(1.0), log(0.0), log(-1.0)
    (0.0, -inf, nan)
    """
    return _functions(x).log(x)


def tanh(x: Scalar) -> Scalar:
    """The hyperbolic tangent of any scalar.

    >>> tanh(0.0), tanh(1000.0)
    (0.0, 1.0)
    """
    return _functions(x).tanh(x)


def atan2(y: Scalar, x: Scalar) -> Scalar:
    """The angle of the point (x, y), from −π to π.

    >>> atan2(1.0, 0.0) == math.pi / 2, atan2(0.0, -1.0) == math.pi
    (True, True)
    """
    return _of_two("atan2", y, x)


def minimum(a: Scalar, b: Scalar) -> Scalar:
    """The smaller of two scalars, for columns state by state; NaN where either is NaN.

    >>> minimum(2.0, -1.0), minimum(2.0, float("nan"))
    (-1.0, nan)
    """
    return _of_two("minimum", a, b)


def maximum(a: Scalar, b: Scalar) -> Scalar:
    """The larger of two scalars, for columns state by state; NaN where either is NaN.

    >>> maximum(2.0, -1.0), maximum(float("nan"), 2.0)
    (2.0, nan)
    """
    return _of_two("maximum", a, b)


def _of_two(name: str, a: Scalar, b: Scalar) -> Scalar:
    """A function of two scalars, as the type of the one that is not a plain number defines it."""
    for x in [x for x in (a, b) if not isinstance(x, int | float)] or [a]:
        value = getattr(_functions(x), name)(a, b)
        if value is not NotImplemented:
            return value
    raise KindMismatch(
        f"there is no {name} of a {type(a).__name__} and a {type(b).__name__}.",
        "Two numbers of the same type, or a plain number and another, were expected.",
    )


def is_zero(x: Scalar) -> bool:
    """Whether a scalar is the constant 0, so that its term can be left out; a batch or a symbol is not.

    >>> is_zero(0.0), is_zero(1e-300)
    (True, False)
    """
    return bool(x == 0) if isinstance(x, int | float) else (x == 0) is True


def is_finite_number(value: object) -> TypeGuard[float]:
    """Whether a value is a plain real number that a double can hold, not a bool.

    >>> is_finite_number(2), is_finite_number(True), is_finite_number(float("nan")), is_finite_number(10**400)
    (True, False, False, False)
    """
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # an integer too large for a double
        return False


def brief(x: Scalar, most: int = 12) -> str:
    """A number with four digits, or the first characters of anything else, as `repr`s show them.

    >>> brief(4.970684), brief("a" * 100)
    ('4.971', 'aaaaaaaaaaaa…')
    """
    return f"{x:.4g}" if isinstance(x, int | float) else plain(str(x), most)


_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def cos_sin(angle: Scalar) -> tuple[Scalar, Scalar]:
    """Cosine and sine of an angle, exact for constant quarter turns.

    >>> cos_sin(math.pi / 2), cos_sin(-math.pi)
    ((0.0, 1.0), (-1.0, 0.0))
    """
    if not isinstance(angle, int | float):
        return cos(angle), sin(angle)
    k = round(angle / (math.pi / 2)) if math.isfinite(angle) else 0
    if abs(k) <= 8 and angle == k * (math.pi / 2):
        return _QUARTERS[k % 4]
    return cos(angle), sin(angle)
