"""The cost of a formulation on an arm, in four organisations of the same equations.

plain       as written, by general subroutines: ×0, ×1 and +0 are carried out
written     as written, with constants computed beforehand and ×0, ×1 and +0 dropped
needed      the same, with components that the answer does not need left out
program     what linkwise runs: no number is computed twice

The differences show what folding, leaving out and sharing save.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...algebra import NO_FORCE, Force, Transform, Vec3
from ...formulations import FORMULATIONS, QUESTIONS, answer_by
from ...model import Model
from ...program import trace, trace_raw, without_dead_code
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
"""The four organisations, the most expensive first."""


def own_questions(formulation: str) -> list[str]:
    """The questions that a formulation's own functions answer, without those derived from another answer.

    >>> own_questions("newton_euler.luh_walker_paul")
    ['inverse_dynamics']
    """
    module = FORMULATIONS[formulation]
    functions = {question: getattr(module, question, None) for question in QUESTIONS}
    return [question for question, f in functions.items() if getattr(f, "__module__", None) == module.__name__]


def measure(formulation: str, question: str, model: Model, tip: bool = False) -> Measured:
    """The costs of one formulation's answer; with `tip`, a force and a moment act on the last link.

    >>> from linkwise.costs.ledger.arms import ARMS
    >>> costs = measure("newton_euler.balafoutis_patel_56", "inverse_dynamics", ARMS["general"].model(2))
    >>> costs.program.multiplications <= costs.needed.multiplications <= costs.written.multiplications
    True
    """
    return measure_function(*function_of(formulation, question, model, tip))


def measure_function(f: Callable[..., Any], takes: Mapping[str, int]) -> Measured:
    """The costs of a function of lists of scalars; `takes` has their names and lengths.

    >>> [cost.plain for cost in measure_function(lambda x: [x[0] * x[1] + 0.0, x[1] * x[0]], {"x": 2})]
    [(2, 1), (2, 0), (2, 0), (1, 0)]
    """
    folded = trace_raw(f, takes)
    programs = (trace_raw(f, takes, folding=False), folded, without_dead_code(folded), trace(f, takes))
    return Measured(*(cost_of(program.steps) for program in programs))


def measure_equations(formulation: str, question: str, model: Model) -> dict[str, dict[str, Cost]]:
    """The costs of each quantity that the formulation names, as "written" and as "needed".

    >>> from linkwise.costs.ledger.arms import ARMS
    >>> each = measure_equations("newton_euler.balafoutis_patel_57", "inverse_dynamics", ARMS["general"].model(3))
    >>> each["ω"]["written"].plain
    (12, 6)
    """
    return cost_of_each_name(trace_raw(*function_of(formulation, question, model)))


def function_of(
    formulation: str, question: str, model: Model, tip: bool = False
) -> tuple[Callable[..., Any], dict[str, int]]:
    """A formulation's answer as a function of lists of scalars, and the lengths of these lists by name.

    >>> from linkwise.costs.ledger.arms import ARMS
    >>> function_of("composite.featherstone", "mass_matrix", ARMS["general"].model(2))[1]
    {'q': 2}
    """
    row, by, n = QUESTIONS[question], answer_by(question, formulation, model), len(model.bodies)
    frame = (model.frame(model.bodies[-1].name),) if row.frame else ()

    def free(*state: Any) -> Any:
        answer = by(model, *state, *frame)
        return answer.matrix if isinstance(answer, Transform) else answer

    def with_wrench(*state: Any) -> Any:
        w = state[-1]
        return by(model, *state[:-1], [NO_FORCE] * (n - 1) + [Force(Vec3(*w[:3]), Vec3(*w[3:]))])

    takes = dict.fromkeys(row.takes, n)
    return (with_wrench, {**takes, "w": 6}) if tip else (free, takes)
