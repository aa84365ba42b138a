"""What people call quantities and units in the headers of logs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import pi

QUANTITIES = ("q", "qd", "qdd", "tau", "i")
"""Positions, velocities, accelerations, torques, currents."""

WORDS: Mapping[str, str] = {
    word: what
    for what, words in {
        "time": "t time times timestamp timestamps stamp clock elapsed elapsedtime headerstamp rosbagtimestamp",
        "q": "q qpos pos position positions angle angles theta",
        "qd": "qd dq qdot qvel v vel velocity velocities speed speeds omega thetadot dtheta",
        "qdd": "qdd ddq qddot qacc acc accel acceleration accelerations thetaddot",
        "tau": "tau torque torques trq effort efforts eff force forces",
        "i": "i current currents cur curr amps motorcurrent motorcurrents",
    }.items()
    for word in words.split()
}
"""The quantity that a word stands for; words of several parts are written as one."""

_SETS = {
    "empty": "joint joints jnt j a axis ax state states actual act measured meas msr sensor robot arm",
    "other": "d des desired target tgt cmd command commanded ref reference setpoint goal ext external err error std "
    "min max limit limits temp temperature motor",
    "seconds": "sec secs seconds",
    "nanoseconds": "nanosec nsec nsecs nanosecs nanoseconds",
}
EMPTY, OTHER, SECONDS, NANOSECONDS = (frozenset(words.split()) for words in _SETS.values())
"""Words that say nothing about the quantity; words of what was not measured at the joints, so that a column is not
taken for it; the last words of two columns that together are a time stamp."""

_TURN = pi / 180.0
UNITS: Mapping[str, Mapping[str, float]] = {
    "time": {"s": 1.0, "sec": 1.0, "secs": 1.0, "seconds": 1.0, "ms": 1e-3, "msec": 1e-3, "us": 1e-6, "µs": 1e-6,
             "usec": 1e-6, "ns": 1e-9, "nsec": 1e-9, "nanosec": 1e-9},
    "q": {"rad": 1.0, "radians": 1.0, "deg": _TURN, "degrees": _TURN, "°": _TURN, "m": 1.0, "mm": 1e-3},
    "qd": {"rad/s": 1.0, "rads": 1.0, "deg/s": _TURN, "degs": _TURN, "°/s": _TURN, "rpm": pi / 30.0, "m/s": 1.0,
           "mm/s": 1e-3},
    "qdd": {"rad/s2": 1.0, "rads2": 1.0, "deg/s2": _TURN, "degs2": _TURN, "°/s2": _TURN, "m/s2": 1.0, "mm/s2": 1e-3},
    "tau": {"nm": 1.0, "n": 1.0, "mnm": 1e-3, "nmm": 1e-3, "ncm": 1e-2, "knm": 1e3},
    "i": {"a": 1.0, "amp": 1.0, "ma": 1e-3},
}  # fmt: skip
"""SI units for each unit of a quantity."""

PART = re.compile(r"[A-Z]?[a-zµ°]+|[A-Z]+(?![a-z])|\d+|[A-Z]")
"""A word or a number of a header: jointPosition_1 has three."""


def parts(text: str) -> list[str]:
    """The words and numbers of a header, in small letters.

    >>> parts("jointPosition_1"), parts("tau_J[0]")
    (['joint', 'position', '1'], ['tau', 'j', '0'])
    """
    return [part.lower() for part in PART.findall(text)]


def factor(what: str, unit: str) -> float | None:
    """SI units for one such unit of a quantity; None where it is not one of its units.

    >>> factor("q", "deg"), factor("tau", "N·m"), factor("q", "ticks")
    (0.017453292519943295, 1.0, None)
    """
    for each in (unit, unit.replace("/", "")):  # mNm may have come in two parts
        if (size := _factor(what, each)) is not None:
            return size
    return None


def _factor(what: str, unit: str) -> float | None:
    text = re.sub(r"[\s·⋅*^.-]", "", unit.lower()).replace("²", "2").replace("per", "/").replace("_", "/")
    return UNITS[what].get(text)
