"""Finds where a file has each quantity of each joint."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...errors import Fault, ReadError, label, listed
from .given import given
from .headers import Header, read_header
from .places import Columns, Places
from .recognised import recognised
from .table import Table
from .words import UNITS, factor

MOST = 40
"""Columns that an error lists."""


def locate(
    table: Table, joints: Sequence[str], columns: Columns | None, units: Mapping[str, str], rated: bool
) -> Places:
    """Which column holds the times, and where each quantity of each joint is; an error lists everything that is wrong
    and the columns that there are. `rated`: the sampling rate is known, so that times need not be there.

    >>> table = Table("log.csv", ["t", "q_elbow [deg]", "tau_elbow"], lambda places: [])
    >>> found = locate(table, ["elbow"], None, {}, False)
    >>> found.time, found.of, found.remarks
    ([0], {'q': [1], 'tau': [2]}, ["'q_elbow [deg]' is in deg: converted"])
    """
    faults: list[Fault] = []
    twice = sorted({name for name in table.header if table.header.count(name) > 1})
    faults += [Fault(label(table.source), name, "two columns have this name") for name in twice]
    for what, unit in units.items():
        if what not in UNITS:
            faults.append(Fault("units", str(what), f"the quantities are {listed(UNITS)}"))
        elif factor(what, str(unit)) is None:
            faults.append(Fault("units", str(unit), f"units of {what} are {listed(UNITS[what])}"))
    headers = [read_header(table.text(k), joints) for k in range(len(table.header))]
    if columns is None:
        found = recognised(table, headers, joints, faults)
    else:
        found = given(table, headers, joints, columns, faults)
    where = label(table.source)
    if not faults:
        if not found.time and not rated:
            hint = "or give the sampling rate in Hz: rate=1000.0"
            faults.append(Fault(where, "", "no column of times, such as t, time or stamp", hint))
        if "q" not in found.of:
            faults.append(Fault(where, "", f"no columns of positions q for the joints {listed(joints)}"))
        if "tau" not in found.of and "i" not in found.of:
            faults.append(Fault(where, "", "no columns of torques tau_… or currents i_…"))
    if faults:
        raise ReadError(table.source, faults, _hint(table, joints))
    return _converted(table, headers, found, units)


def _converted(table: Table, headers: Sequence[Header | str], found: Places, units: Mapping[str, str]) -> Places:
    """The places with the units that were said, or that the headers say; the latter is remarked."""
    for what, unit in units.items():
        size = factor(what, unit)
        assert size is not None
        if what == "time":
            found = replace(found, time_factor=size)
        elif what in found.of:
            found.factors[what] = [size] * len(found.of[what])
    for what, columns in (("time", found.time), *found.of.items()):
        own = [headers[k] for k in columns]
        odd = [k for k, header in zip(columns, own, strict=True) if isinstance(header, Header) and header.factor != 1.0]
        if odd and what not in units:
            header = headers[odd[0]]
            assert isinstance(header, Header)
            verb = "is" if len(odd) == 1 else "are"
            found.remarks.append(f"{listed([table.text(k) for k in odd], 3)} {verb} in {header.unit}: converted")
    return found


def _hint(table: Table, joints: Sequence[str]) -> str:
    """The columns that there are, and how to say what they are."""
    first = joints[0] if joints else "joint"
    sizes: dict[str, int] = {}
    for name in table.header:
        pattern = re.sub(r"\d+(?!.*\d)", "{}", name)
        sizes[pattern] = sizes.get(pattern, 0) + 1
    sets = [name for name, count in sizes.items() if "{}" in name and count == len(joints)]
    text = f"columns there are: {listed(table.header, MOST)}. "
    text += f"Recognised are t, q_{first}, qd_{first}, tau_{first} and the like"
    text += f"; sets of {len(joints)} are {listed(sets)}. " if sets else ". "
    example = f'columns={{"q": {(sets or ["pos_{}"])[0]!r}, …}}'
    return f"{text}Say what others are by {example}, on the command line --column q={(sets or ['pos_{}'])[0]}"
