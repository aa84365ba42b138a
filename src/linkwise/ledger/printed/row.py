"""One row of a printed table of operation counts."""

from typing import NamedTuple

from ..fit import Polynomial, polynomial


class Row(NamedTuple):
    """What a source prints, and which of our counts it is held against.

    `by` is the formulation of ours that stands in this row, or `nearest` to it where its authors' method is not
    described in the sources. `quantities` names the equation's values in that formulation where the row is an equation,
    none where it is a whole algorithm. `quoted` are the numbers printed for n = 6 or for a robot. `tip`: forces at the
    tip are in the count. `says` explains a difference; an `erratum` is a misprint of the table itself.
    """

    table: str
    row: str
    question: str
    by: str
    arm: str
    times: Polynomial | None
    plus: Polynomial | None
    quoted: tuple[int, int] | None = None
    quantities: tuple[str, ...] = ()
    nearest: bool = False
    tip: bool = False
    says: str = ""
    erratum: str = ""

    def at(self, n: int) -> tuple[int, int] | None:
        """The printed multiplications and additions for n joints; None where no formula is printed.

        >>> Row("5.2", "total", "inverse_dynamics", "", "general", polynomial("93n-108"), polynomial("81n-100")).at(6)
        (450, 386)
        """
        if self.times is not None and self.plus is not None:
            return self.times(n), self.plus(n)
        return self.quoted if n == 6 else None


def equations(table: str, question: str, by: str, block: str, says: dict[str, str]) -> list[Row]:
    """The rows of a table by equations: name | quantities | × + general | × + where α is 0° or 90°.

    `says` explains by row, or by "row arm".

    >>> rows = equations("5.1", "inverse_dynamics", "", "45a | ω | 8n-8 5n-5 | 4n-4 3n-3", {"45a quarter": "why"})
    >>> rows[1].arm, rows[1].at(6), rows[1].says
    ('quarter', (20, 15), 'why')
    """
    found = []
    for line in block.strip().splitlines():
        name, quantities, *columns = (cell.strip() for cell in line.split("|"))
        for arm, cells in zip(("general", "quarter"), columns, strict=True):
            times, plus = cells.split()
            why = says.get(f"{name} {arm}", says.get(name, ""))
            letters = tuple(quantities.split())
            formulas = polynomial(times), polynomial(plus)
            found.append(Row(table, name, question, by, arm, *formulas, quantities=letters, says=why))
    return found


def algorithms(table: str, question: str, arm: str, block: str, says: dict[str, str]) -> list[Row]:
    """The rows of a table by algorithms: name | formulation, with ~ where it is only near | × + | numbers for n = 6.

    >>> rows = algorithms("5.3", "inverse_dynamics", "general", "Li | ~a.b | 120n-104 98n-94 | 616 494", {})
    >>> rows[0].nearest, rows[0].at(6), rows[0].quoted
    (True, (616, 494), (616, 494))
    """
    found = []
    for line in block.strip().splitlines():
        name, by, formulas, quoted = (cell.strip() for cell in line.split("|"))
        times, plus = (polynomial(text) for text in formulas.split()) if formulas else (None, None)
        numbers = [int(text) for text in quoted.split()]
        six = (numbers[0], numbers[1]) if numbers else None
        near = by.startswith("~")
        why = says.get(name, "")
        found.append(Row(table, name, question, by.lstrip("~"), arm, times, plus, six, nearest=near, says=why))
    return found
