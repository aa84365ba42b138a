"""Comparisons of traced values: their outcome is known only when the program runs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from ..algebra import Scalar, maximum, register_choice
from ..errors import NotTraceable

if TYPE_CHECKING:
    from .tracer import Traced


class Condition:
    """A comparison of traced values: `where` chooses by it, `&`, `|` and `~` join it with others; `if` cannot.

    `number` writes the value that is not 0 where it holds (where it does not, if it is `negated`); nothing is written
    before somebody chooses.

    >>> from linkwise.program import trace
    >>> trace(lambda x: x[0] if x[0] > 0.0 else 0.0, {"x": 1})
    Traceback (most recent call last):
    linkwise.errors.NotTraceable: this comparison depends on a value that is not known yet.
      A program has no branches: it does the same steps for every state.
      Hint: linkwise.algebra.where(x > 0.0, a, b) chooses in each state; or decide outside the function.
    """

    __slots__ = ("negated", "number")

    def __init__(self, number: "Callable[[], Traced]", negated: bool = False):
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


def _is_condition(x: object) -> bool:
    return isinstance(x, Condition)


def _one_or_zero(condition: Condition) -> Scalar:
    return chosen(condition, 1.0, 0.0)


def chosen(condition: Any, a: Scalar, b: Scalar) -> Scalar:
    """a where the condition holds, else b."""
    a, b = (b, a) if condition.negated else (a, b)
    return condition.number().choose(a, b)


register_choice(Condition, chosen)
