"""States as comma-separated values.

The first line names the columns: q1 … qn in the order of `linkwise show`, or q:joint by the joint's name; likewise qd,
qdd and tau. Each further line is a state. Columns may be in any order; a quantity must be given for every joint or
for none. Columns of other answers (g, M) and of time (t) are accepted but not used.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

import numpy as np

from ..calls.arrays import Array
from ..errors import Fault, ReadError, label, listed, shown
from ..readers.numbers import RULE, number
from ..robot import Robot
from .output import not_used

NAMES = ("q", "qd", "qdd", "tau")
"""The quantities a file can hold."""

_COLUMN = re.compile(r"(qdd|qd|q|tau)(?:([1-9]\d{0,5})|:(.*))", re.DOTALL | re.ASCII)
_UNUSED = re.compile(r"g\d+|M\d+_\d+|t|time", re.ASCII)

Place = tuple[str, int]
"""A quantity and the index of a joint."""


def read(data: bytes, source: str, robot: Robot) -> dict[str, Array]:
    """The arrays of a file by name; one error lists all its faults."""
    lines = csv.reader(io.StringIO(_text(data, source), newline=""), strict=True)
    faults: list[Fault] = []
    values: list[list[float]] = []
    header: list[str] = []
    places: list[Place | None] = []
    try:
        header = next((row for row in lines if row), [])
        if not header:
            raise ReadError(source, [Fault(label(source), "", "the file is empty: a header was expected")])
        header = [cell.strip() for cell in header]
        where = f"{label(source)}:{lines.line_num}"
        places = _places(header, robot, where, faults)
        if faults:
            raise ReadError(source, faults, "see the columns in the first line of the file.")
        for row in lines:
            if row:
                values.append(_values(row, header, places, f"{label(source)}:{lines.line_num}", faults))
    except csv.Error as error:
        faults.append(Fault(f"{label(source)}:{lines.line_num}", "", f"not comma-separated values: {error}"))
    if faults:
        raise ReadError(source, faults)
    table = np.array(values, dtype=float).reshape(len(values), len(header))
    not_used([cell for cell, place in zip(header, places, strict=True) if place is None])
    arrays: dict[str, Array] = {}
    for k, place in enumerate(places):
        if place is not None:
            arrays.setdefault(place[0], np.zeros((len(values), robot.n)))[:, place[1]] = table[:, k]
    return {name: arrays[name] for name in NAMES if name in arrays}


def _text(data: bytes, source: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReadError(source, [Fault(f"{label(source)}:{line}", "", "the file is not UTF-8 text")]) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ReadError(source, [Fault(f"{label(source)}:{line}", "", "a NUL byte: this is not a text file")])
    return text


def _places(header: Sequence[str], robot: Robot, where: str, faults: list[Fault]) -> list[Place | None]:
    """The quantity and joint of each column; None for a column that is accepted but not used."""
    joints = {name: k for k, name in enumerate(robot.joint_names)}
    places: list[Place | None] = []
    for k, cell in enumerate(header, 1):
        here, place = f"{where} column {k}", None
        column = _COLUMN.fullmatch(cell)
        if column is None and not _UNUSED.fullmatch(cell):
            rule = "a column named q1, q:joint, or likewise with qd, qdd, tau was expected"
            faults.append(Fault(here, cell, rule, "separate columns with commas" if re.search(r"[;\t ]", cell) else ""))
        elif column is not None and column[2] is not None and int(column[2]) > robot.n:
            faults.append(Fault(here, cell, f"robot {shown(robot.name)} has {robot.n} coordinates"))
        elif column is not None and column[3] is not None and column[3] not in joints:
            faults.append(Fault(here, cell, f"robot {shown(robot.name)} has the joints {listed(joints)}"))
        elif column is not None:
            place = column[1], int(column[2]) - 1 if column[2] is not None else joints[column[3]]
            if place in places:
                faults.append(Fault(here, cell, "an earlier column already has this quantity of this joint"))
        places.append(place)
    present = set(places)
    for name in NAMES:
        missing = [f"{name}{j + 1}" for j in range(robot.n) if (name, j) not in present]
        if 0 < len(missing) < robot.n and not faults:
            faults.append(Fault(where, "", f"columns are missing: {listed(missing)}", "give every joint, or none"))
    return places


def _values(
    row: Sequence[str], header: Sequence[str], places: Sequence[Place | None], where: str, faults: list[Fault]
) -> list[float]:
    """The numbers of one line, 0 in columns that are not used."""
    if len(row) != len(header):
        faults.append(Fault(where, "", f"{len(row)} values, but the header has {len(header)} columns"))
        return [0.0] * len(header)
    values = []
    for k, (cell, place) in enumerate(zip(row, places, strict=True)):
        value = number(cell) if place is not None else 0.0
        if value is None:
            faults.append(Fault(f"{where} column {k + 1} ({shown(header[k], 40)})", cell, f"{RULE} was expected"))
        values.append(value or 0.0)
    return values


def write(path: Path, arrays: Mapping[str, Array], n: int) -> None:
    """Write the states of a batch, one line per state."""
    with path.open("w", encoding="utf-8", newline="") as file:
        dump(file, arrays, n)


def dump(file: TextIO, arrays: Mapping[str, Array], n: int) -> None:
    """Write columns by joint number in full precision, a matrix row by row: M1_1, M1_2, …"""
    matrices = [name for name in arrays if name == "M"]
    batch = np.broadcast_shapes(*(a.shape[: -2 if name in matrices else -1] for name, a in arrays.items()))
    header: list[str] = []
    blocks: list[Array] = []
    for name, array in arrays.items():
        if name in matrices:
            header += [f"{name}{i}_{j}" for i in range(1, n + 1) for j in range(1, n + 1)]
            array = array.reshape(*array.shape[:-2], n * n)
        else:
            header += ["t"] if name == "t" else [f"{name}{j}" for j in range(1, n + 1)]
        blocks.append(np.broadcast_to(array, (*batch, array.shape[-1])).reshape(-1, array.shape[-1]))
    file.write(",".join(header) + "\n")
    for row in np.concatenate(blocks, axis=1).tolist():
        file.write(",".join(map(repr, row)) + "\n")
