"""Sweeps in .npz files: what is known of the numbers, and the laws that rollouts are drawn from."""

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ..errors import Fault, ReadError, WriteError, shown
from .bins import Edges, Relative
from .distributions import KINDS
from .places import Place
from .result import Failed, Sweep
from .spreads import Line, Spreads
from .statistic import Statistic
from .tally import Tally

if TYPE_CHECKING:
    from ..robot import Robot


def save(sweep: Sweep, path: str | PathLike[str]) -> None:
    """Write a sweep."""
    to = Path(path)
    if to.suffix != ".npz":
        raise WriteError(f"{shown(to, 200)} is no name for a sweep.", "A name ending in .npz was expected.")
    arrays: dict[str, NDArray[Any]] = {}
    numbers = [_statistic(f"n{k}", one, arrays) for k, one in enumerate(sweep.statistics.values())]
    lines = [_line(f"s{k}", line, arrays) for k, line in enumerate(sweep.spreads.lines)]
    told = {
        "rollouts": sweep.rollouts,
        "seconds": sweep.seconds,
        "notes": sweep.notes,
        "seed": sweep.spreads.seed,
        "numbers": numbers,
        "lines": lines,
        "reasons": sweep.failed.reasons,
        "failures": sweep.failed.first,
    }
    try:
        with to.open("wb") as file:
            np.savez_compressed(file, linkwise=np.array(json.dumps(told)), **arrays)  # type: ignore[arg-type]
    except OSError as error:
        raise WriteError(f"{shown(to, 200)} cannot be written: {error.strerror or error}.") from None


def load(path: str | PathLike[str], robot: "Robot | None") -> Sweep:
    """A sweep that was saved.

    >>> load("no such file.npz", None)
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'no such file.npz' was refused: 1 fault.
      'no such file.npz': No such file or directory
    """
    try:
        with np.load(Path(path), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        told = json.loads(str(arrays["linkwise"]))
        return _sweep(told, arrays, robot)
    except OSError as error:
        fault = error.strerror or str(error)
    except (ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
        fault = f"this is no sweep of linkwise ({error})"
    raise ReadError(str(path), [Fault(shown(path, 200), "", fault)])


def _statistic(start: str, one: Statistic, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    arrays |= {f"{start}.{name}": array for name, array in one.tally.arrays.items()}
    if one.kept is not None:
        arrays[f"{start}!kept"] = one.kept
    if isinstance(one.bins, Edges):
        arrays[f"{start}!edges"] = one.bins.edges
    return {"name": one.name, "shape": one.shape}


def _line(start: str, line: Line, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    place, kind = line.place, type(line.law)
    if KINDS.get(kind.__name__) is not kind:
        raise WriteError(
            f"the spread of {shown(place.name)} is drawn from {shown(kind.__name__)}, which a file cannot keep.",
            f"One of {', '.join(KINDS)} was expected.",
            "draw it first, and give the sweep the array.",
        )
    arrays |= {f"{start}.{name}": np.asarray(x) for name, x in line.law.told.items() if x is not None}
    arrays |= {f"{start}!own": place.own, f"{start}!all": place.all}
    return {
        "law": kind.__name__,
        "entry": line.entry,
        "name": place.name,
        "shape": place.shape,
        "meaning": place.meaning,
        "entries": place.entries,
        "opens": place.opens,
    }


def _sweep(told: dict[str, Any], arrays: dict[str, NDArray[Any]], robot: "Robot | None") -> Sweep:
    def part(start: str) -> dict[str, Any]:
        return {name.removeprefix(start): x for name, x in arrays.items() if name.startswith(start)}

    statistics = {}
    for k, row in enumerate(told["numbers"]):
        edges, kept = arrays.get(f"n{k}!edges"), arrays.get(f"n{k}!kept")
        bins = Relative() if edges is None else Edges(edges)
        statistics[row["name"]] = Statistic(row["name"], tuple(row["shape"]), Tally(**part(f"n{k}.")), bins, kept)
    lines = []
    for k, row in enumerate(told["lines"]):
        place = Place(
            row["name"],
            tuple(row["shape"]),
            row["meaning"],
            arrays[f"s{k}!own"],
            tuple(row["entries"]),
            row["opens"],
            all=arrays[f"s{k}!all"],
        )
        law = {name: x[()].item() if name == "begin" else x for name, x in part(f"s{k}.").items()}
        lines.append(Line(place, KINDS[row["law"]](**law), row["entry"]))
    failures = tuple((int(i), str(why), int(step)) for i, why, step in told["failures"])
    failed = Failed(sum(told["reasons"].values()), told["reasons"], failures)
    return Sweep(
        robot,
        told["rollouts"],
        statistics,
        failed,
        Spreads(tuple(lines), told["seed"]),
        told["seconds"],
        tuple(told["notes"]),
    )
