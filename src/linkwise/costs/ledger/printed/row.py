"""One row of a printed table of operation counts."""

from typing import NamedTuple

from ..fit import Polynomial, polynomial

REST = ""
"""The quantity of all operations that have no name."""


class Row(NamedTuple):
    """What a source prints, and which of our counts it is compared with.

    `by` is our formulation of this row, or the one `nearest` to it if the sources do not describe the authors' method.
    `quantities` are the names of an equation's values in that formulation; none for a whole algorithm. `quoted` are the
    numbers printed for n = 6 or for a robot. `tip`: the count includes forces at the tip. `says` explains a difference.
    If the print contradicts itself or its equation, `erratum` is the entry in ERRATA.md and `meant` the right count.
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
    meant: tuple[Polynomial, Polynomial] | None = None

    def at(self, n: int) -> tuple[int, int] | None:
        """The printed multiplications and additions for n joints; None if no formula is printed.

        >>> Row("5.2", "total", "inverse_dynamics", "", "general", polynomial("93n-108"), polynomial("81n-100")).at(6)
        (450, 386)
        """
        if self.times is not None and self.plus is not None:
            return self.times(n), self.plus(n)
        return self.quoted if n == 6 else None

    @property
    def corrected(self) -> "Row":
        """The row as it should have been printed.

        >>> row = algorithms("6.2", "mass_matrix", "general", "A | a.b | n n | 6 6", {})[0]
        >>> corrected([row], "A | E2-1 | 2n 3n")[0].corrected.at(6)
        (12, 18)
        """
        return self if self.meant is None else self._replace(times=self.meant[0], plus=self.meant[1], quoted=None)


def equations(table: str, question: str, by: str, block: str, says: dict[str, str]) -> list[Row]:
    """The rows of a table by equations: name | quantities | × + general | × + if α is 0° or 90°.

    `says` has explanations by row, or by "row arm". The quantity "rest" is everything without a name; "-" is a line of
    the page that is not computed here.

    >>> rows = equations("5.1", "inverse_dynamics", "", "45a | ω | 8n-8 5n-5 | 4n-4 3n-3", {"45a quarter": "why"})
    >>> rows[1].arm, rows[1].at(6), rows[1].says
    ('quarter', (20, 15), 'why')
    """
    rows = []
    for line in block.strip().splitlines():
        name, quantities, *columns = (cell.strip() for cell in line.split("|"))
        for arm, cells in zip(("general", "quarter"), columns, strict=True):
            times, plus = cells.split()
            why = says.get(f"{name} {arm}", says.get(name, ""))
            letters = (REST,) if quantities == "rest" else tuple(quantities.split())
            formulas = polynomial(times), polynomial(plus)
            rows.append(Row(table, name, question, by, arm, *formulas, quantities=letters, says=why))
    return rows


def algorithms(table: str, question: str, arm: str, block: str, says: dict[str, str]) -> list[Row]:
    """The rows of a table by algorithms: name | formulation, ~ if it is only the nearest | × + | numbers for n = 6.

    >>> rows = algorithms("5.3", "inverse_dynamics", "general", "Li | ~a.b | 120n-104 98n-94 | 616 494", {})
    >>> rows[0].nearest, rows[0].at(6), rows[0].quoted
    (True, (616, 494), (616, 494))
    """
    rows = []
    for line in block.strip().splitlines():
        name, by, formulas, quoted = (cell.strip() for cell in line.split("|"))
        times, plus = (polynomial(text) for text in formulas.split()) if formulas else (None, None)
        numbers = [int(text) for text in quoted.split()]
        six = (numbers[0], numbers[1]) if numbers else None
        near = by.startswith("~")
        why = says.get(name, "")
        rows.append(Row(table, name, question, by.lstrip("~"), arm, times, plus, six, nearest=near, says=why))
    return rows


def corrected(rows: list[Row], block: str) -> list[Row]:
    """The rows with their misprints: name | entry in ERRATA.md | × + meant, general | × + if α is 0° or 90°.

    >>> rows = equations("5.1", "inverse_dynamics", "", "45a | ω | 8n-8 5n-5 | 4n-4 3n-3", {})
    >>> [row.erratum for row in corrected(rows, "45a | E2-1 | | 4n-4 3n-2")], corrected(rows, "")[0] == rows[0]
    (['', 'E2-1'], True)
    """
    mended = list(rows)
    for line in block.strip().splitlines():
        name, entry, *columns = (cell.strip() for cell in line.split("|"))
        for arm, cells in zip(("general", "quarter"), columns, strict=False):
            at = [k for k, row in enumerate(mended) if (row.row, row.arm) == (name, arm)]
            assert len(at) == 1, f"no row {name}, {arm}"
            if cells:
                times, plus = (polynomial(text) for text in cells.split())
                mended[at[0]] = mended[at[0]]._replace(erratum=entry, meant=(times, plus))
    return mended
