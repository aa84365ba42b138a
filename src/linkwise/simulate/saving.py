"""Runs in files: .npz, .csv and .parquet hold the same columns, and what was said about the run beside them."""

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, Fault, LinkwiseError, MissingExtra, ReadError, WriteError, listed, shown
from .energies import Energies
from .events import Event
from .simulation import STATUSES, Sensitivities, Simulation
from .tables import ENERGIES, columns

if TYPE_CHECKING:
    from ..robot import Robot

KINDS = (".npz", ".csv", ".parquet")
"""What a file's name must end in."""

_TOLD = "linkwise"


def save(run: Simulation, path: str | Path) -> None:
    """Write a run."""
    path = _path(path)
    table, told = columns(run), json.dumps(_told(run))
    try:
        if path.suffix == ".npz":
            with path.open("wb") as file:
                np.savez_compressed(file, **{_TOLD: np.array(told), **table})  # type: ignore[arg-type]
        elif path.suffix == ".csv":
            with path.open("w", encoding="utf-8", newline="") as file:
                file.write(f"# {told}\n")
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(table)
                rows.writerows(np.column_stack(list(table.values())).tolist())
        elif path.suffix == ".parquet":
            arrow, parquet = _parquet()
            sheet = arrow.table(table).replace_schema_metadata({_TOLD: told})
            parquet.write_table(sheet, str(path))
        else:
            raise WriteError(f"{shown(path, 200)} is no name for a run.", f"A name ending in {', '.join(KINDS)}.")
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None


def read(path: str | Path, robot: "Robot | None" = None) -> Simulation:
    """A run that was saved; with its robot it also knows paths of frames.

    >>> read("no such file.npz")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'no such file.npz' was refused: 1 fault.
      'no such file.npz': No such file or directory
    """
    path = _path(path)
    try:
        table, told = _content(path)
        if not _whole(table, told):
            raise _refused(path, "this is no run of linkwise (its columns are not those it tells of)")
        return _simulation(table, told, robot)
    except OSError as error:
        raise _refused(path, error.strerror or str(error)) from None
    except LinkwiseError:
        raise
    except Exception as error:  # anything can stand in a file
        raise _refused(path, f"this is no run of linkwise ({error})") from None


def _path(given: str | Path) -> Path:
    if not isinstance(given, str | Path) or not str(given):
        raise WriteError(f"{shown(repr(given))} is not the path of a run.", "A str or Path was expected.")
    return Path(given)


def _refused(path: Path, why: str) -> ReadError:
    return ReadError(str(path), [Fault(shown(path, 200), "", why)])


def _content(path: Path) -> tuple[dict[str, Array], dict[str, Any]]:
    if path.suffix == ".npz":
        with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
            return {name: file[name] for name in file.files if name != _TOLD}, json.loads(str(file[_TOLD]))
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            told = json.loads(file.readline().removeprefix("# "))
            header, *rows = list(csv.reader(file))
        table = np.array(rows, dtype=float).reshape(len(rows), len(header))
        return {name: table[:, k] for k, name in enumerate(header)}, told
    if path.suffix == ".parquet":
        sheet = _parquet()[1].read_table(str(path))
        told = json.loads(sheet.schema.metadata[_TOLD.encode()])
        return {name: sheet[name].to_numpy() for name in sheet.column_names}, told
    raise _refused(path, f"a name ending in {', '.join(KINDS)} was expected")


def _told(run: Simulation) -> dict[str, Any]:
    events = [[e.t, e.name, e.q.tolist(), e.qd.tolist()] for e in run.events]
    return {
        "joint_names": run.joint_names,
        "inputs": run.tau.shape[1],
        "method": run.method,
        "status": run.status,
        "message": run.message,
        "events": events,
        "along": {name: a.shape[1] for name, a in run.along.items()},
        "sensitivities": 0 if run.sensitivities is None else run.sensitivities.q.shape[2],
    }


def _whole(table: dict[str, Array], told: dict[str, Any]) -> bool:
    """Whether what a file tells of itself can be: columns of one length, torques of some of the joints."""
    lengths = {len(column) for column in table.values()}
    known = told["status"] in STATUSES and 0 < told["inputs"] <= len(told["joint_names"])
    return known and len(lengths) == 1 and 0 not in lengths


def _simulation(table: dict[str, Array], told: dict[str, Any], robot: "Robot | None") -> Simulation:
    names, inputs = tuple(told["joint_names"]), told["inputs"]
    if robot is not None and tuple(robot.joint_names) != names:
        raise BadArray(
            f"the joints of the run are {listed(names)}.", f"Those of robot {shown(robot.name)} were expected."
        )
    driven = names[len(names) - inputs :]
    arrays = [_block(table, [f"{kind}:{name}" for name in names]) for kind in ("q", "qd", "qdd")]
    cut = [f"saturated:{name}" for name in driven]
    return Simulation(
        robot,
        names,
        table["t"],
        *arrays,
        _block(table, [f"tau:{name}" for name in driven]),
        Energies(*(table[f"energy:{name}"] for name in ENERGIES)),
        told["method"],
        told["status"],
        told["message"],
        tuple(Event(t, name, np.array(q), np.array(qd)) for t, name, q, qd in told["events"]),
        {name: _block(table, [f"along:{name}:{k}" for k in range(size)]) for name, size in told["along"].items()},
        _block(table, cut) > 0.0 if cut and cut[0] in table else None,
        _sensitivities(table, names, told.get("sensitivities", 0)),
    )


def _sensitivities(table: dict[str, Array], names: tuple[str, ...], count: int) -> Sensitivities | None:
    def of(kind: str) -> Array:
        columns = _block(table, [f"{kind}:{name}:{k}" for name in names for k in range(count)])
        return columns.reshape(-1, len(names), count)

    return Sensitivities(of("dq"), of("dqd")) if count else None


def _block(table: dict[str, Array], names: list[str]) -> Array:
    return np.column_stack([table[name] for name in names])


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("a .parquet file", "frames") from None
    return pyarrow, pyarrow.parquet
