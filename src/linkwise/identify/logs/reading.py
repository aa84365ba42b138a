"""Reads logs from files."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...calls.arrays import Array
from ...errors import Fault, MissingExtra, ReadError, label, listed
from .headers import QUANTITIES, TIMES, Columns, Place, places, unit_factors
from .log import Log

if TYPE_CHECKING:
    from ...robot import Robot


def read_log(
    path: str | os.PathLike[str],
    robot: Robot,
    *,
    columns: Columns | None = None,
    gains: Mapping[str, float] | None = None,
) -> Log:
    """The log in a .csv, .npz or .parquet file.

    Columns are named t (or time), q_<joint>, tau_<joint>, and qd_<joint> and qdd_<joint> where there are such; joints
    may also be numbered, q1. Other names are given as {"time": "stamp", "q": ["p0", …], "tau": ["effort0", …]}, in
    the order of the robot's joints; columns that are not named are then left out. Motor currents i_<joint> need
    `gains`, N m for each ampere. An .npz file may instead have arrays t, q, qd, tau of one row for each sample.

    >>> import linkwise, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "log.csv"
    >>> _ = file.write_text("t,q_joint1,tau_joint1\\n0.0,0.1,2.0\\n0.1,0.2,2.5\\n")
    >>> read_log(file, linkwise.load("pendulum"))
    Log(2 samples in 0.1 s, 1 joint: joint1; positions and torques)
    """
    target = Path(path)
    source, ending = str(target), target.suffix.lower()
    if ending not in READERS:
        expected = f"a file ending in {', '.join(READERS)} was expected"
        raise ReadError(source, [Fault(label(source), "", expected)])
    if not target.is_file():
        raise ReadError(source, [Fault(label(source), "", "there is no such file")])
    header, table = READERS[ending](target)
    joints = robot.joint_names
    time, found = places(header, joints, columns, source)

    def of(what: str) -> Array | None:
        return table[:, [found[what, k] for k in range(len(joints))]] if (what, 0) in found else None

    q, tau = of("q"), of("tau")
    if tau is None:
        current = of("i")
        assert current is not None
        tau = current * unit_factors(joints, gains, source)
    assert q is not None
    return Log(table[:, time], q, tau, of("qd"), of("qdd"), joints=joints, name=target.name)


def _csv(path: Path) -> tuple[list[str], Array]:
    source = str(path)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = [cell.strip() for cell in next(csv.reader(file), [])]
            if not header or not any(header):
                raise ReadError(source, [Fault(label(source), "", "the file is empty: a header was expected")])
            if all(_is_number(cell) for cell in header):
                rule = "the first line has numbers: the names of the columns were expected"
                raise ReadError(source, [Fault(f"{label(source)}:1", header[0], rule)])
            table = np.loadtxt(file, delimiter=",", ndmin=2, comments=None)
    except UnicodeDecodeError:
        raise ReadError(source, [Fault(label(source), "", "the file is not UTF-8 text")]) from None
    except ValueError as error:
        if isinstance(error, ReadError):
            raise
        hint = "separate columns with commas, and write numbers with a point"
        raise ReadError(source, [Fault(label(source), "", str(error).split("\n")[0], hint)]) from None
    if table.size and table.shape[1] != len(header):
        rule = f"{table.shape[1]} values in a line, and {len(header)} names in the first"
        raise ReadError(source, [Fault(label(source), "", rule)])
    return header, table.reshape(-1, len(header))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _npz(path: Path) -> tuple[list[str], Array]:
    source = str(path)
    header: list[str] = []
    parts: list[Array] = []
    try:
        with np.load(path, allow_pickle=False) as file:
            for name in file.files:
                array = np.asarray(file[name], dtype=float)
                array = array[:, None] if array.ndim == 1 else array
                plural = name in QUANTITIES and array.ndim == 2
                header += [f"{name}{k + 1}" for k in range(array.shape[1])] if plural else [name]
                parts.append(array)
    except Exception as error:  # a damaged archive can fail in any way
        reason = str(error).split("\n")[0]
        raise ReadError(source, [Fault(label(source), "", f"not an .npz file of plain arrays: {reason}")]) from None
    lengths = {len(part) for part in parts}
    if len(lengths) != 1 or any(part.ndim != 2 for part in parts):
        rule = f"arrays of lengths {listed(map(str, sorted(lengths)))}: one row for each time {TIMES[0]} was expected"
        raise ReadError(source, [Fault(label(source), "", rule)])
    return header, np.concatenate(parts, axis=1)


def _parquet(path: Path) -> tuple[list[str], Array]:
    try:
        import polars
    except ImportError:
        raise MissingExtra("reading Parquet", "frames") from None
    source = str(path)
    try:
        frame = polars.read_parquet(path)
        return list(frame.columns), frame.to_numpy().astype(np.float64)
    except Exception as error:  # polars' own errors are of many kinds
        reason = str(error).split("\n")[0]
        raise ReadError(source, [Fault(label(source), "", f"not a Parquet file of numbers: {reason}")]) from None


READERS = {".csv": _csv, ".npz": _npz, ".parquet": _parquet}
"""How files are read, by their ending."""

__all__ = ["Place", "read_log"]
