"""The functions of a number type: those of floats, and of the numbers of mpmath and sympy.

Functions of floats never raise: the value is NaN where it is undefined, and infinite where it is too large. The minimum
and maximum of a number and NaN are NaN.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import KindMismatch

Scalar = Any
"""Any number-like value; see scalar.py."""


def _missing(name: str) -> Callable[..., Scalar]:
    """A stand-in for the function `name` of a type registered without it; calling it raises."""

    def refuse(*arguments: Scalar) -> Scalar:
        kind = next((type(x).__name__ for x in arguments if not isinstance(x, int | float)), "number")
        raise KindMismatch(
            f"a {kind} has no function {name}.",
            f"A number type registered with the function {name} was expected.",
            "leave out what needs it (a smooth friction law, a limit), or register the function.",
        )

    return refuse


class Functions(NamedTuple):
    """The functions a scalar must have besides + − × ÷, and those it may have.

    `minimum`, `maximum` and `atan2` may return NotImplemented, as + and × may: then the other argument's type is tried.

    >>> functions = Functions(math.sin, math.cos, math.sqrt, lambda x: math.copysign(1.0, x))
    >>> functions.sqrt(4.0), functions.sign(-3.0)
    (2.0, -1.0)
    """

    sin: Callable[[Scalar], Scalar]
    cos: Callable[[Scalar], Scalar]
    sqrt: Callable[[Scalar], Scalar]
    sign: Callable[[Scalar], Scalar]
    exp: Callable[[Scalar], Scalar] = _missing("exp")
    log: Callable[[Scalar], Scalar] = _missing("log")
    minimum: Callable[[Scalar, Scalar], Scalar] = _missing("minimum")
    maximum: Callable[[Scalar, Scalar], Scalar] = _missing("maximum")
    tanh: Callable[[Scalar], Scalar] = _missing("tanh")
    atan2: Callable[[Scalar, Scalar], Scalar] = _missing("atan2")


def _quiet(f: Callable[[float], float]) -> Callable[[float], float]:
    """The function with NaN where `math` raises for sin(inf) or sqrt(-1), and infinity for exp(1000)."""

    def quiet(x: float) -> float:
        try:
            return f(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return quiet


def _sign(x: float) -> float:
    return x if x != x else float(x > 0) - float(x < 0)


def _log(x: float) -> float:
    return -math.inf if x == 0 else math.log(x)


def _smaller(a: Scalar, b: Scalar) -> Scalar:
    return a if a < b or a != a else b


def _larger(a: Scalar, b: Scalar) -> Scalar:
    return a if a > b or a != a else b


def functions_of(package: Any) -> Functions:
    """The functions of mpmath or sympy; the smaller of two symbols stays Min(a, b)."""

    def alike(f: Callable[[Scalar, Scalar], Scalar]) -> Callable[[Scalar, Scalar], Scalar]:
        home = package.__name__

        def of_two(a: Scalar, b: Scalar) -> Scalar:
            ours = all(isinstance(x, int | float) or type(x).__module__.partition(".")[0] == home for x in (a, b))
            return f(a, b) if ours else NotImplemented

        return of_two

    smaller, larger = getattr(package, "Min", _smaller), getattr(package, "Max", _larger)
    plain = (package.sin, package.cos, package.sqrt, package.sign, package.exp, package.log)
    return Functions(*plain, alike(smaller), alike(larger), package.tanh, alike(package.atan2))


def _angle(y: Scalar, x: Scalar) -> Scalar:
    return math.atan2(y, x)


OF_FLOATS = Functions(
    _quiet(math.sin),
    _quiet(math.cos),
    _quiet(math.sqrt),
    _sign,
    _quiet(math.exp),
    _quiet(_log),
    _smaller,
    _larger,
    math.tanh,
    _angle,
)
"""The functions of a float."""
