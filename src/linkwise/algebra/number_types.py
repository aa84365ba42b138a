"""What functions a kind of number has: those of floats, and of the numbers of mpmath and sympy.

Floats are quiet: what has no value is NaN, what is too large infinite. Of two numbers a NaN is the smaller and the
larger one.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import KindMismatch

Scalar = Any
"""Any number-like value; see scalar.py."""


def _none(name: str) -> Callable[..., Scalar]:
    """What stands for a function that a kind of number does not have."""

    def refused(*given: Scalar) -> Scalar:
        kind = next((type(x).__name__ for x in given if not isinstance(x, int | float)), "number")
        raise KindMismatch(
            f"{name} was asked of a {kind}, which has none.",
            f"A kind of number registered with a function {name} was expected.",
            "leave out what needs it (a smooth friction law, a limit), or register the function.",
        )

    return refused


class Functions(NamedTuple):
    """The functions a scalar must have beside + − × ÷, and those it may have.

    `minimum`, `maximum` and `atan2` may say NotImplemented, as + and × may: then the other argument's are asked.
    """

    sin: Callable[[Scalar], Scalar]
    cos: Callable[[Scalar], Scalar]
    sqrt: Callable[[Scalar], Scalar]
    sign: Callable[[Scalar], Scalar]
    exp: Callable[[Scalar], Scalar] = _none("exp")
    log: Callable[[Scalar], Scalar] = _none("log")
    minimum: Callable[[Scalar, Scalar], Scalar] = _none("minimum")
    maximum: Callable[[Scalar, Scalar], Scalar] = _none("maximum")
    tanh: Callable[[Scalar], Scalar] = _none("tanh")
    atan2: Callable[[Scalar, Scalar], Scalar] = _none("atan2")


def _quiet(f: Callable[[float], float]) -> Callable[[float], float]:
    """`math` raises for sin(inf), sqrt(-1) and exp(1000); a number library answers NaN, and infinity."""

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
    """The functions of mpmath or sympy: two numbers of it can be compared, two symbols are left as they stand."""

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
