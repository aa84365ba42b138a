"""The operations that expressions are written with, counted as in `program.count`."""

from collections.abc import Iterable

from ...program import Count
from .expression import Call, Choice, Neg, Node, Product, Sum, parts


def cost(expressions: Iterable[Node]) -> Count:
    """The operations of expressions; a minus before a term counts as an addition, a square as a multiplication.

    >>> from linkwise.backends.listing.expression import Ref
    >>> cost([Neg(Product(Ref(0), Call("sin", Ref(1)))), Call("cos", Ref(1))])
    Count(multiplications=1, additions=1, divisions=0, square_roots=0, sincos=1, signs=0, exponentials=0, extrema=0)
    """
    every = [part for expression in expressions for part in parts(expression)]
    calls = [(part.function, part.a) for part in every if isinstance(part, Call)]
    of = [function for function, _ in calls]
    return Count(
        multiplications=sum(isinstance(part, Product) for part in every),
        additions=sum(isinstance(part, Sum | Neg) for part in every),
        divisions=of.count("rcp"),
        square_roots=of.count("sqrt"),
        sincos=len({angle for function, angle in calls if function in ("sin", "cos")}),
        signs=of.count("sign"),
        exponentials=of.count("exp") + of.count("log"),
        extrema=sum(isinstance(part, Choice) for part in every),
    )
