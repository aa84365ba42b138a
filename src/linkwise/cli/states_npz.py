"""States as NumPy's .npz: arrays q, qd, qdd, tau of shape (…, n), whose leading axes broadcast."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..arrays import Array, real
from ..errors import BadArray, Fault, ReadError, label
from ..robot import Robot
from .output import not_used
from .states_csv import NAMES

BESIDE = ("g", "M", "t", "time")
"""Known, and not used."""


def read(path: Path, robot: Robot) -> dict[str, Array]:
    """The arrays of a file; pickled objects are never opened."""
    faults: list[Fault] = []
    found: dict[str, Array] = {}
    beside: list[str] = []
    try:
        if not zipfile.is_zipfile(path) and path.stat():  # stat says why, where there is no such file at all
            raise zipfile.BadZipFile("it is not a zip archive")
        with np.load(path, allow_pickle=False) as file:
            for name in file.files:
                if name in NAMES:
                    try:
                        found[name] = real(name, file[name], robot.n, "one entry per joint")
                    except BadArray as error:
                        faults.append(Fault(label(str(path)), "", str(error).replace("\n ", "")))
                elif name in BESIDE:
                    beside.append(name)
                else:
                    rule = f"an array named {', '.join(NAMES)} was expected"
                    faults.append(Fault(label(str(path)), name, rule))
    except OSError:
        raise
    except Exception as error:  # a damaged archive can fail in any way
        said = str(error).split("\n")[0]
        hint = "write it with numpy.savez(file, q=…, qd=…)"
        faults.append(Fault(label(str(path)), "", f"not an .npz file of plain arrays: {said}", hint))
    if faults:
        raise ReadError(str(path), faults)
    not_used(beside)
    return {name: found[name] for name in NAMES if name in found}


def write(path: Path, arrays: Mapping[str, Array], n: int) -> None:
    """Write states and answer under their names."""
    with path.open("wb") as file:  # savez would put .npz behind a name in capitals
        np.savez(file, allow_pickle=False, **arrays)
