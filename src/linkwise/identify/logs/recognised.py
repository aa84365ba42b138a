"""Columns that are recognised by their headers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import Fault, label, listed, shown
from .headers import Header
from .matching import NUMBERED, match
from .places import Places
from .table import Table
from .words import NANOSECONDS, QUANTITIES, SECONDS, parts


def recognised(table: Table, headers: Sequence[Header | str], joints: Sequence[str], faults: list[Fault]) -> Places:
    """The columns of time and of each quantity; what is not clear is added to the faults."""
    where = label(table.source)
    known = {k: header for k, header in enumerate(headers) if isinstance(header, Header)}
    faults += [Fault(where, table.text(k), text) for k, text in enumerate(headers) if text and isinstance(text, str)]
    found, said = _times(table, known, faults), dict[str, list[str]]()
    for what in QUANTITIES:
        own = {k: header for k, header in known.items() if header.what == what}
        if not own:
            continue
        spoken = [header.joint for header in own.values()]
        names = list(dict.fromkeys(spoken))
        order, remark = match(names, joints)
        if not order:
            if what == "q" or len(own) >= len(joints) or any(name in joints for name in spoken):
                there = listed(table.text(k) for k in own)
                rule = f"columns of {what} do not match the robot's {len(joints)} joints {listed(joints)}: {there}"
                faults.append(Fault(where, "", rule))
            continue
        for name in (names[k] for k in order.values() if spoken.count(names[k]) > 1):
            there = listed(table.text(k) for k, header in own.items() if header.joint == name)
            rule = f"more than one column of {what} for {shown(name)}: {there}"
            faults.append(Fault(where, "", rule, f'columns={{"{what}": …}} says which'))
        columns = [list(own)[spoken.index(names[order[joint]])] for joint in joints]
        named = "q" in found.of and "q" not in said.get(NUMBERED, ())
        if remark == NUMBERED and named and found.of["q"] != sorted(found.of["q"]):
            rule = "columns are numbered, and those of q named, in another order than the robot's joints"
            faults.append(Fault(where, table.text(columns[0]), rule, f'columns={{"{what}": …}} says which is which'))
        said |= {remark: [*said.get(remark, []), what]} if remark else {}
        found.of[what], found.factors[what] = columns, [own[k].factor for k in columns]
    found.remarks.extend(f"{', '.join(names)}: {remark}" for remark, names in said.items())
    used = {*found.time}.union(*found.of.values())
    left = [table.text(k) for k in range(len(table.header)) if k not in used]
    if left:
        found.remarks.append(f"columns not read: {listed(left, 8)}")
    return found


def _times(table: Table, known: dict[int, Header], faults: list[Fault]) -> Places:
    """The column of times, or two of seconds and nanoseconds."""
    clocks = [k for k, header in known.items() if header.what == "time"]
    pair = next(iter(_stamps(table.header)), None)
    if pair and len(clocks) != 1:
        return Places(list(pair))
    if len(clocks) > 1:
        rule = f"more than one column of times: {listed(table.text(k) for k in clocks)}"
        faults.append(Fault(label(table.source), "", rule, 'columns={"time": …} says which'))
    found = Places(clocks[:1])
    stated = clocks and known[clocks[0]].unit
    return replace(found, time_factor=known[clocks[0]].factor) if stated else found


def _stamps(header: Sequence[str]) -> list[tuple[int, int]]:
    """The columns of time stamps that are written as seconds and nanoseconds."""
    words = [parts(name) for name in header]
    ends = [(k, each[:-1]) for k, each in enumerate(words) if each and each[-1] in SECONDS]
    more = [(k, each[:-1]) for k, each in enumerate(words) if each and each[-1] in NANOSECONDS]
    return [(k, other) for k, first in ends for other, second in more if first == second]
