"""A scalar that carries its derivatives along: exact partial derivatives of any function of scalars.

A jet is a value with slopes, one for each direction in which it changes; a missing slope is zero. Sums, products
and functions of jets follow the rules of differentiation. Value and slopes are any scalars: floats, columns, symbols,
values being traced, and jets again, which gives second derivatives. To keep nested derivatives apart, each has its own
level: to the jets of an inner level, those of an outer one are constants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from itertools import count
from typing import Any

from .columns import reciprocal
from .conditions import is_nonzero, register_choice, where
from .number_types import Functions
from .scalar import (
    Scalar,
    atan2,
    cos,
    exp,
    is_zero,
    log,
    maximum,
    minimum,
    register,
    sign,
    sin,
    sqrt,
    tanh,
)

Slopes = dict[int, Scalar]
"""The derivatives that may differ from zero, by direction."""

_LEVELS = count()  # an inner derivative begins later, so its number is larger


class Jet:
    """A value, its slopes, and the level of the derivative they belong to.

    >>> x = Jet(3.0, {0: 1.0}, 0)
    >>> x * x + 2.0
    Jet(11.0, {0: 6.0})
    """

    __slots__ = ("level", "slopes", "value")
    __array_ufunc__ = None  # so that NumPy leaves column * jet to this class

    def __init__(self, value: Scalar, slopes: Slopes, level: int):
        self.value, self.slopes, self.level = value, slopes, level

    def __add__(self, other: Scalar) -> Scalar:
        if is_dataclass(other):  # a vector or tensor: it handles scalars itself
            return NotImplemented
        level, x, dx, y, dy = _parts(self, other)
        return _jet(x + y, level, (1, dx), (1, dy))

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet(-self.value, {i: -s for i, s in self.slopes.items()}, self.level)

    def __sub__(self, other: Scalar) -> Scalar:
        return NotImplemented if is_dataclass(other) else self + (-other)

    def __rsub__(self, other: Scalar) -> Scalar:
        return -self + other

    def __mul__(self, other: Scalar) -> Scalar:
        if is_dataclass(other):
            return NotImplemented
        level, x, dx, y, dy = _parts(self, other)
        return _jet(x * y, level, (y, dx), (x, dy))

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Scalar:
        return _quotient(self, other)

    def __rtruediv__(self, other: Scalar) -> Scalar:
        return _quotient(other, self)

    def __pow__(self, k: float) -> Scalar:
        return 1.0 if is_zero(k) else _jet(self.value**k, self.level, (k * self.value ** (k - 1), self.slopes))

    def __abs__(self) -> Scalar:
        return self * sign(self.value)

    def __lt__(self, other: Scalar) -> Any:
        _, x, _, y, _ = _parts(self, other)
        return x < y

    def __le__(self, other: Scalar) -> Any:
        _, x, _, y, _ = _parts(self, other)
        return x <= y

    def __gt__(self, other: Scalar) -> Any:
        _, x, _, y, _ = _parts(self, other)
        return x > y

    def __ge__(self, other: Scalar) -> Any:
        _, x, _, y, _ = _parts(self, other)
        return x >= y

    def __ne__(self, other: object) -> Any:  # == stays identity: a jet whose value is 0 is not the constant 0
        _, x, _, y, _ = _parts(self, other)
        return is_nonzero(x) if is_zero(y) else x != y

    def __repr__(self) -> str:
        return f"Jet({self.value!r}, {self.slopes!r})"


def gradient(f: Callable[[list[Scalar]], Any], x: Sequence[Scalar]) -> tuple[Any, list[Any]]:
    """The value of f at x, and its partial derivatives [∂f/∂x_1, ∂f/∂x_2, …], each nested like the value.

    >>> gradient(lambda x: [x[0] * x[1], sin(x[0])], [0.0, 3.0])
    ([0.0, 0.0], [[3.0, 1.0], [0.0, 0.0]])

    Second derivatives are the gradient's gradient:

    >>> gradient(lambda x: gradient(lambda y: y[0] ** 3 * y[1], x)[1], [2.0, 5.0])[1]
    [[60.0, 12.0], [12.0, 0.0]]
    """
    level = next(_LEVELS)
    answer = f([Jet(xi, {i: 1}, level) for i, xi in enumerate(x)])
    return _value(answer, level), [_slope(answer, level, i) for i in range(len(x))]


def along(f: Callable[[list[Scalar]], Any], x: Sequence[Scalar], xd: Sequence[Scalar]) -> tuple[Any, Any]:
    """The value of f at x, and its derivative Σ_i ∂f/∂x_i ẋ_i where x changes at the rate ẋ.

    >>> along(lambda x: x[0] * x[1], [2.0, 3.0], [1.0, 10.0])
    (6.0, 23.0)
    """
    level = next(_LEVELS)
    moving = zip(x, xd, strict=True)
    answer = f([xi if is_zero(rate) else Jet(xi, {0: rate}, level) for xi, rate in moving])
    return _value(answer, level), _slope(answer, level, 0)


def _parts(x: Scalar, y: Scalar) -> tuple[int, Scalar, Slopes, Scalar, Slopes]:
    """The innermost level of two scalars, and the value and slopes of each at that level."""
    level = max(s.level for s in (x, y) if isinstance(s, Jet))
    (a, da), (b, db) = ((s.value, s.slopes) if isinstance(s, Jet) and s.level == level else (s, {}) for s in (x, y))
    return level, a, da, b, db


def _jet(value: Scalar, level: int, *terms: tuple[Scalar, Slopes]) -> Scalar:
    """The jet whose slopes are the sum of the terms k·slopes; a plain value if no slopes remain."""
    total: Slopes = {}
    for k, slopes in terms:
        if not is_zero(k):
            for i, s in slopes.items():
                total[i] = total[i] + k * s if i in total else k * s
    return Jet(value, total, level) if total else value


def _quotient(x: Scalar, y: Scalar) -> Scalar:
    level, a, da, b, db = _parts(x, y)
    part, whole = 1 / b, a / b
    return _jet(whole, level, (part, da), (-whole * part, db))


def _sin(x: Jet) -> Scalar:
    return _jet(sin(x.value), x.level, (cos(x.value), x.slopes))


def _cos(x: Jet) -> Scalar:
    return _jet(cos(x.value), x.level, (-sin(x.value), x.slopes))


def _sqrt(x: Jet) -> Scalar:
    root = sqrt(x.value)
    return _jet(root, x.level, (_steep(2 * root), x.slopes))


def _exp(x: Jet) -> Scalar:
    value = exp(x.value)
    return _jet(value, x.level, (value, x.slopes))


def _log(x: Jet) -> Scalar:
    return _jet(log(x.value), x.level, (_steep(x.value), x.slopes))


def _steep(x: Scalar) -> Scalar:
    """1/x, infinite at 0 like the slope of a root or a logarithm; also for a jet, where ÷ would raise."""
    if not isinstance(x, Jet):
        return reciprocal(x)
    value = _steep(x.value)
    return _jet(value, x.level, (-(value * value), x.slopes))


def _minimum(a: Scalar, b: Scalar) -> Scalar:
    """The slopes of the smaller one; where both are equal, half of each."""
    level, x, dx, y, dy = _parts(a, b)
    half = 0.5 * sign(x - y)
    return _jet(minimum(x, y), level, (0.5 - half, dx), (0.5 + half, dy))


def _maximum(a: Scalar, b: Scalar) -> Scalar:
    """The slopes of the larger one; where both are equal, half of each."""
    level, x, dx, y, dy = _parts(a, b)
    half = 0.5 * sign(x - y)
    return _jet(maximum(x, y), level, (0.5 + half, dx), (0.5 - half, dy))


def _tanh(x: Jet) -> Scalar:
    value = tanh(x.value)
    return _jet(value, x.level, (1 - value * value, x.slopes))


def _atan2(a: Scalar, b: Scalar) -> Scalar:
    level, y, dy, x, dx = _parts(a, b)
    part = _steep(x * x + y * y)
    return _jet(atan2(y, x), level, (x * part, dy), (-(y * part), dx))


def _where(condition: Any, a: Scalar, b: Scalar) -> Scalar:
    """The slopes of the chosen branch; those of the other, infinite or not, are never multiplied or added."""
    level, x, dx, y, dy = _parts(a, b)
    slopes = {i: where(condition, dx.get(i, 0.0), dy.get(i, 0.0)) for i in dx.keys() | dy.keys()}
    return Jet(where(condition, x, y), slopes, level)


def _value(nest: Any, level: int) -> Any:
    if isinstance(nest, list | tuple):
        return type(nest)(_value(part, level) for part in nest)
    return nest.value if isinstance(nest, Jet) and nest.level == level else nest


def _slope(nest: Any, level: int, i: int) -> Any:
    if isinstance(nest, list | tuple):
        return type(nest)(_slope(part, level, i) for part in nest)
    return nest.slopes.get(i, 0.0) if isinstance(nest, Jet) and nest.level == level else 0.0


register(Jet, Functions(_sin, _cos, _sqrt, lambda x: sign(x.value), _exp, _log, _minimum, _maximum, _tanh, _atan2))
register_choice(Jet, _where)
