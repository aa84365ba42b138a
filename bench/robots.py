"""The robots that are measured, without friction and rotors, which Pinocchio does not read from URDF."""

import math
from dataclasses import replace

import numpy as np

import linkwise
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.costs.measure.pinocchio import without_friction_and_rotors
from linkwise.model import Body, Limits, Model, Revolute

ARMS = ("panda", "ur5", "puma560")
"""Built-in robots."""

CHAINS = {"chain30": 30, "chain100": 100}
"""Artificial chains, and their numbers of links."""

LIMITS = Limits(-3.0, 3.0)
"""Limits for every joint: without them Pinocchio would represent its angle by cosine and sine."""


def robot(name: str) -> linkwise.Robot:
    """A robot by its name.

    >>> robot("chain30").n
    30
    """
    model = chain(CHAINS[name]) if name in CHAINS else without_friction_and_rotors(linkwise.load(name)).model
    bodies = [replace(b, joint=replace(b.joint, limits=LIMITS)) if b.joint.moves else b for b in model.bodies]
    return linkwise.Robot(replace(model, bodies=tuple(bodies)))


def chain(links: int) -> Model:
    """A chain of revolute joints about z, each turned by 90° about x as in most arms, whose links have full inertias.

    >>> chain(2).joint_names
    ('joint1', 'joint2')
    """
    rng = np.random.default_rng(links)
    bodies, parent = [], "base"
    for k in range(1, links + 1):
        name = f"link{k}"
        turn = Rotation.rpy(math.pi / 2 if k % 2 else -math.pi / 2, 0.0, 0.0)
        placement = Transform(turn, Vec3(0.1, 0.0, 0.05)).tagged(parent, name)
        bodies.append(Body(name, k - 2, placement, Revolute(f"joint{k}"), _inertia(rng, name)))
        parent = name
    return Model(f"chain{links}", tuple(bodies))


def _inertia(rng: np.random.Generator, name: str) -> Inertia:
    """The inertia of a cloud of points: physically possible, and without zero entries."""
    points = rng.normal(0.0, 0.05, (8, 3)) + rng.normal(0.0, 0.03, 3)
    centre, mass = points.mean(axis=0), float(rng.uniform(0.5, 1.5))
    spread = mass * (points - centre).T @ (points - centre) / len(points)
    I = np.trace(spread) * np.eye(3) - spread
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = I.tolist()
    x, y, z = centre.tolist()
    return Inertia.at_com(mass, Vec3(x, y, z, name), Sym3(xx, xy, xz, yy, yz, zz, name))
