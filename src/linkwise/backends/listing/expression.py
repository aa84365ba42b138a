"""Expressions of a listing: trees that do the operations of a program in its order, with signs moved outwards.

Negation is exact, and so is swapping two terms or two factors; nothing else is moved. A listing therefore rounds as its
program does; only the sign of a sum that is zero may differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import copysign


@dataclass(frozen=True, slots=True)
class Ref:
    """A value that has a name: an input or a line."""

    value: int


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: float


@dataclass(frozen=True, slots=True)
class Neg:
    """−a; a is neither a sum nor a number, because these take the sign themselves."""

    a: "Node"


@dataclass(frozen=True, slots=True)
class Sum:
    """a + b, or a − b."""

    a: "Node"
    b: "Node"
    minus: bool


@dataclass(frozen=True, slots=True)
class Product:
    """a b."""

    a: "Node"
    b: "Node"


@dataclass(frozen=True, slots=True)
class Call:
    """Any other operation, by its name in `program.ops`, of as many arguments as its row says."""

    function: str
    args: tuple["Node", ...]


Node = Ref | Number | Neg | Sum | Product | Call
"""Any expression."""


def negated(x: Node) -> Node:
    """−x, with the sign as far inside as it can go without an extra operation.

    >>> negated(Sum(Ref(0), Ref(1), minus=True))
    Sum(a=Ref(value=1), b=Ref(value=0), minus=True)
    """
    match x:
        case Number(value):
            return Number(-value)
        case Neg(a):
            return a
        case Sum(a, b, True) if not is_negative(a):
            return Sum(b, a, True)
        case Sum(a, b, minus):
            return Sum(negated(a), b, not minus)
    return Neg(x)


def plus(a: Node, b: Node) -> Node:
    """a + b; a sum goes in front of what is added to it, so that it needs no parentheses.

    >>> plus(Ref(0), Neg(Ref(1)))
    Sum(a=Ref(value=0), b=Ref(value=1), minus=True)
    """
    if is_negative(b):
        return minus(a, negated(b))
    if is_negative(a):
        return minus(b, negated(a))
    return Sum(b, a, False) if isinstance(b, Sum) and not isinstance(a, Sum) else Sum(a, b, False)


def minus(a: Node, b: Node) -> Node:
    """a − b.

    >>> minus(Ref(0), Neg(Ref(1)))
    Sum(a=Ref(value=0), b=Ref(value=1), minus=False)
    """
    return plus(a, negated(b)) if is_negative(b) else Sum(a, b, True)


def times(a: Node, b: Node) -> Node:
    """a b, with one sign for both.

    >>> times(Neg(Ref(0)), Number(2.0))
    Neg(a=Product(a=Ref(value=0), b=Number(value=2.0)))
    """
    signs = [is_negative(a), is_negative(b)]
    product = Product(*(negated(x) if sign else x for x, sign in zip((a, b), signs, strict=True)))
    return Neg(product) if sum(signs) == 1 else product


def applied(function: str, *args: Node) -> Node:
    """A function of its arguments; a reciprocal passes the sign on.

    >>> applied("rcp", Neg(Ref(0)))
    Neg(a=Call(function='rcp', args=(Ref(value=0),)))
    """
    if function == "rcp" and is_negative(args[0]):
        return Neg(Call(function, (negated(args[0]),)))
    return Call(function, args)


def is_negative(x: Node) -> bool:
    """Whether an expression is written with a sign that a sum can take over.

    >>> is_negative(Number(-2.0)), is_negative(Sum(Ref(0), Ref(1), minus=True))
    (True, False)
    """
    return isinstance(x, Neg) or (isinstance(x, Number) and copysign(1.0, x.value) < 0.0)


def children(x: Node) -> tuple[Node, ...]:
    """The expressions an expression is made of.

    >>> children(Product(Ref(3), Ref(1)))
    (Ref(value=3), Ref(value=1))
    """
    match x:
        case Neg(a):
            return (a,)
        case Sum(a, b) | Product(a, b):
            return a, b
        case Call(_, args):
            return args
    return ()


def parts(x: Node) -> Iterator[Node]:
    """An expression and everything in it.

    >>> list(parts(Neg(Ref(3))))
    [Neg(a=Ref(value=3)), Ref(value=3)]
    """
    yield x
    for child in children(x):
        yield from parts(child)


def refs(x: Node) -> set[int]:
    """The named values an expression uses.

    >>> refs(Product(Ref(3), Ref(1)))
    {1, 3}
    """
    return {part.value for part in parts(x) if isinstance(part, Ref)}
