"""Robots that several tests of simulation use."""

import math
from dataclasses import replace

import numpy as np

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.model import EARTH, Body, Friction, Limits, Model, Revolute

FIXED = ("euler", "semi_implicit_euler", "implicit_midpoint", "rk4", "gauss_legendre_4")
"""The methods with a fixed step."""


def level(name: str) -> Robot:
    """A robot without gravity and friction."""
    return linkwise.load(name).with_gravity([0, 0, 0]).without_friction()


def limited(robot, lower, upper, velocity=np.inf, joint=None):
    """The robot with limits at one joint, or at every joint."""
    limits = Limits(lower, upper, velocity)
    bodies = tuple(
        replace(b, joint=replace(b.joint, limits=limits)) if joint in (None, b.joint.name) else b
        for b in robot.model.bodies
    )
    return Robot(replace(robot.model, bodies=bodies))


def driven() -> tuple[Robot, dict[str, object]]:
    """A damped arm with rotors under torques and a wrench that vary, and the arguments of its run."""
    robot = linkwise.load("puma560").with_friction(Friction(viscous=2.0))
    assert robot.tree.bodies[0].joint.rotor.reflected > 0.0
    weights = np.array([20.0, 10.0, 5.0, 1.0, 0.5, 0.2])
    return robot, {
        "q0": [0.1, -0.4, 0.3, 0.2, -0.1, 0.4],
        "qd0": [0.2, 0.1, -0.3, 0.1, 0.2, -0.1],
        "tau": lambda t, q, qd: robot.gravity_forces(q) + weights * np.sin(3.0 * t + np.arange(6)),
        "wrenches": {robot.frames[-1]: lambda t, q, qd: [0.3, 0.0, 0.0, 0.0, 2.0 * np.cos(4.0 * t), 1.0]},
        "t": 0.4,
    }


SEGMENTS = (  # mass, length to the next joint, turn of the next joint's frame about x
    (5.8, 0.20, -1.0),
    (6.4, 0.20, 1.0),
    (3.5, 0.20, 1.0),
    (3.5, 0.20, -1.0),
    (3.5, 0.20, -1.0),
    (1.8, 0.06, 1.0),
    (1.2, 0.12, 0.0),
)


def iiwa() -> Robot:
    """A 7R arm with the proportions of a KUKA iiwa: spherical shoulder, elbow, spherical wrist; no damping.

    Links are rods with a little width, about as heavy as the real ones; the axes alternate by quarter turns.
    """
    bodies: list[Body] = []
    turn, before = 0.0, 0.34
    for k, (mass, length, next_turn) in enumerate(SEGMENTS, 1):
        on = bodies[-1].name if bodies else "base"
        offset = Vec3(0.0, 0.0, before) if turn == 0.0 else Vec3(0.0, -turn * before, 0.0)
        place = Transform(Rotation.rpy(turn * math.pi / 2, 0.0, 0.0), offset).tagged(on, f"link{k}")
        across, along = mass * (length**2 / 12 + 0.003), mass * 0.005
        com = Vec3(0.01, -0.02 * next_turn, 0.4 * length, f"link{k}")
        inertia = Inertia.at_com(mass, com, Sym3(across, 0.0, 0.0, across, 0.0, along, f"link{k}"))
        bodies.append(Body(f"link{k}", len(bodies) - 1, place, Revolute(f"joint{k}"), inertia))
        turn, before = next_turn, length
    return Robot(Model("iiwa-like", tuple(bodies), "base", EARTH))


def starts(robot: Robot, count: int) -> np.ndarray:
    """Random postures within the limits."""
    rng = np.random.default_rng(7)
    return rng.uniform(np.maximum(robot.limits.lower, -3.0), np.minimum(robot.limits.upper, 3.0), (count, robot.n))
