"""Draws the pictures of the pages beside it, into pictures/: `python docs/draw_pictures.py [NAME …]`."""

import doctest
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.patches import Circle

import linkwise
from linkwise.algebra import Inertia, Sym3, Transform, Vec3, cos, sin, sqrt
from linkwise.contact import PlaneContact
from linkwise.control import computed_torque
from linkwise.identify import read_log
from linkwise.model import BASE, EARTH, Body, Closure, Friction, Model, Prismatic, Stribeck
from linkwise.sizing import Motor
from linkwise.trajectories import Quintic
from linkwise.view.arm import draw_arm
from linkwise.view.curves import BEYOND, CURVE, LIMIT
from linkwise.view.picture import blank, save

FOLDER = Path(__file__).parent / "pictures"

PICTURES: dict[str, Callable[[], None]] = {}
"""What draws each picture, by its name."""


def picture(draw: Callable[[], None]) -> Callable[[], None]:
    """Marks a function that draws a picture of its name."""
    PICTURES[draw.__name__] = draw
    return draw


@picture
def first() -> None:
    """A UR5 that carries 5 kg, as fast as its limits allow, and its torques: the picture of the README."""
    robot = linkwise.load("ur5").with_payload(5.0, com=[0.0, 0.0, 0.1])
    start, end = [-0.9, -1.9, 2.2, -1.9, -1.6, 0.0], [1.5, -0.9, 0.6, -1.3, -1.6, 1.0]
    reach = robot.fastest_uniform(Quintic(start, end, duration=1.0)).trajectory
    t = np.linspace(0.0, reach.duration, 400)
    motion = reach(t)
    share = 100.0 * robot.inverse_dynamics(*motion) / robot.limits.effort
    figure = blank(10.0, 4.0)
    arm, torques = figure.subplots(1, 2, width_ratios=(1.0, 1.15))
    draw_arm(arm, robot, reach(np.linspace(0.0, reach.duration, 7)).q, motion.q, azimuth=0.7)
    for j, name in enumerate(robot.joint_names):
        torques.plot(t, share[:, j], linewidth=1.8, label=name.removesuffix("_joint").replace("_", " "))
    for limit in (-100.0, 100.0):
        torques.axhline(limit, color=LIMIT, linestyle="--", linewidth=1.4)
        torques.axhspan(limit, 1.2 * limit, color=BEYOND, linewidth=0.0)
    torques.set_ylim(-120.0, 120.0)
    torques.set_xlim(0.0, reach.duration)
    torques.set_xlabel("time [s]")
    torques.set_ylabel("torque [% of its limit]")
    torques.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9)
    torques.grid(True, color="0.9", linewidth=0.8)
    torques.spines[["top", "right"]].set_visible(False)
    save(figure, FOLDER / "first.png")


@picture
def swing() -> None:
    """The motion of the page on CasADi, by its own examples: the arm, and its torques beside their limits."""
    text = (Path(__file__).parent / "casadi.md").read_text(encoding="utf-8").partition(">>> print(")[0]
    page: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(text):
        if not example.exc_msg:
            exec(example.source, page)
    robot, best = page["robot"], page["best"].value
    t, q = np.linspace(0.0, best(page["T"]), page["N"] + 1), best(page["q"]).T
    share = 100.0 * best(page["tau"]).T / robot.limits.effort
    figure = blank(10.0, 4.0)
    arm, torques = figure.subplots(1, 2, width_ratios=(1.0, 1.15))
    draw_arm(arm, robot, q[::5], q, azimuth=0.7)
    for j in range(robot.n):
        torques.plot(t, share[:, j], linewidth=1.8, label=f"joint {j + 1}")
    for limit in (-100.0, 100.0):
        torques.axhline(limit, color=LIMIT, linestyle="--", linewidth=1.4)
        torques.axhspan(limit, 1.2 * limit, color=BEYOND, linewidth=0.0)
    torques.set_ylim(-120.0, 120.0)
    torques.set_xlim(0.0, t[-1])
    torques.set_xlabel("time [s]")
    torques.set_ylabel("torque [% of its limit]")
    torques.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9)
    torques.grid(True, color="0.9", linewidth=0.8)
    torques.spines[["top", "right"]].set_visible(False)
    save(figure, FOLDER / "swing.png")


@picture
def estimators() -> None:
    """Errors of seven estimators with noise inside the control loop: each run a dot, from bench.estimators."""
    path = Path(__file__).parents[1] / "bench" / "results" / "estimators.json"
    results = json.loads(path.read_text(encoding="utf-8"))["runs"]
    figure = blank(11.0, 7.6)
    panels = figure.subplots(2, 2, sharey=True, sharex=True).ravel()
    cases = [by_estimator for by_filter in results.values() for by_estimator in by_filter.values()]
    names = list(dict.fromkeys(name for by_estimator in cases for name in by_estimator))
    rng = np.random.default_rng(0)
    for panel, (level, by_filter) in zip(panels, results.items(), strict=True):
        for k, (choices, by_estimator) in enumerate(by_filter.items()):
            for name, runs in by_estimator.items():
                e = names.index(name)
                at = e + 0.24 * (k - 1) + rng.uniform(-0.06, 0.06, len(runs))
                panel.plot(at, runs, "o", markersize=3.5, alpha=0.6, color=f"C{k}", label=choices if e == 0 else None)
        panel.set_xticks(range(len(names)), names, rotation=20)
        panel.set_yscale("log")
        panel.set_yticks([0.1, 0.3, 1.0, 3.0, 10.0], ["0.1", "0.3", "1", "3", "10"])
        panel.set_title(level, fontsize=10)
        panel.grid(True, axis="y", color="0.9")
        panel.spines[["top", "right"]].set_visible(False)
    for panel in panels[::2]:
        panel.set_ylabel("error on another motion [% of the torques]")
    panels[0].legend(frameon=False, fontsize=9, title="filter")
    save(figure, FOLDER / "estimators.png")


@picture
def ship() -> None:
    """Holding a Panda still on a ship that rolls."""
    robot, q = linkwise.load("panda"), np.array([0.1, -0.4, 0.2, -2.0, 0.1, 1.8, 0.7])
    t = np.linspace(0.0, 20.0, 801)
    ω = 2 * np.pi / 8.0
    roll, rate, change = 0.2 * np.sin(ω * t), 0.2 * ω * np.cos(ω * t), -0.2 * ω**2 * np.sin(ω * t)
    nothing = np.zeros_like(t)
    base = {
        "velocity": np.stack([rate, *[nothing] * 5], axis=1),
        "acceleration": np.stack([change, *[nothing] * 5], axis=1),
        "gravity": 9.81 * np.stack([nothing, -np.sin(roll), -np.cos(roll)], axis=1),
    }
    tau = robot.bias_forces(np.tile(q, (len(t), 1)), np.zeros((len(t), 7)), base=base)
    figure = blank(8.0, 4.2)
    axes = figure.subplots()
    for k in range(4):
        (line,) = axes.plot(t, tau[:, k], label=f"joint {k + 1}")
        axes.axhline(robot.gravity_forces(q)[k], color=line.get_color(), linewidth=0.8, linestyle=":")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("torque [N m]")
    axes.set_title("Holding still on a ship that rolls ±11° (dotted: on land)", fontsize=10, loc="left")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, FOLDER / "ship.png")


def reach() -> Quintic:
    """The motion of the page on sizing."""
    return Quintic([0.0] * 6, [1.2, -1.0, 1.4, 0.5, 0.8, 0.0], duration=0.9)


@picture
def loads() -> None:
    """What the joints of a UR5 transmit."""
    linkwise.load("ur5").joint_loads(reach()).plot(FOLDER / "loads.png")


@picture
def motors() -> None:
    """Torque against speed of its motors."""
    robot = linkwise.load("ur5")
    big = Motor(100.0, 0.9, 2.5, 420.0, 300.0, 1.1e-4, 0.85, "big")
    small = Motor(80.0, 0.15, 0.5, 420.0, None, 2e-5, 0.8, "small")
    chosen = {name: big if k < 3 else small for k, name in enumerate(robot.joint_names)}
    robot.motor_loads(reach(), chosen).plot(FOLDER / "motors.png")


@picture
def fastest() -> None:
    """Phase plane, velocities and torques of a UR5 with 5 kg, as fast through waypoints as its limits allow."""
    way = [
        [0.0] * 6,
        [0.5, -1.0, 1.2, 0.5, 0.5, 0.0],
        [1.5, -0.6, 0.4, 1.0, -0.5, 1.0],
        [2.0, -1.4, 1.0, 0.0, 0.0, 0.0],
    ]
    robot = linkwise.load("ur5").with_payload(5.0)
    robot.fastest_along(way, speed={"tool0": 1.5}).plot(FOLDER / "fastest.png")


@picture
def satellite() -> None:
    """Angular momentum about the common centre of mass, of a hull, of its arm, and of both."""
    robot, q = linkwise.load("panda").with_gravity([0, 0, 0]), np.array([0.1, -0.4, 0.2, -2.0, 0.1, 1.8, 0.7])
    hull = Inertia.at_com(80.0, Vec3(0.0, 0.0, -0.2), Sym3(5.0, 0.0, 0.0, 6.0, 0.0, 4.0))
    free = linkwise.Robot(replace(robot.model, base_inertia=hull)).with_floating_base()
    t, swing = np.linspace(0.0, 4.0, 401), np.array([0, 0, 0, 0, 0, 0, 8.0, 6.0, 2.0, 3.0, 0.5, 0.5, 0.1])
    run = free.simulate(
        np.concatenate([np.zeros(6), q]), tau=lambda t, q, qd: swing * np.cos(np.pi * t) - 1.0 * _arm(qd), t=t
    )
    both = free.momentum(run.q, run.qd)
    alone = linkwise.Robot(replace(free.model, bodies=_weightless(free.model, beyond=6)))
    part = alone.momentum(run.q, run.qd)
    lever = alone.center_of_mass(run.q) - free.center_of_mass(run.q)
    of_hull = part[:, :3] + np.cross(lever, part[:, 3:])
    figure = blank(8.0, 4.2)
    axes = figure.subplots(1, 2)
    for k, name in ((2, "z"), (1, "y")):
        at = axes[0] if k == 2 else axes[1]
        at.plot(run.t, of_hull[:, k], label="hull")
        at.plot(run.t, both[:, k] - of_hull[:, k], label="arm")
        at.plot(run.t, both[:, k], color="black", label="both")
        at.set_title(f"about {name} [kg m²/s]", fontsize=10, loc="left")
        at.set_xlabel("time [s]")
        at.spines[["top", "right"]].set_visible(False)
    axes[0].legend(frameon=False)
    save(figure, FOLDER / "satellite.png")


def _arm(qd: np.ndarray) -> np.ndarray:
    """The speeds of the arm's own joints."""
    return np.concatenate([np.zeros(6), qd[6:]])


def _weightless(model: linkwise.Model, beyond: int) -> tuple[Body, ...]:
    """The bodies, those beyond the first so many without mass."""
    return tuple(b if k < beyond else replace(b, inertia=Inertia.none(b.name)) for k, b in enumerate(model.bodies))


@picture
def bounds() -> None:
    """Bounds of a Puma's M and C against the number of cells."""
    robot, counts = linkwise.load("puma560"), [1, 10, 30, 100, 300, 1000, 3000, 10000, 30000]
    found = [robot.bounds(cells=count) for count in counts]
    figure = blank(8.0, 3.8)
    axes = figure.subplots(1, 2)
    for at, name, unit in ((axes[0], "mass", "‖M‖ [kg m²]"), (axes[1], "coriolis", "‖C‖/‖q̇‖ [kg m²]")):
        each = [getattr(one, name) for one in found]
        at.semilogx(counts, [one.certified for one in each], marker="o", label="never exceeded")
        at.axhline(max(one.attained for one in each), color="black", linewidth=1.0, label="found")
        at.set_ylim(0.0, None)
        at.set_title(unit, fontsize=10, loc="left")
        at.set_xlabel("cells")
        at.spines[["top", "right"]].set_visible(False)
    axes[0].legend(frameon=False, loc="lower left")
    save(figure, FOLDER / "bounds.png")


@picture
def crank() -> None:
    """A crank with a slider over a turn: where its bars are, the torque of its motor, the force on the rail."""
    rail = Closure("rail", "base", "tip", along="y")
    closed = linkwise.load("planar2r").with_closures([rail], actuated=["joint1"])
    angle = np.linspace(0.0, 2 * np.pi, 361)
    q = closed.close(np.stack([angle, -angle - np.arcsin(0.7 * np.sin(angle) / 0.9)], axis=1))
    figure = blank(9.0, 4.4)
    left, upper, lower = figure.subplot_mosaic([["bars", "torque"], ["bars", "force"]]).values()
    left.axhline(0.0, color="0.75", linewidth=5.0, solid_capstyle="butt", zorder=0)
    left.add_patch(Circle((0.0, 0.0), 0.7, fill=False, color="0.8", linewidth=0.8))
    for k in (20, 75, 130, 205):
        places = closed.forward_kinematics(q[k], ["link1", "link2", "tip"])[:, :2, 3]
        strength = 1.0 if k == 75 else 0.3
        left.plot(*places.T, color="C0", linewidth=3.0, marker="o", markersize=6.0, alpha=strength)
        left.plot(*places[2], color="C1", marker="s", markersize=12.0, alpha=strength)
    left.set_aspect("equal")
    left.set_axis_off()
    left.set_title("0.7 m and 0.9 m; the tip slides on a rail", fontsize=10, loc="left")
    for speed in (0.0, 4.0, 8.0):
        qd, qdd = closed.complete(q, np.full((len(q), 1), speed))
        tau = closed.inverse_dynamics(q, qd, qdd)
        upper.plot(np.degrees(angle), tau[:, 0], label=f"{speed:.0f} rad/s")
        lower.plot(np.degrees(angle), closed.constraint_forces(q, qd, tau)["rail"][:, 4])
    upper.set_ylabel("torque [N m]")
    upper.set_title(
        "Torque of the motor, and force of the rail on the tip,\nat constant speeds", fontsize=10, loc="left"
    )
    upper.legend(frameon=False, ncols=3, fontsize=9)
    upper.margins(y=0.25)
    lower.set_ylabel("force [N]")
    lower.set_xlabel("angle of the crank [°]")
    for axes in (upper, lower):
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xticks(range(0, 361, 90))
    save(figure, FOLDER / "crank.png")


@picture
def linkages() -> None:
    """The built-in robots with loops, each in three postures."""
    figure = blank(9.0, 3.6)
    postures = {
        "fourbar": ([0.0], [2.0], [4.2]),
        "fivebar": ([0.0, 0.0], [0.5, 0.4], [-0.5, 0.3]),
        "palletiser": ([0.0] * 4, [0.0, 0.9, 0.5, 0.0], [0.0, -0.3, 0.7, 0.0]),
    }
    for axes, (name, driven) in zip(figure.subplots(1, 3), postures.items(), strict=True):
        robot = linkwise.load(name)
        across = [0, 2] if name == "palletiser" else [0, 1]
        for k, values in reversed(list(enumerate(driven))):
            q = assembled(robot, dict(zip(robot.model.actuated, values, strict=True)))
            skeleton(axes, robot, q, across, strength=(1.0, 0.35, 0.18)[k])
        axes.set_title(name, fontsize=10, loc="left")
        axes.set_aspect("equal")
        axes.set_xlabel("x [m]")
        axes.set_ylabel(f"{'xyz'[across[1]]} [m]")
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, FOLDER / "linkages.png")


def assembled(robot: linkwise.Robot, driven: dict[str, float]) -> np.ndarray:
    """The posture with these coordinates in which the loops are closed, reached from q = 0 by small steps."""
    names = list(robot.joint_names)
    free = [k for k, name in enumerate(names) if name not in driven]
    q = np.zeros(robot.n)

    def gaps(q: np.ndarray) -> np.ndarray:
        ends = [robot.forward_kinematics(q, [tie.frame, tie.other]) for tie in robot.model.closures]
        return np.concatenate([(A[:3, :3].T @ (B[:3, 3] - A[:3, 3]))[:2] for A, B in ends])

    for share in np.linspace(0.0, 1.0, 40):
        q[[names.index(name) for name in driven]] = share * np.array(list(driven.values()))
        for _ in range(4):
            steps = 1e-6 * np.eye(robot.n)[free]
            q[free] -= np.linalg.solve(np.array([(gaps(q + s) - gaps(q - s)) / 2e-6 for s in steps]).T, gaps(q))
    return q


def skeleton(axes: Any, robot: linkwise.Robot, q: np.ndarray, across: list[int], strength: float) -> None:
    """Each link as the outline of the places on it that matter: its joints, what closes loops, the tip."""
    model = robot.model
    tied = {end for tie in model.closures for end in (tie.frame, tie.other)} | {model.tip}
    for i, name in [(-1, model.base), *((i, body.name) for i, body in model.outward())]:
        places = [name] if i >= 0 else []
        places += [body.name for body in model.bodies if body.parent == i]
        places += [frame.name for frame in model.frames if frame.body == i and frame.name in tied - {name}]
        points = robot.forward_kinematics(q, places)[:, :3, 3][:, across]
        driven = i >= 0 and model.bodies[i].joint.name in model.actuated
        color = "0.6" if i < 0 else "tab:red" if driven else "tab:blue"
        middle = points.mean(axis=0)
        around = points[np.argsort(np.arctan2(*(points - middle).T))]
        outline = np.vstack([around, around[:1]]) if len(points) > 2 else points
        style = {"linestyle": ":", "linewidth": 1.0} if i < 0 else {"linewidth": 2.0}
        axes.plot(*outline.T, color=color, alpha=strength, **style)
        axes.plot(*points.T, "o", color="black", markersize=2.5, alpha=strength)


def slider(mass: float) -> linkwise.Robot:
    """A mass on a vertical way."""
    inertia = Inertia.at_com(mass, Vec3(0.0, 0.0, 0.0), Sym3(0.01, 0.0, 0.0, 0.01, 0.0, 0.01)).seen_from("piston")
    way = Prismatic("way", Vec3(0.0, 0.0, 1.0))
    body = Body("piston", BASE, Transform.identity("base", "piston"), way, inertia)
    return linkwise.Robot(Model("slider", (body,), gravity=EARTH))


@picture
def slider_crank() -> None:
    """Torque and ratio of a slider-crank over a turn."""

    def height(m, r=0.05, l=0.18):
        s = r * sin(m[0])
        return [r * cos(m[0]) + sqrt(l * l - s * s)]

    arm = slider(1.3).with_transmission(height, names=["crank"])
    θ = np.linspace(0.0, 2 * np.pi, 721)[:, None]
    figure = blank(8.0, 5.4)
    upper, lower = figure.subplots(2, 1, sharex=True)
    upper.plot(np.degrees(θ), 1000 * arm.transmission_jacobian(θ)[:, 0], color="black")
    upper.set_ylabel("$J_{qm}$ [mm/rad]")
    upper.set_title("Ratio of a slider-crank, and the torque at constant speed", fontsize=10, loc="left")
    for turns in (0, 100, 200, 300):
        speed = np.full_like(θ, 2 * np.pi * turns / 60)
        label = f"{turns} turns a minute" if turns else "at rest"
        lower.plot(np.degrees(θ), arm.inverse_dynamics(θ, speed, 0 * θ)[:, 0], label=label)
    lower.set_ylabel("torque [N m]")
    lower.set_xlabel("crank angle [°]")
    lower.set_xticks(range(0, 361, 45))
    lower.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    for axes in (upper, lower):
        axes.spines[["top", "right"]].set_visible(False)
        axes.axhline(0.0, color="grey", linewidth=0.6)
        for dead in (0, 180, 360):
            axes.axvline(dead, color="grey", linewidth=0.8, linestyle=":")
    save(figure, FOLDER / "slider_crank.png")


@picture
def bounce() -> None:
    """Bounces by two contact laws, and their forces over the depth."""
    mass, v = slider(1.0), np.sqrt(2 * 9.81 * 0.3)
    laws = {
        "linear, d = 18 N s/m": PlaneContact(4000.0, damping=18.0),
        "Hunt and Crossley, α = 0.28 s/m": PlaneContact(4000.0, dissipation=0.28),
    }
    figure = blank(9.0, 3.8)
    left, right = figure.subplots(1, 2, width_ratios=(1.5, 1.0))
    for name, law in laws.items():
        run = mass.simulate([0.3], wrenches={"piston": law}, t=np.linspace(0.0, 2.5, 2501))
        left.plot(run.t, 1000 * run.q[:, 0], label=name)
        touch = mass.simulate([0.0], [-v], wrenches={"piston": law}, t=np.linspace(0.0, 0.08, 1601))
        force = law.at(mass, touch.q, touch.qd, "piston")[:, 5]
        inside = touch.q[:, 0] <= 0.0
        right.plot(-1000 * touch.q[inside, 0], force[inside])
    left.axhline(0.0, color="grey", linewidth=0.6)
    left.set_xlabel("time [s]")
    left.set_ylabel("height [mm]")
    left.set_title("A mass of 1 kg dropped from 0.3 m", fontsize=10, loc="left")
    left.legend(frameon=False, loc="upper right")
    right.set_xlabel("depth [mm]")
    right.set_ylabel("force [N]")
    right.set_title("The first impact", fontsize=10, loc="left")
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    save(figure, FOLDER / "bounce.png")


@picture
def both_sides() -> None:
    """A motor and a joint with dry friction each, and a spring between them, under a torque that grows."""
    rod = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_friction(Friction(0.5, 3.0))
    arm = rod.with_elastic_joints(100.0, rotors=0.2, motor_friction=Stribeck(0.5, 4.0, 5.0, k=10.0))
    run = arm.simulate([0.0, 0.0], tau=lambda t, x, xd: [4.0 * t], t=np.linspace(0.0, 2.1, 2101))
    figure = blank(8.0, 3.6)
    axes = figure.subplots()
    axes.plot(run.t, 1000 * run.q[:, 1], label="motor")
    axes.plot(run.t, 1000 * run.q[:, 0], label="joint")
    for event in run.events:
        if "slips" in event.name:
            axes.plot(event.t, 1000 * event.q[int("motor" in event.name)], "o", color="black", markersize=4)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("position [mrad]")
    axes.set_title(
        "Torque 4 N m/s · t: the motor sticks and slips (dots), then the joint goes", fontsize=10, loc="left"
    )
    axes.legend(frameon=False, loc="upper left")
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, FOLDER / "both_sides.png")


@picture
def couplings() -> None:
    """Who couples with whom in a PUMA 560."""
    linkwise.load("puma560").couplings().plot(FOLDER / "couplings.png")


@picture
def excitation() -> None:
    """A motion that shows all parameters of a Panda; accelerations as in its data sheet."""
    found = linkwise.load("panda").excitation(acceleration=[15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0])
    found.plot(FOLDER / "excitation.png")


def salerno() -> tuple[linkwise.Robot, Any, Any]:
    """The built-in Panda, and the two halves of a measured log of another one, shipped beside the pages."""
    arm = linkwise.load("panda")
    log = read_log(Path(__file__).parent / "data" / "panda_salerno.csv", arm)
    half = len(log) // 2
    return arm, log.part(0, half), log.part(half, len(log))


@picture
def case_torques() -> None:
    """Torques on the half of a log that was held out: measured, by the file's model, by the identified one."""
    arm, first, last = salerno()
    fit = arm.identify(first)
    nothing = arm.identify(first, links=False, friction=[], estimator="ols")
    found, before = fit.residuals([last])[0], nothing.residuals([last])[0]
    figure = blank(9.0, 6.0)
    for axes, j in zip(figure.subplots(3, 1, sharex=True), (3, 5, 6), strict=True):
        axes.plot(found.time, found.measured[:, j], color="0.7", linewidth=4.0, label="measured")
        axes.plot(found.time, before.predicted[:, j], color=LIMIT, linewidth=1.4, label="model in the file")
        axes.plot(found.time, found.predicted[:, j], color=CURVE, linewidth=1.6, label="identified")
        axes.set_ylabel(f"joint {j + 1} [N m]")
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=3, frameon=False)
    axes.set_xlabel("time [s], the half that was held out")
    save(figure, FOLDER / "case_torques.png")


@picture
def case_tracking() -> None:
    """How far a Panda is from the desired motion: computed torque by the file's model and by the identified one."""
    arm, first, last = salerno()
    models = {"model in the file": arm, "identified": arm.identify(first).robot}
    real = arm.identify([first, last]).robot
    reach = Quintic(first.q[0], first.q[250], duration=2.0)
    figure = blank(9.0, 3.6)
    for axes, (name, model) in zip(figure.subplots(1, 2, sharey=True), models.items(), strict=True):
        controller = computed_torque(model, reach, kp=400.0, kd=40.0)
        run = real.simulate(reach(0.0).q, controller=controller, t=np.linspace(0.0, 2.5, 501), sample=0.001)
        axes.plot(run.t, 1000.0 * (run.q - reach(run.t).q), linewidth=1.4, label=[f"joint {j + 1}" for j in range(7)])
        axes.set_title(name, fontsize=10, loc="left")
        axes.set_xlabel("time [s]")
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel("off the motion [mrad]")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9)
    save(figure, FOLDER / "case_tracking.png")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        PICTURES[name]()
