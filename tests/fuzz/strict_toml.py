"""The tests' own reader of DH tables and screw axes, on tomllib and NumPy: strict, and no code of linkwise's."""

import math
import tomllib
from typing import Any

import numpy as np

from .reference import Array, Drive, Link, Reference, Small, norm, rpy, turn
from .strict_closures import actuated, ties
from .strict_link_tables import inertia, law, limits, number, numbers, only, rotor, text
from .strict_urdf import refuse, refuse_circles

ROOT = {"format", "name", "angles", "gravity", "tip", "source", "note", "base", "link", "frame", "mimic", "drive"}
ROOT |= {"actuated", "closure", "relation", "title", "licence"}
LINK = {"name", "joint", "type", "mass", "com", "inertia", "parameters", "rotor", "friction", "limits"}
GEOMETRY = {
    "standard": {"alpha", "a", "d", "theta"},
    "modified": {"alpha", "a", "d", "theta"},
    "khalil": {"parent", "gamma", "b", "alpha", "d", "beta", "theta", "r"},
    "screws": {"parent", "screw", "home", "xyz", "rpy"},
}
X, Y, Z = np.eye(3)


def rows(table: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = table.get(key, [])
    refuse(
        not isinstance(value, list) or not all(isinstance(row, dict) for row in value), f"{key} is no array of tables"
    )
    return value


def read(data: bytes) -> Reference:
    """The robot in a text."""
    root = only(tomllib.loads(data.decode("utf-8-sig")), ROOT | {"convention"}, "the file")
    screws = root.get("format") == "linkwise-screws 1"
    refuse(root.get("format") != "linkwise-dh 1" and not screws, "another format")
    text(root, "name")
    convention = "screws" if screws else text(root, "convention")
    refuse(convention not in GEOMETRY or ("convention" in root and screws), "no such convention")
    unit = text(root, "angles", "radian")
    refuse(unit not in ("radian", "degree"), "no such unit")
    return _Reader(root, convention, math.pi / 180.0 if unit == "degree" else 1.0).robot()


class _Reader:
    def __init__(self, root: dict[str, Any], convention: str, angle: float):
        self.root, self.convention, self.angle = root, convention, angle
        self.links: list[Link] = []
        self.must_name: list[str] = []
        self.spaces: list[tuple[Array, Array]] = []  # of screws: where each link frame is at q = 0
        self.before = np.eye(3), np.zeros(3)  # of standard DH: a and α of the link before

    def robot(self) -> Reference:
        root, _ = self.root, Small.looked_at()
        base = only(root.get("base", {}), {"link", "xyz", "rpy", "mass", "com", "inertia", "parameters"}, "[base]")
        names = {text(base, "link", "base"): -1}
        self.base = self.pose(base)
        base_mass, *_ = inertia(base, "the base", self.must_name, moving=False)
        refuse(not rows(root, "link"), "no links")
        joints: set[str] = set()
        for k, row in enumerate(rows(root, "link"), 1):
            only(row, LINK | GEOMETRY[self.convention], f"link {k}")
            name, joint = text(row, "name", f"link{k}"), text(row, "joint", f"joint{k}")
            refuse(name in names or joint in joints, "two links or joints of one name")
            parent = text(row, "parent", self.links[-1].name if self.links else text(base, "link", "base"))
            refuse(parent not in names, "no such parent")
            self.links.append(self.link(row, name, joint, names[parent]))
            names[name] = k - 1
            joints.add(joint)
        frames = {}
        for row in rows(root, "frame"):
            only(row, {"name", "link", "xyz", "rpy"}, "a frame")
            name, link = text(row, "name"), text(row, "link")
            refuse(link not in names or name in frames or (name in names and name != link), "a frame's name or link")
            frames[name] = names[link], *self.pose(row)
        tip = text(root, "tip", "")
        refuse(tip and tip not in names and tip not in frames, "no such tip")
        follows = self.follows(joints)
        reference = Reference(self.links, self.vector(root, "gravity", (0.0, 0.0, -9.81)), base_mass, follows, frames)
        reference.drives = self.drives(reference.coordinates(), names, joints)
        known = {*names, *frames}
        reference.ties = ties(rows(root, "closure"), rows(root, "relation"), known, reference.coordinates())
        reference.actuated = actuated(root, reference.coordinates())
        reference.must_name = self.must_name + Small.looked_at()
        return reference

    def unit(self, kind: str) -> float:
        """What a joint's positions and speeds are multiplied by."""
        return 1.0 if kind == "prismatic" else self.angle

    def vector(self, table: dict[str, Any], key: str, default: tuple[float, ...]) -> Array:
        return numbers(table, key, len(default)) if key in table else np.array(default)

    def pose(self, table: dict[str, Any]) -> tuple[Array, Array]:
        return rpy(*(numbers(table, "rpy", 3) * self.angle).tolist()), numbers(table, "xyz", 3)

    def link(self, row: dict[str, Any], name: str, joint: str, parent: int) -> Link:
        kind = text(row, "type", "revolute")
        refuse(kind not in ("revolute", "continuous", "prismatic"), "no such joint type")
        m, com, I = inertia(row, name, self.must_name)
        (R, p), axis, (R_after, p_after) = (
            self.screw(row, kind, parent) if self.convention == "screws" else self.dh(row, parent)
        )
        I, com = R_after @ I @ R_after.T, R_after @ com + p_after
        drive = rotor(row), law(row.get("friction", {})), limits(row, self.unit(kind), kind, self.must_name)
        return Link(name, parent, R, p, kind, axis, joint, m, com, I, 0.0, *drive, named=(R_after, p_after))

    def dh(self, row: dict[str, Any], parent: int) -> tuple[tuple[Array, Array], Array, tuple[Array, Array]]:
        """Where the frame on the joint's axis is at q = 0, the axis, and the file's frame seen from it."""

        def angle(key: str) -> float:
            return number(row.get(key, 0.0), key) * self.angle

        def length(key: str) -> float:
            return number(row.get(key, 0.0), key)

        start = self.base if parent < 0 else (np.eye(3), np.zeros(3))
        after = np.eye(3), np.zeros(3)
        if self.convention == "khalil":
            steps = [("z", angle("gamma"), length("b")), ("x", angle("alpha"), length("d")), ("y", angle("beta"), 0.0)]
            steps.append(("z", angle("theta"), length("r")))
        elif self.convention == "modified":
            steps = [("x", angle("alpha"), length("a")), ("z", angle("theta"), length("d"))]
        else:
            start = compose(start, self.before)
            steps = [("z", angle("theta"), length("d"))]
            after = screw_along("x", angle("alpha"), length("a"))
            self.before = after
        for step in steps:
            start = compose(start, screw_along(*step))
        return start, Z, after

    def screw(
        self, row: dict[str, Any], kind: str, parent: int
    ) -> tuple[tuple[Array, Array], Array, tuple[Array, Array]]:
        refuse("screw" not in row, "no screw")
        six = numbers(row, "screw", 6)
        ω, v = six[:3], six[3:]
        size = math.hypot(*(v if kind == "prismatic" else ω).tolist())
        refuse(abs(size - 1.0) > 2e-6, "not a unit screw")
        ω, v = ω / size, v / size
        refuse(kind == "prismatic" and np.any(ω), "a prismatic joint that turns")
        refuse(kind != "prismatic" and abs(ω @ v) > 2e-6 * max(1.0, norm(v) * 2.0), "a screw with a pitch")
        R, p = self.home(row)
        axis = v if kind == "prismatic" else ω
        # The frame on the axis: in the axes of space, through the point of the axis nearest to the origin.
        at = np.zeros(3) if kind == "prismatic" else np.array(np.cross(ω, v))
        under = self.base if parent < 0 else (np.eye(3), -self.spaces[parent][1])
        self.spaces.append((np.eye(3), at))
        return compose(under, (np.eye(3), at)), axis, (R, p - at)

    def home(self, row: dict[str, Any]) -> tuple[Array, Array]:
        if "home" not in row:
            return self.pose(row)
        refuse("xyz" in row or "rpy" in row, "home and xyz or rpy")
        value = row["home"]
        refuse(not isinstance(value, list) or len(value) != 4, "home is no matrix")
        M = np.array([numbers({"row": r}, "row", 4) for r in value])
        refuse(norm(M[3] - np.array((0.0, 0.0, 0.0, 1.0))) > 1e-11, "the last row of home")
        refuse(norm(M[:3, :3]) > 1.1 or norm(M[:3, :3] @ M[:3, :3].T - np.eye(3)) > 2e-6, "home is no rotation")
        refuse(np.linalg.det(M[:3, :3]) < 0.0, "home is a reflection")
        U, _, V = np.linalg.svd(M[:3, :3])
        return U @ V, M[:3, 3]

    def follows(self, joints: set[str]) -> dict[str, tuple[str, float, float]]:
        follows: dict[str, tuple[str, float, float]] = {}
        kinds = {link.joint: link.kind for link in self.links}
        for row in rows(self.root, "mimic"):
            only(row, {"joint", "of", "multiplier", "offset"}, "a mimic")
            joint, leader = text(row, "joint"), text(row, "of")
            refuse(joint not in joints or leader not in joints or joint in follows, "a mimic's joints")
            unit = self.unit(kinds[joint])
            follows[joint] = (
                leader,
                number(row.get("multiplier", 1.0), "multiplier"),
                number(row.get("offset", 0.0), "offset") * unit,
            )
        refuse_circles(follows)
        return follows

    def drives(self, coordinates: list[str], names: dict[str, int], joints: set[str]) -> list[Drive]:
        drives: list[Drive] = []
        taken = {*names, *joints}
        for row in rows(self.root, "drive"):
            only(row, {"name", "ratios", "rotor", "friction"}, "a drive")
            name, ratios = text(row, "name"), row.get("ratios")
            refuse(name in taken or not isinstance(ratios, dict) or not ratios, "a drive's name or ratios")
            taken.add(name)
            known = {joint: number(ratio, "a ratio") for joint, ratio in ratios.items()}
            refuse(set(known) - set(coordinates) or not any(known.values()), "a drive's joints")
            drives.append(Drive(known, rotor(row), law(row.get("friction", {}))))
        return drives


def screw_along(axis: str, angle: float, length: float) -> tuple[Array, Array]:
    direction = {"x": X, "y": Y, "z": Z}[axis]
    return turn(direction, angle), direction * length


def compose(A: tuple[Array, Array], B: tuple[Array, Array]) -> tuple[Array, Array]:
    return A[0] @ B[0], A[0] @ B[1] + A[1]
