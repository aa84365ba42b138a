"""The lines of the ledger: each is a formulation's answer on an arm, counted for every n."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...errors import LinkwiseError
from ...formulations import OF_ALL_MASSES, QUESTIONS
from .book import everything, measured
from .fit import Polynomial, fit
from .measure import Measured


class Line(NamedTuple):
    """The counts for each n, or the reason why there are none."""

    formulation: str
    question: str
    arm: str
    counts: dict[int, Measured]
    refused: str = ""

    def formulas(self, kind: str) -> tuple[Polynomial | None, Polynomial | None]:
        """Multiplications and additions as polynomials in n.

        >>> some = line("newton_euler.balafoutis_patel_57", "inverse_dynamics", "general", range(2, 7))
        >>> [str(formula) for formula in some.formulas("needed")]
        ['93n - 111', '81n - 103']
        """
        costs = {n: each.by(kind).plain for n, each in self.counts.items()}
        times, plus = (fit({n: cost[k] for n, cost in costs.items()}) for k in (0, 1))
        return times, plus


def line(formulation: str, question: str, arm: str, sizes: Sequence[int]) -> Line:
    """Count one formulation's answer for every n.

    >>> line("newton_euler.balafoutis_patel_57", "inverse_dynamics", "general", [2]).counts[2].needed.plain
    (75, 59)
    """
    try:
        return Line(formulation, question, arm, {n: measured(formulation, question, arm, n) for n in sizes})
    except LinkwiseError as error:
        return Line(formulation, question, arm, {}, error.what)


def every_line(formulations: Sequence[str] = (), questions: Sequence[str] = ()) -> Iterator[tuple[str, str, str]]:
    """Formulation, question and arm of every line, or of those with the formulations and questions named.

    The formulation that programs are compiled from is counted on base parameters, too, if these determine the answer.

    >>> [arm for _, _, arm in every_line(["newton_euler.balafoutis_patel_56"], ["inverse_dynamics"])]
    ['general', 'quarter', 'base']
    """
    for formulation, question in everything():
        if (not formulations or formulation in formulations) and (not questions or question in questions):
            known = formulation == QUESTIONS[question].compiled and question not in OF_ALL_MASSES
            base = ("base",) if known else ()
            for arm in ("general", "quarter", *base):
                yield formulation, question, arm
