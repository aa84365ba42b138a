"""Arms with elastic joints to test on, and a motion with all its derivatives."""

import numpy as np

import linkwise
from linkwise.elastic import ElasticRobot
from linkwise.model import Friction, Stribeck


def coupled_stiffness(n: int, size: float) -> np.ndarray:
    """A full symmetric positive definite matrix: each joint's spring feels its neighbours'."""
    rng = np.random.default_rng(n)
    A = rng.normal(size=(n, n))
    return size * (np.eye(n) + 0.3 * A @ A.T / n)


def panda() -> ElasticRobot:
    robot = linkwise.load("panda").without_friction()
    return robot.with_elastic_joints(coupled_stiffness(7, 400.0), rotors=np.linspace(0.6, 0.1, 7))


def planar() -> ElasticRobot:
    return linkwise.load("planar2r").with_elastic_joints([300.0, 200.0], rotors=[0.8, 0.3])


ARMS = {
    "pendulum": lambda: linkwise.load("pendulum").with_elastic_joints(50.0, rotors=0.2),
    "planar2r": planar,
    "scara": lambda: linkwise.load("scara").with_elastic_joints([300.0, 200.0, 4000.0, 20.0], rotors=[1, 0.5, 3, 0.05]),
    "puma560": lambda: linkwise.load("puma560").with_elastic_joints(coupled_stiffness(6, 1000.0)),
    "puma560 joint friction": lambda: linkwise.load("puma560").with_elastic_joints(1000.0, friction="joint"),
    "puma560 both": lambda: linkwise.load("puma560").with_elastic_joints(
        1000.0, motor_friction={"joint1": Friction(2.0, 3.0), "joint4": Stribeck(0.1, 0.5, 0.8, k=4.0, exponent=2.0)}
    ),
    "panda": panda,
}
"""Revolute and prismatic, with and without friction on either side or both, diagonal and full stiffness matrices."""


def states(arm: ElasticRobot, count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x with springs bent by some hundredths, ẋ and Γ."""
    rng = np.random.default_rng(seed)
    m = arm.inputs
    q = rng.uniform(-2.0, 2.0, (count, m))
    x = np.concatenate([q, q + 0.05 * rng.normal(size=(count, m))], axis=-1)
    return x, rng.normal(size=(count, 2 * m)), 5.0 * rng.normal(size=(count, m))


class Waves:
    """q_i(t) = a_i sin(ω_i t + φ_i): a motion whose every derivative is known."""

    def __init__(self, n: int, seed: int = 0, rate: float = 2.0):
        rng = np.random.default_rng(seed)
        self.n, self.duration = n, 2.0
        self.a, self.ω, self.φ = rng.uniform(0.3, 1.0, n), rng.uniform(0.5, 1.0, n) * rate, rng.uniform(0.0, 6.0, n)

    def derivatives(self, t, order: int) -> np.ndarray:
        phase = np.asarray(t, dtype=float)[..., None] * self.ω + self.φ
        return np.stack([self.a * self.ω**k * np.sin(phase + k * np.pi / 2) for k in range(order + 1)])
