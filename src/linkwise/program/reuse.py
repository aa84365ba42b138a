"""Steps on the tape that a new step can reuse."""

from typing import TYPE_CHECKING

from .program import Const, Operand

if TYPE_CHECKING:
    from .tracer import Traced


def multiples(x: "Traced", y: "Traced") -> "tuple[float, float, Traced] | None":
    """The factors a, b and the value v if x = a v and y = b v, else None: a v ± b v takes one product.

    >>> from linkwise.program.tracer import Tape
    >>> (v,) = Tape(1).values
    >>> multiples(2.0 * v, v)
    (2.0, 1.0, Traced(0))
    """
    if not x.tape.shares:
        return None
    (a, i), (b, k) = _factored(x), _factored(y)
    return (a, b, x.tape.values[i]) if i == k else None


def _factored(x: "Traced") -> tuple[float, int]:
    step = x.tape.steps[x.i]
    if step is not None and step.op == "mul" and isinstance(step.args[0], Const) and isinstance(step.args[1], int):
        return step.args[0].value, step.args[1]
    return 1.0, x.i


def opposite_product(x: "Traced", factor: Operand) -> "Traced | None":
    """For x = a − b: the product of b − a with the factor, if it is already on the tape.

    >>> from linkwise.program.tracer import Tape
    >>> a, b, c = Tape(3).values
    >>> there = (b - a) * c
    >>> opposite_product(a - b, c.i) is there
    True
    """
    step = x.tape.steps[x.i]
    if step is None or step.op != "sub" or not x.tape.shares:
        return None
    other = x.tape.known("sub", step.args[1], step.args[0])
    if other is None:
        return None
    first = isinstance(factor, Const) or factor < other.i
    return x.tape.known("mul", *((factor, other.i) if first else (other.i, factor)))
