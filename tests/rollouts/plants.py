"""Linear plants whose motion under torques held between samples is known exactly, and controllers for them."""

import numpy as np
from scipy.linalg import expm

import linkwise
from linkwise import Friction
from linkwise.model import Spring

MASS, STIFFNESS, DAMPING = 2.0, 8.0, 0.5


def cart(stiffness: float = STIFFNESS, damping: float = DAMPING) -> linkwise.Robot:
    """A mass on a rail, with a spring and a damper."""
    rail = linkwise.RobotBuilder("cart")
    rail.link("base")
    rail.link("mass", mass=MASS, com=[0, 0, 0], inertia=np.eye(3))
    rail.joint("slide", "prismatic", parent="base", child="mass", axis=[1, 0, 0], friction=Friction(viscous=damping))
    robot = rail.build()
    return robot.with_springs({"slide": Spring(stiffness)}) if stiffness else robot


def double_integrator() -> linkwise.Robot:
    """The mass alone."""
    return cart(0.0, 0.0)


def held(stiffness: float, damping: float, time: float) -> tuple[np.ndarray, np.ndarray]:
    """Φ and Γ: what a time does to (q, q̇), and what a force held during it adds."""
    A = np.array([[0.0, 1.0, 0.0], [-stiffness / MASS, -damping / MASS, 1.0 / MASS], [0.0, 0.0, 0.0]])
    whole = expm(A * time)
    return whole[:2, :2], whole[:2, 2]


def exactly(law, stiffness, damping, q0, period, delay, count, state=()):
    """The states (count + 1, 2) at samples, each with the state z that `law(x, z) -> (u, z)` had before it."""
    before, after = held(stiffness, damping, delay), held(stiffness, damping, period - delay)
    x, u, z, found = np.array([q0, 0.0]), 0.0, state, []
    for _ in range(count):
        found.append(x)
        new, z = law(x, z)
        x = before[0] @ x + before[1] * u
        x, u = after[0] @ x + after[1] * new, new
        if delay == period:
            continue
    return np.array([*found, x])
