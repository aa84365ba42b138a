"""A scalar that writes down what is done to it.

Constants stay plain floats, so that ×0, ×1, +0 and whole constant subexpressions vanish; equal steps are one step
(hash-consing); multiples of one value add up to one; a product with a − b is reused for the one with b − a; signs are
canonical: a negation moves outwards through products and is absorbed by sums.

Folding 0·x to 0 drops a NaN in x from values that do not otherwise depend on x.
"""

from typing import NoReturn, TypeGuard

from ..algebra import Jet, Scalar
from ..errors import NotTraceable
from .condition import AbstractCompared
from .number import number_of
from .program import Const, Operand, Step
from .reuse import multiples, opposite_product

USE = (
    "use sin, cos, sqrt, sign, exp, log, tanh, atan2, minimum, maximum, clip, where, lookup and interpolate of "
    "linkwise.algebra."
)
"""The hint for callers of NumPy's or Python's own functions."""


class Tape:
    """The steps written so far. `folds`: ×0, ×1 and +0 vanish; `shares`: equal steps are one step."""

    folds = shares = True

    def __init__(self, inputs: int):
        self.steps: list[Step | None] = [None] * inputs  # None marks an input
        self.compares = False  # whether values were compared
        self.labels: dict[int, str] = {}
        self._taken: set[str] = set()
        self._known: dict[tuple[str, tuple[Operand, ...]], Traced] = {}
        self.values = [Traced(self, i) for i in range(inputs)]

    def put(self, op: str, *args: Operand) -> "Traced":
        """The value of a step; the existing one if the same step is already on the tape."""
        value = self._known.get((op, args))
        if value is None:
            step = Step(op, args)
            value = self._known[step] = Traced(self, len(self.steps))
            self.steps.append(step)
            self.values.append(value)
        return value

    def known(self, op: str, *args: Operand) -> "Traced | None":
        """The value of a step that is already on the tape, or None."""
        return self._known.get((op, args))

    def name(self, value: Scalar, label: str) -> None:
        """Label a value of this tape. It keeps the first label it gets, and a label its first value."""
        if is_traced(value) and value.tape is self and value.i not in self.labels and label not in self._taken:
            self.labels[value.i] = label
            self._taken.add(label)


class Traced(AbstractCompared):
    """A value of a tape.

    >>> tape = Tape(2)
    >>> x, y = tape.values
    >>> x * 0.0 + y * 1.0 is y
    True
    >>> x * y is y * x
    True
    """

    __slots__ = ("i", "minus", "tape")
    __array_ufunc__ = None

    def __init__(self, tape: Tape, i: int):
        self.tape, self.i = tape, i
        self.minus: Traced | None = None  # the value whose negation this is, if it is one

    def __add__(self, other: Scalar) -> Scalar:  # jets of traced values handle this themselves
        return NotImplemented if type(other) is Jet else _add(self, other)

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Scalar:
        return NotImplemented if type(other) is Jet else _sub(self, other)

    def __rsub__(self, other: Scalar) -> Scalar:
        return _sub(other, self)

    def __mul__(self, other: Scalar) -> Scalar:
        return NotImplemented if type(other) is Jet else _mul(self, other)

    __rmul__ = __mul__

    def __neg__(self) -> Scalar:
        return _neg(self)

    def __truediv__(self, other: Scalar) -> Scalar:
        return NotImplemented if type(other) is Jet else _mul(self, _rcp(other))

    def __rtruediv__(self, other: Scalar) -> Scalar:
        return _mul(other, _rcp(self))

    def __pow__(self, exponent: int) -> Scalar:
        if not isinstance(exponent, int) or isinstance(exponent, bool) or exponent < 0:
            raise NotTraceable(
                f"a traced value was raised to {exponent!r}.", "A whole number ≥ 0 was expected.", "use sqrt."
            )
        result: Scalar = 1.0
        for _ in range(exponent):
            result = result * self
        return result

    def __abs__(self) -> Scalar:
        return self.tape.put("abs", self.i) if self.minus is None else abs(self.minus)

    def operand(self, x: Scalar) -> Operand:
        """A value of this tape, or a constant, as an argument of a step."""
        if not is_traced(x):
            return Const(number_of(x))
        same_tape(self, x)
        return x.i

    def __float__(self) -> NoReturn:
        raise NotTraceable(
            "a traced value was converted to a number.",
            "A program's numbers are known only when it runs.",
            USE,
        )

    __int__ = __index__ = __trunc__ = __floor__ = __ceil__ = __float__

    def __round__(self, digits: int | None = None) -> NoReturn:
        raise NotTraceable("a traced value was rounded.", "A program has no such operation.", USE)

    def _no_remainder(self, other: Scalar) -> NoReturn:
        raise NotTraceable("a remainder or whole quotient of a traced value was taken.", "It has no derivative.", USE)

    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = __rdivmod__ = _no_remainder

    def __rpow__(self, base: Scalar) -> NoReturn:
        what = f"{base!r} was raised to a traced value."
        raise NotTraceable(what, "A whole number ≥ 0 as exponent was expected.", "use exp(x * log(base)).")

    def __repr__(self) -> str:
        return f"Traced({self.i})"


def _add(x: Scalar, y: Scalar) -> Scalar:
    if not is_traced(x):
        x, y = y, x
    if not is_traced(y):
        y = number_of(y)
        if y == 0.0 and x.tape.folds:
            return x
        if x.minus is not None:
            return x.tape.put("sub", Const(y), x.minus.i)
        return x.tape.put("add", x.i, Const(y)) if y >= 0.0 else x.tape.put("sub", x.i, Const(-y))
    same_tape(x, y)
    if y.minus is not None:
        return _sub(x, y.minus)
    if x.minus is not None:
        return _sub(y, x.minus)
    same = multiples(x, y)
    if same is not None:
        return _mul(same[0] + same[1], same[2])
    return x.tape.put("add", x.i, y.i) if x.i <= y.i else x.tape.put("add", y.i, x.i)


def _sub(x: Scalar, y: Scalar) -> Scalar:
    if not is_traced(y):
        return _add(x, -number_of(y))
    if y.minus is not None:
        return _add(x, y.minus)
    if not is_traced(x):
        return _neg(y) if x == 0.0 and y.tape.folds else y.tape.put("sub", Const(number_of(x)), y.i)
    same_tape(x, y)
    if x.minus is not None:
        return _neg(_add(x.minus, y))
    same = multiples(x, y)
    if same is not None:
        return _mul(same[0] - same[1], same[2])
    return 0.0 if x.i == y.i else x.tape.put("sub", x.i, y.i)


def _neg(x: Scalar) -> Scalar:
    if x.minus is not None:
        return x.minus
    step = x.tape.steps[x.i]
    if step is not None and step.op == "sub" and x.tape.shares:
        return x.tape.put("sub", step.args[1], step.args[0])
    minus = x.tape.put("neg", x.i)
    minus.minus = x
    return minus


def _mul(x: Scalar, y: Scalar) -> Scalar:
    if not is_traced(y):
        x, y = y, x
    if y.minus is not None:
        return _minus(_mul(x, y.minus))
    if not is_traced(x):
        k = number_of(x)
        if k == 0.0 and y.tape.folds:
            return 0.0
        if k == 1.0 and y.tape.folds:
            return y
        if k < 0.0:
            return _minus(_mul(-k, y))
        step = y.tape.steps[y.i]
        if step is not None and step.op == "mul" and isinstance(step.args[0], Const):
            return _mul(k * step.args[0].value, y.tape.values[step.args[1]])
        known = opposite_product(y, Const(k))
        return y.tape.put("mul", Const(k), y.i) if known is None else _minus(known)
    same_tape(x, y)
    if x.minus is not None:
        return _minus(_mul(x.minus, y))
    for known in (opposite_product(x, y.i), opposite_product(y, x.i)):
        if known is not None:
            return _minus(known)
    return x.tape.put("mul", x.i, y.i) if x.i < y.i else x.tape.put("mul", y.i, x.i)


def _minus(x: Scalar) -> Scalar:
    return _neg(x) if is_traced(x) else -x


def _rcp(x: Scalar) -> Scalar:
    if is_traced(x):
        return x.tape.put("rcp", x.i)
    if number_of(x) == 0.0:
        raise NotTraceable("a traced value is divided by the constant 0.", "A program is made of finite numbers.")
    return 1.0 / number_of(x)


def same_tape(x: Traced, y: Traced) -> None:
    """Refuse values of different traces."""
    if x.tape is not y.tape:
        raise NotTraceable("values of two traces were mixed.", "A function's values stay within one trace.")


def is_traced(x: Scalar) -> TypeGuard[Traced]:
    """Whether a scalar is a value of a tape."""
    return type(x) is Traced
