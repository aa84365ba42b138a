"""How expressions are written in text, Python, C and MATLAB: parentheses where the order of operations asks."""

from collections.abc import Callable
from typing import NamedTuple

from .expression import Call, Choice, Neg, Node, Number, Product, Ref, Sum

Names = Callable[[int], str]
"""What a value is called."""

CHOICES = {"min": "minimum", "max": "maximum"}
"""The smaller and the larger of two: not min and max, which leave a NaN out in most languages."""

SUM, PRODUCT, POWER = range(3)
"""How tightly operations bind."""


class Dialect(NamedTuple):
    """What languages differ in: numbers, the square of a name, and how tightly that binds."""

    number: Callable[[float], str]
    square: str
    binds: int


def short(x: float) -> str:
    """A number with as few digits as say it exactly; a whole one without its point.

    >>> short(2.0), short(-0.1), short(1e-300)
    ('2', '-0.1', '1e-300')
    """
    return repr(x).removesuffix(".0")


TEXT = Dialect(short, "{0}**2", POWER)
"""A line for people, which Python reads too."""

PYTHON = Dialect(repr, "{0}**2", POWER)
"""Python, on floats."""

C = Dialect(repr, "{0}*{0}", PRODUCT)
"""C, on doubles: no number may look like an integer, and there is no power."""

MATLAB = Dialect(short, "{0}^2", POWER)
"""MATLAB and Octave."""


def spelled(x: Node, names: Names, dialect: Dialect = TEXT, within: int = SUM) -> str:
    """An expression in a language; `within` says how tightly what stands around it binds.

    >>> from linkwise.backends.listing.expression import Product, Ref, Sum
    >>> spelled(Product(Ref(0), Sum(Ref(1), Ref(1), minus=True)), "ab".__getitem__)
    'a*(b - b)'
    """
    match x:
        case Ref(i):
            return names(i)
        case Number(value):
            return _enclosed(dialect.number(value), SUM if value < 0.0 or repr(value)[0] == "-" else POWER, within)
        case Neg(a):
            return _enclosed(f"-{spelled(a, names, dialect, PRODUCT)}", SUM, within)
        case Sum(a, b, minus):
            left, right = spelled(a, names, dialect, SUM), spelled(b, names, dialect, PRODUCT)
            return _enclosed(f"{left} {'-' if minus else '+'} {right}", SUM, within)
        case Product(Ref(i), Ref(j)) if i == j:
            return _enclosed(dialect.square.format(names(i)), dialect.binds, within)
        case Product(a, b):
            left, right = spelled(a, names, dialect, PRODUCT), spelled(b, names, dialect, POWER)
            return _enclosed(f"{left}*{right}", PRODUCT, within)
        case Call("rcp", a):
            return _enclosed(f"{dialect.number(1.0)}/{spelled(a, names, dialect, POWER)}", PRODUCT, within)
        case Call(function, a):
            return f"{function}({spelled(a, names, dialect)})"
        case Choice(function, a, b):
            return f"{CHOICES[function]}({spelled(a, names, dialect)}, {spelled(b, names, dialect)})"
    raise AssertionError(x)


def _enclosed(text: str, binds: int, within: int) -> str:
    return text if binds >= within else f"({text})"
