"""Draws the pictures of the pages beside it, into pictures/: `python docs/draw_pictures.py [NAME …]`."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

import linkwise
from linkwise.algebra import Inertia, Sym3, Transform, Vec3, cos, sin, sqrt
from linkwise.contact import PlaneContact
from linkwise.model import BASE, EARTH, Body, Friction, Model, Prismatic, Stribeck
from linkwise.sizing import Motor
from linkwise.trajectories import Quintic
from linkwise.view.picture import blank, save

FOLDER = Path(__file__).parent / "pictures"


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


def loads() -> None:
    """What the joints of a UR5 transmit."""
    linkwise.load("ur5").joint_loads(reach()).plot(FOLDER / "loads.png")


def motors() -> None:
    """Torque against speed of its motors."""
    robot = linkwise.load("ur5")
    big = Motor(100.0, 0.9, 2.5, 420.0, 300.0, 1.1e-4, 0.85, "big")
    small = Motor(80.0, 0.15, 0.5, 420.0, None, 2e-5, 0.8, "small")
    chosen = {name: big if k < 3 else small for k, name in enumerate(robot.joint_names)}
    robot.motor_loads(reach(), chosen).plot(FOLDER / "motors.png")


def slider(mass: float) -> linkwise.Robot:
    """A mass on a vertical way."""
    inertia = Inertia.at_com(mass, Vec3(0.0, 0.0, 0.0), Sym3(0.01, 0.0, 0.0, 0.01, 0.0, 0.01)).seen_from("piston")
    way = Prismatic("way", Vec3(0.0, 0.0, 1.0))
    body = Body("piston", BASE, Transform.identity("base", "piston"), way, inertia)
    return linkwise.Robot(Model("slider", (body,), gravity=EARTH))


def crank() -> None:
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
    save(figure, FOLDER / "crank.png")


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


PICTURES: dict[str, Callable[[], None]] = {
    each.__name__: each for each in (ship, loads, motors, crank, bounce, both_sides)
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        PICTURES[name]()
