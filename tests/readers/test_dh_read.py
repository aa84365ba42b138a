"""DH files in: the geometry and masses of three conventions, judged by Pinocchio from the same numbers."""

import math

import numpy as np
import pinocchio as pin
import pytest
from tests.rewrite.model_in_pinocchio import InPinocchio
from tests.tolerances import AGREEMENT, ONE_ROUNDING, PRINTED_8

from linkwise.readers.dh import read, read_text

H = math.pi / 2


def Rot(axis: int, a: float) -> np.ndarray:
    R = np.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[i, i] = R[j, j] = math.cos(a)
    R[j, i], R[i, j] = math.sin(a), -math.sin(a)
    return R


def Trans(axis: int, x: float) -> np.ndarray:
    T = np.eye(4)
    T[axis, 3] = x
    return T


X, Y, Z = range(3)


def pose(convention: str, row: dict, q: float) -> np.ndarray:
    """T of one row at q, letter by letter as the format's text says."""
    slides = row["type"] == "prismatic"
    θ = row.get("theta", 0.0) + (0.0 if slides else q)
    shift = row.get("r" if convention == "khalil" else "d", 0.0) + (q if slides else 0.0)
    α = row.get("alpha", 0.0)
    if convention == "standard":
        return Rot(Z, θ) @ Trans(Z, shift) @ Trans(X, row.get("a", 0.0)) @ Rot(X, α)
    if convention == "modified":
        return Rot(X, α) @ Trans(X, row.get("a", 0.0)) @ Rot(Z, θ) @ Trans(Z, shift)
    start = Rot(Z, row.get("gamma", 0.0)) @ Trans(Z, row.get("b", 0.0))
    return start @ Rot(X, α) @ Trans(X, row.get("d", 0.0)) @ Rot(Y, row.get("beta", 0.0)) @ Rot(Z, θ) @ Trans(Z, shift)


class FromTable:
    """The robot a table means, from its poses alone."""

    def __init__(self, convention: str, rows: list[dict], base: np.ndarray):
        self.convention, self.rows, self.base = convention, rows, base

    def poses(self, q: np.ndarray) -> list[np.ndarray]:
        found = []
        for i, (row, qi) in enumerate(zip(self.rows, q, strict=True)):
            parent = row.get("at", i - 1)
            found.append((self.base if parent < 0 else found[parent]) @ pose(self.convention, row, qi))
        return found

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        """Σ Jᵀ I J with Jacobians by central differences."""
        n, M, h = len(q), np.zeros((len(q), len(q))), 1e-6
        for k, row in enumerate(self.rows):
            c = np.array([*row["com"], 1.0])
            xx, xy, xz, yy, yz, zz = row["inertia"]
            I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            T = self.poses(q)[k]
            Jv, Jw = np.zeros((3, n)), np.zeros((3, n))
            for j in range(n):
                e = np.eye(n)[j] * h
                D = (self.poses(q + e)[k] - self.poses(q - e)[k]) / (2 * h)
                W = T[:3, :3].T @ D[:3, :3]
                Jv[:, j], Jw[:, j] = (D @ c)[:3], [W[2, 1], W[0, 2], W[1, 0]]
            M += row["mass"] * Jv.T @ Jv + Jw.T @ I @ Jw
        return M


def text(convention: str, rows: list[dict], *, heading: str = "", base: str = "") -> str:
    lines = ['format = "linkwise-dh 1"', 'name = "arm"', f'convention = "{convention}"', heading, base]
    for row in rows:
        lines.append("[[link]]")
        lines += [
            f"{key} = {value!r}" if not isinstance(value, str) else f'{key} = "{value}"'
            for key, value in ((k, v) for k, v in row.items() if k != "at")
        ]
    return "\n".join(lines)


def rows_for(convention: str, seed: int, n: int = 5) -> list[dict]:
    rng = np.random.default_rng(seed)
    keys = (
        ("gamma", "b", "alpha", "d", "beta", "theta", "r") if convention == "khalil" else ("alpha", "a", "d", "theta")
    )
    rows = []
    for i in range(n):
        row = {"type": str(rng.choice(["revolute", "continuous", "prismatic"]))}
        row |= {key: float(rng.choice([0.0, H, rng.uniform(-1, 1)])) for key in keys}
        A = rng.normal(size=(3, 3))
        S = A @ A.T * 0.02
        I = np.trace(S) * np.eye(3) - S
        row |= {"mass": float(rng.uniform(0.5, 3)), "com": rng.uniform(-0.3, 0.3, 3).tolist()}
        row |= {"inertia": I[np.triu_indices(3)].tolist()}
        if convention == "khalil" and i > 1 and rng.random() < 0.5:
            row["at"] = int(rng.integers(-1, i - 1))
            row["parent"] = "base" if row["at"] < 0 else f"link{row['at'] + 1}"
        rows.append(row)
    return rows


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("convention", ["standard", "modified", "khalil"])
def test_every_convention_means_its_product(convention, seed):
    rows = rows_for(convention, seed)
    base = '[base]\nlink = "base"\nxyz = [0.1, -0.2, 0.3]\nrpy = [0.4, 0.5, -0.6]'
    model, _ = read_text(text(convention, rows, base=base))
    R = pin.rpy.rpyToMatrix(0.4, 0.5, -0.6)
    table = FromTable(convention, rows, pin.SE3(R, np.array([0.1, -0.2, 0.3])).homogeneous)
    judge = InPinocchio(model)
    q = np.random.default_rng(seed).uniform(-2, 2, len(rows))
    for k, T in enumerate(table.poses(q)):
        assert np.max(np.abs(judge.pose(q, f"link{k + 1}") - T)) < AGREEMENT
    M = judge.mass_matrix(q)
    # central differences at h = 1e-6 leave h² and ε/h: 1e-9 of lengths of order one
    assert np.max(np.abs(M - table.mass_matrix(q))) < PRINTED_8 * np.max(np.abs(M))


def test_two_link_arm_of_lynch_and_park():
    """Masses at the links' ends; the book's corrected closed form gives these numbers."""
    arm = """
    format = "linkwise-dh 1"
    name = "2R"
    convention = "standard"
    gravity = [0.0, -9.81, 0.0]
    [[link]]
    a = 0.7
    mass = 1.3
    [[link]]
    a = 0.9
    mass = 2.1
    """
    τ = InPinocchio(read_text(arm)[0]).inverse_dynamics([0.4, 1.2], [0.8, -1.4], [1.1, -0.6])
    assert np.allclose(τ, [24.758765906427, 1.625629951924], rtol=0, atol=AGREEMENT)


def test_parameters_are_the_same_mass():
    m, c, I = 2.0, np.array([0.1, 0.2, -0.3]), np.array([[0.5, 0.01, 0.02], [0.01, 0.6, 0.03], [0.02, 0.03, 0.7]])
    at_origin = I + m * (c @ c * np.eye(3) - np.outer(c, c))
    ten = [*at_origin[np.triu_indices(3)], *(m * c), m]
    one = {"mass": m, "com": c.tolist(), "inertia": I[np.triu_indices(3)].tolist()}
    a, _ = read_text(text("modified", [{"type": "revolute", **one}]))
    b, _ = read_text(text("modified", [{"type": "revolute", "parameters": [float(x) for x in ten]}]))
    assert np.allclose(a.bodies[0].inertia.parameters, b.bodies[0].inertia.parameters, rtol=0, atol=ONE_ROUNDING)


def test_degrees_mean_the_same_and_quarters_are_exact():
    rows = [
        {"type": "revolute", "alpha": -90, "theta": 30.0, "mass": 1.0, "a": 0.5},
        {"type": "revolute", "alpha": 270},
    ]
    model, _ = read_text(text("modified", rows, heading='angles = "degree"'))
    assert model.bodies[0].placement.R.rows == ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0))
    assert model.bodies[1].placement.R.rows == model.bodies[0].placement.R.rows
    assert model.bodies[0].joint.offset == math.pi / 6


def test_degrees_hold_for_limits_rpy_and_mimics():
    rows = [{"type": "revolute", "mass": 1.0}, {"type": "revolute", "mass": 1.0}, {"type": "prismatic", "mass": 1.0}]
    more = """
    limits = { lower = -1.0, upper = 2.0, velocity = 3.0, effort = 4.0 }
    [[frame]]
    name = "tool"
    link = "link3"
    rpy = [0, 0, 90]
    [[mimic]]
    joint = "joint2"
    of = "joint1"
    offset = 180
    """
    body = text("modified", rows, heading='angles = "degree"') + more
    limited = "[[link]]\nlimits = { lower = -90, upper = 180, velocity = 90, effort = 5 }"
    model, _ = read_text(body.replace("[[link]]", limited, 1))
    first, last = model.bodies[0].joint.limits, model.bodies[2].joint.limits
    assert (first.lower, first.upper, first.velocity, first.effort) == (-H, math.pi, H, 5.0)
    assert (last.lower, last.upper, last.velocity, last.effort) == (-1.0, 2.0, 3.0, 4.0)
    assert model.frame("tool").placement.R.rows[0] == (0.0, -1.0, 0.0)
    assert model.coordinates.positions([0.5, 0.1]) == [0.5, 0.5 + math.pi, 0.1]


def test_followers_of_followers():
    rows = [{"type": "revolute", "mass": 1.0}] * 4
    more = "".join(
        f'\n[[mimic]]\njoint = "joint{j}"\nof = "joint{k}"\nmultiplier = {c}\noffset = {b}'
        for j, k, c, b in ((1, 2, 2.0, 0.5), (2, 4, -3.0, 0.25))
    )
    model, _ = read_text(text("modified", rows) + more)
    assert model.joint_names == ("joint3", "joint4")
    q2 = -3.0 * 10.0 + 0.25
    assert model.coordinates.positions([7.0, 10.0]) == [2.0 * q2 + 0.5, q2, 7.0, 10.0]


def test_what_is_noted():
    no_body = {"type": "revolute", "mass": 1.0, "inertia": [1.0, 0.0, 0.0, 0.1, 0.0, 0.1]}
    rows = [{"type": "revolute"}, {"type": "revolute", "mass": 0.0}, {"type": "revolute", "mass": 1.0}, no_body]
    arm = text("modified", rows, heading='note = "made up"')
    _, report = read_text(arm, source="arm.toml")
    kinds = [(note.kind, note.where.split()[-1]) for note in report.notes]
    assert kinds == [
        ("remark", "note"),
        ("no-inertial", "link[1].mass"),
        ("massless", "link[2].mass"),
        ("default", "link[3]"),
        ("triangle", "link[4].inertia"),
    ]
    assert "made up" in str(report)
    assert "arm.toml:17 link[4].inertia" in str(report)


def test_drives_frames_and_tip(tmp_path):
    arm = (
        text("khalil", [{"type": "revolute", "mass": 1.0}, {"type": "revolute", "mass": 1.0, "parent": "base"}])
        + """
    rotor = { inertia = 2e-4, gear_ratio = -100.0 }
    friction = { viscous = 0.1, coulomb = 0.2, backward = 0.3 }
    [[frame]]
    name = "link2"
    link = "link2"
    xyz = [0.0, 0.0, 1.0]
    """
    )
    file = tmp_path / "arm.dh.toml"
    file.write_text(arm, encoding="utf-8-sig")
    model, report = read(file)
    joint = model.bodies[1].joint
    assert (joint.rotor.reflected, joint.friction.force(-1.0), joint.friction.force(1.0)) == (
        2.0,
        -0.4,
        pytest.approx(0.3),
    )
    assert model.frame("link2").placement.p.components == (0.0, 0.0, 1.0)
    assert model.tip == ""
    assert report.source == str(file) and report.format == "dh"
    assert read_text(text("modified", [{"type": "revolute", "mass": 1.0}]))[0].tip == "link1"


def test_waived_inertia_is_recorded():
    arm = text("khalil", [{"type": "revolute", "parameters": [0.0] * 6 + [2.0, 0.3, 0.0, 0.0]}])
    model, report = read_text(arm, allow=("indefinite-inertia",))
    assert model.waivers == ("indefinite-inertia",)
    assert report.of("waived") and report.warnings
    assert model.bodies[0].inertia.h.x == 2.0


def test_five_thousand_links():
    rows = [{"type": "revolute", "a": 0.1, "mass": 1.0, "inertia": [0.1, 0.0, 0.0, 0.1, 0.0, 0.1]}] * 5000
    assert read_text(text("modified", rows))[0].n == 5000
