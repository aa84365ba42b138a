"""What a formulation costs on an arm, in four organisations of the same equations.

plain       as written, by subroutines that know nothing: ×0, ×1 and +0 are done too
written     as written: constants are worked out before, and ×0, ×1 and +0 are dropped
needed      of that, what the answer needs: components nobody uses are left out
program     what linkwise makes of it: the same number is never computed twice

The differences say what folding, leaving out and sharing save.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...algebra import NO_FORCE, Force, Transform, Vec3
from ...formulations import FORMULATIONS, QUESTIONS, answer_by
from ...model import Model
from ...program import trace, without_dead_code, written
from .cost import Cost, cost_of, cost_of_each_name


class Measured(NamedTuple):
    """The four costs."""

    plain: Cost
    written: Cost
    needed: Cost
    program: Cost

    def by(self, kind: str) -> Cost:
        """The cost of one organisation.

        >>> Measured(Cost(4), Cost(3), Cost(2), Cost(1)).by("needed").multiplications
        2
        """
        return self[KINDS.index(kind)]


KINDS = Measured._fields
"""The four organisations, from the dearest on."""


def own_questions(formulation: str) -> list[str]:
    """The questions a formulation's own functions answer; what follows from another answer is not counted again.

    >>> own_questions("newton_euler.luh_walker_paul")
    ['inverse_dynamics']
    """
    module = FORMULATIONS[formulation]
    found = {question: getattr(module, question, None) for question in QUESTIONS}
    return [question for question, f in found.items() if getattr(f, "__module__", None) == module.__name__]


def measure(formulation: str, question: str, model: Model, tip: bool = False) -> Measured:
    """The costs of one formulation's answer; with `tip` a force and a moment act on the last link.

    >>> from linkwise.costs.ledger.arms import ARMS
    >>> found = measure("newton_euler.balafoutis_patel_56", "inverse_dynamics", ARMS["general"].model(2))
    >>> found.program.multiplications <= found.needed.multiplications <= found.written.multiplications
    True
    """
    f, takes = _asked(formulation, question, model, tip)
    return measure_function(f, takes)


def measure_function(f: Callable[..., Any], takes: Mapping[str, int]) -> Measured:
    """The costs of a function of lists of scalars, of the lengths given.

    >>> [cost.plain for cost in measure_function(lambda x: [x[0] * x[1] + 0.0, x[1] * x[0]], {"x": 2})]
    [(2, 1), (2, 0), (2, 0), (1, 0)]
    """
    folded = written(f, takes)
    programs = (written(f, takes, folding=False), folded, without_dead_code(folded), trace(f, takes))
    return Measured(*(cost_of(program.steps) for program in programs))


def measure_equations(formulation: str, question: str, model: Model) -> dict[str, dict[str, Cost]]:
    """The costs of each quantity that the formulation names, as "written" and as "needed".

    >>> from linkwise.costs.ledger.arms import ARMS
    >>> each = measure_equations("newton_euler.balafoutis_patel_57", "inverse_dynamics", ARMS["general"].model(3))
    >>> each["ω"]["written"].plain
    (12, 6)
    """
    return cost_of_each_name(written(*_asked(formulation, question, model)))


def _asked(
    formulation: str, question: str, model: Model, tip: bool = False
) -> tuple[Callable[..., Any], dict[str, int]]:
    """The answer as a function of lists of scalars, and how long these lists are."""
    row, by, n = QUESTIONS[question], answer_by(question, formulation, model), len(model.bodies)
    more = (model.frame(model.bodies[-1].name),) if row.frame else ()

    def answer(*state: Any) -> Any:
        found = by(model, *state, *more)
        return found.matrix if isinstance(found, Transform) else found

    def pressed(*state: Any) -> Any:
        w = state[-1]
        return by(model, *state[:-1], [NO_FORCE] * (n - 1) + [Force(Vec3(*w[:3]), Vec3(*w[3:]))])

    takes = dict.fromkeys(row.takes, n)
    return (pressed, {**takes, "w": 6}) if tip else (answer, takes)
