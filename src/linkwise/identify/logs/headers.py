"""Which quantity of which joint a column of a file is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...errors import Fault, ReadError, label, listed, shown

TIMES = ("t", "time")
"""What a column of time is called; other names are given with `columns`."""

QUANTITIES = ("q", "qd", "qdd", "tau", "i")
"""Positions, velocities, accelerations, torques, currents."""

Place = tuple[str, int]
"""A quantity and the index of a joint."""

Columns = Mapping[str, str | Sequence[str]]
"""Headers by quantity: {"time": "stamp", "q": ["p0", "p1"], "tau": ["effort0", "effort1"]}, in the robot's order."""

_NUMBERED = re.compile(r"(qdd|qd|q|tau|i)([1-9]\d{0,3})", re.ASCII)
_NAMED = re.compile(r"(qdd|qd|q|tau|i)[_:](.+)", re.DOTALL)


def places(
    header: Sequence[str], joints: Sequence[str], columns: Columns | None, source: str
) -> tuple[int, dict[Place, int]]:
    """Which column holds the times, and where each quantity of each joint is; one error lists everything that is wrong.

    >>> places(["t", "q_elbow", "tau_elbow"], ["elbow"], None, "log.csv")
    (0, {('q', 0): 1, ('tau', 0): 2})
    """
    faults: list[Fault] = []
    twice = sorted({name for name in header if header.count(name) > 1})
    faults += [Fault(label(source), name, "two columns have this name") for name in twice]
    found = _mapped(header, joints, columns, source, faults) if columns else _named(header, joints, source, faults)
    time = found.pop(("time", 0), None)
    if time is None and not faults:
        hint = 'give its name: read_log(…, columns={"time": "stamp"}).'
        faults.append(Fault(label(source), "", f"no column of times: one of {listed(TIMES)} was expected", hint))
    for what in QUANTITIES:
        missing = [joint for k, joint in enumerate(joints) if (what, k) not in found]
        present = len(missing) < len(joints)
        if missing and (present or what == "q") and not faults:
            faults.append(Fault(label(source), "", f"no column of {what} for the joints {listed(missing)}"))
    torques = [what for what in ("tau", "i") if (what, 0) in found]
    if not torques and not faults:
        faults.append(Fault(label(source), "", "no columns of torques tau_… or currents i_…"))
    if faults:
        first = joints[0] if joints else "joint"
        raise ReadError(source, faults, f"columns are named t, q_{first}, qd_{first}, tau_{first} and so on.")
    assert time is not None
    return time, found


def _named(header: Sequence[str], joints: Sequence[str], source: str, faults: list[Fault]) -> dict[Place, int]:
    found: dict[Place, int] = {}
    for k, name in enumerate(header):
        numbered, named = _NUMBERED.fullmatch(name), _NAMED.fullmatch(name)
        if name in TIMES:
            found["time", 0] = k
        elif named and named[2] in joints:
            found[named[1], list(joints).index(named[2])] = k
        elif numbered and int(numbered[2]) <= len(joints):
            found[numbered[1], int(numbered[2]) - 1] = k
        elif named:
            faults.append(Fault(label(source), name, f"the robot's joints are {listed(joints)}"))
        else:
            rule = "a column named t, q_<joint>, qd_<joint>, tau_<joint> or i_<joint> was expected"
            faults.append(Fault(label(source), name, rule, "or say which columns to read: read_log(…, columns={…})"))
    return found


def _mapped(
    header: Sequence[str], joints: Sequence[str], columns: Columns, source: str, faults: list[Fault]
) -> dict[Place, int]:
    found: dict[Place, int] = {}
    for what, given in columns.items():
        names = [given] if isinstance(given, str) else list(given)
        expected = 1 if what == "time" else len(joints)
        if what not in ("time", *QUANTITIES):
            faults.append(Fault("columns", str(what), f"the quantities are {listed(('time', *QUANTITIES))}"))
            continue
        if len(names) != expected:
            faults.append(Fault("columns", str(what), f"{expected} headers were expected, not {len(names)}"))
        for k, name in enumerate(names[:expected]):
            if name not in header:
                faults.append(Fault(label(source), str(name), f"no such column: there are {listed(header)}"))
            else:
                found[what, k] = list(header).index(name)
    if ("time", 0) not in found:
        at = next((k for k, name in enumerate(header) if name in TIMES), None)
        found |= {} if at is None else {("time", 0): at}
    return found


def unit_factors(joints: Sequence[str], gains: Mapping[str, float] | None, source: str) -> list[float]:
    """The torque for each unit of current, joint by joint.

    >>> unit_factors(["elbow"], {"elbow": 11.5}, "log.csv")
    [11.5]
    """
    missing = [joint for joint in joints if gains is None or joint not in gains]
    if missing:
        rule = f"currents of {shown(missing[0])} without a gain: torques were expected, or N m for each ampere"
        raise ReadError(source, [Fault(label(source), "", rule)], 'read_log(…, gains={"joint1": 11.5, …}).')
    assert gains is not None
    return [float(gains[joint]) for joint in joints]
