"""Robots, controllers and states that several tests of rollouts use."""

import numpy as np

import linkwise
from linkwise import Robot
from linkwise.rollouts import METHODS, InLoop

ALL = tuple(METHODS)
"""Every method."""

GOAL = [0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8]
"""A posture of the Panda far from its limits."""


def panda() -> Robot:
    """The Panda without friction."""
    return linkwise.load("panda").without_friction()


def elbow() -> Robot:
    """Its first three joints: as spatial, and quick to compile."""
    return panda().lock({f"panda_joint{k}": GOAL[k - 1] for k in (4, 5, 6, 7)})


def arm(method: str) -> Robot:
    """All joints, or three where stages are iterated: those programs are twice as long."""
    return elbow() if METHODS[method].implicit else panda()


def pd_and_gravity(eq, t, q, qd, kp, kd, goal):
    """PD control with gravity compensation, as textbooks have it."""
    return [
        g + p * (x0 - x) - d * v for g, p, d, x0, x, v in zip(eq.gravity_forces(q), kp, kd, goal, q, qd, strict=True)
    ]


def regulator(n: int = 7, goal=None) -> InLoop:
    """That controller, with gains gentle enough for the wrist."""
    kp, kd = np.array([60.0, 60.0, 60.0, 60.0, 10.0, 10.0, 4.0]), np.array([8.0, 8.0, 8.0, 8.0, 1.0, 1.0, 0.3])
    return InLoop(pd_and_gravity, {"kp": kp[:n], "kd": kd[:n], "goal": GOAL[:n] if goal is None else goal})


def total(eq, t, q, qd, tau):
    """The energy."""
    return eq.kinetic_energy(q, qd) + eq.potential_energy(q)


def kinetic(eq, t, q, qd, tau):
    """The kinetic energy."""
    return eq.kinetic_energy(q, qd)


def tip(eq, t, q, qd, tau):
    """Where the tip is."""
    return [row[3] for row in eq.forward_kinematics(q)[:3]]


def forces(eq, t, q, qd, tau):
    """The forces of the controller."""
    return tau


def near_goal(count: int, seed: int = 0, n: int = 7) -> tuple[np.ndarray, np.ndarray]:
    """Positions and velocities of n joints about the goal."""
    rng = np.random.default_rng(seed)
    return GOAL[:n] + rng.uniform(-0.4, 0.4, (count, n)), rng.normal(0.0, 0.3, (count, n))
