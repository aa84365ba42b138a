"""All measurements, each made on first use."""

from collections.abc import Sequence
from functools import cache

from ...formulations import FORMULATIONS
from ...model import Model
from .arms import ARMS
from .cost import Cost
from .fit import Polynomial, fit
from .measure import Measured, measure, measure_equations, own_questions
from .robots import ROBOTS

SIZES = tuple(range(2, 11))
"""The numbers of joints that are counted by default."""


@cache
def model(arm: str, n: int | None) -> Model:
    """An arm with n joints, or a robot by name.

    >>> model("general", 3).n, model("rx90", None).n
    (3, 6)
    """
    return ROBOTS[arm]() if n is None else ARMS[arm].model(n)


@cache
def measured(formulation: str, question: str, arm: str, n: int | None, tip: bool = False) -> Measured:
    """The costs of one formulation's answer on one arm."""
    return measure(formulation, question, model(arm, n), tip)


@cache
def equations(formulation: str, question: str, arm: str, n: int | None) -> dict[str, dict[str, Cost]]:
    """The costs of each quantity that a formulation names, on one arm."""
    return measure_equations(formulation, question, model(arm, n))


def counted(
    formulation: str, question: str, arm: str, n: int | None, kind: str, letters: Sequence[str] = (), tip: bool = False
) -> Cost:
    """The cost of a whole answer, or of some named quantities together; one that shares all its values costs 0.

    >>> counted("newton_euler.balafoutis_patel_57", "inverse_dynamics", "general", 6, "needed", ("ω",)).plain
    (36, 21)
    """
    if not letters:
        return measured(formulation, question, arm, n, tip).by(kind)
    each = equations(formulation, question, arm, n)
    return sum((each[letter][kind] for letter in letters if letter in each), Cost())


def polynomials(
    formulation: str,
    question: str,
    arm: str,
    kind: str,
    sizes: Sequence[int],
    letters: Sequence[str] = (),
    tip: bool = False,
) -> tuple[Polynomial | None, Polynomial | None]:
    """Multiplications and additions as polynomials in n."""
    costs = {n: counted(formulation, question, arm, n, kind, letters, tip) for n in sizes}
    times, plus = ({n: cost.plain[k] for n, cost in costs.items()} for k in (0, 1))
    return fit(times), fit(plus)


def everything() -> list[tuple[str, str]]:
    """Every formulation with each question that it answers itself.

    >>> ("composite.featherstone", "mass_matrix") in everything()
    True
    """
    return [(name, question) for name in FORMULATIONS for question in own_questions(name)]
