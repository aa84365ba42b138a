"""The result of a comparison of formulations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import shown
from ..program import Count


@dataclass(frozen=True)
class Row:
    """The cost of one formulation's program: its operations, and its time per state or the reason why there is none.

    `nanoseconds` is the median of many runs, the time to expect on this machine; `least` is the shortest of them.

    >>> Row("newton_euler.featherstone", Count(multiplications=3, additions=2), operations=5).nanoseconds is None
    True
    """

    formulation: str
    count: Count
    operations: int
    nanoseconds: float | None = None
    least: float | None = None
    untimed: str = ""

    @property
    def others(self) -> int:
        """Divisions and square roots."""
        return self.count.divisions + self.count.square_roots

    @property
    def arithmetic(self) -> int:
        """Multiplications, additions, divisions and square roots together.

        >>> Row("a", Count(multiplications=3, additions=2, divisions=1, sincos=4), operations=10).arithmetic
        6
        """
        return self.count.multiplications + self.count.additions + self.others


@dataclass(frozen=True)
class LeftOut:
    """A formulation that was not compared, and the reason.

    >>> LeftOut("lagrange.waters", "joint 'joint3' slides").why
    "joint 'joint3' slides"
    """

    formulation: str
    why: str


@dataclass(frozen=True)
class QuestionComparison:
    """One question: the cost of each formulation that answered it, their differences, and those left out.

    `difference` holds, for each pair of rows, the largest relative difference over the states, and `excess` the largest
    multiple of what is allowed there: beyond 1 the two disagree.

    >>> two = (Row("a", Count(), 0), Row("b", Count(), 0))
    >>> far = np.array([[0.0, 1e-3], [1e-3, 0.0]])
    >>> answered = QuestionComparison("mass_matrix", two, far, 1e11 * far, 1e-11)
    >>> answered
    <mass_matrix: 2 formulations, largest difference 1e-03; 1e-11 is allowed>
    >>> answered.disagreeing
    [('a', 'b', 0.001)]
    """

    question: str
    rows: tuple[Row, ...]
    difference: Array
    excess: Array
    allowed: float
    left_out: tuple[LeftOut, ...] = ()

    @property
    def disagreeing(self) -> list[tuple[str, str, float]]:
        """The pairs of formulations that are further apart than allowed, each with its difference.

        >>> far = np.array([[0.0, 1e-3], [1e-3, 0.0]])
        >>> two = (Row("a", Count(), 0), Row("b", Count(), 0))
        >>> answered = QuestionComparison("mass_matrix", two, far, 1e11 * far, 1e-11)
        >>> answered.disagreeing
        [('a', 'b', 0.001)]
        """
        names = [row.formulation for row in self.rows]
        pairs = zip(*np.nonzero(np.triu(~(self.excess <= 1.0), 1)), strict=True)
        return [(names[i], names[k], float(self.difference[i, k])) for i, k in pairs]

    @property
    def furthest(self) -> tuple[str, str, float]:
        """The two formulations that are furthest apart, and their difference; at least two must have answered.

        >>> far = np.array([[0.0, 1e-3], [1e-3, 0.0]])
        >>> two = (Row("a", Count(), 0), Row("b", Count(), 0))
        >>> QuestionComparison("mass_matrix", two, far, 1e11 * far, 1e-11).furthest
        ('a', 'b', 0.001)
        """
        above = np.where(np.triu(np.ones_like(self.difference), 1) > 0.0, self.difference, -1.0)
        i, k = np.unravel_index(int(np.argmax(above)), above.shape)
        return self.rows[i].formulation, self.rows[k].formulation, float(self.difference[i, k])

    @property
    def worst(self) -> list[float]:
        """For each row, the largest difference from any other.

        >>> far = np.array([[0.0, 1e-3], [1e-3, 0.0]])
        >>> two = (Row("a", Count(), 0), Row("b", Count(), 0))
        >>> answered = QuestionComparison("mass_matrix", two, far, 1e11 * far, 1e-11)
        >>> answered.worst
        [0.001, 0.001]
        """
        return [float(x) for x in np.max(self.difference, axis=1, initial=0.0)]

    def __repr__(self) -> str:
        count, worst = len(self.rows), max(self.worst, default=0.0)
        apart = f", largest difference {worst:.0e}; {self.allowed:.0e} is allowed" if count > 1 else ""
        return f"<{self.question}: {count} formulation{'s' * (count != 1)}{apart}>"

    def _repr_html_(self) -> str:
        from .tables import question_table

        return question_table(self)


@dataclass(frozen=True)
class Comparison:
    """All formulations on one robot, question by question.

    >>> import linkwise
    >>> from linkwise.compare import compare
    >>> comparison = compare(linkwise.load("planar2r"), ["mass_matrix"], ["composite.featherstone"], time=False)
    >>> comparison
    <Comparison for robot 'planar2r': 1 formulation, 1 question: no two were compared>
    >>> comparison.questions[0].rows[0].count.multiplications < 30
    True
    """

    robot: str
    n: int
    states: int
    seed: int
    questions: tuple[QuestionComparison, ...]

    @property
    def agree(self) -> bool:
        """Whether no two formulations disagree.

        >>> far = np.array([[0.0, 1e-3], [1e-3, 0.0]])
        >>> two = (Row("a", Count(), 0), Row("b", Count(), 0))
        >>> answered = QuestionComparison("mass_matrix", two, far, 1e11 * far, 1e-11)
        >>> Comparison("arm", 6, 10, 0, (answered,)).agree
        False
        """
        return not any(answered.disagreeing for answered in self.questions)

    @property
    def formulations(self) -> list[str]:
        """The formulations that answered at least one question.

        >>> Comparison("arm", 6, 10, 0, ()).formulations
        []
        """
        return list(dict.fromkeys(row.formulation for answered in self.questions for row in answered.rows))

    @property
    def data(self) -> dict[str, Any]:
        """The comparison as numbers, strings, lists and dicts, ready for JSON.

        >>> Comparison("arm", 6, 10, 0, ()).data
        {'robot': 'arm', 'n': 6, 'states': 10, 'seed': 0, 'agree': True, 'questions': []}
        """
        head = {"robot": self.robot, "n": self.n, "states": self.states, "seed": self.seed, "agree": self.agree}
        return {**head, "questions": [_data(answered) for answered in self.questions]}

    def __repr__(self) -> str:
        from .meaning import verdict

        return f"<Comparison for robot {shown(self.robot)}: {verdict(self)}>"

    def _repr_html_(self) -> str:
        from .tables import comparison_tables

        return comparison_tables(self)


def _data(answered: QuestionComparison) -> dict[str, Any]:
    return {
        "question": answered.question,
        "allowed": answered.allowed,
        "formulations": [
            {
                "formulation": row.formulation,
                **vars(row.count),
                "operations": row.operations,
                "nanoseconds": row.nanoseconds,
                "least": row.least,
                "untimed": row.untimed,
                "worst": worst,
            }
            for row, worst in zip(answered.rows, answered.worst, strict=True)
        ],
        "furthest": list(answered.furthest) if len(answered.rows) > 1 else None,
        "difference": answered.difference.tolist(),
        "disagreeing": [list(pair) for pair in answered.disagreeing],
        "left_out": [vars(each) for each in answered.left_out],
    }
