"""The number everything is generic in.

A scalar is anything with + − × ÷ whose functions are known here: Python numbers, NumPy columns (one entry per state of
a batch), mpmath and sympy numbers, and whatever `register` adds (a tracer, say). Constants stay plain floats.

An angle that is exactly the double nearest to k·π/2 means k quarter turns, so its sine and cosine are exactly 0 and ±1.
"""

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import KindMismatch
from .number_types import OF_FLOATS, Functions, functions_of

Scalar = Any
"""Any number-like value; see the module's text."""


def _smaller_each(a: Scalar, b: Scalar) -> Scalar:
    return np.where((a < b) | (a != a), a, b) if _is_column(a) and _is_column(b) else NotImplemented


def _larger_each(a: Scalar, b: Scalar) -> Scalar:
    return np.where((a > b) | (a != a), a, b) if _is_column(a) and _is_column(b) else NotImplemented


def _angle_each(y: Scalar, x: Scalar) -> Scalar:
    return np.arctan2(y, x) if _is_column(y) and _is_column(x) else NotImplemented


def _is_column(x: Scalar) -> bool:
    return isinstance(x, int | float | np.ndarray)


def _quiet_each(f: Callable[[Scalar], Scalar]) -> Callable[[Scalar], Scalar]:
    """NumPy warns of sin(inf), sqrt(-1), exp(1000) and log(0), of which a float's functions say nothing."""

    def quiet(x: Scalar) -> Scalar:
        with np.errstate(all="ignore"):
            return f(x)

    return quiet


_KNOWN: dict[type, Functions] = {
    float: OF_FLOATS,
    np.ndarray: Functions(
        _quiet_each(np.sin),
        _quiet_each(np.cos),
        _quiet_each(np.sqrt),
        _quiet_each(np.sign),
        _quiet_each(np.exp),
        _quiet_each(np.log),
        _smaller_each,
        _larger_each,
        np.tanh,
        _angle_each,
    ),
}
_KNOWN[int] = OF_FLOATS
_LATE = ("mpmath", "sympy")  # looked up by the name of the package that made the number, so neither is imported here


def register(kind: type, functions: Functions) -> None:
    """Teach the library a new kind of number.

    >>> from fractions import Fraction
    >>> register(Fraction, Functions(*[lambda x: NotImplemented] * 3, sign=lambda x: (x > 0) - (x < 0)))
    >>> sign(Fraction(-1, 3))
    -1
    """
    _KNOWN[kind] = functions


def _functions(x: Scalar) -> Functions:
    kind = type(x)
    found = _KNOWN.get(kind)
    if found is None:
        found = next((_KNOWN[base] for base in kind.__mro__ if base in _KNOWN), None)
        if found is None:
            home = kind.__module__.partition(".")[0]
            if home not in _LATE:
                raise KindMismatch(
                    f"a {kind.__name__} is not a scalar linkwise knows.",
                    "A number, a NumPy column, or a number of mpmath or sympy was expected.",
                    "linkwise.algebra.register teaches it others.",
                )
            package = import_module(home)
            found = functions_of(package)
        _KNOWN[kind] = found
    return found


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
    """The smaller of two scalars, of columns in each state; NaN where either is NaN.

    >>> minimum(2.0, -1.0), minimum(2.0, float("nan"))
    (-1.0, nan)
    """
    return _of_two("minimum", a, b)


def maximum(a: Scalar, b: Scalar) -> Scalar:
    """The larger of two scalars, of columns in each state; NaN where either is NaN.

    >>> maximum(0.0, np.array([-1.0, 1.0]))
    array([0., 1.])
    """
    return _of_two("maximum", a, b)


def _of_two(name: str, a: Scalar, b: Scalar) -> Scalar:
    """A function of two scalars: constants stay plain, so what is no plain number says how it is done."""
    asked = [x for x in (a, b) if not isinstance(x, int | float)] or [a]
    for x in asked:
        found = getattr(_functions(x), name)(a, b)
        if found is not NotImplemented:
            return found
    raise KindMismatch(
        f"the {name} of a {type(a).__name__} and a {type(b).__name__} was asked.",
        "Two numbers of one kind, or a plain number and another, were expected.",
    )


_CHOICES: dict[type, Callable[[Any, Scalar, Scalar], Scalar]] = {}  # how a kind of condition chooses


def register_choice(kind: type, choose: Callable[[Any, Scalar, Scalar], Scalar]) -> None:
    """Teach `where` a kind of condition, or a kind of number that is chosen in a way of its own.

    >>> register_choice(set, lambda condition, a, b: a if condition else b)
    >>> where({1}, 2.0, 3.0)
    2.0
    """
    _CHOICES[kind] = choose


def is_nonzero(x: Scalar) -> Any:
    """The condition that a scalar is not 0, for `where`; a NaN is not.

    >>> is_nonzero(2.0), is_nonzero(np.array([0.0, 1.0]))
    (True, array([False,  True]))
    """
    if type(x).__module__.partition(".")[0] == "sympy":  # whose != compares how symbols are written
        return import_module("sympy").Ne(x, 0)
    return x != 0.0


def where(condition: Any, a: Scalar, b: Scalar) -> Scalar:
    """a where a comparison of scalars holds, else b; of columns in each state. Conditions are joined by &, | and ~.

    This is how a function that is traced decides something: `a if x > 0.0 else b` would decide it for all states.

    >>> where(2.0 > 1.0, 5.0, 6.0)
    5.0
    >>> x = np.array([-1.0, 0.5, 2.0])
    >>> where((x > 0.0) & (x < 1.0), x, 0.0)
    array([0. , 0.5, 0. ])
    """
    for kind in (type(a), type(b), type(condition)):
        if kind in _CHOICES:
            return _CHOICES[kind](condition, a, b)
    if isinstance(condition, np.ndarray):
        return np.where(condition, a, b)
    if type(condition).__module__.partition(".")[0] == "sympy":
        return import_module("sympy").Piecewise((a, condition), (b, True))
    return a if condition else b


def is_zero(x: Scalar) -> bool:
    """Whether a scalar is the constant 0, so that its term need not be written at all; a batch or a symbol is not.

    >>> is_zero(0.0), is_zero(np.zeros(3))
    (True, False)
    """
    return bool(x == 0) if isinstance(x, int | float) else (x == 0) is True


def somewhere(comparison: Any) -> bool:
    """Whether a comparison of scalars holds, for a batch in any of its states; of symbols it is not known.

    >>> somewhere(np.array([1.0, 2.0]) > 1.5), somewhere(0.0 > 1.5)
    (True, False)
    """
    found = comparison.any() if isinstance(comparison, np.ndarray) else comparison
    return isinstance(found, bool | np.bool_) and bool(found)


_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def cos_sin(angle: Scalar) -> tuple[Scalar, Scalar]:
    """Cosine and sine of a constant angle, exact for quarter turns; of a symbol, its own.

    >>> cos_sin(math.pi / 2), cos_sin(-math.pi)
    ((0.0, 1.0), (-1.0, 0.0))
    """
    if not isinstance(angle, int | float):
        return cos(angle), sin(angle)
    k = round(angle / (math.pi / 2)) if math.isfinite(angle) else 0
    if abs(k) <= 8 and angle == k * (math.pi / 2):
        return _QUARTERS[k % 4]
    return cos(angle), sin(angle)


def is_batch(x: Scalar) -> bool:
    """Whether a scalar is a column, one number for each state of a batch.

    >>> is_batch(np.zeros(3)), is_batch(0.0)
    (True, False)
    """
    return isinstance(x, np.ndarray) and x.ndim > 0


def state_by_state(function: Callable[..., Any], at: Sequence[Scalar]) -> Scalar:
    """The column of what a function of plain numbers gives.

    >>> state_by_state(lambda x, y: x if x > y else y, [np.array([1.0, 2.0, 3.0]), 2.0])
    array([2., 2., 3.])
    """
    rows = np.broadcast_arrays(*at)
    found = [function(*map(float, row)) for row in zip(*(np.ravel(row) for row in rows), strict=True)]
    return np.reshape(np.array(found, float), rows[0].shape)
