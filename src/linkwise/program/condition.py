"""Comparisons of traced values: their outcome is known only when the program runs."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from ..algebra import Scalar, maximum, register_choice
from ..errors import NotTraceable
from .program import Const, Operand

if TYPE_CHECKING:
    from .tracer import Tape, Traced

COMPARISONS = ("lt", "le")
"""Operations whose value is 1 or 0."""

ONE_OR_NOTHING = (Const(1.0), Const(0.0))
"""The two values of a comparison."""


class Condition:
    """A comparison of traced values: `where` chooses by it, `&`, `|` and `~` join it with others; `if` cannot.

    `number` writes a value that is nonzero where the condition holds (if `negated`, where it does not); nothing is
    written until a choice is made.

    >>> from linkwise.program import trace
    >>> trace(lambda x: x[0] if x[0] > 0.0 else 0.0, {"x": 1})
    Traceback (most recent call last):
    linkwise.errors.NotTraceable: this comparison depends on a value that is not known yet.
      A program has no branches: it does the same steps for every state.
      Hint: linkwise.algebra.where(x > 0.0, a, b) chooses in each state; or decide outside the function.
    """

    __slots__ = ("negated", "number")

    def __init__(self, number: Callable[[], Any], negated: bool = False):
        self.number, self.negated = number, negated

    def __bool__(self) -> NoReturn:
        raise NotTraceable(
            "this comparison depends on a value that is not known yet.",
            "A program has no branches: it does the same steps for every state.",
            "linkwise.algebra.where(x > 0.0, a, b) chooses in each state; or decide outside the function.",
        )

    def __and__(self, other: Any) -> Any:
        if isinstance(other, bool):
            return self if other else False
        return Condition(lambda: _one_or_zero(self) * _one_or_zero(other)) if _is_condition(other) else NotImplemented

    def __or__(self, other: Any) -> Any:
        if isinstance(other, bool):
            return True if other else self
        if not _is_condition(other):
            return NotImplemented
        return Condition(lambda: maximum(_one_or_zero(self), _one_or_zero(other)))

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> "Condition":
        return Condition(self.number, not self.negated)


class AbstractCompared(ABC):
    """A traced value whose comparisons are conditions."""

    __slots__ = ()
    tape: "Tape"

    @abstractmethod
    def operand(self, x: Scalar) -> Operand:
        """A value of the same tape, or a constant, as an argument of a step."""

    def __lt__(self, other: Scalar) -> Condition:
        return self._compared("lt", self, other)

    def __le__(self, other: Scalar) -> Condition:
        return self._compared("le", self, other)

    def __gt__(self, other: Scalar) -> Condition:
        return self._compared("lt", other, self)

    def __ge__(self, other: Scalar) -> Condition:
        return self._compared("le", other, self)

    def _compared(self, op: str, x: Scalar, y: Scalar) -> Condition:
        self.tape.compares = True
        return Condition(lambda: self.tape.put(op, self.operand(x), self.operand(y)))

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        value: Any = self
        if isinstance(other, int | float) and other == 0:
            return Condition(lambda: value)
        return ~(self == other)

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        value: Any = other
        if isinstance(other, int | float) and other == 0:
            return ~(self != other)
        return (self <= value) & (self >= value)  # not by a difference: ∞ − ∞ is NaN

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        bool(self != 0.0)
        raise AssertionError


def _is_condition(x: object) -> bool:
    return isinstance(x, Condition)


def _one_or_zero(condition: Condition) -> Scalar:
    return chosen(condition, 1.0, 0.0)


def chosen(condition: Any, a: Scalar, b: Scalar) -> Scalar:
    """a where the condition holds, else b."""
    value = condition.number()
    return select(value, b, a) if condition.negated else select(value, a, b)


def select(value: "Traced", a: Scalar, b: Scalar) -> Scalar:
    """a where a traced value is not 0, else b; a comparison that chooses 1 or 0 is returned as it is."""
    args = value.operand(a), value.operand(b)
    if args == ONE_OR_NOTHING and _op(value) in COMPARISONS:
        return value
    return a if args[0] == args[1] else value.tape.put("select", value.i, *args)


def _op(value: "Traced") -> str:
    step = value.tape.steps[value.i]
    return "" if step is None else step.op


register_choice(Condition, chosen)
