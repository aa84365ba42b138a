"""Reads logs from files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...calls.arrays import Array
from ...calls.checks import positive
from ...errors import Fault, ReadError, label, listed
from .bags import read_bag
from .binary_tables import npz_table, parquet_table
from .csv_table import csv_table
from .locating import locate
from .log import Log
from .places import Columns
from .table import Table, numbers, seconds

if TYPE_CHECKING:
    from ...robot import Robot

TABLES: dict[str, Callable[[Path], Table]] = {
    ".csv": csv_table,
    ".tsv": csv_table,
    ".txt": csv_table,
    ".npz": npz_table,
    ".parquet": parquet_table,
}
"""How tables are read, by the file's ending."""

BAGS = (".db3", ".mcap")
"""The endings of recordings of ROS 2; a folder is one, too."""


def read_log(
    path: str | os.PathLike[str],
    robot: Robot,
    *,
    columns: Columns | None = None,
    units: Mapping[str, str] | None = None,
    gains: Mapping[str, float] | None = None,
    rate: float | None = None,
    topic: str | None = None,
) -> Log:
    """The log in a table (.csv, .npz, .parquet), or in a recording of ROS 2 (.mcap, .db3, or its folder).

    columns
        by default they are recognised: t or time, q_<joint>, tau_<joint>, qd_<joint>, qdd_<joint>, and what else these
        are often called, such as joint_position_1. Where that is not clear, an error lists the columns, and this says
        what they are: {"time": "stamp", "q": ["p0", …], "tau": "effort_{}"}, in the order of the robot's joints.
    units
        where they are not SI units, and no header says so: {"time": "ms", "q": "deg", "tau": "mNm"}.
    gains
        N m for each ampere of motor currents i_<joint>, by joint.
    rate
        samples per second, of a file without times.
    topic
        which topic of a recording, if several have states of joints.

    What was not as described first is in the log's `remarks`: columns taken by number, converted, or not read.

    >>> import linkwise, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "log.csv"
    >>> _ = file.write_text("time_ms;pos_1 [deg];torque_1\\n0;10,5;2,0\\n100;11,0;2,5\\n")
    >>> log = read_log(file, linkwise.load("pendulum"))
    >>> log, log.time, log.tau.ravel()
    (Log(2 samples in 0.1 s, 1 joint: joint1; positions and torques), array([0. , 0.1]), array([2. , 2.5]))
    >>> log.remarks[0], log.remarks[-1]
    ('numbers have decimal commas', "'pos_1 [deg]' is in deg: converted")
    """
    target, joints = Path(path), robot.joint_names
    source, ending = str(target), target.suffix.lower()
    try:
        there, folder = target.exists(), target.is_dir()
    except (OSError, ValueError):  # a name that no file can have
        there, folder = False, False
    if not folder and ending not in (*TABLES, *BAGS):
        expected = f"a file ending in {', '.join((*TABLES, *BAGS))}, or the folder of a recording, was expected"
        raise ReadError(source, [Fault(label(source), "", expected)])
    if not there:
        raise ReadError(source, [Fault(label(source), "", "there is no such file")])
    if folder or ending in BAGS:
        return read_bag(target, joints, topic)
    if not target.is_file():
        raise ReadError(source, [Fault(label(source), "", "this is a pipe or device: a file was expected")])
    given = {} if units is None else dict(units)
    headless = columns is not None and TABLES[ending] is csv_table
    table = csv_table(target, headless=True) if headless else TABLES[ending](target)
    found = locate(table, joints, columns, given, rate is not None)
    remarks = [*table.remarks, *found.remarks]

    needed = [*dict.fromkeys([*found.time, *(k for own in found.of.values() for k in own)])]
    read = dict(zip(needed, table.column(needed), strict=True))

    def of(what: str) -> Array | None:
        return numbers([read[k] for k in found.of[what]]) * found.factors[what] if what in found.of else None

    q, tau, qd, qdd = of("q"), of("tau"), of("qd"), of("qdd")
    if qd is not None and len(qd) and not qd.any():
        qd = None
        remarks.append("velocities are all 0, and were not read")
    if tau is None:
        current = of("i")
        assert current is not None
        tau = current * _gains(joints, gains, source)
    elif "i" in found.of:
        remarks.append("torques were read, and currents were not")
    assert q is not None
    if found.time:
        stamps = [read[k] for k in found.time]
        time, remark = seconds(stamps[0], found.time_factor or 1.0, found.time_factor is not None)
        if len(stamps) > 1:
            time = (time - time[:1]) + 1e-9 * (stamps[1].astype(float) - stamps[1][:1].astype(float))
            remark = "times are seconds and nanoseconds in two columns; the first is 0 s"
        remarks += [remark] if remark else []
    else:
        assert rate is not None
        time = np.arange(len(q)) / positive("rate", rate)
    return Log(time, q, tau, qd, qdd, joints=joints, name=target.name, remarks=remarks)


def _gains(joints: tuple[str, ...], gains: Mapping[str, float] | None, source: str) -> list[float]:
    """The torque for each unit of current, joint by joint."""
    missing = [joint for joint in joints if gains is None or joint not in gains]
    if missing:
        rule = f"currents of {listed(missing)} without a gain: torques were expected, or N m for each ampere"
        first = missing[0]
        hint = f'gains={{"{first}": 11.5, …}}, on the command line --gain {first}=11.5, for each of these joints'
        raise ReadError(source, [Fault(label(source), "", rule)], hint)
    assert gains is not None
    return [float(gains[joint]) for joint in joints]


__all__ = ["read_log"]
