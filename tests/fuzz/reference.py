"""A robot in plain NumPy, and its motion by Newton and Euler's equations in world axes. No code of linkwise.

Beside each vector runs a bound on its length, the sum of the lengths of all that was added: rounding errors are
relative to these, and where they overflow no double can hold the answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

LARGEST, SMALLEST = 1e20, 1e-75
"""Magnitudes a file may state: larger ones are refused, smaller ones are read as 0, and the report says so."""

Array = np.ndarray
Force = Callable[[float], float]
Follow = tuple[str, float, float]


@dataclass
class Link:
    """A link, where it is on its parent (−1: the base) at q = 0, and the joint between them."""

    name: str
    parent: int
    R: Array
    p: Array
    kind: str
    axis: Array
    joint: str
    m: float = 0.0
    com: Array = field(default_factory=lambda: np.zeros(3))
    I: Array = field(default_factory=lambda: np.zeros((3, 3)))
    offset: float = 0.0
    rotor: float = 0.0
    friction: Force = lambda qd: 0.0
    limits: tuple[float, float, float, float] = (-np.inf, np.inf, np.inf, np.inf)
    named: tuple[Array, Array] = field(default_factory=lambda: (np.eye(3), np.zeros(3)))
    """The frame of the link's name, seen from the one on the joint's axis."""

    @property
    def moves(self) -> bool:
        return self.kind != "fixed"


@dataclass
class Drive:
    """A motor that turns with several coordinates."""

    ratios: dict[str, float]
    rotor: float
    friction: Force


@dataclass
class Reference:
    """What a file says, as the tests' own reader understands it."""

    links: list[Link]
    gravity: Array
    base_mass: float = 0.0
    follows: dict[str, Follow] = field(default_factory=dict)
    frames: dict[str, tuple[int, Array, Array]] = field(default_factory=dict)
    drives: list[Drive] = field(default_factory=list)
    ties: list[tuple[str, str, str, Any, Any]] = field(default_factory=list)
    """What closes loops: strict_closures.py."""
    actuated: tuple[str, ...] = ()
    must_name: list[str] = field(default_factory=list)
    """What the load report has to name, since the file has it and the model does not."""

    @property
    def mass(self) -> float:
        return self.base_mass + sum(link.m for link in self.links)

    def coordinates(self) -> list[str]:
        return [link.joint for link in self.links if link.moves and link.joint not in self.follows]

    def resolved(self, joint: str) -> Follow:
        """The coordinate that a joint follows in the end, its factor and offset."""
        factor, shift = 1.0, 0.0
        while joint in self.follows:
            leader, multiplier, offset = self.follows[joint]
            shift += factor * offset
            factor *= multiplier
            joint = leader
        return joint, factor, shift

    def poses(self, u: dict[str, float]) -> list[tuple[Array, Array]]:
        """The rotation and position of every link, given the coordinates."""
        poses: list[tuple[Array, Array]] = []
        for link in self.links:
            R, p = poses[link.parent] if link.parent >= 0 else (np.eye(3), np.zeros(3))
            p = p + R @ link.p
            R = R @ link.R
            if link.moves:
                leader, factor, shift = self.resolved(link.joint)
                q = factor * u[leader] + shift + link.offset
                if link.kind == "prismatic":
                    p = p + R @ link.axis * q
                else:
                    R = R @ turn(link.axis, q)
            poses.append((R, p))
        return poses

    def torques(
        self, u: dict[str, float], ud: dict[str, float], udd: dict[str, float]
    ) -> tuple[dict[str, float], float]:
        """The force at each coordinate, and a bound on the size of what was added up for it."""
        poses = self.poses(u)
        arms: list[Array] = []  # from the parent's origin, not as a difference of positions: the base may be far away
        rates: list[tuple[Array, Array, Array]] = []
        bounds: list[tuple[float, float, float]] = []
        forces: list[list[Array]] = []
        loads: list[list[float]] = []
        still, g = np.zeros(3), norm(self.gravity)
        for link, (R, _) in zip(self.links, poses, strict=True):
            held = link.parent < 0
            ω, α, a = (still, still, -self.gravity) if held else rates[link.parent]
            bω, bα, ba = (0.0, 0.0, g) if held else bounds[link.parent]
            r = (np.eye(3) if held else poses[link.parent][0]) @ link.p
            if link.kind == "prismatic":
                leader, factor, shift = self.resolved(link.joint)
                r = r + R @ link.axis * (factor * u[leader] + shift + link.offset)
            arms.append(r)
            a = a + cross(α, r) + cross(ω, cross(ω, r))
            ba = ba + (bα + bω * bω) * norm(r)
            if link.moves:
                leader, factor, _ = self.resolved(link.joint)
                z, qd, qdd = R @ link.axis, factor * ud[leader], factor * udd[leader]
                if link.kind == "prismatic":
                    a = a + z * qdd + 2.0 * cross(ω, z) * qd
                    ba += abs(qdd) + 2.0 * bω * abs(qd)
                else:
                    α = α + z * qdd + cross(ω, z) * qd
                    bα += abs(qdd) + bω * abs(qd)
                    ω, bω = ω + z * qd, bω + abs(qd)
            rates.append((ω, α, a))
            bounds.append((bω, bα, ba))
            c, I = R @ link.com, R @ link.I @ R.T
            f = link.m * (a + cross(α, c) + cross(ω, cross(ω, c)))
            bf = abs(link.m) * (ba + (bα + bω * bω) * norm(c))
            n = I @ α + cross(ω, I @ ω) + cross(c, f)
            forces.append([f, n])
            loads.append([bf, norm(I) * (bα + bω * bω) + norm(c) * bf])
        τ = dict.fromkeys(self.coordinates(), 0.0)
        bound = 0.0
        for i in reversed(range(len(self.links))):
            link, (f, n), (bf, bn) = self.links[i], forces[i], loads[i]
            if link.parent >= 0:
                r = arms[i]
                forces[link.parent][0] = forces[link.parent][0] + f
                forces[link.parent][1] = forces[link.parent][1] + n + cross(r, f)
                loads[link.parent][0] += bf
                loads[link.parent][1] += bn + norm(r) * bf
            if link.moves:
                leader, factor, _ = self.resolved(link.joint)
                qd, qdd = factor * ud[leader], factor * udd[leader]
                z = poses[i][0] @ link.axis
                rubbing = link.friction(qd)
                τ[leader] += factor * (float(z @ (f if link.kind == "prismatic" else n)) + link.rotor * qdd + rubbing)
                own = (bf if link.kind == "prismatic" else bn) + abs(link.rotor * qdd) + abs(rubbing)
                bound = max(bound, abs(factor) * own * len(self.links))
        for drive in self.drives:
            qd = sum(k * ud[name] for name, k in drive.ratios.items())
            qdd = sum(k * udd[name] for name, k in drive.ratios.items())
            load = drive.rotor * qdd + drive.friction(qd)
            for name, k in drive.ratios.items():
                τ[name] += k * load
                bound = max(bound, abs(k * load) * len(self.links))
        return τ, bound * self.turned(u)

    def turned(self, u: dict[str, float]) -> float:
        """One more than the largest angle, in radians, by whose rounding errors lengths are multiplied."""
        followers = (self.resolved(link.joint) for link in self.links if link.moves)
        return 1.0 + max((abs(factor * u[leader]) + abs(shift) for leader, factor, shift in followers), default=0.0)


class Small:
    """Whether a number was read as 0, since the last look."""

    seen = False

    @classmethod
    def looked_at(cls) -> list[str]:
        """What the report has to say if so."""
        seen, cls.seen = cls.seen, False
        return ["is read as 0"] if seen else []


def sized(value: float) -> float | None:
    """A number as dynamics can use it, 0 if it is too small; None if it is too large."""
    if 0.0 < abs(value) < SMALLEST:
        Small.seen = True
        return 0.0
    return value if abs(value) <= LARGEST else None


def norm(x: Array) -> float:
    """The largest entry: within a factor of three of any norm, and it overflows only if an entry does."""
    return float(np.abs(x).max())


def cross(a: Array, b: Array) -> Array:
    (a1, a2, a3), (b1, b2, b3) = a.tolist(), b.tolist()
    return np.array((a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1))


def turn(axis: Array, q: float) -> Array:
    """Rodrigues' rotation about a unit axis."""
    x, y, z = axis.tolist()
    K = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return np.eye(3) + np.sin(q) * K + (1.0 - np.cos(q)) * (K @ K)


def rpy(roll: float, pitch: float, yaw: float) -> Array:
    """Rz(yaw) Ry(pitch) Rx(roll)."""
    X, Y, Z = np.eye(3)
    return turn(Z, yaw) @ turn(Y, pitch) @ turn(X, roll)


def symmetric(xx: float, xy: float, xz: float, yy: float, yz: float, zz: float) -> Array:
    return np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))


def impossible(I_com: Array, I_origin_trace: float) -> str:
    """Whether no body has this tensor: "negative" or "triangle" beyond what six printed digits explain, else ""."""
    largest = norm(I_com)
    if largest == 0.0 or not np.isfinite(largest):
        return "" if largest == 0.0 else "negative"
    a, b, c = np.linalg.eigvalsh(I_com / largest) * largest
    slack = 1e-6 * (abs(a) + abs(b) + abs(c)) + 1e-14 * abs(I_origin_trace)
    return "negative" if a < -2.0 * slack else "triangle" if a + b < c - 2.0 * slack else ""
