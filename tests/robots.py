"""Robots to test on: the catalog's names, seeded random chains and trees, and the files of example-robot-data."""

import math
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from linkwise import Robot
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.formulations import FORMULATIONS, QUESTIONS
from linkwise.model import (
    BASE,
    EARTH,
    FREE,
    NO_ROTOR,
    Body,
    Continuous,
    Coordinates,
    Fixed,
    Frame,
    Friction,
    Model,
    Prismatic,
    Revolute,
    Rotor,
)

CATALOG = ("pendulum", "planar2r", "planar3r", "scara", "stanford", "puma560", "rx90", "panda", "ur5")
"""The names of the built-in robots without loops, which sweeps of trees meet."""

MORE_ARMS = ("tx40", "ur5e", "ur10e", "iiwa14", "kinova_gen3", "xarm7", "fr3")
"""The names of the other built-in arms: chains of turning joints like those in CATALOG, which most sweeps leave out."""

ARMS = [*CATALOG, "tx40", *(pytest.param(name, marks=pytest.mark.slow) for name in MORE_ARMS[1:])]
"""The built-in robots without loops for sweeps that meet them all: most of MORE_ARMS only in the slow run."""

LOOPS = ("fourbar", "fivebar", "palletiser")
"""The names of the built-in robots with closed loops."""

SEEDS = range(200)
"""The random robots: peers and laws meet some in every run, and the rest in the slow one."""

PEERS_SEEDS = [seed if seed % 66 == 1 else pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS]
"""The random robots as peers meet them; four by default, the others in the slow run."""

SPARSE_SEEDS = [
    seed if seed in (29, 169) else pytest.param(seed, marks=pytest.mark.slow if seed % 24 == 1 else pytest.mark.soak)
    for seed in SEEDS
]
"""The random robots where each takes seconds to compile: two by default, eight slow, the rest by `make soak`."""

CHAINS = [seed if seed % 40 == 0 else pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS]
"""The random chains as Pinocchio meets them; five by default, the others in the slow run."""

AXES = [Vec3(*(s * e for e in axis)) for axis in np.eye(3).tolist() for s in (1.0, -1.0)]
"""±x, ±y, ±z."""


def states(n: int, count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, velocities and accelerations (count, n), of order one."""
    rng = np.random.default_rng(seed)
    return rng.uniform(-3.0, 3.0, (count, n)), rng.normal(size=(count, n)), rng.normal(size=(count, n))


def random_model(seed: int) -> Model:
    """A chain (two of three) or tree of 1 to 12 moving bodies, with what robots have: see the functions below."""
    rng = np.random.default_rng(seed)
    chain, welds = seed // 12 % 3 != 2, rng.random() < 0.5  # all sizes are met as chain and as tree
    bodies: list[Body] = []
    for k in range(1 + seed % 12):
        parent = len(bodies) - 1 if chain else int(rng.integers(-1, len(bodies)))
        if welds and rng.random() < 0.3:
            bodies.append(_body(rng, bodies, parent, f"weld{k}", Fixed(f"fixed{k}"), empty=rng.random() < 0.4))
            parent = len(bodies) - 1
        bodies.append(_body(rng, bodies, parent, f"link{k}", _joint(rng, f"joint{k}")))
    if welds:  # something in the hand
        bodies.append(_body(rng, bodies, len(bodies) - 1, "tool", Fixed("flange")))
    if rng.random() < 0.4:
        bodies = _with_massless(rng, bodies)
    gravity = EARTH if rng.random() < 0.5 else Vec3(*rng.normal(0.0, 6.0, 3).tolist())
    base_inertia = _inertia(rng, "base") if rng.random() < 0.3 else Inertia.none("base")
    names = ["base", *(body.name for body in bodies)]
    frames = [_frame(rng, f"place{k}", int(rng.integers(-1, len(bodies))), names) for k in range(rng.integers(0, 4))]
    model = Model(f"random{seed}", tuple(bodies), "base", gravity, tuple(frames), base_inertia)
    return _coupled(rng, model) if seed % 5 == 4 and len(model.moving) > 1 else model


def random_chain(seed: int) -> Model:
    """A chain of 1 to 8 links with mass whose joints all turn, all slide, or do either, in turn with the seed."""
    rng = np.random.default_rng(seed)
    kinds = ((Revolute,), (Prismatic,), (Revolute, Prismatic))[seed % 3]
    bodies: list[Body] = []
    for k in range(1 + seed // 3 % 8):
        bodies.append(_body(rng, bodies, k - 1, f"link{k}", _joint(rng, f"joint{k}", kinds)))
    gravity = Vec3(*rng.normal(0.0, 6.0, 3).tolist())
    return Model(f"chain{seed}", tuple(bodies), "base", gravity)


def _joint(
    rng: np.random.Generator, name: str, kinds: tuple[type, ...] = (Revolute, Revolute, Continuous, Prismatic)
) -> Revolute | Prismatic:
    """Any kind of joint about any axis; some with a rotor, friction (also by direction), an offset."""
    kind = kinds[rng.integers(len(kinds))]
    axis = AXES[rng.integers(6)] if rng.random() < 0.5 else Vec3(*_unit(rng.normal(size=3)))
    offset = (0.0, 0.0, math.pi / 2, float(rng.normal()))[rng.integers(4)]
    rotor = Rotor(float(rng.uniform(1e-5, 1e-3)), float(rng.uniform(-100.0, 100.0))) if rng.random() < 0.3 else NO_ROTOR
    viscous, coulomb, backward = rng.uniform(0.0, 3.0, 3).tolist()
    friction = (FREE, FREE, Friction(viscous, coulomb), Friction(viscous, coulomb, backward))[rng.integers(4)]
    return kind(name, axis, offset, rotor=rotor, friction=friction)


def _body(
    rng: np.random.Generator,
    bodies: list[Body],
    parent: int,
    name: str,
    joint: Revolute | Prismatic | Fixed,
    *,
    empty: bool = False,
) -> Body:
    on = "base" if parent == BASE else bodies[parent].name
    return Body(name, parent, _pose(rng, on, name), joint, Inertia.none(name) if empty else _inertia(rng, name))


def _unit(v: np.ndarray) -> list[float]:
    return (v / np.linalg.norm(v)).tolist()


def _pose(rng: np.random.Generator, to: str, of: str) -> Transform:
    """Any pose, or one of the tidy ones robots are full of: quarter turns, and an origin on the parent's axis."""
    if rng.random() < 0.5:
        R = Rotation.quaternion(*_unit(rng.normal(size=4)))
    else:
        R = Rotation.rpy(*(float(k) * (math.pi / 2) for k in rng.integers(-2, 3, 3)))
    p = rng.normal(0.0, 0.4, 3) * (rng.random(3) < 0.8)
    return Transform(R, Vec3(*p.tolist())).tagged(to, of)


def _inertia(rng: np.random.Generator, name: str) -> Inertia:
    """The inertia of a cloud of eight small balls: physical, and the triangle inequality holds with margin."""
    masses, radius = rng.uniform(0.02, 1.0, 8), 0.05
    points = rng.normal(0.0, 0.15, (8, 3)) + rng.normal(0.0, 0.2, 3)
    m = float(masses.sum())
    c = masses @ points / m
    r = points - c
    spread = np.einsum("k,ki,kj->ij", masses, r, r)
    I = np.trace(spread) * np.eye(3) - spread + 0.4 * m * radius**2 * np.eye(3)
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = I.tolist()
    return Inertia.at_com(m, Vec3(*c.tolist(), name), Sym3(xx, xy, xz, yy, yz, zz, name))


def _with_massless(rng: np.random.Generator, bodies: list[Body]) -> list[Body]:
    """The same with some links without mass, where the inertia matrix stays regular.

    A link without mass that carries one with mass leaves it regular where the two joints' motions, seen from one frame,
    are independent; that does not depend on the configuration. Such a link carries only one other here, for then it can
    be told to MuJoCo, which has no bodies without mass, as one body with two joints.
    """
    bodies = list(bodies)
    carried_by = [body.parent for body in bodies]
    for child in list(bodies):
        body = bodies[child.parent] if child.parent != BASE else None
        if body is None or not (child.joint.moves and body.joint.moves) or carried_by.count(child.parent) > 1:
            continue
        if (body.parent != BASE and bodies[body.parent].inertia.m == 0.0) or rng.random() < 0.5:
            continue
        carried = body.S.to_child(child.placement)
        own = child.joint.S(child.name)
        pair = [[*m.ω.components, *m.v.components] for m in (carried, own)]
        if np.linalg.svd(pair)[1][1] > 0.2:
            bodies[child.parent] = replace(body, inertia=Inertia.none(body.name))
    return bodies


def _frame(rng: np.random.Generator, name: str, body: int, names: list[str]) -> Frame:
    return Frame(name, body, _pose(rng, names[body + 1], name))


def _coupled(rng: np.random.Generator, model: Model) -> Model:
    """The same with some joints following one or two others."""
    m = len(model.moving)
    followers = set(rng.choice(m, size=int(rng.integers(1, 1 + m // 2)), replace=False).tolist())
    own = [k for k in range(m) if k not in followers]
    rows, offsets = [], []
    for k in range(m):
        if k in followers:
            leaders = rng.choice(len(own), size=min(len(own), int(rng.integers(1, 3))), replace=False).tolist()
            rows.append(tuple((j, float(rng.normal())) for j in sorted(leaders)))
            offsets.append(float(rng.normal()))
        else:
            rows.append(((own.index(k), 1.0),))
            offsets.append(0.0)
    names = tuple(model.moving_joint_names[k] for k in own)
    return replace(model, coordinates=Coordinates(names, tuple(rows), tuple(offsets)))


# ---- the files of example-robot-data --------------------------------------------------------------------------------


def example_robots() -> dict[str, Path]:
    """Every .urdf of an installed example-robot-data by its file name; none where it is not installed."""
    try:
        files = metadata.files("example-robot-data") or []
    except metadata.PackageNotFoundError:
        return {}
    paths = [Path(str(file.locate())).resolve() for file in files if file.suffix == ".urdf"]
    shared = {path.stem for path in paths if sum(other.stem == path.stem for other in paths) > 1}
    named = {f"{p.parts[-3]}/{p.stem}" if p.stem in shared else p.stem: p for p in paths}
    assert len(named) == len(paths)
    return dict(sorted(named.items()))


def is_serial_arm(path: Path) -> bool:
    """Whether the moving joints of a URDF make one chain of at least two."""
    joints = ElementTree.parse(path).getroot().findall("joint")
    by_child = {joint.find("child").get("link"): joint for joint in joints}

    def moving_ancestors(joint: ElementTree.Element) -> int:
        count, above = 0, joint
        while above is not None:
            count += above.get("type") != "fixed"
            above = by_child.get(above.find("parent").get("link"))
        return count

    depths = sorted(moving_ancestors(joint) for joint in joints if joint.get("type") != "fixed")
    return len(depths) > 1 and depths == list(range(1, len(depths) + 1))


# ---- whom to ask -----------------------------------------------------------------------------------------------------

MANY = 12
"""Closed Lagrangian sums grow with the fourth power of the joints: beyond so many they are not swept."""


def everybody(robot: Robot, question: str) -> list[str]:
    """The formulations to sweep: all that answer for this robot, each with an answer of its own."""
    default, *others = robot.formulations(question)
    own = [name for name in others if hasattr(FORMULATIONS[name], question)]
    return [default, *(name for name in own if robot.n <= MANY or not name.startswith("lagrange."))]


def long(model: Model, formulation: str) -> list[pytest.MarkDecorator]:
    """The mark of what takes long: closed Lagrangian sums of more than seven joints."""
    return [pytest.mark.slow] if formulation.startswith("lagrange.") and len(model.bodies) > 7 else []


def few(robot: Robot, question: str) -> list[str]:
    """The formulation of uncompiled calls and the one that programs are traced by."""
    row = QUESTIONS[question]
    return [name for name in {row.direct: 0, row.compiled: 0} if name in robot.formulations(question)]


__all__ = [
    "ARMS",
    "CATALOG",
    "CHAINS",
    "MORE_ARMS",
    "SEEDS",
    "everybody",
    "example_robots",
    "few",
    "is_serial_arm",
    "long",
    "random_chain",
    "random_model",
    "states",
]
