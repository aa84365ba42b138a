"""What `linkwise simulate` prints of a run."""

from typing import Any

from ..simulate import Simulation
from .output import console, format_number, plain, print_table

MOST_EVENTS = 20
"""Events that are printed; the others are counted."""


def run_data(run: Simulation) -> dict[str, Any]:
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
        "last": last,
        "energies": energies,
        "drift": run.drift,
        "events": [{"t": event.t, "name": event.name} for event in run.events],
    }


def print_run(run: Simulation) -> None:
    """The last state, the events and the energy balance."""
    screen = console()
    driven = dict(zip(getattr(run.robot, "actuated", run.joint_names), run.tau[-1], strict=True))
    rows = [
        (
            plain(name),
            format_number(q, 9),
            format_number(qd, 9),
            format_number(driven[name], 9) if name in driven else "",
        )
        for name, q, qd in zip(run.joint_names, run.q[-1], run.qd[-1], strict=True)
    ]
    title = f"{plain(run.robot.name)}, {run.method}: {run.status} at t = {run.t[-1]:.6g} s, {len(run.t)} rows"
    print_table(screen, title, ("joint", "q", "qd", "tau"), rows, ("q", "qd", "tau"))
    for event in run.events[:MOST_EVENTS]:
        screen.print(f"t = {event.t:.6g}: {plain(event.name)}", soft_wrap=True)
    if len(run.events) > MOST_EVENTS:
        screen.print(f"… and {len(run.events) - MOST_EVENTS} more events")
    energies = run.energies
    by_name = {
        "kinetic": energies.kinetic,
        "potential": energies.potential - energies.potential[0],
        "work of tau": energies.work_of_tau,
        "lost to friction": energies.lost_to_friction,
        "lost at stops": energies.lost_at_stops,
        "balance": energies.balance,
    }
    joules = [(name, format_number(array[-1], 9)) for name, array in by_name.items()]
    print_table(screen, "", ("energy", "at the end [J]"), joules, ("at the end [J]",))
    screen.print(f"energy balance within {run.drift:.2e} of the largest kinetic energy")
    if run.message:
        screen.print(run.message, soft_wrap=True)
