"""Draws the pictures of the pages beside it, into pictures/: `python docs/draw_pictures.py [NAME …]`."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

import linkwise
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


def couplings() -> None:
    """Who couples with whom in a PUMA 560."""
    linkwise.load("puma560").couplings().plot(FOLDER / "couplings.png")


PICTURES: dict[str, Callable[[], None]] = {each.__name__: each for each in (ship, loads, motors, couplings)}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        PICTURES[name]()
