"""States as NumPy's .npz: arrays q, qd, qdd, tau of shape (…, n), whose leading axes broadcast."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import real
from ..errors import BadArray, Fault, ReadError, label
from ..robot import Robot
from .output import not_used
from .states_csv import NAMES

UNUSED = ("g", "M", "t", "time")
"""Arrays that are accepted but not used."""

MOST = 2**30
"""The most bytes an archive may have when unpacked."""


def read(data: bytes, source: str, robot: Robot) -> dict[str, Array]:
    """The arrays of a file; pickled objects are never opened."""
    faults: list[Fault] = []
    arrays: dict[str, Array] = {}
    unused: list[str] = []
    try:
        _check_size(data)
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            for name in file.files:
                if name in NAMES:
                    try:
                        arrays[name] = real(name, file[name], robot.n, "one entry per joint")
                    except BadArray as error:
                        faults.append(Fault(label(source), "", str(error).replace("\n ", "")))
                elif name in UNUSED:
                    unused.append(name)
                else:
                    rule = f"one of the names {', '.join(NAMES)} was expected"
                    faults.append(Fault(label(source), name, rule))
    except Exception as error:  # a damaged archive can fail in any way
        reason = str(error).split("\n")[0]
        hint = "write it with numpy.savez(file, q=…, qd=…)"
        faults.append(Fault(label(source), "", f"not an .npz file of plain arrays: {reason}", hint))
    if faults:
        raise ReadError(source, faults)
    not_used(unused)
    return {name: arrays[name] for name in NAMES if name in arrays}


def _check_size(data: bytes) -> None:
    """Refuse data that are not a zip archive, and an archive that is too large once unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(member.file_size for member in archive.infolist())
    except zipfile.BadZipFile:
        raise zipfile.BadZipFile("it is not a zip archive") from None
    if size > MOST:
        raise zipfile.BadZipFile(f"{size} bytes when unpacked, more than the {MOST} allowed")


def write(path: Path, arrays: Mapping[str, Array], n: int) -> None:
    """Write states and answer under their names."""
    with path.open("wb") as file:  # given a name in capitals, savez would append .npz
        np.savez(file, **arrays)  # type: ignore[arg-type]  # the stubs take any keyword for allow_pickle
