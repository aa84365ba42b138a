"""From sympy expressions and numbers to trigonometric polynomials.

Symbols become letters; sums, products, whole powers, and sines and cosines of angles become what they are. Anything
else (a reciprocal, a root, a function) stays whole, as one letter.
"""

from fractions import Fraction
from numbers import Real
from typing import Any

from ..algebra import cos, sin
from .alphabet import Alphabet
from .harmonics import Harmonics
from .refusal import refusal

PLAIN = (0, 1, -1)
"""Numbers that stay what they are: a product with them is exact in any case, and costs nothing."""


def lifted(x: Any, alphabet: Alphabet) -> Any:
    """A number or a sympy expression as a trigonometric polynomial.

    >>> import sympy
    >>> m, L = sympy.symbols("m L")
    >>> lifted(m * (L + 1) ** 2 + 0.5 * sympy.sqrt(m), Alphabet())
    Harmonics(1/2*sqrt(m) + m + 2*m*L + m*L^2)
    >>> lifted(1.0, Alphabet()), lifted(0.7, Alphabet())
    (1.0, Harmonics(7/10))
    """
    if isinstance(x, Harmonics):
        return x
    if isinstance(x, Real):
        return float(x) if x in PLAIN else Harmonics.number(x, alphabet)
    import sympy

    if not isinstance(x, sympy.Expr):
        raise refusal(f"a {type(x).__name__} was met where a number or a sympy expression belongs.")
    if (not x.is_Atom and x.free_symbols) or x.is_Symbol:
        return _of(x, alphabet)
    return lifted(_number(x), alphabet)


def _of(x: Any, alphabet: Alphabet) -> Any:
    """A sympy expression, part by part."""
    import sympy

    if not x.free_symbols:
        return Harmonics.number(_number(x), alphabet)
    if x.is_Add or x.is_Mul:
        parts = [_of(part, alphabet) for part in x.args]
        found = parts[0]
        for part in parts[1:]:
            found = found + part if x.is_Add else found * part
        return found
    if x.is_Pow and x.exp.is_Integer and x.exp > 0:
        return _of(x.base, alphabet) ** int(x.exp)
    if x.func in (sympy.sin, sympy.cos):
        return (sin if x.func is sympy.sin else cos)(_of(x.args[0], alphabet))
    return Harmonics.letter(x, alphabet)


def _number(x: Any) -> Fraction | float:
    if x.is_Rational:
        return Fraction(int(x.p), int(x.q))
    if x.is_real is False or not x.is_number:
        raise refusal(f"the value {x} was met.", "give real numbers or expressions.")
    return float(x)
