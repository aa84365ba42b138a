"""Random chains and trees whose neighbouring axes stand in the ways that make geometry hard."""

import math

import numpy as np

from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.model import BASE, Body, Continuous, Fixed, Model, Prismatic, Revolute

PLACES = (
    "any",
    "parallel",
    "antiparallel",
    "collinear",
    "crossing",
    "same point",
    "tilt 1e-9",
    "tilt 1e-6",
    "tilt 2e-3",
    "tilt 0.1",
    "quarters",
    "urdf quarters",
    "tilt 1e-9 same point",
)
AXES = ("z", "any", "-y", "x", "-z")


def placement(rng: np.random.Generator, place: str) -> Transform:
    """The pose of the next body when its axis is z."""
    roll, pitch, yaw = rng.uniform(-3.0, 3.0, 3)
    p = Vec3(*rng.uniform(-0.5, 0.5, 3).tolist())
    along = Vec3(0.0, 0.0, p.z)
    if place == "parallel":
        return Transform(Rotation.rpy(0.0, 0.0, yaw), p)
    if place == "antiparallel":
        return Transform(Rotation.rpy(math.pi, 0.0, yaw), p)
    if place == "collinear":
        return Transform(Rotation.rpy(0.0, 0.0, yaw), along)
    if place == "crossing":
        return Transform(Rotation.rpy(roll, pitch, yaw), along)
    if place == "same point":
        return Transform(Rotation.rpy(roll, pitch, yaw), Vec3(0.0, 0.0, 0.0))
    if place.startswith("tilt"):
        tilt = float(place.split()[1])
        turn = Rotation.rpy(tilt * math.cos(roll), tilt * math.sin(roll), 0.0) @ Rotation.rpy(0.0, 0.0, yaw)
        return Transform(turn, Vec3(0.0, 0.0, 0.0) if "same" in place else p)
    if "quarters" in place:
        quarter = 1.57079632679 if "urdf" in place else math.pi / 2
        a, b, c = rng.integers(-1, 3, 3).tolist()
        sparse = Vec3(*(x * int(k) for x, k in zip(p.components, rng.integers(0, 2, 3), strict=True)))
        return Transform(Rotation.rpy(a * quarter, b * quarter, c * quarter), sparse)
    return Transform(Rotation.rpy(roll, pitch, yaw), p)


def body_inertia(rng: np.random.Generator) -> Inertia:
    """A physical one: points of random mass at random places."""
    points, masses = rng.normal(0.0, 0.2, (6, 3)), rng.uniform(0.1, 1.0, 6)
    h = masses @ points
    S = np.einsum("i,ij,ik", masses, points, points)
    I = np.trace(S) * np.eye(3) - S
    return Inertia(float(masses.sum()), Vec3(*h.tolist()), Sym3(*I[np.triu_indices(3)].tolist()))


def arm(seed: int, n: int = 6, *, tree: bool = False, places=PLACES, fixed: bool = False) -> Model:
    """A robot of n joints; with `tree` parents are random."""
    rng = np.random.default_rng(seed)
    bodies = []
    for i in range(n):
        parent = int(rng.integers(BASE, i)) if tree else i - 1
        axis = AXES[int(rng.integers(len(AXES)))]
        v = rng.normal(size=3)
        a = {"z": (0, 0, 1), "any": v / np.linalg.norm(v), "-y": (0, -1, 0), "x": (1, 0, 0), "-z": (0, 0, -1)}[axis]
        a = Vec3(*(float(x) for x in a))
        kinds = (Revolute, Continuous, Revolute, Prismatic, *([Fixed] if fixed else []))
        kind = kinds[int(rng.integers(len(kinds)))]
        offset = float(rng.choice([0.0, math.pi / 2, 0.7])) if kind is not Fixed else 0.0
        place = placement(rng, str(rng.choice(places)))
        if bodies and parent != BASE:  # the axes of parent and child stand to each other as `place` says
            place = Transform(Rotation.identity(), Vec3(0.0, 0.0, 0.0)) @ _from_axis(bodies[parent].joint.axis) @ place
        place = place @ _from_axis(a).inverse()
        names = ("base" if parent == BASE else f"link{parent}", f"link{i}")
        joint = kind(f"joint{i}", axis=a, offset=offset)
        bodies.append(Body(names[1], parent, place.tagged(*names), joint, body_inertia(rng).seen_from(names[1])))
    return Model(f"random{seed}", tuple(bodies), gravity=Vec3(1.0, -2.0, -9.0))


def _from_axis(a: Vec3) -> Transform:
    """Any turn that takes z to a, by Gram and Schmidt rather than by the code under test."""
    z = np.array(a.components, float)
    x = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = x - z * (x @ z)
    x = x / np.linalg.norm(x)
    R = np.stack([x, np.cross(z, x), z], axis=1) + 0.0
    return Transform(Rotation(tuple(tuple(row) for row in R.tolist())), Vec3(0.0, 0.0, 0.0))
