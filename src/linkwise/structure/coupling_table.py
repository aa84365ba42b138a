"""Couplings as text: how many are zero and why, the sizes of D and c, a mark for each h."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import plain
from .reasons import ACTS, DESIGN, HERE, INDEX, PARAMETERS, REASONS

if TYPE_CHECKING:
    from .couplings import Couplings

HEADS = ("kind", "joints", "zero by", "largest")
"""The columns of a list of coefficients."""

MARKS = {ACTS: "#", HERE: "0", PARAMETERS: "p", DESIGN: "d", INDEX: "."}
"""What stands for a coefficient."""

WIDTH = 100
"""The most columns of a line: robots whose tables would be wider get those of their counts alone."""


def table(couplings: Couplings) -> str:
    """The counts, and what fits of the coefficients themselves.

    >>> import linkwise
    >>> len(table(linkwise.load("panda").couplings()).splitlines())
    24
    """
    n = len(couplings.joints)
    lines = [f"{plain(couplings.robot, 40)}: which coefficients of the equations of motion are zero, and why"]
    heads = ("all", *(reason if reason != ACTS else "act" for reason in REASONS))
    lines.append(f"{'':13}{''.join(f'{head:>{max(5, len(head) + 2)}}' for head in heads)}")
    for kind, counts in couplings.counts.items():
        numbers = (sum(counts.values()), *counts.values())
        cells = (f"{x:>{max(5, len(head) + 2)}}" for head, x in zip(heads, numbers, strict=True))
        lines.append(f"{kind:13}{''.join(cells)}")
    inertias, velocities = _inertias(couplings), _velocities(couplings)
    lines += inertias if len(inertias[1]) <= WIDTH else []
    lines += velocities if len(velocities[1]) <= WIDTH else []
    if n > 1 and len(lines) == 2 + len(couplings.counts):
        lines.append("too many joints for tables of D and h: iterate over the result, or plot it")
    return "\n".join(lines)


def _inertias(couplings: Couplings) -> list[str]:
    n = range(len(couplings.joints))
    lines = [
        "largest inertias D_ik, and loads c_i of gravity:",
        "    " + "".join(f"{k + 1:>9}" for k in n) + f"{'c_i':>9}",
    ]
    for i in n:
        row = [_cell(str(couplings.matrix[i, k]), float(couplings.matrix_size[i, k])) for k in n]
        load = _cell(str(couplings.gravity[i]), float(couplings.gravity_size[i]))
        lines.append(f"{i + 1:>3} " + "".join(f"{x:>9}" for x in row) + f"{load:>9}")
    return lines


def _cell(reason: str, size: float) -> str:
    return f"{size:.3g}" if reason in (ACTS, HERE) else MARKS[reason]


def _velocities(couplings: Couplings) -> list[str]:
    n = range(len(couplings.joints))
    pairs = [(k, m) for k in n for m in n if k <= m]
    names = [f"{k + 1}{m + 1}" if len(n) < 10 else f"{k + 1},{m + 1}" for k, m in pairs]
    words = {ACTS: "acts", HERE: "zero here", PARAMETERS: "by parameters", DESIGN: "by design", INDEX: "by index"}
    marks = ", ".join(f"{mark} {words[reason]}" for reason, mark in MARKS.items())
    lines = [f"velocity coefficients h_ikm, by km: {marks}", "     " + "".join(f" {name:>2}" for name in names)]
    for i in n:
        row = [MARKS[str(couplings.velocity[i, k, m])] for k, m in pairs]
        lines.append(f"{i + 1:>3}  " + "".join(f" {x:>{len(name)}}" for x, name in zip(row, names, strict=True)))
    return lines
