"""`linkwise simulate`."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..errors import WriteError, shown
from ..load import load
from ..readers.numbers import number
from ..robot import Robot
from ..simulate import METHODS, Simulation
from ..simulate.saving import KINDS
from .options import Allow, Frame, Json, Source, Strict
from .output import console, document, figure, lay_out, plain, remark, report
from .states import parsed
from .target import check_target


def _numbers(flag: str, what: str) -> Any:
    return typer.Option(flag, metavar="NUMBERS", help=f"{what}, separated by spaces.", show_default=False)


Q0 = Annotated[str | None, _numbers("--q0", "Joint positions at the beginning; 0 where they are not given")]
Qd0 = Annotated[str | None, _numbers("--qd0", "Joint velocities at the beginning; 0 where they are not given")]
Tau = Annotated[str | None, _numbers("--tau", "Constant joint torques and forces")]
Hold = Annotated[bool, typer.Option("--hold", help="Constant torques that hold the arm where it begins.")]
Pd = Annotated[
    str | None,
    typer.Option(
        "--pd",
        metavar="KP,KD",
        show_default=False,
        help="Torques KP (to - q) - KD qd, and those that balance gravity.",
    ),
]
To = Annotated[str | None, _numbers("--to", "With --pd: where to go; where the arm begins, unless given")]
Time = Annotated[float, typer.Option("--time", metavar="SECONDS", help="How long.")]
Method = Annotated[str, typer.Option("--method", metavar="NAME", help=f"One of {', '.join(METHODS)}.")]
Step = Annotated[
    float | None,
    typer.Option("--step", metavar="SECONDS", help="The fixed step, or the longest.", show_default=False),
]
Stops = Annotated[
    str,
    typer.Option("--stops", metavar="WHAT", help="At joint limits: ignore, event, stop, or a restitution from 0 to 1."),
]
Saturate = Annotated[bool, typer.Option("--saturate", help="Cut torques at the effort limits.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="Write the run to .npz, .csv or .parquet.", show_default=False),
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw it: .png, .svg or .pdf.", show_default=False)
]
Show = Annotated[
    str, typer.Option("--show", metavar="WHAT", help="With --plot, what to draw: motion, power, phase or path.")
]


def simulate(
    robot: Source,
    q0: Q0 = None,
    qd0: Qd0 = None,
    tau: Tau = None,
    hold: Hold = False,
    pd: Pd = None,
    to: To = None,
    time: Time = 10.0,
    method: Method = "DOP853",
    step: Step = None,
    stops: Stops = "ignore",
    saturate: Saturate = False,
    out: Out = None,
    plot: Plot = None,
    show: Show = "motion",
    frame: Frame = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Let the robot move: from a state on, under constant torques or a simple controller, with its energy balance.

    The exit status is 1 where the run did not come to its end.
    """
    if sum([tau is not None, hold, pd is not None]) > 1:
        raise typer.BadParameter("give one of --tau, --hold and --pd", param_hint="--tau")
    if to is not None and pd is None:
        raise typer.BadParameter("this goes with --pd", param_hint="--to")
    if show != "motion" and plot is None:
        raise typer.BadParameter("this goes with --plot", param_hint="--show")
    if frame is not None and show != "path":
        raise typer.BadParameter("this goes with --show path", param_hint="--frame")
    _check(out, plot)
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    if show == "path":
        arm.tree.frame_or_tip(frame)  # known before any work is done
    start = {
        name: np.zeros(arm.n) if text is None else parsed(name, text, arm) for name, text in (("q0", q0), ("qd0", qd0))
    }
    ending = number(stops)
    run = arm.simulate(
        start["q0"],
        start["qd0"],
        **_driving(arm, start["q0"], tau, hold, pd, to),
        t=time,
        method=method,
        step=step,
        stops=stops if ending is None else ending,
        saturate=saturate,
        progress=True,
    )
    if out is not None:
        run.save(out)
        remark(f"wrote {plain(str(out), 200)}")
    if plot is not None:
        run.plot(plot, show, frame)
        remark(f"wrote {plain(str(plot), 200)}")
    if json:
        document(_facts(run))
    else:
        _print(arm, run)
    if run.status in ("not finite", "failed"):
        raise typer.Exit(1)


def _check(out: Path | None, plot: Path | None) -> None:
    """Refuse files that could not be written, before any work is done."""
    if out is not None:
        if out.suffix not in KINDS:
            raise WriteError(f"{shown(out, 200)} is no name for a run.", f"A name ending in {', '.join(KINDS)}.")
        check_target(out)
    if plot is not None:
        from ..view.picture import require  # few runs are drawn

        check_target(require(plot))


def _driving(arm: Robot, q0: Array, tau: str | None, hold: bool, pd: str | None, to: str | None) -> dict[str, Any]:
    """What drives the joints."""
    if tau is not None:
        return {"tau": parsed("tau", tau, arm)}
    if hold:
        return {"tau": arm.gravity_forces(q0)}
    if pd is None:
        return {}
    gains = [number(word) for word in pd.split(",")]
    if len(gains) != 2 or gains[0] is None or gains[1] is None:
        raise typer.BadParameter(f"{pd!r} is not two numbers with a comma between them", param_hint="--pd")
    from ..control import pd_gravity  # few runs are controlled

    return {"controller": pd_gravity(arm, q0 if to is None else parsed("to", to, arm), *gains)}


def _facts(run: Simulation) -> dict[str, Any]:
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


def _print(arm: Robot, run: Simulation) -> None:
    screen = console()
    rows = [
        (plain(name), *(figure(x, 9) for x in row))
        for name, *row in zip(run.joint_names, run.q[-1], run.qd[-1], run.tau[-1], strict=True)
    ]
    title = f"{plain(arm.name)}, {run.method}: {run.status} at t = {run.t[-1]:.6g} s, {len(run.t)} rows"
    lay_out(screen, title, ("joint", "q", "qd", "tau"), rows, ("q", "qd", "tau"))
    for event in run.events[:20]:
        screen.print(f"t = {event.t:.6g}: {plain(event.name)}", soft_wrap=True)
    if len(run.events) > 20:
        screen.print(f"… and {len(run.events) - 20} more events")
    energies = run.energies
    named = {
        "kinetic": energies.kinetic,
        "potential": energies.potential - energies.potential[0],
        "work of tau": energies.work_of_tau,
        "lost to friction": energies.lost_to_friction,
        "lost at stops": energies.lost_at_stops,
        "balance": energies.balance,
    }
    told = [(name, figure(array[-1], 9)) for name, array in named.items()]
    lay_out(screen, "", ("energy", "at the end [J]"), told, ("at the end [J]",))
    screen.print(f"energy balance within {run.drift:.2e} of the largest kinetic energy")
    if run.message:
        screen.print(run.message, soft_wrap=True)
