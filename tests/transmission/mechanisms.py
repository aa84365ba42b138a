"""Mechanisms with closed forms: a piston behind a crank, a link behind a screw and lever, coupled eccentric gears."""

import numpy as np

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Transform, Vec3, atan2, cos, sin, sqrt
from linkwise.model import BASE, EARTH, Body, Model, Prismatic
from linkwise.transmission import TransmissionRobot

R, L, MASS, G = 0.05, 0.18, 1.3, 9.81
"""Crank, connecting rod, piston, and gravity, which acts along the piston's way, against it."""

A, B = 0.4, 0.25
"""From the link's joint to the foot of the screw, and to the nut on the link."""


def slider(mass: float = MASS, friction=None) -> Robot:
    """One body that slides upwards."""
    inertia = Inertia.at_com(mass, Vec3(0.0, 0.0, 0.0), Sym3(0.01, 0.0, 0.0, 0.01, 0.0, 0.01)).seen_from("piston")
    up = Prismatic("way", Vec3(0.0, 0.0, 1.0))
    body = Body("piston", BASE, Transform.identity("base", "piston"), up, inertia)
    robot = Robot(Model("slider", (body,), gravity=EARTH))
    return robot if friction is None else robot.with_friction(friction)


def crank(m):
    """The piston's height over the crank's axis."""
    s = R * sin(m[0])
    return [R * cos(m[0]) + sqrt(L * L - s * s)]


def slider_crank(rubbing=None, **motor) -> TransmissionRobot:
    return slider(friction=rubbing).with_transmission(crank, names=["crank"], **motor)


def crank_by_hand(θ):
    """x, x' and x'' of the piston by the angle."""
    s, c = np.sin(θ), np.cos(θ)
    w = np.sqrt(L**2 - R**2 * s**2)
    x1 = -R * s - R**2 * s * c / w
    x2 = -R * c - R**2 * (c**2 - s**2) / w - R**4 * s**2 * c**2 / w**3
    return R * c + w, x1, x2


def screw(m):
    """The joint's angle where the screw is m long: the triangle of sides A, B and m, by the law of cosines."""
    c = (m[0] * m[0] - A * A - B * B) * (1.0 / (-2.0 * A * B))
    return [atan2(sqrt(1.0 - c * c), c)]


def lever(**motor) -> TransmissionRobot:
    return linkwise.load("pendulum").with_transmission(screw, names=["screw"], **motor)


def screw_by_hand(m):
    """q, q' and q'' of the link by the length of the screw."""
    c = (A**2 + B**2 - m**2) / (2 * A * B)
    q = np.arccos(c)
    q1 = m / (A * B * np.sin(q))
    return q, q1, (1 / (A * B) - np.cos(q) * q1**2) / np.sin(q)


def eccentric(m):
    """Two gears on one arm, the second geared back by the first, both a little out of round."""
    return [m[0] + 0.1 * sin(m[0]), m[1] - 0.8 * m[0] + 0.15 * sin(m[1] + 0.3 * m[0])]


def differential(**motor) -> TransmissionRobot:
    return linkwise.load("planar2r").with_transmission(eccentric, **motor)


MECHANISMS = {"slider-crank": slider_crank, "lever": lever, "differential": differential}


def states(arm: TransmissionRobot, count: int, seed: int = 0):
    """q_m, q̇_m and a third, away from dead centres."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(0.45, 0.6, (count, 1)) if arm.joint_names == ("screw",) else rng.uniform(0.4, 2.6, (count, arm.n))
    return q, rng.normal(size=(count, arm.n)), rng.normal(size=(count, arm.n))
