"""Chapter 7 of Balafoutis & Patel (1991): the linearized model δτ = D δq̈ + V δq̇ + P δq of every formulation.

Held to differences of inverse dynamics in 50 digits; to the properties of §7.3.1; the vectors of Algorithm 7.1 to their
definitions (7.3.11)–(7.3.17); and each misprint put back must fail.                                 [balafoutis1991]
"""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from mpmath import mp

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Vec3, listening
from linkwise.errors import NotForThisRobot
from linkwise.formulations import formulations_for
from linkwise.formulations.linearized import balafoutis_patel_71, murray_neuman
from linkwise.formulations.newton_euler import iterative_notes
from linkwise.model import Body, Model, Revolute
from linkwise.model.dh import DHRow
from linkwise.program import count, trace
from tests.books.test_errata import as_printed
from tests.books.tumbling_arm import DIGITS, Arm, tilde
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, CANCELLATION, PLAINLY_WRONG

DERIVATIVES = "inverse_dynamics_derivatives"
ROBOTS = {
    "puma560": linkwise.load("puma560").tree,
    "panda": linkwise.load("panda").tree,
    "stanford": linkwise.load("stanford").tree,
    "revolute tree": Robot(random_model(65)).tree,
    "mixed tree": Robot(random_model(71)).tree,
}
REVOLUTE = [name for name, tree in ROBOTS.items() if not any(body.joint.slides for body in tree.bodies)]


def state_of(tree, seed=21):
    return [part[0].tolist() for part in states(len(tree.bodies), 1, seed)]


def slopes(tree, state):
    """∂τ/∂q, ∂τ/∂q̇, ∂τ/∂q̈ by central differences of another formulation's τ, in 50 digits."""
    with mp.workdps(50):
        h, parts = mp.mpf(10) ** -15, []
        for which in range(3):
            columns = []
            for k in range(len(tree.bodies)):
                ends = []
                for side in (h, -h):
                    moved = [[mp.mpf(x) for x in part] for part in state]
                    moved[which][k] += side
                    ends.append(iterative_notes.inverse_dynamics(tree, *moved))
                columns.append([float((a - b) / (2 * h)) for a, b in zip(*ends, strict=True)])
            parts.append(np.array(columns).T)
    return parts


def close(found, true, limit=AGREEMENT):
    return np.abs(np.array(found) - true).max() <= limit * np.abs(true).max()


def test_robots_are_what_they_are_called():
    assert [name for name, tree in ROBOTS.items() if not tree.serial] == ["revolute tree", "mixed tree"]
    assert REVOLUTE == ["puma560", "panda", "revolute tree"]


@pytest.mark.parametrize("name", ROBOTS)
def test_matrices_are_slopes(name):
    tree = ROBOTS[name]
    state = state_of(tree)
    true = slopes(tree, state)
    found = formulations_for(DERIVATIVES, tree)
    assert ("linearized.balafoutis_patel_71" in found) == (name in REVOLUTE)
    for formulation, by in found.items():
        for part, matrix in zip(by(tree, *state), true, strict=True):
            assert close(part, matrix), formulation


def test_sliding_joints_are_refused():
    """ "E2-25": the "minor modifications" for them are not printed, and without them the matrices would be wrong."""
    tree = ROBOTS["stanford"]
    for formulation in ("balafoutis_patel_71", "balafoutis_patel_73"):
        assert f"linearized.{formulation}" not in formulations_for(DERIVATIVES, tree)
    with pytest.raises(NotForThisRobot, match="slides"):
        balafoutis_patel_71.inverse_dynamics_derivatives(tree, *state_of(tree))


@pytest.mark.parametrize("name", ROBOTS)
def test_perturbation_along_one_direction(name):
    """(7.2.1): δτ of a perturbation, without the matrices."""
    tree = ROBOTS[name]
    state, δ = state_of(tree), [np.array(part) for part in state_of(tree, seed=22)]
    P, V, D = slopes(tree, state)
    found = murray_neuman.linearized_forces(tree, *state, *(part.tolist() for part in δ))
    assert close(found, P @ δ[0] + V @ δ[1] + D @ δ[2])


def chain(n):
    rng = np.random.default_rng(7)
    bodies = []
    for j in range(n):
        name, on = f"link{j}", f"link{j - 1}" if j else "base"
        T = DHRow(j - 1, alpha=float(rng.uniform(0.2, 1.2)), d=0.3, r=0.2).constant.tagged(on, name)
        ten = rng.uniform(0.5, 2.0, 10).tolist()
        bodies.append(Body(name, j - 1, T, Revolute(f"joint{j}"), Inertia.of_parameters(ten, name)))
    return Model("chain", tuple(bodies))


def test_one_perturbation_takes_steps_in_proportion_to_the_links():
    inputs = ("q", "qd", "qdd", "dq", "dqd", "dqdd")
    costs = []
    for n in (4, 6, 8):
        tree = chain(n)
        found = count(trace(partial(murray_neuman.linearized_forces, tree), dict.fromkeys(inputs, n)))
        costs.append(np.array([found.multiplications, found.additions]))
    assert (costs[2] - costs[1] == costs[1] - costs[0]).all() and (costs[1] > costs[0]).all()


# ---- §7.3.1: what the elements say ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
def test_properties(name):
    tree = ROBOTS[name]
    for formulation, by in formulations_for(DERIVATIVES, tree).items():
        _, V, D = (np.array(part) for part in by(tree, *state_of(tree)))
        assert np.abs(D - D.T).max() <= CANCELLATION * np.abs(D).max(), formulation
        assert np.linalg.eigvalsh(D).min() > 0.0
        tips = [i for i in range(len(tree.bodies)) if not tree.children[i]]
        assert np.abs(V[tips, tips]).max() <= CANCELLATION * np.abs(V).max(), formulation  # (7.3.5)
        inner = [i for i in range(len(tree.bodies)) if i not in tips]
        assert np.abs(V[inner, inner]).max() > 1e-3


@pytest.mark.parametrize("gravity", [Vec3(0.0, 0.0, -9.81), Vec3(3.0, 0.0, -9.0)], ids=["along z_1", "aslant"])
def test_first_column_of_P(gravity):
    """(7.3.9), (7.3.10): turning the first joint about the direction of gravity changes no force."""
    tree = replace(ROBOTS["puma560"], gravity=gravity)
    for by in formulations_for(DERIVATIVES, tree).values():
        P = np.array(by(tree, *state_of(tree))[0])
        nothing = np.abs(P[:, 0]).max() <= CANCELLATION * np.abs(P).max()
        assert nothing == (gravity.x == 0.0)


@pytest.fixture(scope="module")
def puma():
    """The letters of Appendix C by differences, and what Algorithm 7.1 notes of its own, at one state."""
    tree = replace(ROBOTS["puma560"], gravity=Vec3(3.0, 1.0, -9.0))
    state, noted = state_of(tree), {}
    with listening(lambda x, label: noted.setdefault(label, x)):
        P, V, D = balafoutis_patel_71.inverse_dynamics_derivatives(tree, *state)
    with mp.workdps(DIGITS):
        arm = Arm(tree, *([mp.mpf(x) for x in part] for part in state))
        yield arm, noted, np.array(P), np.array(V), np.array(D)


def test_first_columns(puma):
    """(7.3.7), (7.3.8): ż_1 = z̈_1 = 0, which leaves one term of (7.3.3) and (7.3.4a) in the first columns."""
    a, _, P, V, _ = puma
    assert max(abs(x) for i in range(a.n) for x in (*a.zd(0, i), *a.zdd(0, i))) < AGREEMENT
    for i in range(a.n):
        v = -2 * (a.z(i, i).T * (a.L(i, i) + tilde(a.U(i, i)) * tilde(a.sd(0, i, i))) * a.z(0, i))[0]
        p = (a.z(i, i).T * tilde(a.U(i, i)) * tilde(a.sdd0(0, i)) * a.z(0, i))[0]
        assert abs(V[i, 0] - v) <= AGREEMENT * np.abs(V).max()
        assert abs(P[i, 0] - p) <= AGREEMENT * np.abs(P).max()


VECTORS = {  # j ≤ i, seen from j
    "f": lambda a, j, i: tilde(a.z(i, j)) * a.U(i, j),  # before (7.3.11c)
    "f̂": lambda a, j, i: tilde(a.U(i, j)) * a.zd(i, j) + tilde(a.Ud(i, j)) * a.z(i, j),  # (7.3.13b)
    "f̄": lambda a, j, i: (
        tilde(a.U(i, j)) * a.zdd(i, j) + 2 * tilde(a.Ud(i, j)) * a.zd(i, j) + tilde(a.Udd(i, j)) * a.z(i, j)
    ),  # (7.3.14b)
    "B": lambda a, j, i: ((a.E(i, j) - tilde(a.U(i, j)) * tilde(a.s(j, i, j))).T) * a.z(i, j),  # (7.3.11a)
    "C": lambda a, j, i: ((a.L(i, j) + tilde(a.U(i, j)) * tilde(a.sd(j, i, j))).T) * a.z(i, j),  # (7.3.12a)
    "H": lambda a, j, i: outer(a, j, i) * a.zd(i, j) - outer_rate(a, j, i) * a.z(i, j),  # (7.3.13a)
    "G": lambda a, j, i: (
        outer(a, j, i) * a.zdd(i, j)
        - 2 * outer_rate(a, j, i) * a.zd(i, j)
        + (tilde(a.U(i, j)) * tilde(a.sdd0(i, j)) - tilde(a.s(j, i, j)) * tilde(a.Udd(i, j)) - tilde(a.η(i, j)))
        * a.z(i, j)
    ),  # (7.3.14a)
}


def outer(a, j, i):
    return a.E(i, j) - tilde(a.s(j, i, j)) * tilde(a.U(i, j))


def outer_rate(a, j, i):
    return a.L(i, j) + tilde(a.s(j, i, j)) * tilde(a.Ud(i, j))


@pytest.mark.parametrize("letter", VECTORS)
def test_recursive_vectors_are_what_they_stand_for(puma, letter):
    a, noted, *_ = puma
    for i in range(a.n):
        for j in range(i + 1):
            label = f"{letter}{i + 1}" if i == j else f"{letter}{j + 1}_{i + 1}"
            found, true = [noted[label + x] for x in "xyz"], VECTORS[letter](a, j, i)
            assert max(abs(x - y) for x, y in zip(found, true, strict=True)) <= AGREEMENT * 100, label


def test_elements_by_the_vectors(puma):
    """(7.3.15)–(7.3.17)."""
    a, _, P, V, D = puma
    for i in range(a.n):
        for j in range(i + 1):
            B, C, f = (VECTORS[letter](a, j, i).T for letter in "BCf")
            d, ω, Ω = B * a.z(j, j), a.ω(j, j), a.Ω(j, j)
            v = 2 * (B * ω - C) * a.z(j, j)
            p = (B * Ω - 2 * C * ω + f * tilde(a.sdd0(j, j))) * a.z(j, j)
            for matrix, x in ((D, d), (V, v), (P, p)):
                assert abs(matrix[i, j] - x[0]) <= AGREEMENT * np.abs(matrix).max()


def test_transformation_between_the_links(puma):
    """ "E2-19": (7.3.2) for j > i needs ⁱW_j, not W_j."""
    a, _, _, _, D = puma
    i, j = 1, 2
    within = (a.E(j, j) - tilde(a.s(i, j, j)) * tilde(a.U(j, j))) * a.z(j, j)
    relative, printed = (a.z(i, i).T * W * within for W in (a.W[i].T * a.W[j], a.W[j]))
    assert abs(relative[0] - D[i, j]) < AGREEMENT
    assert abs(printed[0] - D[i, j]) > 1e-3


# ---- The misprints, each put back ------------------------------------------------------------------------------------

MISPRINTS = [
    ("E2-20", "balafoutis_patel_71", "outer(AUd, s) + outer(sd[i], AU)", "outer(AU, s) + outer(s, AU)"),
    ("E2-20", "balafoutis_patel_73", "(s̃.after(Ũd) + Ũ.after(s̃d))", "(s̃.after(Ũ) + Ũ.after(s̃))"),
    ("E2-21", "balafoutis_patel_71", "f.cross(sd[k])", "f.cross(s)"),
    ("E2-21", "balafoutis_patel_73", "L[i] + s̃.after(Ũd)", "L[i] + s̃.after(Ũ)"),
    ("E2-22", "balafoutis_patel_71", "+ Ud[i].cross(z[i])", "+ U[i].cross(z[i])"),
    ("E2-23", "balafoutis_patel_71", "Udd[i].cross(z[i])", "U[i].cross(z[i])"),
    ("E2-23", "balafoutis_patel_71", "_twice(Ud[i].cross(zd))", "_twice(U[i].cross(zd))"),
    ("E2-24", "balafoutis_patel_73", "Ũ.after(tilde(sdd[i]))", "Ũ.after(tilde(o[i]))"),
    ("E2-24", "balafoutis_patel_73", "Ũ @ sdd[j].cross(z[j])", "Ũ @ o[j].cross(z[j])"),
    ("E2-24", "balafoutis_patel_73", "s̃.after(tilde(Udd[i]))", "s̃.after(Ũ)"),
]


@pytest.mark.parametrize(("entry", "formulation", "right", "printed"), MISPRINTS)
def test_printed_form_fails(entry, formulation, right, printed):
    tree = ROBOTS["puma560"]
    state = state_of(tree)
    true = slopes(tree, state)
    wrong = as_printed(f"linearized.{formulation}", right, printed).inverse_dynamics_derivatives(tree, *state)
    assert not all(close(part, matrix, PLAINLY_WRONG) for part, matrix in zip(wrong, true, strict=True))
