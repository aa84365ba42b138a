"""A printed row beside our counts, and what to say of it.

reproduced    one of our counts is the printed one, for every n from 3 on
beaten        one of our counts has no more multiplications and no more additions, for every n from 3 on
not reached   neither: the row says why
"""

from collections.abc import Sequence
from typing import NamedTuple

from .book import counted
from .cost import Cost
from .fit import fit
from .primitives import primitive
from .printed import Row

EARLY = 3
"""Arms of two joints lack some of the terms."""

FAR = 1000
"""Beyond so many joints nobody asks."""

BEST = {
    "inverse_dynamics": ("newton_euler.balafoutis_patel_56", "newton_euler.balafoutis_patel_57"),
    "mass_matrix": ("composite.balafoutis_patel_62",),
    "forward_dynamics": ("composite.direct_solve",),
}
"""Whose programs are held against a row that its own formulation does not reach."""


class Verdict(NamedTuple):
    """The verdict in one word; by which count; that count for n = 6 or the robot; and where formulas tell that it does
    not last, the last n it holds for."""

    word: str
    kind: str
    by: str
    found: Cost | None
    until: int | None = None


def compare(row: Row, sizes: Sequence[int]) -> Verdict:
    """Hold a row against our counts.

    >>> from linkwise.costs.ledger.printed import PRINTED
    >>> row = next(row for row in PRINTED["balafoutis1991"] if row.table == "5.2" and row.row == "5.3.45a")
    >>> compare(row, range(2, 7))[:2]
    ('reproduced', 'written')
    """
    if not row.arm and row.question != "primitive":
        return Verdict("not comparable", "", row.by, None)
    at = [n for n in _sizes(row, sizes) if n is None or n >= EARLY]
    if not at:  # arms of two joints alone were counted
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


def _read(cost: Cost, kind: str) -> tuple[int, int]:
    """A program does its changes of sign, so there they are additions; a division is a multiplication."""
    times, plus = cost.strict if kind == "program" else cost.plain
    return times + cost.others, plus


def _equal(row: Row, cost: Cost, n: int | None, kind: str) -> bool:
    return _read(cost, kind) == _said(row, n)


def _at_most(row: Row, cost: Cost, n: int | None, kind: str) -> bool:
    return all(a <= b for a, b in zip(_read(cost, kind), _said(row, n), strict=True))


def _until(row: Row, by: str, kind: str, at: Sequence[int | None]) -> int | None:
    """The last n at which our polynomials are no more than the printed ones; None where that is every n."""
    sizes = [n for n in at if n is not None]
    if row.times is None or row.plus is None or len(sizes) < 2:
        return None
    found = {n: _read(_count(row, by, n, kind), kind) for n in sizes}
    pairs = [(fit({n: cost[k] for n, cost in found.items()}), said) for k, said in enumerate((row.times, row.plus))]
    beyond = range(sizes[-1] + 1, FAR)
    return next((n - 1 for n in beyond if any(ours is not None and ours(n) > said(n) for ours, said in pairs)), None)
