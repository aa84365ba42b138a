"""Runs in files: .npz, .csv and .parquet hold the same columns, plus facts about the run."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, Fault, LinkwiseError, MissingExtra, ReadError, WriteError, listed, plain, shown
from .energies import Energies
from .events import Event
from .simulation import STATUSES, Sensitivities, Simulation
from .tables import ENERGIES, columns

if TYPE_CHECKING:
    from ..robot import Robot

KINDS = (".npz", ".csv", ".parquet")
"""Endings of file names."""

PICTURES = (".html", ".gif", ".mp4")
"""Endings of files that show a run, and are not read back."""

_FACTS = "linkwise"
"""Where a file keeps the facts: an entry of .npz, metadata of .parquet; in .csv they are the first line."""


def save(run: Simulation, path: str | Path) -> None:
    """Write a run to a file."""
    path = _path(path)
    if path.suffix.lower() in PICTURES:
        run.animate(show=False).save(path)
        return
    table, facts = columns(run), json.dumps(_facts(run))
    try:
        if path.suffix == ".npz":
            with path.open("wb") as file:
                arrays: dict[str, Any] = {_FACTS: np.array(facts), **table}
                np.savez_compressed(file, **arrays)
        elif path.suffix == ".csv":
            with path.open("w", encoding="utf-8", newline="") as file:
                file.write(f"# {facts}\n")
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(table)
                rows.writerows(np.column_stack(list(table.values())).tolist())
        elif path.suffix == ".parquet":
            arrow, parquet = _parquet()
            sheet = arrow.table(table).replace_schema_metadata({_FACTS: facts})
            parquet.write_table(sheet, str(path))
        else:
            raise WriteError(
                f"{shown(path, 200)} cannot hold a run.",
                f"A name ending in {', '.join(KINDS + PICTURES)} was expected.",
            )
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None


def read(path: str | Path, robot: Robot | None = None) -> Simulation:
    """A run read from a file; with its robot, it also knows the paths of frames.

    >>> read("no such file.npz")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'no such file.npz' was refused: 1 fault.
      'no such file.npz': No such file or directory
    """
    path = _path(path)
    try:
        table, facts = _content(path)
        if not _consistent(table, facts):
            raise _refused(path, "this is not a run saved by linkwise (its columns do not match its description)")
        return _simulation(table, facts, robot)
    except OSError as error:
        raise _refused(path, error.strerror or str(error)) from None
    except LinkwiseError:
        raise
    except Exception as error:  # a file can hold anything
        raise _refused(path, f"this is not a run saved by linkwise ({error})") from None


def _path(path: str | Path) -> Path:
    if not isinstance(path, str | Path) or not str(path):
        raise WriteError(f"{plain(repr(path))} is not the path of a run.", "A str or Path was expected.")
    return Path(path)


def _refused(path: Path, why: str) -> ReadError:
    return ReadError(str(path), [Fault(shown(path, 200), "", why)])


def _content(path: Path) -> tuple[dict[str, Array], dict[str, Any]]:
    if path.suffix == ".npz":
        with path.open("rb") as content, np.load(content, allow_pickle=False) as file:
            return {name: file[name] for name in file.files if name != _FACTS}, json.loads(str(file[_FACTS]))
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            facts = json.loads(file.readline().removeprefix("# "))
            header, *rows = list(csv.reader(file))
        table = np.array(rows, dtype=float).reshape(len(rows), len(header))
        return {name: table[:, k] for k, name in enumerate(header)}, facts
    if path.suffix == ".parquet":
        sheet = _parquet()[1].read_table(str(path))
        facts = json.loads(sheet.schema.metadata[_FACTS.encode()])
        return {name: sheet[name].to_numpy() for name in sheet.column_names}, facts
    raise _refused(path, f"a name ending in {', '.join(KINDS)} was expected")


def _facts(run: Simulation) -> dict[str, Any]:
    """What the columns do not say."""
    events = [[e.t, e.name, e.q.tolist(), e.qd.tolist()] for e in run.events]
    return {
        "joint_names": run.joint_names,
        "inputs": run.tau.shape[1],
        "method": run.method,
        "status": run.status,
        "message": run.message,
        "events": events,
        "along": {name: a.shape[1] for name, a in run.companions.items()},
        "sensitivities": 0 if run.sensitivities is None else run.sensitivities.q.shape[2],
    }


def _consistent(table: dict[str, Array], facts: dict[str, Any]) -> bool:
    """Whether facts and columns can be those of a run: columns of one length, torques of some of the joints."""
    lengths = {len(column) for column in table.values()}
    known = facts["status"] in STATUSES and 0 < facts["inputs"] <= len(facts["joint_names"])
    return known and len(lengths) == 1 and 0 not in lengths


def _simulation(table: dict[str, Array], facts: dict[str, Any], robot: Robot | None) -> Simulation:
    names, inputs = tuple(facts["joint_names"]), facts["inputs"]
    if robot is not None and tuple(robot.joint_names) != names:
        raise BadArray(
            f"the joints of the run are {listed(names)}.", f"Those of robot {shown(robot.name)} were expected."
        )
    driven = names[len(names) - inputs :]
    q, qd, qdd = (_block(table, [f"{kind}:{name}" for name in names]) for kind in ("q", "qd", "qdd"))
    cut = [f"saturated:{name}" for name in driven]
    return Simulation(
        robot,
        names,
        table["t"],
        q,
        qd,
        qdd,
        _block(table, [f"tau:{name}" for name in driven]),
        Energies(*(table[f"energy:{name}"] for name in ENERGIES)),
        facts["method"],
        facts["status"],
        facts["message"],
        tuple(Event(t, name, np.array(q), np.array(qd)) for t, name, q, qd in facts["events"]),
        {name: _block(table, [f"along:{name}:{k}" for k in range(size)]) for name, size in facts["along"].items()},
        _block(table, cut) > 0.0 if cut and cut[0] in table else None,
        _sensitivities(table, names, facts.get("sensitivities", 0)),
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
