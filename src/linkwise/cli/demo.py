"""`linkwise demo`."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..errors import NotForThisRobot
from ..formulations import FORMULATIONS
from ..load import load
from ..robot import Robot
from ..trajectories import Motion, Quintic
from ..view import picture
from ..view.arm import draw_arm
from ..view.curves import BEYOND, LIMIT
from .options import Json
from .output import console, plain, print_json, print_table, remark
from .output_file import check_writable

START = np.array([-0.8, -1.1, 0.0, -2.6, 0.0, 1.6, 0.8])
END = np.array([1.2, 0.9, -0.3, -0.6, 0.7, 2.2, -0.6])
DURATION = 2.0
SAMPLES = 201

EPS = float(np.finfo(float).eps)
POSTURES, BEYOND_SHOWN = 6, 1.15
"""How often the arm is drawn; the height of the picture of the torques, relative to the limits."""

FLOOR = 5e-17
"""Where a difference of exactly 0 is drawn on a logarithmic axis."""

Out = Annotated[
    Path, typer.Option("--out", metavar="FILE", help="The picture to write: .png, .svg or .pdf, replacing the file.")
]


def demo(out: Out = Path("linkwise-demo.png"), json: Json = False) -> None:
    """Move a Panda, compare all formulations, draw a picture.

    The torques of the built-in Panda along a smooth motion are computed by every formulation. It prints how far apart
    they are and how well forward dynamics and energy agree with them.
    """
    check_writable(picture.require(out))
    robot = load("panda")
    remark(f"{robot.name}: {DURATION:g} s from rest to rest, {SAMPLES} samples, {robot.n} joints")
    trajectory = Quintic(START, END, DURATION)
    t = np.linspace(0.0, DURATION, SAMPLES)
    motion = trajectory(t)
    torques, refused = _torques(robot, motion)
    reference, tau = next(iter(torques.items()))
    scale = np.max(np.abs(tau))
    differences = {name: float(np.max(np.abs(each - tau)) / scale) for name, each in torques.items()}
    laws = {
        f"{name} undoes inverse dynamics": there_and_back(robot, motion, tau, name)
        for name in robot.formulations("forward_dynamics")
    }
    laws["work done = energy gained, half way"] = power_balance(robot, trajectory, 0.5 * DURATION)
    laws["work done = energy gained, to the end"] = power_balance(robot, trajectory, DURATION)
    picture.save(drawn(robot, t, motion, tau, differences), out)
    if json:
        print_json(
            {
                "robot": robot.name,
                "joints": robot.joint_names,
                "reference": reference,
                "difference": differences,
                "refused": refused,
                "laws": laws,
                "t": t,
                **motion._asdict(),
                "tau": tau,
                "plot": str(out),
            }
        )
    else:
        _print(robot, tau, reference, differences, refused, laws)
    remark(
        f"wrote {plain(str(out), 200)}: the arm on its way, its torques beside their limits, what the largest is made "
        f"of, and how little {len(differences)} formulations differ"
    )


def _torques(robot: Robot, motion: Motion) -> tuple[dict[str, Array], dict[str, str]]:
    """The torques by every formulation, the default's first; and why some formulations exclude this robot."""
    torques, refused = {}, {}
    for name in robot.formulations("inverse_dynamics"):
        try:
            torques[name] = robot.inverse_dynamics(*motion, formulation=name)
        except NotForThisRobot as error:
            refused[name] = error.what
    return torques, refused


def there_and_back(robot: Robot, motion: Motion, tau: Array, formulation: str) -> float:
    """max ‖q̈ − forward_dynamics(inverse_dynamics(q̈))‖ relative to the largest ‖q̈‖."""
    qdd = robot.forward_dynamics(motion.q, motion.qd, tau, formulation=formulation)
    return float(np.max(np.abs(qdd - motion.qdd)) / np.max(np.abs(motion.qdd)))


def power_balance(robot: Robot, trajectory: Callable[[Array], Motion], until: float, nodes: int = 80) -> float:
    """|∫ (τ − friction)·q̇ dt − ΔE| relative to ∫ |τ·q̇| dt, by Gauss–Legendre quadrature.

    The integrand is analytic in time, so the quadrature error falls geometrically with the nodes and only rounding
    remains.
    """
    x, weight = np.polynomial.legendre.leggauss(nodes)
    at = trajectory(0.5 * until * (x + 1.0))
    drive = robot.inverse_dynamics(*at) - robot.friction_forces(at.qd, at.q)
    power = np.sum(drive * at.qd, axis=1)
    ends = trajectory(np.array([0.0, until]))
    energy = robot.kinetic_energy(ends.q, ends.qd) + robot.potential_energy(ends.q)
    work, flow = 0.5 * until * (weight @ power), 0.5 * until * (weight @ np.abs(power))
    return float(abs(work - (energy[1] - energy[0])) / flow)


def drawn(robot: Robot, t: Array, motion: Motion, tau: Array, differences: Mapping[str, float]) -> Any:
    """The arm on its way, its torques against their limits, the terms of the largest, how far formulations differ."""
    figure = picture.blank(13.0, 9.5)
    panels = figure.subplot_mosaic([["arm", "torque"], ["parts", "agreement"]], height_ratios=(1.0, 1.05))
    postures = np.linspace(0, len(t) - 1, POSTURES).round().astype(int)
    draw_arm(panels["arm"], robot, motion.q[postures], motion.q)
    panels["arm"].set_title(f"A Panda moves from rest to rest in {t[-1]:g} s", loc="left", fontsize=11)
    _draw_shares(panels["torque"], robot, t, tau)
    _draw_parts(panels["parts"], robot, t, motion, tau)
    _draw_agreement(panels["agreement"], differences)
    for name in ("torque", "parts", "agreement"):
        panels[name].grid(True, color="0.9", linewidth=0.8)
        panels[name].set_axisbelow(True)
        panels[name].spines[["top", "right"]].set_visible(False)
    return figure


def _draw_shares(axes: Any, robot: Robot, t: Array, tau: Array) -> None:
    """Each torque as a share of its limit."""
    share = 100.0 * tau / robot.limits.effort
    for k, name in enumerate(robot.joint_names):
        axes.plot(t, share[:, k], color=f"C{k}", linewidth=1.8, label=name)
    for limit in (-100.0, 100.0):
        axes.axhline(limit, color=LIMIT, linestyle="--", linewidth=1.4)
        axes.axhspan(limit, BEYOND_SHOWN * limit, color=BEYOND, linewidth=0.0)
    axes.set_ylim(-100.0 * BEYOND_SHOWN, 100.0 * BEYOND_SHOWN)
    axes.set_xlim(t[0], t[-1])
    axes.set_ylabel("torque [% of its limit]")
    axes.set_xlabel("time t [s]")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=8)
    axes.set_title("The torques this takes, and their limits", loc="left", fontsize=11)


def _draw_parts(axes: Any, robot: Robot, t: Array, motion: Motion, tau: Array) -> None:
    """The torque that is largest, and the terms of which it is the sum."""
    largest = int(np.argmax(np.max(np.abs(tau), axis=0)))
    axes.plot(t, tau[:, largest], color=f"C{largest}", linewidth=2.0, label="torque τ, the sum of")
    for style, (label, part) in zip(("-", "--", "-.", ":"), _parts(robot, motion).items(), strict=True):
        axes.plot(t, part[:, largest], style, color="0.3", linewidth=1.4, label=label)
    axes.set_title(f"What the torque of {robot.joint_names[largest]} is made of", loc="left", fontsize=11)
    axes.set_ylabel("torque [N m]")
    axes.set_xlabel("time t [s]")
    axes.set_xlim(t[0], t[-1])
    axes.legend(loc="best", frameon=False, fontsize=8)


def _parts(robot: Robot, motion: Motion) -> dict[str, Array]:
    """The terms of τ = M q̈ + C q̇ + g + friction."""
    velocity = robot.coriolis_matrix(motion.q, motion.qd) @ motion.qd[..., None]
    inertia = robot.mass_matrix(motion.q) @ motion.qdd[..., None]
    return {
        "gravity g": robot.gravity_forces(motion.q),
        "inertia M q̈": inertia[..., 0],
        "Coriolis, centrifugal C q̇": velocity[..., 0],
        "friction": robot.friction_forces(motion.qd, motion.q),
    }


def _draw_agreement(axes: Any, differences: Mapping[str, float]) -> None:
    """One dot for each formulation but the reference, principle by principle, the closest at the top."""
    reference, *others = differences
    others.sort(key=lambda name: (name.partition(".")[0], differences[name]), reverse=True)
    principles = [name.partition(".")[0] for name in others]
    worst = max(differences.values())
    for k, principle in enumerate(dict.fromkeys(reversed(principles))):
        places = [place for place, each in enumerate(principles) if each == principle]
        size = [max(differences[others[place]], FLOOR) for place in places]
        axes.semilogx(size, places, "o", color=f"C{k}", markersize=5, label=principle.replace("_", "–").title())
    axes.axvline(EPS, color="0.5", linestyle="--", linewidth=1.0)
    axes.text(EPS, len(others) - 0.2, " spacing of doubles", color="0.4", fontsize=7, va="center")
    axes.set_yticks(range(len(others)), others, fontsize=7)
    axes.set_ylim(-1, len(others) + 0.6)
    axes.set_xlim(FLOOR, max(1e-14, 10.0 * worst))
    axes.set_xlabel(f"largest difference from {reference}, relative to the largest torque", fontsize=8)
    axes.legend(loc="center right", frameon=False, fontsize=8)
    title = f"{len(differences)} textbook formulations give the same torques, to {worst:.0e}"
    axes.set_title(title, loc="left", fontsize=11)


def _print(
    robot: Robot,
    tau: Array,
    reference: str,
    differences: dict[str, float],
    refused: dict[str, str],
    laws: dict[str, float],
) -> None:
    screen = console()
    peaks = zip(robot.joint_names, np.min(tau, axis=0), np.max(tau, axis=0), robot.limits.effort, strict=True)
    torques = [(plain(name), *(f"{x:.3f}" for x in row)) for name, *row in peaks]
    heads = ("joint", "least", "most", "limit")
    print_table(screen, "Torque along the motion [N m]", heads, torques, heads[1:])
    rows = [
        (name, "reference" if name == reference else f"{difference:.1e}", _method(name))
        for name, difference in differences.items()
    ]
    rows += [(name, "-", why) for name, why in refused.items()]
    title = "Formulations: largest difference in torque, relative"
    print_table(screen, title, ("formulation", "difference", "method"), rows)
    violations = [(law, f"{violation:.1e}") for law, violation in laws.items()]
    print_table(screen, "Laws: largest violation, relative", ("law", "violation"), violations)


def _method(formulation: str) -> str:
    """The first line of a formulation's docstring."""
    return (FORMULATIONS[formulation].__doc__ or "").split("\n")[0]
