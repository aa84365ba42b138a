"""The oracle's robots: 200 of them in families, each hard in one way, and five states of each.

All numbers come from `random.Random(seed).random()` by + − × ÷ √ alone, so that they are the same to the last bit on
every machine and in every release; `digest` tells if one is not.
"""

import hashlib
import math
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.model import BASE, NO_ROTOR, Body, Model, Prismatic, Revolute, Rotor

STATES = 5

Quaternion = tuple[float, float, float, float]
Draw = Callable[[], float]


class Case(NamedTuple):
    """A robot, how many units its sliding coordinates and its forces are apart from 1, and its seed."""

    family: str
    model: Model
    seed: int
    length: float = 1.0
    mass: float = 1.0

    def states(self) -> tuple[np.ndarray, ...]:
        """q, q̇, q̈ and τ, (5, n) each: of order one in the robot's own units."""
        draw = Random(-1 - self.seed).random
        slides = np.array([body.joint.slides for body in self.model.bodies])
        along = np.where(slides, self.length, 1.0)

        def some(size: float) -> np.ndarray:
            return size * (2.0 * np.array([[draw() for _ in slides] for _ in range(STATES)]) - 1.0)

        forces = 10.0 * self.mass * self.length * np.where(slides, 1.0, self.length)
        return some(3.0) * along, some(2.0) * along, some(2.0) * along, some(1.0) * forces

    @property
    def digest(self) -> str:
        """Of all the robot's numbers and its states'."""
        found = hashlib.sha256(self.model.text.encode())
        for part in self.states():
            found.update(np.ascontiguousarray(part).tobytes())
        return found.hexdigest()[:16]


def cases() -> Iterator[Case]:
    """The 200, in order; 10⁻ᵏ runs through the decades of what is small."""
    seed = 0

    def made(family: str, n: int, length: float = 1.0, mass: float = 1.0, **how: object) -> Case:
        nonlocal seed
        seed += 1
        return Case(family, robot(f"{family} {seed}", seed, n, length=length, mass=mass, **how), seed, length, mass)

    for k in range(20):
        yield made("skew", 2 + k % 6, rotors=k % 2 == 0)
    for k in range(1, 9):
        small = 1.0 / 10**k
        for _ in range(4):
            yield made("near-parallel", 7, tilt=small)
        for _ in range(2):
            yield made("one near-parallel", 7, tilt=small, every=3)
        yield made("near-antiparallel", 7, tilt=small, flip=True)
        yield made("near-parallel slides", 6, tilt=small, slides=0.4)
        yield made("near-parallel, all decades", 7, tilt=1.0, decades=8)
        yield made("near-parallel trees", 8, tilt=small, tree=True, slides=0.2)
        yield made("nearly crossing", 7, off=small)
        yield made("nearly perpendicular", 7, perpendicular=small, slides=0.5)
        yield made("short links", 6, reach=small)
        yield made("long links", 6, reach=10.0 ** (k / 2.0))
        yield made("small and large units", 6, slides=0.3, length=2.0 ** (8 * k - 36), mass=2.0 ** (36 - 8 * k))
        yield made("slender links", 6, slender=math.sqrt(small))
        yield made("nearly singular", 6, light=small)
    for k in range(1, 7):
        yield made("mass ratios", 6, falling=10.0**k)
        yield made("mass ratios", 6, falling=1.0 / 10**k)
    for n in (16, 20, 24, 32, 42, 62):
        yield made("long chains", n, rotors=True)
    for k in range(14):
        yield made("trees", 4 + k % 9, tree=True, slides=0.2, rotors=k % 3 == 0)
    for k in range(12):
        yield made("slides", 2 + k % 7, slides=0.5, rotors=k % 3 == 0)


def robot(
    name: str,
    seed: int,
    n: int,
    *,
    tilt: float | None = None,
    every: int = 1,
    decades: int = 0,
    flip: bool = False,
    off: float | None = None,
    perpendicular: float | None = None,
    reach: float = 1.0,
    slides: float = 0.0,
    tree: bool = False,
    rotors: bool = False,
    slender: float = 1.0,
    light: float = 1.0,
    falling: float = 1.0,
    length: float = 1.0,
    mass: float = 1.0,
) -> Model:
    """A robot of n joints.

    `tilt`: the angle between neighbouring axes, of every joint, of each `every`-th, or down through the `decades`;
    `flip` turns them against each other. `off`: how far neighbouring axes pass by each other. `perpendicular`: how far
    they are from a right angle. `reach`: the length of links, next to bodies of 0.2. `slides`: the share of sliding
    joints. `slender`: how thin links are about their joint's axis. `light`: the inertia of a link
    whose own axis and the next one's coincide but for as much. `falling`: how many times the first link is heavier
    than the last.
    """
    draw = Random(seed).random
    bodies: list[Body] = []
    for k in range(n):
        parent = int(draw() * (k + 1)) - 1 if tree else k - 1
        q = _any_turn(draw)
        p = [0.4 * reach * (2.0 * draw() - 1.0) for _ in range(3)]
        weight = falling ** (-k / (n - 1.0)) if n > 1 else 1.0
        if tilt is not None and k and k % every == 0:
            q = _tilted(draw, tilt / 10.0 ** int(1 + draw() * decades) if decades else tilt, flip)
        if perpendicular is not None:
            q = _product((1.0, 1.0 + perpendicular * draw(), 0.0, 0.0), _about_z(draw))
        if off is not None:  # the child's axis passes the parent's at the origin, but for this much
            p = [off * x for x in p[:2]] + [p[2]]
        if light != 1.0 and k == n - 3:
            weight = light
        if light != 1.0 and k == n - 2:
            q, p = _tilted(draw, light, False), [light * x for x in p]
        if k >= 3 and k % 3 == 0 and tilt is None and perpendicular is None and light == 1.0:
            q = (1.0, float(int(draw() * 2)), 0.0, 0.0)  # tidy as robots are: parallel, or a quarter turn
        axis = Vec3(0.0, 0.0, 1.0) if draw() < 0.7 else Vec3(0.0, 1.0, 0.0)
        kind = Prismatic if draw() < slides else Revolute
        rotor = Rotor(mass * length * length * draw() / 64.0) if rotors and kind is Revolute else NO_ROTOR
        if parent != BASE and bodies[parent].joint.axis.y:  # neighbouring axes stand to each other as was said above
            q, p = _product((1.0, -1.0, 0.0, 0.0), q), [p[0], p[2], -p[1]]
        if axis.y:
            q = _product(q, (1.0, 1.0, 0.0, 0.0))
        names = ("base" if parent == BASE else f"link{parent}", f"link{k}")
        place = Transform(_rotation(q), Vec3(*(length * x for x in p))).tagged(*names)
        solid = _solid(draw, mass * weight, length, slender, axis, names[1])
        bodies.append(Body(names[1], parent, place, kind(f"joint{k}", axis, rotor=rotor), solid))
    return Model(name, tuple(bodies), gravity=Vec3(1.0, -2.0, -9.5))


def _solid(draw: Draw, mass: float, length: float, slender: float, axis: Vec3, name: str) -> Inertia:
    """Six points of mass about a centre."""
    thin = [length * (1.0 if a else slender) for a in axis.components]
    centre = [0.2 * (2.0 * draw() - 1.0) for _ in range(3)]
    points = [[t * (c + 0.2 * (2.0 * draw() - 1.0)) for t, c in zip(thin, centre, strict=True)] for _ in range(6)]
    weights = [mass * (0.1 + 0.9 * draw()) for _ in range(6)]
    S = [[sum(w * x[i] * x[j] for w, x in zip(weights, points, strict=True)) for j in range(3)] for i in range(3)]
    h = [sum(w * x[i] for w, x in zip(weights, points, strict=True)) for i in range(3)]
    I = Sym3(S[1][1] + S[2][2], -S[0][1], -S[0][2], S[0][0] + S[2][2], -S[1][2], S[0][0] + S[1][1], name)
    return Inertia(sum(weights), Vec3(*h, name), I)


# ---- turns, as quaternions of any length -----------------------------------------------------------------------------


def _any_turn(draw: Draw) -> Quaternion:
    w, x, y, z = (2.0 * draw() - 1.0 for _ in range(4))
    return w, x, y, z


def _about_z(draw: Draw) -> Quaternion:
    return 1.0, 0.0, 0.0, 4.0 * draw() - 2.0


def _tilted(draw: Draw, tilt: float, flip: bool) -> Quaternion:
    """z turned by about `tilt`, in any direction, then about itself; with `flip` it points back."""
    x, y = 2.0 * draw() - 1.0, 2.0 * draw() - 1.0
    size = 0.5 * tilt / math.sqrt(x * x + y * y)
    q = _product((1.0, size * x, size * y, 0.0), _about_z(draw))
    return _product(q, (0.0, 1.0, 0.0, 0.0)) if flip else q


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def _rotation(q: Quaternion) -> Rotation:
    w, x, y, z = q
    s = 2.0 / (w * w + x * x + y * y + z * z)
    return Rotation(
        (
            (1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)),
            (s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)),
            (s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)),
        )
    )
