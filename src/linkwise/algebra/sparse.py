"""Systems of linear equations with few unknowns in each, over any scalar, solved in an order that is given.

Equations are dictionaries from unknown to coefficient. Which equation gives which unknown is said beforehand, since
numbers that are symbols cannot be compared: the first must be certain to have a coefficient that is not 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .scalar import Scalar, is_zero

Equation = dict[int, Scalar]
"""The coefficients that are not 0, by the number of their unknown."""


def _any_pivot(unknown: int, pivot: Scalar) -> None:
    """Accept any pivot."""


def eliminate(
    equations: Sequence[Equation],
    right: Sequence[Scalar],
    order: Sequence[tuple[int, int]],
    check: Callable[[int, Scalar], None] = _any_pivot,
) -> list[Scalar]:
    """The unknowns of a square system; `order` has pairs of an equation and the unknown it is solved for.

    Each equation is solved for its unknown, which is replaced in all equations after it in the order; the last unknown
    is then known, and the others follow from the last to the first. `check(unknown, pivot)` is called before dividing.

    >>> eliminate([{0: 1.0, 1: 2.0}, {0: 3.0, 1: 4.0}], [5.0, 11.0], [(0, 0), (1, 1)])
    [1.0, 2.0]
    >>> eliminate([{1: 2.0}, {0: 1.0, 1: 1.0}], [4.0, 5.0], [(0, 1), (1, 0)])
    [3.0, 2.0]
    """
    rows, b = [dict(equation) for equation in equations], list(right)
    users: dict[int, list[int]] = {}  # the equations that an unknown has come to be in
    for i, row in enumerate(rows):
        for unknown in row:
            users.setdefault(unknown, []).append(i)
    solved: set[int] = set()
    for i, unknown in order:
        solved.add(i)
        row, pivot = rows[i], rows[i].pop(unknown, 0.0)
        check(unknown, pivot)
        if not is_zero(pivot - 1.0):
            row = rows[i] = {j: c / pivot for j, c in row.items()}
            b[i] = b[i] / pivot
        for k in users[unknown]:
            if k in solved or unknown not in rows[k]:
                continue
            factor = rows[k].pop(unknown)
            for j, c in row.items():
                if j not in rows[k]:
                    users[j].append(k)
                rows[k][j] = rows[k].get(j, 0.0) - factor * c
            b[k] = b[k] - factor * b[i]
    x: list[Scalar] = [0.0] * len(rows)
    for i, unknown in reversed(order):
        x[unknown] = b[i]
        for j, c in rows[i].items():
            x[unknown] = x[unknown] - c * x[j]
    return x
