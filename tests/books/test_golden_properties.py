"""Examples and laws of the sources that no formulation alone states: velocities, wrenches in the joints, springs.

Khalil & Dombre (2002), Chapter 9: [9.35], [9.105], [9.123], §9.3.3.3, Example 9.4. Lynch & Park (2017), §9.1.1.
Balafoutis & Patel (1991), §3.2.                                            [khalil2002] [lynch2017] [balafoutis1991]
"""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise.algebra import (
    NO_FORCE,
    NO_MOTION,
    ZERO,
    Inertia,
    Mat6,
    Motion,
    Rotation,
    Sym3,
    Transform,
    Vec3,
    listening,
    outer,
)
from linkwise.formulations import formulations_for
from linkwise.formulations.articulated import khalil_dombre as articulated
from linkwise.formulations.kinematics import orin_schrader
from linkwise.formulations.regressor import khalil_dombre as linear
from linkwise.model import BASE, Frame
from linkwise.model.rewrite import without_rotors
from linkwise.program import count, trace
from tests.books.test_closed_forms import L1, L2, TWO_ROD_LETTERS, TWO_RODS, Formulas, agree, cos, sin
from tests.books.test_closed_forms import q as θ
from tests.books.test_errata import MIXED
from tests.books.test_errata_khalil_dombre import peer
from tests.books.test_golden_values import rx90
from tests.robots import states
from tests.tolerances import AGREEMENT, ROUNDING

# ---- Balafoutis & Patel §3.2: the example of a tensor ---------------------------------------------------------------


def test_dyads():
    """(3.2.3) u ⊗ v (r) = u (v · r) is linear in r, (3.2.4); and v · T = Tᵀ · v, (3.2.24)."""
    u, v, r, s = (Vec3(*x) for x in np.random.default_rng(0).integers(-99, 99, (4, 3)).tolist())
    T = outer(u, v)
    assert T @ r == u * v.dot(r) and T @ s == u * v.dot(s)
    assert T @ (r * 3 + s * -7) == (T @ r) * 3 + (T @ s) * -7
    columns = [Vec3(*column) for column in zip(*T.rows, strict=True)]
    assert (T.T @ r).components == tuple(r.dot(column) for column in columns) != (T @ r).components


# ---- Lynch & Park §9.1.1: the masses of the planar 2R ---------------------------------------------------------------


def test_positions_and_velocities_of_the_planar_2r():
    """(x_1, y_1), (x_2, y_2) and their rates, as printed before (9.7)."""
    θ1, θ12 = θ[0], θ[0] + θ[1]
    x1, y1, x2, y2 = L1 * cos(θ1), L1 * sin(θ1), L2 * cos(θ12), L2 * sin(θ12)
    printed = [((x1, y1), [[-y1, 0], [x1, 0]]), ((x1 + x2, y1 + y2), [[-y1 - y2, -y2], [x1 + x2, x2]])]
    for k, (L, (place, rates)) in enumerate(zip((L1, L2), printed, strict=True)):
        at = Transform(Rotation.identity(), Vec3(L, 0.0, 0.0)).tagged(f"link{k + 1}", "mass")
        mass = Frame("mass", k, at)
        formulas = Formulas(TWO_ROD_LETTERS)
        agree(formulas, orin_schrader.forward_kinematics(TWO_RODS, θ[:2], mass).p.components, (*place, 0))
        for by in formulations_for("jacobian", TWO_RODS).values():
            agree(formulas, by(TWO_RODS, θ[:2], mass)[3:], [*rates, [0, 0]])


# ---- Khalil & Dombre, Example 9.4: angular velocities of the RX-90 --------------------------------------------------

INTERMEDIATE = [
    "WI12 = S2*QP1",
    "WI22 = C2*QP1",
    "WI13 = C3*WI12 + S3*WI22",
    "WI23 = -S3*WI12 + C3*WI22",
    "W33 = QP2 + QP3",
    "WI14 = C4*WI13 - S4*W33",
    "WI24 = -S4*WI13 - C4*W33",
    "W34 = WI23 + QP4",
    "WI15 = C5*WI14 + S5*W34",
    "WI25 = -S5*WI14 + C5*W34",
    "W35 = -WI24 + QP5",
    "WI16 = C6*WI15 - S6*W35",
    "WI26 = -S6*WI15 - C6*W35",
    "W36 = WI25 + QP6",
]
"""The list, with WI13 instead of WI12 in WI24: ERRATA E4-5."""

OMEGA = ["0 0 QP1", "WI12 WI22 QP2", "WI13 WI23 W33", "WI14 WI24 W34", "WI15 WI25 W35", "WI16 WI26 W36"]


def angular_velocities(q, qd):
    """ʲω_j as the recursion computes them on its way."""
    heard = {}
    with listening(lambda x, name: heard.setdefault(name, x)):
        linear.regressor(rx90({}), q, qd, [0.0] * 6)
    return [[heard[f"ω{j}{axis}"] for axis in "xyz"] for j in range(1, 7)]


@pytest.mark.parametrize(("in_WI24", "wrong"), [("WI13", []), ("WI12", [4, 5, 6])], ids=["right", "as printed"])
def test_intermediate_variables(in_WI24, wrong):
    for q, qd, _ in zip(*states(6, 5, seed=10), strict=True):
        values = {"0": 0.0} | {f"QP{j}": x for j, x in enumerate(qd, 1)}
        values |= {f"{f}{j}": x for f, e in (("S", np.sin(q)), ("C", np.cos(q))) for j, x in enumerate(e, 1) if j > 1}
        for line in INTERMEDIATE:
            name, right = line.split(" = ")
            values[name] = eval(right.replace("WI13", in_WI24) if name == "WI24" else right, {}, values)
        ω = [[values[name] for name in row.split()] for row in OMEGA]
        off = np.abs(np.subtract(angular_velocities(q.tolist(), qd.tolist()), ω)).max(axis=1)
        assert [j for j, x in enumerate(off, 1) if x > ROUNDING] == wrong


def test_customised_model_is_the_list():
    """Traced, the recursion takes the operations of the list, and S1 and C1 "can be eliminated"."""
    program = trace(angular_velocities, {"q": 6, "qd": 6})
    found, listed = count(program), Counter(re.findall(r"[*]|(?<= )[+-](?= )", " ".join(INTERMEDIATE)))
    negations = sum(step.op == "neg" for step in program.steps)
    assert found.multiplications == listed["*"] == 18
    assert found.additions - negations == listed["+"] + listed["-"] == 12
    assert found.sincos == 5 and not program.uses[0]


# ---- Khalil & Dombre §9.3.3.3: what the elements depend on ----------------------------------------------------------


@pytest.mark.parametrize("name", ["rx90", "stanford"])
def test_what_the_elements_depend_on(name):
    """c) A_ij on q_{k+1}, …, q_n, k = min(i, j), and on links r, …, n, r = max(i, j). d) Γ_i on links i, …, n."""
    tree = without_rotors(linkwise.load(name).tree)
    (q,), (qd,), (qdd,) = (x.tolist() for x in states(6, 1, seed=12))
    smaller, larger = np.minimum(*np.indices((6, 6))), np.maximum(*np.indices((6, 6)))
    for k, body in enumerate(tree.bodies):
        ball = Inertia.at_com(3.0, Vec3(0.1, -0.2, 0.3, body.name), Sym3(0.1, 0.0, 0.0, 0.1, 0.0, 0.1, body.name))
        heavier = replace(body, inertia=body.inertia + ball)
        other = replace(tree, bodies=(*tree.bodies[:k], heavier, *tree.bodies[k + 1 :]))
        turned = [x + 0.7 * (j == k) for j, x in enumerate(q)]
        for by in formulations_for("mass_matrix", tree).values():
            A, A_turned, A_heavier = (np.array(by(*given)) for given in ((tree, q), (tree, turned), (other, q)))
            small = AGREEMENT * np.abs(A).max()
            assert (np.abs(A_turned - A)[smaller >= k] < small).all()
            assert (np.abs(A_heavier - A)[larger > k] < small).all() and abs(A_heavier - A)[k, k] > 1e-3
            assert k in (0, 5) or np.abs(A_turned - A).max() > 1e-3  # q_1 never shows; the last link may be round
    Y = np.array(linear.regressor(tree, q, qd, qdd)).reshape(6, 6, 10)
    assert not any(Y[i, j].any() for i in range(6) for j in range(i)) and all(Y[i, i].any() for i in range(6))


# ---- Khalil & Dombre [9.105], [9.123]: the wrenches in the joints ---------------------------------------------------


def released(model, q, qd, τ):
    """q̈ by [9.116]–[9.124], and with it the wrench ʲf_j that link j − 1 exerts on link j, [9.123]."""
    T = [body.pose(x) for body, x in zip(model.bodies, q, strict=True)]
    n, ω = len(T), [ZERO] * (len(T) + 1)
    J, γ, β = [Mat6.of(body.inertia) for body in model.bodies], [NO_MOTION] * n, [NO_FORCE] * n
    for j, body in enumerate(model.bodies):
        ω[j], γ[j], β[j] = articulated.outward(body, T[j], ω[body.parent], qd[j])
    Ja, over_H, drive, α, K = ([None] * n for _ in range(5))
    for j, body in reversed(list(enumerate(model.bodies))):
        Ja[j], H = articulated.felt(body, J[j])
        over_H[j], drive[j] = 1.0 / H, τ[j] + body.S.dot(β[j])
        α[j], K[j] = articulated.inward(J[j], Ja[j], over_H[j], drive[j], γ[j], β[j])
        if body.parent != BASE:
            β[body.parent] = β[body.parent] - α[j].to_parent(T[j])
            J[body.parent] = J[body.parent] + K[j].to_parent(T[j])
    Vd, qdd, f = [*[NO_MOTION] * n, Motion(ZERO, -model.gravity)], [0.0] * n, [NO_FORCE] * n
    for j, body in enumerate(model.bodies):
        before = Vd[body.parent].to_child(T[j])
        f[j] = K[j] @ before + α[j]
        qdd[j], Vd[j] = articulated.accelerated(body, before + γ[j], Ja[j], over_H[j], drive[j])
    return qdd, f


ROBOTS = [linkwise.load("rx90").tree, linkwise.load("stanford").tree, MIXED]


@pytest.mark.parametrize("model", ROBOTS, ids=lambda model: model.name)
def test_wrenches_in_the_joints(model):
    """a_jᵀ f_j = τ_j − Ia_j q̈_j, [9.105]; the whole wrench is Pinocchio's."""
    q, qd, τ = (x[0] for x in states(len(model.bodies), 1, seed=13))
    qdd, f = released(model, q.tolist(), qd.tolist(), τ.tolist())
    other = peer(model)
    other.inverse_dynamics(q, qd, other.forward_dynamics(q, qd, τ))
    true = [np.hstack([other.data.f[joint.id].angular, other.data.f[joint.id].linear]) for joint in other.joints]
    size = np.abs(true).max()
    np.testing.assert_allclose([[*x.n.components, *x.f.components] for x in f], true, rtol=0, atol=AGREEMENT * size)
    a_f = np.array([body.S.dot(wrench) for body, wrench in zip(model.bodies, f, strict=True)])
    rotors = np.array([body.joint.rotor.reflected for body in model.bodies]) * qdd
    np.testing.assert_allclose(a_f, τ - rotors, rtol=0, atol=AGREEMENT * size)
    assert np.abs(rotors).max() > 1e-3 * size  # they matter


# ---- Khalil & Dombre [9.34], [9.35]: joints that are springs --------------------------------------------------------


ENERGY = 1e-10
"""What steps of relative error 1e-12 may leave over some dozens of them."""


def driven(model, k, Ia, Fv, Γ, pull=-1.0):
    """q, q_M, their rates and the work done on the rotors, over 0.2 s from rest off balance: [9.35a], [9.35b]."""
    n = len(model.bodies)

    def rates(t, y):
        q, q_M, qd, qd_M = np.split(y[:-1], 4)
        spring = k @ (q - q_M)
        qdd = articulated.forward_dynamics(model, q.tolist(), qd.tolist(), (-spring).tolist())
        forces = Γ * np.cos(9.0 * t) - Fv * qd_M
        return np.concatenate([qd, qd_M, qdd, (forces - pull * spring) / Ia, [qd_M @ forces]])

    start = np.concatenate([np.linspace(0.2, 0.9, n), np.linspace(0.5, -0.3, n), np.zeros(2 * n + 1)])
    return solve_ivp(rates, (0.0, 0.2), start, "DOP853", np.linspace(0.0, 0.2, 6), rtol=1e-12, atol=1e-12).y


def gained(model, k, Ia, path):
    """What energy, with [9.34], gained beyond the work, relative to the most the springs held; Pinocchio's links."""
    q, q_M, qd, qd_M = np.split(path[:-1], 4)
    other = peer(model)
    links = np.array([sum(other.energies(*x)) for x in zip(q.T, qd.T, strict=True)])
    springs = 0.5 * np.einsum("it,ij,jt->t", q - q_M, k, q - q_M)
    E = links + 0.5 * Ia @ qd_M**2 + springs
    return np.abs(E - E[0] - path[-1]).max() / springs.max()


@pytest.mark.parametrize("name", ["planar2r", "scara"])
def test_energy_of_elastic_joints(name):
    """Free it stays; driven, and with viscous friction, it grows by the work; with one spring turned it drifts."""
    model = without_rotors(linkwise.load(name).tree)
    n = len(model.bodies)
    felt = np.diag(peer(model).mass_matrix(np.linspace(0.2, 0.9, n)))  # so that all joints swing at some rad/s
    k, Ia = 60.0 * (np.diag(felt) + 0.1 * np.sqrt(np.outer(felt, felt))), felt * np.linspace(0.5, 1.5, n)
    assert gained(model, k, Ia, driven(model, k, Ia, 0.0, 0.0)) < ENERGY
    path = driven(model, k, Ia, 2.0 * felt, 20.0 * felt)
    assert gained(model, k, Ia, path) < ENERGY and np.abs(path[-1]).max() > 0.1
    assert gained(model, k, Ia, driven(model, k, Ia, 0.0, 0.0, pull=1.0)) > 0.1
