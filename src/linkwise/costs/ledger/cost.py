"""The cost of an algorithm: multiplications and additions, as the sources count them."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ...program import OPS, Program, Step, needed_values


class Cost(NamedTuple):
    """The numbers of operations of an algorithm.

    Multiplications; additions and subtractions; changes of sign, which the sources do not count; and all others:
    divisions, square roots, exponentials, extrema. Sines and cosines, one of each per joint, are left out, as in all
    tables of the sources.

    >>> Cost(2, 1) + Cost(1, 1, 1)
    Cost(multiplications=3, additions=2, signs=1, others=0)
    """

    multiplications: int = 0
    additions: int = 0
    signs: int = 0
    others: int = 0

    def __add__(self, other: object) -> "Cost":
        return Cost(*(a + b for a, b in zip(self, other, strict=True))) if isinstance(other, Cost) else NotImplemented

    @property
    def strict(self) -> tuple[int, int]:
        """Multiplications, and additions including changes of sign.

        >>> Cost(2, 1, 1).strict
        (2, 2)
        """
        return self.multiplications, self.additions + self.signs

    @property
    def plain(self) -> tuple[int, int]:
        """Multiplications and additions.

        >>> Cost(2, 1, 1).plain
        (2, 1)
        """
        return self.multiplications, self.additions


def cost_of(steps: Iterable[Step]) -> Cost:
    """The cost of some steps of a program.

    >>> cost_of([Step("mul", (0, 1)), Step("neg", (2,))])
    Cost(multiplications=1, additions=0, signs=1, others=0)
    """
    ops = [step.op for step in steps]
    rows = [OPS[op] for op in ops]
    signs = ops.count("neg")
    return Cost(
        sum(row.multiplications for row in rows),
        sum(row.additions for row in rows) - signs,
        signs,
        sum(row.divisions + row.square_roots + row.exponentials + row.extrema for row in rows),
    )


def cost_of_each_name(program: Program) -> dict[str, dict[str, Cost]]:
    """The cost of each named quantity, "written" and "needed".

    An operation belongs to the first named value that uses it, directly or not. The values ω1x, ω1y, … ω2x, … together
    are the quantity ω. Operations that no named value uses are under "".

    >>> from linkwise.algebra import note
    >>> from linkwise.program import trace_raw
    >>> def f(x):
    ...     a, b = x[0] * x[1], x[0] * x[0]
    ...     note(1, a=a)
    ...     note(2, a=b)
    ...     return [a + x[0]]
    >>> each = cost_of_each_name(trace_raw(f, {"x": 2}))
    >>> each["a"]["written"].plain, each["a"]["needed"].plain, each[""]["needed"].plain
    ((2, 0), (1, 0), (0, 1))
    """
    owner, needed = _owners(program), needed_values(program)
    groups: dict[str, list[tuple[int, Step]]] = {}
    for i, step in program.numbered():
        groups.setdefault(owner[i], []).append((i, step))
    return {
        name: {
            "written": cost_of(step for _, step in steps),
            "needed": cost_of(step for i, step in steps if needed[i]),
        }
        for name, steps in groups.items()
    }


def _owners(program: Program) -> list[str]:
    first = len(program.inputs)
    owner: list[str | None] = [None] * (first + len(program.steps))
    for value, label in program.labels:
        waiting = [value]
        while waiting:
            i = waiting.pop()
            if i >= first and owner[i] is None:
                owner[i] = quantity(label)
                waiting += [a for a in program.steps[i - first].args if isinstance(a, int)]
    return [name or "" for name in owner]


NAMED = re.compile(r"(\D+)(\d*)(?:_(\d+))?")


def quantity(label: str) -> str:
    """The letters of a value's name; if it has the numbers of two links, with _ij or _ji.

    >>> quantity("Ω2xy"), quantity("f1_3x"), quantity("v3_1"), quantity("d2_2")
    ('Ω', 'f_ji', 'v_ij', 'd')
    """
    match = NAMED.match(label)
    if match is None:
        return label
    letters, i, j = match.groups()
    return letters if not j or i == j else f"{letters}_{'ij' if int(i) > int(j) else 'ji'}"
