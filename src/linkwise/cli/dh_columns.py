"""A Denavit–Hartenberg table as people write it: quarter turns as fractions of pi, the joint variable in its place."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from .output import figure, plain

MEANS = {
    "gamma": "Rz(gamma)",
    "b": "Tz(b)",
    "alpha": "Rx(alpha)",
    "d": "Tx(d)",
    "beta": "Ry(beta)",
    "theta": "Rz(theta)",
    "r": "Tz(r)",
}
"""The transform of each parameter, in the order in which they lead from a frame to the next."""

_TURNS = {0: "0", 1: "pi/2", -1: "-pi/2", 2: "pi", -2: "-pi", 3: "3pi/2", -3: "-3pi/2"}


def dh_columns(rows: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """The columns that say something, and their texts: gamma, b and beta only where some joint needs them.

    >>> row = {"joint": "a", "parent": "", "sigma": 0, "gamma": 0.0, "b": 0.0, "alpha": math.pi / 2, "d": 0.1,
    ...        "beta": 0.0, "theta": 0.0, "r": 0.0}
    >>> dh_columns([row])
    (['joint', 'alpha', 'd', 'theta', 'r'], [['a', 'pi/2', '0.1', 'q', '0']])
    """
    serial = [row["parent"] for row in rows] == ["", *(row["joint"] for row in rows[:-1])]
    keys = [key for key in MEANS if key in ("alpha", "d", "theta", "r") or any(row[key] for row in rows)]
    columns = ["joint", *([] if serial else ["after"]), *keys]
    return columns, [
        [plain(row["joint"]), *([] if serial else [plain(row["parent"])]), *(_cell(row, key) for key in keys)]
        for row in rows
    ]


def _cell(row: Mapping[str, Any], key: str) -> str:
    constant = figure(row[key]) if key in ("b", "d", "r") else turn(row[key])
    if key != ("r" if row["sigma"] else "theta"):
        return constant
    if constant == "0":
        return "q"
    return f"q - {constant[1:]}" if constant.startswith("-") else f"q + {constant}"


def turn(angle: float) -> str:
    """An angle; a fraction of pi only where it is exactly that number.

    >>> turn(-math.pi / 2), turn(1.5707)
    ('-pi/2', '1.5707')
    """
    quarters = round(angle / (math.pi / 2)) if abs(angle) < 100 else 99
    exact = quarters * (math.pi / 2) == angle
    return _TURNS[quarters] if exact and quarters in _TURNS else figure(angle)
