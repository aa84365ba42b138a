"""Sweeps in .npz files: the statistics, and the spreads that rollouts are drawn from."""

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ..backends.tallies import Tally
from ..errors import Fault, ReadError, WriteError, shown
from .bins import HIGHEST, Edges, Relative
from .distributions import DISTRIBUTIONS
from .outcomes import Failed
from .quantities import Quantity
from .result import Sweep
from .spreads import Spread, Spreads
from .statistic import Statistic

if TYPE_CHECKING:
    from ..calls.scalar_system import Movable

FORMER_NAMES = {"Outright": "PerRollout"}
"""What distributions are called in older files."""

Arrays = dict[str, NDArray[Any]]
"""The arrays of a file by name."""


def save(sweep: Sweep, path: str | PathLike[str]) -> None:
    """Write a sweep to a file."""
    to = Path(path)
    if to.suffix != ".npz":
        raise WriteError(f"a sweep cannot be saved as {shown(to, 200)}.", "A name ending in .npz was expected.")
    arrays: Arrays = {}
    numbers = [_written_statistic(f"n{k}", one, arrays) for k, one in enumerate(sweep.statistics.values())]
    lines = [_written_spread(f"s{k}", spread, arrays) for k, spread in enumerate(sweep.spreads.spreads)]
    head = {
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
            np.savez_compressed(file, linkwise=np.array(json.dumps(head)), **arrays)  # type: ignore[arg-type]
    except OSError as error:
        raise WriteError(
            f"{shown(to, 200)} cannot be written: {error.strerror or error}.",
            "A file in a folder that can be written to was expected.",
        ) from None


def load(path: str | PathLike[str], robot: "Movable | None") -> Sweep:
    """Read a sweep from a file.

    >>> load("no such file.npz", None)
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'no such file.npz' was refused: 1 fault.
      'no such file.npz': No such file or directory
    """
    try:
        with np.load(Path(path), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        return _sweep(json.loads(str(arrays["linkwise"])), arrays, robot)
    except OSError as error:
        fault = error.strerror or str(error)
    except (ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
        fault = f"this is not a sweep saved by linkwise ({error})"
    raise ReadError(str(path), [Fault(shown(path, 200), "", fault)])


def _written_statistic(start: str, one: Statistic, arrays: Arrays) -> dict[str, Any]:
    arrays |= {f"{start}.{name}": array for name, array in one.tally.arrays.items()}
    if one.kept is not None:
        arrays[f"{start}!kept"] = one.kept
    if isinstance(one.bins, Edges):
        arrays[f"{start}!edges"] = one.bins.edges
    return {"name": one.name, "shape": one.shape}


def _read_statistic(start: str, row: dict[str, Any], arrays: Arrays) -> Statistic:
    edges, kept = arrays.get(f"{start}!edges"), arrays.get(f"{start}!kept")
    bins = Relative() if edges is None else Edges(edges)
    tally = _part(f"{start}.", arrays)
    if tally["bins"].shape[1] == 3:  # of an older file: all bins were of the highest level
        tally["bins"] = np.insert(tally["bins"], 3, HIGHEST, axis=1)
    return Statistic(row["name"], tuple(row["shape"]), Tally(**tally), bins, kept)


def _written_spread(start: str, spread: Spread, arrays: Arrays) -> dict[str, Any]:
    quantity, kind = spread.quantity, type(spread.distribution)
    if DISTRIBUTIONS.get(kind.__name__) is not kind:
        raise WriteError(
            f"the spread of {shown(quantity.name)} is drawn from {shown(kind.__name__)}, which a file cannot keep.",
            f"One of {', '.join(DISTRIBUTIONS)} was expected.",
            "draw the values yourself, and give the sweep their array.",
        )
    parameters = spread.distribution.parameters.items()
    arrays |= {f"{start}.{name}": np.asarray(x) for name, x in parameters if x is not None}
    arrays |= {f"{start}!own": quantity.nominal, f"{start}!all": quantity.robot_value}
    return {
        "law": kind.__name__,
        "entry": spread.entry,
        "name": quantity.name,
        "shape": quantity.shape,
        "meaning": quantity.meaning,
        "entries": quantity.entries,
        "opens": quantity.parameter,
    }


def _read_spread(start: str, row: dict[str, Any], arrays: Arrays) -> Spread:
    quantity = Quantity(
        row["name"],
        tuple(row["shape"]),
        row["meaning"],
        arrays[f"{start}!own"],
        tuple(row["entries"]),
        row["opens"],
        robot_value=arrays[f"{start}!all"],
    )
    kind = DISTRIBUTIONS[FORMER_NAMES.get(row["law"], row["law"])]
    parameters = {name: x[()].item() if name == "begin" else x for name, x in _part(f"{start}.", arrays).items()}
    return Spread(quantity, kind(**parameters), row["entry"])


def _sweep(head: dict[str, Any], arrays: Arrays, robot: "Movable | None") -> Sweep:
    statistics = [_read_statistic(f"n{k}", row, arrays) for k, row in enumerate(head["numbers"])]
    spreads = tuple(_read_spread(f"s{k}", row, arrays) for k, row in enumerate(head["lines"]))
    failures = tuple((int(rollout), str(why), int(step)) for rollout, why, step in head["failures"])
    return Sweep(
        robot,
        head["rollouts"],
        {one.name: one for one in statistics},
        Failed(sum(head["reasons"].values()), head["reasons"], failures),
        Spreads(spreads, head["seed"]),
        head["seconds"],
        tuple(head["notes"]),
    )


def _part(start: str, arrays: Arrays) -> dict[str, Any]:
    """The arrays whose names begin with `start`, by the rest of their names."""
    return {name.removeprefix(start): x for name, x in arrays.items() if name.startswith(start)}
