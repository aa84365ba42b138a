"""How expressions are written in text, Python, C and MATLAB, with the parentheses that the order of operations needs.

What these languages write alike is here; what they write differently is each one's `Dialect`, in its own module.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .expression import Call, Neg, Node, Number, Product, Ref, Sum

Names = Callable[[int], str]
"""What a value is called."""

FUNCTIONS = {
    "sqrt": "sqrt",
    "sin": "sin",
    "cos": "cos",
    "sign": "sign",
    "exp": "exp",
    "log": "log",
    "abs": "abs",
    "tanh": "tanh",
    "atan2": "atan2",
    "min": "minimum",
    "max": "maximum",
}
"""Operations that are written as function calls; not as min and max, which ignore a NaN in most languages."""

RELATIONS = {"lt": "<", "le": "<="}
"""Operations that are comparisons."""

CHOICE, SUM, PRODUCT, POWER = range(4)
"""How tightly operations bind, the loosest first."""


class Dialect(NamedTuple):
    """What differs between languages.

    `number` writes a constant, `square` the square of a name. `truth` turns the comparison {test} into 1 or 0; `choice`
    is {yes} where {test} holds, else {no}. `unequal` is the sign between two numbers that differ, `functions` says what
    operations are called. How tightly a square and a choice bind follows each.
    """

    number: Callable[[float], str]
    square: str
    square_binds: int
    truth: str
    choice: str
    choice_binds: int
    unequal: str = "!="
    functions: Mapping[str, str] = FUNCTIONS


def short(x: float) -> str:
    """A number with as few digits as give it exactly; a whole one without its point.

    >>> short(2.0), short(-0.1), short(1e-300)
    ('2', '-0.1', '1e-300')
    """
    return repr(x).removesuffix(".0")


def spelled(x: Node, names: Names, dialect: Dialect, within: int = CHOICE) -> str:
    """An expression in a language; `within` says how tightly the operation around it binds.

    >>> from linkwise.backends.listing.text import TEXT
    >>> spelled(Product(Ref(0), Sum(Ref(1), Ref(1), minus=True)), "ab".__getitem__, TEXT)
    'a*(b - b)'
    >>> spelled(Neg(Call("select", (Call("lt", (Ref(0), Ref(1))), Ref(0), Ref(1)))), "ab".__getitem__, TEXT)
    '-(a if a < b else b)'
    """

    def inner(node: Node, within: int = CHOICE) -> str:
        return spelled(node, names, dialect, within)

    match x:
        case Ref(i):
            return names(i)
        case Number(value):
            return _enclosed(dialect.number(value), SUM if value < 0.0 or repr(value)[0] == "-" else POWER, within)
        case Neg(a):
            return _enclosed(f"-{inner(a, PRODUCT)}", SUM, within)
        case Sum(a, b, minus):
            return _enclosed(f"{inner(a, SUM)} {'-' if minus else '+'} {inner(b, PRODUCT)}", SUM, within)
        case Product(Ref(i), Ref(j)) if i == j:
            return _enclosed(dialect.square.format(names(i)), dialect.square_binds, within)
        case Product(a, b):
            return _enclosed(f"{inner(a, PRODUCT)}*{inner(b, POWER)}", PRODUCT, within)
        case Call("rcp", (a,)):
            return _enclosed(f"{dialect.number(1.0)}/{inner(a, POWER)}", PRODUCT, within)
        case Call(function) if function in RELATIONS:
            return dialect.truth.format(test=_test(x, names, dialect))
        case Call("select", (condition, yes, no)):
            test = _test(condition, names, dialect)
            return _enclosed(
                dialect.choice.format(test=test, yes=inner(yes, SUM), no=inner(no)), dialect.choice_binds, within
            )
        case Call(function, args):
            return f"{dialect.functions[function]}({', '.join(inner(a) for a in args)})"
    raise AssertionError(x)


def _test(condition: Node, names: Names, dialect: Dialect) -> str:
    """What is true where a value is not 0: a comparison itself, or one with 0."""
    match condition:
        case Call(function, (a, b)) if function in RELATIONS:
            left, relation, right = a, RELATIONS[function], b
        case _:
            left, relation, right = condition, dialect.unequal, Number(0.0)
    return f"{spelled(left, names, dialect, SUM)} {relation} {spelled(right, names, dialect, SUM)}"


def _enclosed(text: str, binds: int, within: int) -> str:
    return text if binds >= within else f"({text})"
