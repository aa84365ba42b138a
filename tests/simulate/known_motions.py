"""Motions that are known exactly, each with the robot, the arguments of its run, and its events."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ellipj, ellipk

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Transform, Vec3, sign
from linkwise.model import Body, Friction, FrictionFunction, Model, Revolute

from ..tolerances import STEADY_MOTION, UNSTEADY_MOTION
from .arms import level, limited
from .exact_motions import DOUBLE_PENDULUM, TOP

ROD, PULL = 1.0 / 3.0, 1.5 * 9.81
"""The inertia of the rod "pendulum", and the square of its frequency, 3g/2."""

GOLDEN = json.loads(Path(__file__).with_name("exact_motions.json").read_text(encoding="utf-8"))
"""Rows (q, q̇) from 50 digits."""


@dataclass(frozen=True)
class Known:
    """A motion; `q(t)` are its positions, `events` the names and times of what happens."""

    robot: Callable[[], Robot]
    run: dict[str, Any]
    t: np.ndarray
    q: Callable[[np.ndarray], np.ndarray]
    events: Callable[[], list[tuple[str, float]]] = field(default=list)
    within: float = STEADY_MOTION
    """How far positions and events may be off, in tolerances."""


def swinging(t, angle=2.967):
    """Let go at an angle: sin θ/2 = k sn(K − ωt)."""
    m = np.sin(angle / 2) ** 2
    return 2 * np.arcsin(np.sqrt(m) * ellipj(ellipk(m) - np.sqrt(PULL) * t, m)[0])


def rotating(t, rate=9.0):
    """Thrown from below over the top: θ = 2 am(½ q̇₀ t), k = 2ω/q̇₀."""
    return 2 * ellipj(0.5 * rate * t, 4 * PULL / rate**2)[3]


def golden(name, n):
    """The stored positions, whatever the times: they are those of the motion."""
    return lambda t: np.array([[float(x) for x in row[:n]] for row in GOLDEN[name]])


def spinning_top() -> Robot:
    """Lagrange's top as a chain: two links without mass carry it, turning about z and y′; it turns about z″."""
    across, along, m, l = TOP["A"] - TOP["m"] * TOP["l"] ** 2, TOP["C"], TOP["m"], TOP["l"]
    heavy = Inertia.at_com(m, Vec3(0.0, 0.0, l, "spin"), Sym3(across, 0.0, 0.0, across, 0.0, along, "spin"))
    axes = {"precession": Vec3(0.0, 0.0, 1.0), "nutation": Vec3(0.0, 1.0, 0.0), "spin": Vec3(0.0, 0.0, 1.0)}
    bodies, on = [], "base"
    for k, (name, axis) in enumerate(axes.items()):
        inertia = heavy if name == "spin" else Inertia.none(name)
        bodies.append(Body(name, k - 1, Transform.identity(on, name), Revolute(f"{name} joint", axis), inertia))
        on = name
    return Robot(Model("top", tuple(bodies), "base", Vec3(0.0, 0.0, -TOP["g"])))


HEIGHT, PRESSED, BOUNCE = 0.8, 6.0, 0.5
"""A rod that falls from a height to a stop, the acceleration, and the coefficient of restitution."""


def blows() -> tuple[np.ndarray, np.ndarray]:
    """When the rod strikes, and how fast it rebounds: flights of 2v/a, each e times as long as the one before."""
    first, speed = np.sqrt(2 * HEIGHT / PRESSED), np.sqrt(2 * HEIGHT * PRESSED)
    v = speed * BOUNCE ** np.arange(1, 60)
    return first + np.concatenate([[0.0], np.cumsum(2 * v / PRESSED)])[:-1], v


def bouncing(t):
    """Parabolas, and rest after 1.55 s, when infinitely many blows have fallen."""
    when, v = blows()
    k = np.searchsorted(when, t, side="right") - 1
    since = t - when[np.maximum(k, 0)]
    flight = v[np.maximum(k, 0)] * since - 0.5 * PRESSED * since**2
    return np.where(k < 0, HEIGHT - 0.5 * PRESSED * t**2, np.maximum(flight, 0.0))


SPRING, DRAWN, SLIDES, HOLDS = 20.0, 0.1, 0.5, 1.0
"""A rod drawn by a spring whose end moves at constant speed; it takes HOLDS to tear it loose and SLIDES to keep it
going."""


def stick_slip() -> tuple[float, float, float]:
    """The first slip, how long it slides, and the period.

    The spring's force goes from HOLDS along an ellipse about SLIDES while the rod slides, and sticks when the rod moves
    no longer: at 2 SLIDES − HOLDS. Until HOLDS again it grows by SPRING · DRAWN a second.
    """
    ω, rate, over = np.sqrt(SPRING / ROD), SPRING * DRAWN, HOLDS - SLIDES
    slides = (2 * np.pi - 2 * np.arctan(over * ω / rate)) / ω
    return HOLDS / rate, slides, slides + 2 * over / rate


def sticking_and_slipping(t):
    """Where the rod is: the spring's end less the spring's length."""
    first, slides, period = stick_slip()
    ω, k = np.sqrt(SPRING / ROD), np.maximum(np.floor((t - first) / period), 0)
    s = np.minimum(t - first - k * period, slides)
    force = SLIDES + (HOLDS - SLIDES) * np.cos(ω * s) + SPRING * DRAWN / ω * np.sin(ω * s)
    begun = first + k * period
    return np.where(t < first, 0.0, DRAWN * (begun + s) - force / SPRING)


def slips(until):
    """The events of stick–slip."""
    first, slides, period = stick_slip()
    times = [(first + k * period, first + k * period + slides) for k in range(int(until / period) + 1)]
    both = [pair for a, b in times for pair in (("joint1 slips forward", a), ("joint1 sticks", b))]
    return [pair for pair in both if pair[1] < until]


GOAL, STIFF, DAMPED, VISCOUS, COULOMB = 0.1, 100.0, 20.0, 0.5, 2.0
"""A controller's goal and gains, and the friction that does not let it arrive."""


def creeping(t):
    """Overdamped, towards the place where the controller's push is what friction holds: it never turns back."""
    fast, slow = np.roots([ROD, DAMPED + VISCOUS, STIFF])
    end = GOAL - COULOMB / STIFF
    return end - end * (fast * np.exp(slow * t) - slow * np.exp(fast * t)) / (fast - slow)


def controlled(t, q, qd):
    """The controller of `creeping`."""
    return STIFF * (GOAL - q) - DAMPED * qd


def column(q):
    """A function of time as positions of one joint."""
    return lambda t: q(t)[:, None]


KNOWN = {
    "pendulum, swinging nearly round": Known(
        lambda: linkwise.load("pendulum"),
        {"q0": [2.967]},
        np.linspace(0.0, 5.0, 41),
        column(swinging),
        within=UNSTEADY_MOTION,
    ),
    "pendulum, going round": Known(
        lambda: linkwise.load("pendulum"), {"q0": [0.0], "qd0": [9.0]}, np.linspace(0.0, 5.0, 41), column(rotating)
    ),
    "double pendulum": Known(
        lambda: linkwise.load("planar2r"),
        {"q0": DOUBLE_PENDULUM["q0"], "qd0": DOUBLE_PENDULUM["qd0"]},
        np.array(DOUBLE_PENDULUM["t"]),
        golden("double pendulum", 2),
        within=UNSTEADY_MOTION,
    ),
    "Lagrange's top": Known(spinning_top, {"q0": TOP["q0"], "qd0": TOP["qd0"]}, np.array(TOP["t"]), golden("top", 3)),
    "bouncing to rest": Known(
        lambda: limited(level("pendulum"), 0.0, 2.0),
        {"q0": [HEIGHT], "tau": [-ROD * PRESSED], "stops": BOUNCE},
        np.linspace(0.0, 2.5, 51),
        column(bouncing),
        lambda: [("impact on joint1", t) for t in blows()[0]],
    ),
    "sticking and slipping": Known(
        lambda: level("pendulum").with_friction(FrictionFunction(lambda qd: SLIDES * sign(qd), holding=HOLDS)),
        {"q0": [0.0], "controller": lambda t, q, qd: SPRING * (DRAWN * t - q)},
        np.linspace(0.0, 3.5, 36),
        column(sticking_and_slipping),
        lambda: slips(3.5),
    ),
    "creeping to rest": Known(
        lambda: level("pendulum").with_friction(Friction(VISCOUS, COULOMB)),
        {"q0": [0.0], "controller": controlled},
        np.linspace(0.0, 6.0, 31),
        column(creeping),
    ),
}
"""All of them by name."""


def run_of(known: Known, **options: Any) -> tuple[Any, float]:
    """The run at its times, and the largest error of a position."""
    times = known.t if known.t[0] == 0.0 else np.concatenate([[0.0], known.t])
    run = known.robot().simulate(**known.run, t=times, **options)
    q = run.q[len(times) - len(known.t) :]
    return run, float(np.abs(q - known.q(known.t)).max())
