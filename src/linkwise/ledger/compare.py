"""A printed row beside our counts, and what to say of it.

reproduced    one of our counts is the printed one, for every n from 3 on
beaten        one of our counts has no more multiplications and no more additions, for every n from 3 on
not reached   neither: the row says why
"""

from collections.abc import Sequence
from typing import NamedTuple

from .book import counted
from .cost import Cost
from .primitives import primitive
from .printed import Row

EARLY = 3
"""Arms of two joints lack some of the terms."""


BEST = {
    "inverse_dynamics": ("newton_euler.balafoutis_patel_56", "newton_euler.balafoutis_patel_57"),
    "mass_matrix": ("composite.balafoutis_patel_62",),
    "forward_dynamics": ("composite.direct_solve",),
}
"""Whose programs are held against a row that its own formulation does not reach."""


class Verdict(NamedTuple):
    """The verdict in one word; by which count; and that count for n = 6 or the robot."""

    word: str
    kind: str
    by: str
    found: Cost | None


def compare(row: Row, sizes: Sequence[int]) -> Verdict:
    """Hold a row against our counts.

    >>> from linkwise.ledger.printed import PRINTED
    >>> row = next(row for row in PRINTED["balafoutis1991"] if row.table == "5.2" and row.row == "5.3.45a")
    >>> compare(row, range(2, 7))[:2]
    ('reproduced', 'written')
    """
    if not row.arm and row.question != "primitive":
        return Verdict("not comparable", "", row.by, None)
    at = [n for n in _sizes(row, sizes) if n is None or n >= EARLY]
    ways = [(row.by, kind) for kind in ("written", "needed", "program") if kind != "program" or not row.quantities]
    if not row.quantities and row.question != "primitive":
        ways += [(by, "program") for by in BEST.get(row.question, ())]
    for word, holds in (("reproduced", _equal), ("beaten", _at_most)):
        for by, kind in ways:
            if all(holds(row, _count(row, by, n, kind), n, kind) for n in at):
                return Verdict(word, kind, by, _count(row, by, at[-1] if 6 not in at else 6, kind))
    shown = {way: _count(row, way[0], at[-1] if 6 not in at else 6, way[1]) for way in ways}
    by, kind = min(shown, key=lambda way: sum(shown[way].plain))
    return Verdict("not reached", kind, by, shown[by, kind])


def _sizes(row: Row, sizes: Sequence[int]) -> list[int | None]:
    """Where the row can be held against ours: every n, n = 6, or a robot."""
    if row.question == "primitive" or row.arm not in ("general", "quarter", "base"):
        return [None]
    return list(sizes) if row.times is not None else [6]


def _count(row: Row, by: str, n: int | None, kind: str) -> Cost:
    if row.question == "primitive":
        return primitive(by, row.arm).by(kind)
    return counted(by, row.question, row.arm, n, kind, row.quantities, row.tip)


def _said(row: Row, n: int | None) -> tuple[int, int]:
    found = row.at(n if n is not None else 6)
    assert found is not None
    return found


def _equal(row: Row, cost: Cost, n: int | None, kind: str) -> bool:
    return (cost.strict if kind == "program" else cost.plain) == _said(row, n)


def _at_most(row: Row, cost: Cost, n: int | None, kind: str) -> bool:
    ours = cost.strict if kind == "program" else cost.plain
    return all(a <= b for a, b in zip(ours, _said(row, n), strict=True))
