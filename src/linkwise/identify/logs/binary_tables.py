"""Tables from .npz and .parquet files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...errors import Fault, MissingExtra, ReadError, label, listed
from .headers import read_header
from .table import Raw, Table

JOINTS = ("joint_names", "joints", "names", "name")
"""What an array of the joints' names is called."""


def npz_table(path: Path) -> Table:
    """The arrays of an .npz file: one row for each time, or one column."""
    source, arrays, remarks = str(path), dict[str, Raw](), list[str]()
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            for name in file.files:
                try:
                    arrays[name] = np.asarray(file[name])
                except ValueError as error:
                    if "pickle" not in str(error):
                        raise
                    remarks.append(f"array {name!r} holds Python objects and was not read")
    except Exception as error:  # a damaged archive can fail in any way
        reason = str(error).split("\n")[0]
        raise ReadError(source, [Fault(label(source), "", f"not an .npz file of plain arrays: {reason}")]) from None
    texts = {name: array for name, array in arrays.items() if array.dtype.kind in "SU" and array.ndim == 1}
    joints = next(([str(x) for x in texts[name].astype(str)] for name in JOINTS if name in texts), [])
    known = {name: a for name, a in arrays.items() if a.dtype.kind in "fiuM" and a.ndim in (1, 2) and name not in texts}
    times = [len(array) for name, array in known.items() if array.ndim == 1 and _is_time(name)]
    count = times[0] if times else max((max(array.shape) for array in known.values()), default=0)
    header, columns = list[str](), list[Raw]()
    for name, array in known.items():
        if array.ndim == 2 and array.shape[1] == count != array.shape[0]:
            array = array.T
            remarks.append(f"array {name!r} has a row for each joint, and was transposed")
        if len(array) != count:
            if isinstance(read_header(name, ()), str):
                continue  # not a quantity
            lengths = sorted({len(each) for each in known.values()})
            rule = f"arrays of lengths {listed(map(str, lengths))}: one row for each time was expected"
            raise ReadError(source, [Fault(label(source), name, rule)])
        if array.ndim == 1:
            header.append(name)
            columns.append(array)
        else:
            own = joints if len(joints) == array.shape[1] else [str(k + 1) for k in range(array.shape[1])]
            header += [f"{name}:{joint}" for joint in own]
            columns += list(array.T)
    return Table(source, header, lambda places: [columns[k] for k in places], remarks=remarks)


def _is_time(name: str) -> bool:
    found = read_header(name, ())
    return not isinstance(found, str) and found.what == "time"


def parquet_table(path: Path) -> Table:
    """The columns of a .parquet file; lists of one length are several columns."""
    try:
        import polars
    except ImportError:
        raise MissingExtra("reading Parquet", "frames") from None
    source = str(path)
    try:
        frame = polars.read_parquet(path)
        for name, kind in list(frame.schema.items()):
            if isinstance(kind, polars.List | polars.Array):
                lists: Any = frame[name].cast(polars.List(kind.inner))
                width = int(lists.list.len().max() or 0)
                parts = [lists.list.get(k, null_on_oob=True).alias(f"{name}:{k + 1}") for k in range(width)]
                frame = frame.drop(name).with_columns(parts)
    except Exception as error:  # polars' own errors are of many kinds
        reason = str(error).split("\n")[0]
        raise ReadError(source, [Fault(label(source), "", f"not a Parquet file of numbers: {reason}")]) from None

    def numbers(name: str, series: Any) -> Raw:
        try:
            dated = isinstance(series.dtype, polars.Datetime | polars.Date)
            array: Raw = (series.cast(polars.Datetime("ns")) if dated else series).to_numpy()
            return array if array.dtype.kind in "iuMm" else array.astype(np.float64)
        except Exception:
            rule = f"a column of numbers was expected, not of {series.dtype}"
            raise ReadError(source, [Fault(label(source), name, rule)]) from None

    return Table(
        source, list(frame.columns), lambda places: [numbers(frame.columns[k], frame.to_series(k)) for k in places]
    )
