"""The verdict on a printed row: how our counts compare with it.

reproduced    one of our counts is the printed one, for every n from 3 on
beaten        one of our counts has no more multiplications and no more additions, for every n from 3 on
not reached   neither; the row says why
"""

from collections.abc import Sequence
from typing import NamedTuple

from .book import counted
from .cost import Cost
from .fit import fit
from .primitives import primitive
from .printed import Row

EARLY = 3
"""The first n that counts: arms of two joints lack some of the terms."""

FAR = 1000
"""The largest number of joints for which formulas are compared."""

BEST = {
    "inverse_dynamics": ("newton_euler.balafoutis_patel_56", "newton_euler.balafoutis_patel_57"),
    "mass_matrix": ("composite.balafoutis_patel_62",),
    "forward_dynamics": ("composite.direct_solve",),
}
"""The formulations whose programs are tried on a row that its own formulation does not reach."""


class Verdict(NamedTuple):
    """The verdict on a printed row, in a word or two.

    `kind` and `by` are the count it rests on and its formulation, `cost` is that count for n = 6 or the robot, and
    `until` is the last n it holds for, if the formulas show that it does not hold for all.
    """

    word: str
    kind: str
    by: str
    cost: Cost | None
    until: int | None = None


def compare(row: Row, sizes: Sequence[int]) -> Verdict:
    """Compare a row with our counts.

    >>> from linkwise.costs.ledger.printed import PRINTED
    >>> row = next(row for row in PRINTED["balafoutis1991"] if row.table == "5.2" and row.row == "5.3.45a")
    >>> compare(row, range(2, 7))[:2]
    ('reproduced', 'written')
    """
    if not row.arm and row.question != "primitive":
        return Verdict("not comparable", "", row.by, None)
    at = [n for n in _sizes(row, sizes) if n is None or n >= EARLY]
    if not at:  # only arms of two joints were counted
        return Verdict("not comparable", "", row.by, None)
    shown = 6 if 6 in at else at[-1]
    ways = [(row.by, kind) for kind in ("written", "needed", "program") if kind != "program" or not row.quantities]
    if not row.quantities and row.question != "primitive":
        ways += [(by, "program") for by in BEST.get(row.question, ())]
    for word, holds in (("reproduced", _equal), ("beaten", _at_most)):
        for by, kind in ways:
            if all(holds(row, _count(row, by, n, kind), n, kind) for n in at):
                return Verdict(word, kind, by, _count(row, by, shown, kind), _until(row, by, kind, at))
    counts = {way: _count(row, way[0], shown, way[1]) for way in ways}
    by, kind = min(counts, key=lambda way: sum(counts[way].plain))
    return Verdict("not reached", kind, by, counts[by, kind])


def _sizes(row: Row, sizes: Sequence[int]) -> list[int | None]:
    """Where the row can be compared with ours: for every n, for n = 6, or for a robot (None)."""
    if row.question == "primitive" or row.arm not in ("general", "quarter", "base"):
        return [None]
    return list(sizes) if row.times is not None else [6]


def _count(row: Row, by: str, n: int | None, kind: str) -> Cost:
    if row.question == "primitive":
        return primitive(by, row.arm).by(kind)
    return counted(by, row.question, row.arm, n, kind, row.quantities, row.tip)


def _printed(row: Row, n: int | None) -> tuple[int, int]:
    count = row.at(n if n is not None else 6)
    assert count is not None
    return count


def _comparable(cost: Cost, kind: str) -> tuple[int, int]:
    """Our count in the terms of the print: divisions are multiplications; a program's changes of sign are additions."""
    times, plus = cost.strict if kind == "program" else cost.plain
    return times + cost.others, plus


def _equal(row: Row, cost: Cost, n: int | None, kind: str) -> bool:
    return _comparable(cost, kind) == _printed(row, n)


def _at_most(row: Row, cost: Cost, n: int | None, kind: str) -> bool:
    return all(a <= b for a, b in zip(_comparable(cost, kind), _printed(row, n), strict=True))


def _until(row: Row, by: str, kind: str, at: Sequence[int | None]) -> int | None:
    """The last n at which our polynomials do not exceed the printed ones; None if they never exceed them."""
    sizes = [n for n in at if n is not None]
    if row.times is None or row.plus is None or len(sizes) < 2:
        return None
    counts = {n: _comparable(_count(row, by, n, kind), kind) for n in sizes}
    pairs = [
        (fit({n: cost[k] for n, cost in counts.items()}), printed) for k, printed in enumerate((row.times, row.plus))
    ]
    beyond = range(sizes[-1] + 1, FAR)
    return next(
        (n - 1 for n in beyond if any(ours is not None and ours(n) > printed(n) for ours, printed in pairs)), None
    )
