"""What `linkwise simulate` prints of a run, and the files it may write."""

from pathlib import Path
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import WriteError, shown
from ..simulate import Simulation
from ..simulate.saving import KINDS
from ..view import picture
from .output import console, format_number, plain, remark
from .output_file import check_writable
from .tables import print_table

MOST_EVENTS = 20
"""Events that are printed; the others are counted."""

RESOLUTION = 1e-8
"""A motion is not known better than this, relative to its largest value or to one radian, metre, newton, …: smaller
numbers print as 0."""


def run_data(run: Simulation, target: Array | None) -> dict[str, Any]:
    """The last state, energies and events, for --json."""
    last = {name: getattr(run, name)[-1] for name in ("t", "q", "qd", "qdd", "tau")}
    energies = {name: array[-1] for name, array in vars(run.energies).items()}
    return {
        "robot": run.robot.name,
        "joints": run.joint_names,
        "method": run.method,
        "status": run.status,
        "message": run.message,
        "rows": len(run.t),
        "q0": run.q[0],
        "to": target,
        "last": last,
        "energies": energies,
        "drift": run.drift,
        "events": [{"t": event.t, "name": event.name} for event in run.events],
    }


def print_run(run: Simulation, target: Array | None) -> None:
    """Where each joint began and ended, the events and the energy balance."""
    screen = console()
    effort = _limits(run)
    peaks = np.abs(run.tau).max(axis=0)
    columns = {
        "joint": [plain(name) for name in run.joint_names],
        "from": _cells(run.q, run.q[0]),
        **({} if target is None else {"to": _cells(run.q, target)}),
        "q": _cells(run.q, run.q[-1]),
        "qd": _cells(run.qd, run.qd[-1]),
        "tau": _driven(run, _cells(run.tau, run.tau[-1])),
        "most |tau|": _driven(run, _cells(run.tau, peaks)),
    }
    if np.isfinite(effort).any():
        columns["limit"] = _driven(run, [format_number(x) for x in effort])
    title = f"{plain(run.robot.name)}, {run.method}: {run.status} at t = {run.t[-1]:.6g} s, {len(run.t)} rows"
    heads = list(columns)
    print_table(screen, title, heads, list(zip(*columns.values(), strict=True)), heads[1:])
    for event in run.events[:MOST_EVENTS]:
        screen.print(f"t = {event.t:.6g}: {plain(event.name)}", soft_wrap=True)
    if len(run.events) > MOST_EVENTS:
        screen.print(f"… and {len(run.events) - MOST_EVENTS} more events")
    _print_energies(run)
    if run.message:
        screen.print(run.message, soft_wrap=True)
    beyond = [name for name, most, limit in zip(_driven_names(run), peaks, effort, strict=True) if most > limit]
    if beyond:
        remark(f"beyond its torque limit: {', '.join(map(plain, beyond))}; --saturate clips torques there", "yellow")


def _print_energies(run: Simulation) -> None:
    screen, energies = console(), run.energies
    by_name = {
        "kinetic": energies.kinetic,
        "potential": energies.potential - energies.potential[0],
        "work of tau": energies.work_of_tau,
        "lost to friction": energies.lost_to_friction,
        "lost at stops": energies.lost_at_stops,
        "balance": energies.balance,
    }
    exchanged = np.concatenate(list(by_name.values()))
    joules = [(name, _cells(exchanged, array[-1:])[0]) for name, array in by_name.items()]
    print_table(screen, "", ("energy", "at the end [J]"), joules, ("at the end [J]",))
    screen.print(f"energy balance within {run.drift:.2g} of the largest kinetic energy")


def _cells(history: Array, values: Array) -> list[str]:
    """Some numbers of a history; what the run does not resolve is 0."""
    finite = np.abs(history[np.isfinite(history)])
    rounding = RESOLUTION * max(1.0, float(finite.max(initial=0.0)))
    return [format_number(float(x), rounding=rounding) for x in values]


def _limits(run: Simulation) -> Array:
    """The torque limit of each driven joint, infinite where there is none."""
    limits = getattr(run.robot, "limits", None)
    known = {} if limits is None else dict(zip(run.joint_names, limits.effort, strict=False))
    return np.array([known.get(name, np.inf) for name in _driven_names(run)], dtype=float)


def _driven_names(run: Simulation) -> tuple[str, ...]:
    return tuple(getattr(run.robot, "actuated", run.joint_names))


def _driven(run: Simulation, cells: list[str]) -> list[str]:
    """A cell for each joint, empty for those that have no motor."""
    of = dict(zip(_driven_names(run), cells, strict=True))
    return [of.get(name, "") for name in run.joint_names]


def check_run_files(out: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written, before any work is done."""
    if out is not None:
        if out.suffix not in KINDS:
            raise WriteError(
                f"a run cannot be written to {shown(out, 200)}.", f"A name ending in {', '.join(KINDS)} was expected."
            )
        check_writable(out)
    if plot is not None:
        check_writable(picture.require(plot))
