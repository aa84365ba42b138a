"""From sympy expressions and numbers to trigonometric polynomials.

Symbols become letters; sums, products, whole powers, sines and cosines become polynomials of these. Anything else (a
reciprocal, a root, a function) is kept whole, as one letter.
"""

from fractions import Fraction
from numbers import Real
from typing import Any

from ..algebra import cos, sin
from .alphabet import Alphabet
from .harmonics import Harmonics
from .refusal import refusal

PLAIN = (0, 1, -1)
"""Numbers that stay floats: a product with them is exact anyway, and costs nothing."""


def as_harmonics(x: Any, alphabet: Alphabet) -> Any:
    """A number or a sympy expression as a trigonometric polynomial.

    >>> import sympy
    >>> m, L = sympy.symbols("m L")
    >>> as_harmonics(m * (L + 1) ** 2 + 0.5 * sympy.sqrt(m), Alphabet())
    Harmonics(1/2*sqrt(m) + m + 2*m*L + m*L^2)
    >>> as_harmonics(1.0, Alphabet()), as_harmonics(0.7, Alphabet())
    (1.0, Harmonics(7/10))
    """
    if isinstance(x, Harmonics):
        return x
    if isinstance(x, Real):
        return float(x) if x in PLAIN else Harmonics.number(x, alphabet)
    import sympy

    if not isinstance(x, sympy.Expr):
        raise refusal(
            f"a constant is a {type(x).__name__}.",
            "give a number or a sympy expression.",
            "Numbers and sympy expressions were expected.",
        )
    if (not x.is_Atom and x.free_symbols) or x.is_Symbol:
        return _converted(x, alphabet)
    return as_harmonics(_number(x), alphabet)


def _converted(x: Any, alphabet: Alphabet) -> Any:
    """A sympy expression, converted part by part."""
    import sympy

    if not x.free_symbols:
        return Harmonics.number(_number(x), alphabet)
    if x.is_Add or x.is_Mul:
        result, *rest = (_converted(part, alphabet) for part in x.args)
        for part in rest:
            result = result + part if x.is_Add else result * part
        return result
    if x.is_Pow and x.exp.is_Integer and x.exp > 0:
        return _converted(x.base, alphabet) ** int(x.exp)
    if x.func in (sympy.sin, sympy.cos):
        return (sin if x.func is sympy.sin else cos)(_converted(x.args[0], alphabet))
    return Harmonics.letter(x, alphabet)


def _number(x: Any) -> Fraction | float:
    if x.is_Rational:
        return Fraction(int(x.p), int(x.q))
    if x.is_real is False or not x.is_number:
        raise refusal(f"a constant is {x}.", "give a real number or expression.", "Real numbers were expected.")
    return float(x)
