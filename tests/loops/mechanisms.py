"""Mechanisms to test on, made body by body: a four-bar, a five-bar, and random closed robots."""

import numpy as np

from linkwise import Robot
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.loops import ClosedRobot
from linkwise.model import BASE, Body, Closure, Frame, Model, Prismatic, Revolute
from linkwise.model.closure import KINDS
from tests.rewrite.random_arms import body_inertia

BARS = {"ground": 1.0, "crank": 0.4, "coupler": 1.1, "rocker": 0.8}
"""A crank that goes round (Grashof: 0.4 + 1.1 < 1.0 + 0.8) and a rocker that swings."""

MASSES = {"crank": (0.9, 0.15), "coupler": (1.7, 0.5), "rocker": (1.2, 0.35)}
"""Mass, and how far along the bar its centre is."""


def bar(name: str, joint: str, parent: int, to: str, x: float, mass: float, com: float, turning: float) -> Body:
    """A bar that turns about z at x of its parent."""
    placement = Transform(Rotation.identity(), Vec3(x, 0.0, 0.0)).tagged(to, name)
    I = Sym3(0.0, 0.0, 0.0, turning + mass * com**2, 0.0, turning + mass * com**2)
    return Body(name, parent, placement, Revolute(joint), Inertia(mass, Vec3(mass * com, 0.0, 0.0), I).seen_from(name))


def turning(name: str, length: float) -> float:
    """The moment of inertia of a bar about its centre."""
    return MASSES[name][0] * length**2 / 12.0


def frame(name: str, body: int, on: str, T: Transform) -> Frame:
    return Frame(name, body, T.tagged(on, name))


def four_bar(kind: str = "planar hinge", actuated: tuple[str, ...] = ("crank_joint",)) -> ClosedRobot:
    """Ground along x, the crank at the origin; gravity along −y. The coupler's end and the rocker's end meet."""
    L = BARS
    bodies = (
        bar("crank", "crank_joint", BASE, "base", 0.0, *MASSES["crank"], turning("crank", L["crank"])),
        bar("coupler", "coupler_joint", 0, "crank", L["crank"], *MASSES["coupler"], turning("coupler", L["coupler"])),
        bar("rocker", "rocker_joint", BASE, "base", L["ground"], *MASSES["rocker"], turning("rocker", L["rocker"])),
    )
    ends = (
        frame("coupler_end", 1, "coupler", Transform(Rotation.identity(), Vec3(L["coupler"], 0.0, 0.0))),
        frame("rocker_end", 2, "rocker", Transform(Rotation.identity(), Vec3(L["rocker"], 0.0, 0.0))),
    )
    model = Model("fourbar", bodies, gravity=Vec3(0.0, -9.81, 0.0), frames=ends, tip="coupler_end")
    return Robot(model).with_closures([Closure("pin", "coupler_end", "rocker_end", *KINDS[kind])], actuated=actuated)


def freudenstein(crank: float, elbow: int = 1) -> np.ndarray:
    """q of the four-bar at a crank angle, by Freudenstein's equation: K1 cos φ − K2 cos θ + K3 = cos(θ − φ).

    θ and φ are the angles of crank and rocker against the ground; the coupler's follows from the vector loop.
    """
    d, a, b, c = BARS["ground"], BARS["crank"], BARS["coupler"], BARS["rocker"]
    K1, K2, K3 = d / a, d / c, (a**2 - b**2 + c**2 + d**2) / (2 * a * c)
    A, B, C = np.cos(crank) - K1 - K2 * np.cos(crank) + K3, -2 * np.sin(crank), K1 - (K2 + 1) * np.cos(crank) + K3
    φ = 2.0 * np.arctan2(-B - elbow * np.sqrt(B**2 - 4 * A * C), 2 * A)
    end = np.array([d + c * np.cos(φ), c * np.sin(φ)])
    coupler = np.arctan2(end[1] - a * np.sin(crank), end[0] - a * np.cos(crank))
    return np.array([crank, coupler - crank, φ])


def five_bar(actuated: tuple[str, ...] = ("left1", "right1")) -> ClosedRobot:
    """Two arms of two links whose ends meet: two degrees of freedom."""
    I = 0.02
    bodies = (
        bar("left_upper", "left1", BASE, "base", -0.2, 1.0, 0.2, I),
        bar("left_fore", "left2", 0, "left_upper", 0.4, 0.7, 0.25, I),
        bar("right_upper", "right1", BASE, "base", 0.2, 1.1, 0.18, I),
        bar("right_fore", "right2", 2, "right_upper", 0.45, 0.6, 0.3, I),
    )
    ends = (
        frame("left_end", 1, "left_fore", Transform(Rotation.identity(), Vec3(0.55, 0.0, 0.0))),
        frame("right_end", 3, "right_fore", Transform(Rotation.identity(), Vec3(0.5, 0.0, 0.0))),
    )
    model = Model("fivebar", bodies, gravity=Vec3(0.0, -9.81, 0.0), frames=ends)
    pin = Closure("pin", "left_end", "right_end", *KINDS["planar hinge"])
    return Robot(model).with_closures([pin], actuated=actuated)


FIVE_BAR_START = np.array([2.2, -1.4, 1.0, 1.5])
"""Near a closed configuration, elbows out."""


def random_closed(seed: int, kind: str = "weld", loops: int = 1) -> tuple[ClosedRobot, np.ndarray]:
    """A random tree whose branches meet in pairs, their ends' frames the same at a random q, and that q."""
    rng = np.random.default_rng(seed)
    branch, n = (5, 11) if kind == "weld" else (3, 7)
    n += (n - 1) * (loops - 1)
    bodies: list[Body] = []
    for i in range(n):
        parent = BASE if i % branch == 0 else i - 1  # branches from the base, and a last link on any other
        parent = int(rng.integers(BASE, i)) if i == n - 1 else parent
        names = ("base" if parent == BASE else f"link{parent}", f"link{i}")
        axis = rng.normal(size=3)
        a = Vec3(*(axis / np.linalg.norm(axis)).tolist())
        kind_of = Prismatic if rng.random() < 0.2 else Revolute
        place = Transform(Rotation.rpy(*rng.uniform(-3.0, 3.0, 3).tolist()), Vec3(*rng.uniform(-0.5, 0.5, 3).tolist()))
        joint = kind_of(f"joint{i}", axis=a)
        bodies.append(Body(names[1], parent, place.tagged(*names), joint, body_inertia(rng).seen_from(names[1])))
    tree = Robot(Model(f"random{seed}", tuple(bodies), gravity=Vec3(1.0, -2.0, -9.0)))
    q = rng.uniform(-1.0, 1.0, n)
    frames, closures = [], []
    for k in range(loops):
        i, j = (2 * k + 1) * branch - 1, (2 * k + 2) * branch - 1  # the ends of two branches
        F = _pose(Rotation.rpy(*rng.uniform(-3.0, 3.0, 3).tolist()), rng.uniform(-0.3, 0.3, 3))
        T_i, T_j = (tree.forward_kinematics(q, tree.model.tag(b)) for b in (i, j))
        G = np.linalg.inv(T_j) @ T_i @ F
        placed = Transform(Rotation(tuple(map(tuple, G[:3, :3].tolist()))), Vec3(*G[:3, 3].tolist()))
        first = Transform(Rotation(tuple(map(tuple, F[:3, :3].tolist()))), Vec3(*F[:3, 3].tolist()))
        frames += [frame(f"a{k}", i, tree.model.tag(i), first), frame(f"b{k}", j, tree.model.tag(j), placed)]
        closures.append(Closure(f"loop{k}", f"a{k}", f"b{k}", *KINDS[kind]))
    model = Model(tree.name, tuple(bodies), gravity=tree.model.gravity, frames=tuple(frames))
    return Robot(model).with_closures(closures), q


def _pose(R: Rotation, p: np.ndarray) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.array(R.rows), p
    return T
