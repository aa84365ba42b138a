"""Columns that a caller names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import Fault, label, listed
from .headers import Header
from .places import Columns, Places
from .table import Table
from .words import UNITS


def given(
    table: Table, headers: Sequence[Header | str], joints: Sequence[str], columns: Columns, faults: list[Fault]
) -> Places:
    """The columns that were asked for, and that of times if only one can be it; faults are added."""
    found = Places([])
    for what, asked in columns.items():
        if what not in UNITS:
            faults.append(Fault("columns", str(what), f"the quantities are {listed(UNITS)}"))
            continue
        names = _spelled(asked, joints, table.header)
        missing = [name for name in names if name not in table.header]
        faults += [Fault(label(table.source), name, "no such column") for name in missing]
        expected = 1 if what == "time" else len(joints)
        if len(names) != expected:
            plural = "header was" if expected == 1 else "headers were"
            rule = f"{expected} {plural} expected, in the robot's order of joints, not {len(names)}"
            faults.append(Fault("columns", str(what), rule))
        elif not missing:
            places = [table.header.index(name) for name in names]
            own = [headers[k] for k in places]
            factors = [each.factor if isinstance(each, Header) and each.what == what else 1.0 for each in own]
            if what == "time":
                found = _timed(found, places[0], headers)
            else:
                found.of[what], found.factors[what] = places, factors
    clocks = [k for k, header in enumerate(headers) if isinstance(header, Header) and header.what == "time"]
    return _timed(found, clocks[0], headers) if not found.time and len(clocks) == 1 else found


def _timed(found: Places, k: int, headers: Sequence[Header | str]) -> Places:
    header = headers[k]
    stated = isinstance(header, Header) and header.what == "time" and header.unit
    return replace(found, time=[k], time_factor=header.factor if stated and isinstance(header, Header) else None)


def _spelled(asked: str | int | Sequence[str | int], joints: Sequence[str], header: Sequence[str]) -> list[str]:
    """The headers that are meant; {} stands for the joints' names, or for numbers from 1 or 0 on."""
    if isinstance(asked, str) and "{}" in asked:
        ways = [[asked.replace("{}", joint) for joint in joints]]
        ways += [[asked.replace("{}", str(k + first)) for k in range(len(joints))] for first in (1, 0)]
        return next((names for names in ways if all(name in header for name in names)), ways[0])
    return [str(asked)] if isinstance(asked, str | int) else [str(each) for each in asked]
