"""Screw axes in, judged by the product of exponentials written out with matrix exponentials."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from tests.rewrite.model_in_pinocchio import InPinocchio, difference
from tests.tolerances import AGREEMENT, ONE_ROUNDING

from linkwise.algebra import Inertia, Sym3, Vec3
from linkwise.errors import BadArray, InvalidModel, LinkwiseError, ReadError
from linkwise.readers import dh
from linkwise.readers.screws import from_screws, read, read_text


def tilde(w):
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def bracket(S):
    return np.block([[tilde(S[:3]), np.reshape(S[3:], (3, 1))], [np.zeros((1, 4))]])


def Ad(T):
    R, p = T[:3, :3], T[:3, 3]
    return np.block([[R, np.zeros((3, 3))], [tilde(p) @ R, R]])


class Exponentials:
    """Lynch & Park (4.14), (5.11), (8.57): poses, body Jacobians, mass matrix and gravity forces, for trees too."""

    def __init__(self, screws, homes, spatial_inertias, parents):
        self.S, self.M, self.G, self.parents = screws, homes, spatial_inertias, parents

    def path(self, i):
        found = []
        while i >= 0:
            found.insert(0, i)
            i = self.parents[i]
        return found

    def pose(self, q, i):
        T = np.eye(4)
        for k in self.path(i):
            T = T @ expm(bracket(self.S[k]) * q[k])
        return T @ self.M[i]

    def body_jacobian(self, q, i):
        J, T = np.zeros((6, len(q))), np.eye(4)
        for k in self.path(i):
            J[:, k] = Ad(T) @ self.S[k]
            T = T @ expm(bracket(self.S[k]) * q[k])
        return Ad(np.linalg.inv(T @ self.M[i])) @ J

    def mass_matrix(self, q):
        return sum((J := self.body_jacobian(q, i)).T @ self.G[i] @ J for i in range(len(q)))

    def gravity(self, q, g):
        τ = np.zeros(len(q))
        for i in range(len(q)):
            weight = self.G[i] @ np.concatenate([np.zeros(3), self.pose(q, i)[:3, :3].T @ g])
            τ -= self.body_jacobian(q, i).T @ weight
        return τ


def random_arm(seed, n=5, tree=False):
    rng = np.random.default_rng(seed)
    S, M, G, parents = [], [], [], []
    for i in range(n):
        w, c = rng.normal(size=3), rng.uniform(-1, 1, 3)
        w = w / np.linalg.norm(w) if rng.random() < 0.5 else np.eye(3)[rng.integers(3)] * rng.choice([-1, 1])
        S.append(np.concatenate([w, -np.cross(w, c)]) if rng.random() < 0.7 else np.concatenate([np.zeros(3), w]))
        home = expm(bracket(rng.normal(size=6)))
        if rng.random() < 0.3:
            home = np.block([[np.eye(3), np.reshape(c, (3, 1))], [np.array([[0.0, 0.0, 0.0, 1.0]])]])  # on the axis
        M.append(home)
        m, r, A = rng.uniform(0.5, 2), rng.uniform(-0.2, 0.2, 3), rng.normal(size=(3, 3)) * 0.2
        I = np.trace(A @ A.T) * np.eye(3) - A @ A.T - m * tilde(r) @ tilde(r)
        G.append(np.block([[I, m * tilde(r)], [m * tilde(r).T, m * np.eye(3)]]))
        parents.append(int(rng.integers(-1, i)) if tree and i else i - 1)
    return S, M, G, parents


@pytest.mark.parametrize("seed", range(20))
def test_product_of_exponentials(seed):
    given_arm = random_arm(seed, tree=seed % 2 == 1)
    truth = Exponentials(*given_arm)
    model = from_screws(*given_arm[:3], parents=given_arm[3], gravity=[1.0, 2.0, -9.0])
    judge, q = InPinocchio(model), np.random.default_rng(seed).uniform(-2, 2, 5)
    for i in range(5):
        assert np.max(np.abs(judge.pose(q, f"link{i + 1}") - truth.pose(q, i))) < AGREEMENT * 10  # lengths of order 5
    M, g = truth.mass_matrix(q), truth.gravity(q, np.array([1.0, 2.0, -9.0]))
    assert np.max(np.abs(judge.mass_matrix(q) - M)) < AGREEMENT * np.max(np.abs(M))
    assert np.max(np.abs(judge.inverse_dynamics(q, 0 * q, 0 * q) - g)) < AGREEMENT * np.max(np.abs(g))


def as_text(S, M, G, parents):
    lines = ['format = "linkwise-screws 1"', 'name = "robot"']
    for i, (s, home, inertia) in enumerate(zip(S, M, G, strict=True)):
        kind = "revolute" if np.any(s[:3]) else "prismatic"
        ten = [*inertia[:3, :3][np.triu_indices(3)], inertia[2, 4], inertia[0, 5], inertia[1, 3], inertia[3, 3]]
        lines += ["[[link]]", f'type = "{kind}"', f"screw = {s.tolist()}", f"home = {home.tolist()}"]
        lines += [f"parameters = {[float(x) for x in ten]}"]
        lines += ['parent = "base"' if parents[i] < 0 else f'parent = "link{parents[i] + 1}"']
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(6))
def test_text_and_arrays_say_the_same(seed, tmp_path):
    arm = random_arm(seed, tree=seed % 2 == 1)
    file = tmp_path / "arm.screws.toml"
    file.write_text(as_text(*arm))
    model, report = read(file)
    assert report.format == "screws"
    assert difference(from_screws(*arm[:3], parents=arm[3]), model) < AGREEMENT


def test_dh_and_screws_of_one_robot():
    """Both ways to say a shoulder and an elbow."""
    table = """
    format = "linkwise-dh 1"
    name = "arm"
    convention = "modified"
    [base]
    xyz = [0.0, 0.0, 0.2]
    [[link]]
    d = 0.1
    mass = 2.0
    com = [0.1, 0.0, 0.0]
    inertia = [0.01, 0.0, 0.0, 0.02, 0.0, 0.02]
    [[link]]
    alpha = -1.5707963267948966
    a = 0.3
    mass = 1.0
    com = [0.2, 0.0, 0.0]
    inertia = [0.01, 0.0, 0.0, 0.02, 0.0, 0.02]
    """
    axes = """
    format = "linkwise-screws 1"
    name = "arm"
    [base]
    xyz = [0.0, 0.0, 0.2]
    [[link]]
    screw = [0, 0, 1, 0, 0, 0]
    xyz = [0.0, 0.0, 0.1]
    mass = 2.0
    com = [0.1, 0.0, 0.0]
    inertia = [0.01, 0.0, 0.0, 0.02, 0.0, 0.02]
    [[link]]
    screw = [0, 1, 0, -0.1, 0, 0.3]
    xyz = [0.3, 0.0, 0.1]
    rpy = [-1.5707963267948966, 0.0, 0.0]
    mass = 1.0
    com = [0.2, 0.0, 0.0]
    inertia = [0.01, 0.0, 0.0, 0.02, 0.0, 0.02]
    """
    a, b = dh.read_text(table)[0], read_text(axes)[0]
    assert difference(a, b) < AGREEMENT
    assert b.bodies[1].joint.axis.components == (0.0, 0.0, 1.0)
    assert all(x in (0.0, 1.0, -1.0) for row in b.bodies[1].placement.R.rows for x in row)


def test_tool_and_names():
    S, M, G, _ = random_arm(3, n=2)
    tool = np.eye(4)
    tool[:3, 3] = 1.0, 2.0, 3.0
    model = from_screws(S, [*M, tool], G, name="two", joints=["a", "b"], links=["A", "B"])
    assert (model.name, model.joint_names, model.tip) == ("two", ("a", "b"), "tool")
    assert np.max(np.abs(InPinocchio(model).pose([0.0, 0.0], "tool") - tool)) < AGREEMENT
    rod = Inertia.at_com(1.0, Vec3(0.1, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.1, 0.0, 0.1))
    assert from_screws([[0, 0, 1, 0, 0, 0]], [np.eye(4)], [rod]).bodies[0].inertia.m == 1.0


ROW = """format = "linkwise-screws 1"
name = "arm"
[[link]]
type = "revolute"
screw = [0, 0, 1, 0, -0.5, 0]
home = [[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
mass = 1.0
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("screw = [0, 0, 1, 0, -0.5, 0]\n", "", "'screw' is missing"),
        (
            "[0, 0, 1, 0, -0.5, 0]",
            "[0, 0, 2, 0, -0.5, 0]",
            r"\|ω\| = 1 was expected, not 2 \(divide all six numbers by it",
        ),
        ("[0, 0, 1, 0, -0.5, 0]", "[0, 0, 0, 0, -1, 0]", r"\|ω\| = 1 was expected, not 0"),
        ("[0, 0, 1, 0, -0.5, 0]", "[0, 0, 1, 0, -0.5, 0.1]", r"pitch ω·v = 0.1 is not 0 \(helical"),
        ("[0, 0, 1, 0, -0.5, 0]", "[0, 0, 1, 0, -0.5]", "6 numbers were expected, not 5"),
        ('"revolute"', '"prismatic"', "ω = 0 was expected for a prismatic joint"),
        ('"revolute"\nscrew = [0, 0, 1, 0, -0.5, 0]', '"prismatic"\nscrew = [0, 0, 0, 0, 2, 0]', r"\|v\| = 1 was"),
        ('"revolute"', '"helical"', "one of revolute, continuous, prismatic"),
        ("[0, 0, 0, 1]]", "[0, 0, 0, 2]]", "the last row of a pose"),
        ("[[1, 0, 0, 0.5]", "[[-1, 0, 0, 0.5]", "must be a rotation"),
        ("[[1, 0, 0, 0.5]", "[[1.01, 0, 0, 0.5]", "must be a rotation"),
        ("[[1, 0, 0, 0.5]", "[[1e19, 0, 0, 0.5]", "must be a rotation"),
        ("[[1, 0, 0, 0.5]", "[[1, 0, 0.5]", "4 lists of 4 finite numbers"),
        ("[[1, 0, 0, 0.5]", "[[true, 0, 0, 0.5]", "4 lists of 4 finite numbers"),
        ("mass = 1.0", "mass = 1.0\nxyz = [0, 0, 1]", "xyz or rpy as well as home"),
        ("mass = 1.0", "mass = 1.0\nalpha = 0.1", "unknown key"),
        ("mass = 1.0", "mass = -1.0", "the mass -1 is negative"),
        ("linkwise-screws 1", "linkwise-dh 1", "the format 'linkwise-screws 1' was expected"),
    ],
)
def test_refused(old, new, said):
    read_text(ROW)
    assert old in ROW
    with pytest.raises(ReadError, match=said):
        read_text(ROW.replace(old, new))


def test_printed_digits_are_brought_to_unit_length_and_noted():
    s = round(math.sqrt(0.5), 7)
    model, report = read_text(ROW.replace("[0, 0, 1, 0, -0.5, 0]", f"[0, {s}, {s}, 0, 0, 0]"))
    a = model.bodies[0].joint.axis.components
    assert abs(math.hypot(*a) - 1.0) < ONE_ROUNDING
    assert len(report.of("converted")) == 1
    turned = f"[[{s}, -{s}, 0, 0.5], [{s}, {s}, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]"
    model, report = read_text(ROW.replace("[[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]", turned))
    R = np.array(model.bodies[0].placement.R.rows)
    assert np.max(np.abs(R @ R.T - np.eye(3))) < ONE_ROUNDING
    assert len(report.of("converted")) == 1


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"screws": [[0, 0, 1]]}, BadArray, r"shape \(n, 6\)"),
        ({"screws": [[0, 0, 1, 0, 0, math.nan]]}, BadArray, "NaN"),
        ({"screws": [["0", "0", "1", "0", "0", "0"]]}, BadArray, "type"),
        ({"screws": [[0, 0, 1j, 0, 0, 0]]}, BadArray, "type"),
        ({"screws": [[True] * 6]}, BadArray, "type"),
        ({"screws": None}, BadArray, "type"),
        ({"screws": [[0, 0, 1, 0, 0, 0], [1]]}, BadArray, "ragged"),
        ({"screws": [[0, 0, 2, 0, 0, 0]]}, InvalidModel, "divide"),
        ({"screws": [[0, 0, 1, 0, 0, 1]]}, InvalidModel, "helical"),
        ({"homes": [np.eye(3)]}, BadArray, r"shape \(n, 4, 4\)"),
        ({"homes": [np.ones((4, 4))]}, InvalidModel, "last row"),
        ({"homes": [np.eye(4), np.diag([1.0, 1.0, -1.0, 1.0])]}, InvalidModel, "tool"),
        ({"homes": [np.eye(4)] * 3}, BadArray, "3 homes"),
        ({"inertias": []}, BadArray, "0 inertias"),
        ({"inertias": [np.eye(5)]}, BadArray, r"shape \(6, 6\)"),
        ({"inertias": [np.diag([1, 1, 1, 1, 2, 3])]}, InvalidModel, "rigid body"),
        ({"inertias": [-np.eye(6)]}, InvalidModel, "m ≥ 0"),
        ({"inertias": [np.diag([-1.0, 1.0, 1.0, 1.0, 1.0, 1.0])]}, InvalidModel, "negative kinetic energy"),
        ({"inertias": [None]}, BadArray, "type"),
        ({"gravity": [0, 0]}, BadArray, "gravity"),
        ({"gravity": "down"}, BadArray, "gravity"),
        ({"parents": [0]}, InvalidModel, "parent 0"),
        ({"parents": []}, BadArray, "1 parents"),
        ({"parents": ["base"]}, BadArray, r"parents\[0\] is 'base'"),
        ({"parents": [-1.0]}, BadArray, "A whole number was expected"),
        ({"parents": [True]}, BadArray, "A whole number was expected"),
        ({"parents": "-"}, BadArray, "A list was expected"),
        ({"parents": 3}, BadArray, "A list was expected"),
        ({"joints": "j"}, BadArray, "A list was expected"),
        ({"links": 5}, BadArray, "A list was expected"),
        ({"links": [5]}, LinkwiseError, "5"),
        ({"inertias": None}, BadArray, "inertias is None"),
        ({"inertias": np.float64(3)}, BadArray, "A list was expected"),
        ({"inertias": [Inertia.of_parameters([1, 0, 0, 1, 0, 1, 0, 0, 0, -1])]}, InvalidModel, "mass -1"),
        ({"inertias": [Inertia.of_parameters([-1, 0, 0, 1, 0, 1, 0, 0, 0, 1])]}, InvalidModel, "moments -1, 1, 1"),
        ({"inertias": [Inertia.of_parameters([1, 2, 0, 1, 0, 1, 0, 0, 0, 0])]}, InvalidModel, "moments -1, 1, 3"),
        ({"inertias": [Inertia.of_parameters([1, 0, 0, 1, 0, 1, 1, 0, 0, 0])]}, InvalidModel, "first moment"),
        ({"inertias": [Inertia.of_parameters([0.1, 0, 0, 0.1, 0, 0.1, 1, 0, 0, 1])]}, InvalidModel, "-0.9"),
        ({"inertias": [Inertia.of_parameters([math.nan, 0, 0, 1, 0, 1, 0, 0, 0, 1])]}, InvalidModel, "not finite"),
        ({"joints": ["a", "b"]}, BadArray, "1 parents, joints and links"),
    ],
)
def test_arrays_refused(change, error, said):
    good = {"screws": [[0, 0, 1, 0, 0, 0]], "homes": [np.eye(4)], "inertias": [np.eye(6)]}
    from_screws(**good)
    with pytest.raises(error, match=said) as caught:
        from_screws(**{**good, **change})
    assert caught.value.expected and (caught.value.hint or error is LinkwiseError)


def test_inertias_with_letters_are_let_pass():
    sympy = pytest.importorskip("sympy", reason="sympy is not installed")
    m = sympy.Symbol("m")
    letters = Inertia.of_parameters([1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, m])
    assert from_screws([[0, 0, 1, 0, 0, 0]], [np.eye(4)], [letters]).bodies[0].inertia.m == m


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_mutations_never_escape(data):
    raw = bytearray(ROW.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        new = data.draw(st.one_of(st.binary(max_size=4), st.sampled_from([b"[", b"1e308", b"-", b"true", b"9e307"])))
        raw[at : at + data.draw(st.integers(0, 6))] = new
    try:
        read_text(bytes(raw))
    except LinkwiseError as error:
        assert str(error)
