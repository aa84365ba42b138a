"""Files of states, read and written by the module of their suffix."""

import sys
from collections.abc import Mapping
from pathlib import Path

from ..calls.arrays import Array
from ..errors import Fault, ReadError, WriteError, shown
from ..readers.files import content
from ..robot import Robot
from . import states_csv, states_npz
from .output_file import check_writable, writing

FORMATS = {".csv": states_csv, ".npz": states_npz}
"""The module of each suffix: `read(data, source, robot)` and `write(path, arrays, n)`."""


def read(path: Path, robot: Robot) -> dict[str, Array]:
    """The arrays of a file by name: q, qd, qdd, tau."""
    if path.suffix.lower() not in FORMATS:
        rule = f"a file name ending in one of {', '.join(FORMATS)} was expected"
        raise ReadError(str(path), [Fault("--states", path.name, rule)])
    arrays: dict[str, Array] = FORMATS[path.suffix.lower()].read(content(path), str(path), robot)
    return arrays


def check_target(path: Path, states: Path | None = None) -> None:
    """Refuse a file that cannot be written, or that the states are read from, before any work is done."""
    if path.suffix.lower() not in FORMATS:
        raise WriteError(
            f"states cannot be written to {shown(path, 200)}.", f"One of {', '.join(FORMATS)} was expected."
        )
    check_writable(path)
    if states is not None and path.exists() and states.exists() and path.samefile(states):
        raise WriteError(f"{shown(path, 200)} is also the input of --states.", hint="give another name for --out.")


def write(path: Path, arrays: Mapping[str, Array], n: int) -> None:
    """Write states and answer, one row or entry for each state, and say so."""
    with writing(path):
        FORMATS[path.suffix.lower()].write(path, arrays, n)


def print_csv(arrays: Mapping[str, Array], n: int) -> None:
    """Print states and answer as CSV on stdout."""
    states_csv.dump(sys.stdout, arrays, n)
