"""`linkwise demo`."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..errors import NotForThisRobot, WriteError, shown
from ..formulations import FORMULATIONS
from ..load import load
from ..robot import Robot
from ..trajectories import Motion, Quintic
from .demo_plot import plot
from .laws import power_balance, there_and_back
from .options import Json
from .output import console, document, lay_out, plain, remark
from .target import check_target

START = np.array([0.0, -0.8, 0.0, -2.4, 0.0, 1.6, 0.8])
END = np.array([1.2, 0.6, -0.5, -1.2, 0.7, 2.2, -0.6])
DURATION = 2.0
SAMPLES = 201

Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the plot goes (.png); replaced if it exists.")]


def demo(out: Out = Path("linkwise-demo.png"), json: Json = False) -> None:
    """Torques of the built-in Panda along a smooth motion by every formulation, their agreement, and a plot."""
    if out.suffix.lower() != ".png":
        raise WriteError(f"{shown(out, 200)} is no name for the plot.", "A name ending in .png was expected.")
    check_target(out)
    robot = load("panda")
    remark(f"{robot.name}: {DURATION:g} s from rest to rest, {SAMPLES} times, {robot.n} joints")
    motion = Quintic(START, END, DURATION)
    t = np.linspace(0.0, DURATION, SAMPLES)
    at = motion(t)
    tau, refused = _torques(robot, at)
    reference = next(iter(tau))
    scale = np.max(np.abs(tau[reference]))
    apart = {name: np.max(np.abs(each - tau[reference]), axis=1) / scale for name, each in tau.items()}
    laws = {
        f"{name} undoes inverse dynamics": there_and_back(robot, at, tau[reference], name)
        for name in robot.formulations("forward_dynamics")
    }
    laws["work done = energy gained, half way"] = power_balance(robot, motion, 0.5 * DURATION)
    laws["work done = energy gained, to the end"] = power_balance(robot, motion, DURATION)
    plot(out, t, at, tau[reference], apart, robot.joint_names)
    remark(f"wrote {plain(str(out), 200)}")
    largest = {name: float(np.max(each)) for name, each in apart.items()}
    if json:
        document(
            {
                "robot": robot.name,
                "joints": robot.joint_names,
                "reference": reference,
                "difference": largest,
                "refused": refused,
                "laws": laws,
                "t": t,
                **at._asdict(),
                "tau": tau[reference],
                "plot": str(out),
            }
        )
    else:
        _print(robot, tau[reference], reference, largest, refused, laws)


def _torques(robot: Robot, at: Motion) -> tuple[dict[str, Array], dict[str, str]]:
    """The torques by every formulation, the default's first; and why others do not speak of this robot."""
    tau, refused = {}, {}
    for name in robot.formulations("inverse_dynamics"):
        try:
            tau[name] = robot.inverse_dynamics(*at, formulation=name)
        except NotForThisRobot as error:
            refused[name] = error.what
    return tau, refused


def _print(
    robot: Robot, tau: Array, reference: str, largest: dict[str, float], refused: dict[str, str], laws: dict[str, float]
) -> None:
    screen = console()
    peak: Any = zip(robot.joint_names, np.min(tau, axis=0), np.max(tau, axis=0), robot.limits.effort, strict=True)
    torques = [(plain(name), *(f"{x:.3f}" for x in row)) for name, *row in peak]
    lay_out(
        screen,
        "Torque along the motion [N m]",
        ("joint", "least", "most", "limit"),
        torques,
        ("least", "most", "limit"),
    )
    rows = [(name, "reference" if name == reference else f"{largest[name]:.1e}", _method(name)) for name in largest] + [
        (name, "-", why) for name, why in refused.items()
    ]
    lay_out(
        screen, "Formulations: largest difference in torque, relative", ("formulation", "difference", "method"), rows
    )
    lay_out(
        screen, "Laws: largest violation, relative", ("law", "violation"), [(k, f"{v:.1e}") for k, v in laws.items()]
    )


def _method(formulation: str) -> str:
    """The first line of what a formulation says of itself."""
    return (FORMULATIONS[formulation].__doc__ or "").split("\n")[0]
