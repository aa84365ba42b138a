"""What the sources say of their own Newton–Euler variants: transitions, screws, stacked matrices, augmented links.

That all variants give the same forces is swept elsewhere; here are the properties each page states.
"""

import inspect
from dataclasses import replace
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest
from scipy.linalg import expm

import linkwise
from linkwise import Robot
from linkwise.algebra import Force, Inertia, Motion, Sym3, Transform, Vec3, euler_tensor
from linkwise.formulations.composite import featherstone
from linkwise.formulations.kinematics import orin_schrader
from linkwise.formulations.newton_euler import (
    balafoutis_patel_57,
    khalil_dombre,
    lynch_park_closed,
    rodriguez,
)
from linkwise.formulations.product_of_exponentials import displacements, links
from linkwise.formulations.projection import lynch_park as jacobian_sum
from linkwise.formulations.stacked_twists import stacked, times, transposed_times
from linkwise.model import Frame, Model
from tests.books.test_errata import MIXED
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, ROUNDING

TREE = next(m for m in (Robot(random_model(seed)).tree for seed in range(200)) if not m.serial and len(m.bodies) > 5)
ROBOTS = pytest.mark.parametrize(
    "model", [MIXED, TREE, Robot(linkwise.load("stanford").model).tree], ids=lambda m: m.name
)


def state(model: Model, seed: int = 3) -> list[list[float]]:
    return [x[0].tolist() for x in states(len(model.bodies), 1, seed)]


def six(x: Motion | Force) -> np.ndarray:
    a, b = (x.ω, x.v) if isinstance(x, Motion) else (x.n, x.f)
    return np.array([*a.components, *b.components])


def skew(w: np.ndarray) -> np.ndarray:
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def adjoint(T: np.ndarray) -> np.ndarray:
    """[Ad_T] of a 4×4 matrix, angular part first."""
    R, p = T[:3, :3], T[:3, 3]
    return np.block([[R, np.zeros((3, 3))], [skew(p) @ R, R]])


def ad(V: np.ndarray) -> np.ndarray:
    """[ad_V], (9.30)."""
    return np.block([[skew(V[:3]), np.zeros((3, 3))], [skew(V[3:]), skew(V[:3])]])


def matrix(T: Transform) -> np.ndarray:
    return np.array(T.matrix, float)


def at_com(model: Model, q: list[float]) -> list[np.ndarray]:
    """T_0i of every link's frame at its centre of mass, by the other route."""
    every = zip(orin_schrader.poses_in_base(model, q), links(model), strict=True)
    return [matrix(T) @ matrix(link.C) for T, link in every]


# ---- Balafoutis & Patel (5.2.32), (5.2.33) --------------------------------------------------------------------------


def test_transition_is_one():
    """Φ̂(i,j) = Φ̂(i,k) Φ̂(k,j), Φ̂(i,i) = 1, Φ̂⁻¹(i,j) = Φ̂(j,i)."""
    q = state(MIXED)[0]
    o = [np.array(T.p.components) for T in orin_schrader.poses_in_base(MIXED, q)]
    unit = np.eye(6).tolist()

    def Φ(i, j):
        step = rodriguez.Transition(Vec3(*(o[j] - o[i]).tolist()))
        on_forces = np.column_stack([six(step.on_force(Force.of_numbers(e))) for e in unit])
        motions = [Motion(Vec3(*e[:3]), Vec3(*e[3:])) for e in unit]
        on_motions = np.column_stack([six(step.transposed_on_motion(m)) for m in motions])
        assert (on_forces == on_motions.T).all()
        assert (on_forces == np.block([[np.eye(3), skew(o[j] - o[i])], [np.zeros((3, 3)), np.eye(3)]])).all()
        return on_forces

    for i, j, k in [(0, 2, 1), (3, 1, 2), (1, 0, 3)]:
        np.testing.assert_allclose(Φ(i, k) @ Φ(k, j), Φ(i, j), rtol=0, atol=ROUNDING)  # (5.2.33a)
        np.testing.assert_allclose(np.linalg.inv(Φ(i, j)), Φ(j, i), rtol=0, atol=ROUNDING)  # (5.2.33c)
    assert (Φ(2, 2) == np.eye(6)).all()  # (5.2.33b)


# ---- Balafoutis & Patel, augmented links ----------------------------------------------------------------------------


def test_augmented_links_of_a_revolute_arm_are_rigid():
    """Definition 5.1: a link and m̄ as a point at the next joint. By (5.3.10), u_i + A U_{i+1} = U_i at any q."""
    arm = linkwise.load("panda").tree
    m̄, u, K̂ = balafoutis_patel_57.prepare(arm)
    T = [body.pose(qi) for body, qi in zip(arm.bodies, state(arm)[0], strict=True)]
    beyond = [body.inertia for body in arm.bodies]
    for i in reversed(range(len(T))):
        if i + 1 < len(T):
            beyond[i] = beyond[i] + beyond[i + 1].to_parent(T[i + 1])
    for i, body in enumerate(arm.bodies):
        whole = u[i] + T[i + 1].R @ beyond[i + 1].h if i + 1 < len(T) else u[i]
        np.testing.assert_allclose(whole.components, beyond[i].h.components, rtol=0, atol=ROUNDING * m̄[0])
        assert m̄[i] == pytest.approx(beyond[i].m, rel=ROUNDING)
        point = arm.bodies[i + 1].placement.p if i + 1 < len(T) else Vec3(0.0, 0.0, 0.0, body.name)
        ball = Inertia.at_com(m̄[i] - body.inertia.m, point, Inertia.none(body.name).I)
        K = euler_tensor((body.inertia + ball).I).components
        np.testing.assert_allclose(K̂[i].components, K, rtol=0, atol=ROUNDING * m̄[0])


@ROBOTS
def test_what_was_prepared_is_used(model):
    """The recursion takes masses from nowhere else: prepared on a heavier robot, it gives that robot's forces."""
    hand = model.bodies[-1]
    load = Inertia.at_com(2.0, Vec3(0.1, -0.2, 0.3, hand.name), Sym3(0.1, 0.0, 0.0, 0.1, 0.0, 0.1, hand.name))
    heavier = replace(model, bodies=(*model.bodies[:-1], replace(hand, inertia=hand.inertia + load)))
    prepared = balafoutis_patel_57.prepare(heavier)
    τ = np.array(balafoutis_patel_57.inverse_dynamics(model, *state(model), prepared=prepared))
    right, light = (np.array(khalil_dombre.inverse_dynamics(m, *state(model))) for m in (heavier, model))
    assert np.abs(τ - right).max() < AGREEMENT * np.abs(right).max() < np.abs(light - right).max()


# ---- Lynch & Park §9.3: screws and exponentials ---------------------------------------------------------------------


@ROBOTS
def test_product_of_exponentials(model):
    """(9.36), (9.37): T_0i = e^{[S_1]θ_1} … e^{[S_i]θ_i} M_i; (9.40): A_i = Ad_{M_i⁻¹}(S_i).

    "E1-6": with M_{i−1} it is the axis seen from another frame.
    """
    q, nothing = state(model)[0], [0.0] * len(model.bodies)
    M, there, every = at_com(model, nothing), at_com(model, q), links(model)
    S = []
    for body, T in zip(model.bodies, orin_schrader.poses_in_base(model, nothing), strict=True):
        z, o = matrix(T)[:3, :3] @ np.array(body.joint.axis.components), np.array(T.p.components)
        S.append(np.array([0.0, 0.0, 0.0, *z]) if body.joint.slides else np.array([*z, *np.cross(o, z)]))
    for i in range(len(S)):
        product = M[i]
        for j in model.ancestors(i):
            se3 = np.zeros((4, 4))
            se3[:3, :3], se3[:3, 3] = skew(S[j][:3]), S[j][3:]
            product = expm(se3 * q[j]) @ product
        np.testing.assert_allclose(product, there[i], rtol=0, atol=ROUNDING * 10)
        A = adjoint(np.linalg.inv(M[i])) @ S[i]
        np.testing.assert_allclose(six(every[i].A), A, rtol=0, atol=ROUNDING)
        if model.bodies[i].parent >= 0:
            printed = adjoint(np.linalg.inv(M[model.bodies[i].parent])) @ S[i]
            assert np.abs(printed - A).max() > 1e-3


@ROBOTS
def test_accelerations_are_the_rates_of_twists(model):
    """(9.55), its equivalent (9.58), and (9.78) against differences of V_i = J_ib θ̇ in time.

    "E1-7": with T_{i−1,i} in the bracket of (9.58), and "E1-8", "E1-9": with + before [ad], they are not the rates.
    """
    q, qd, qdd = state(model)
    every = links(model)
    Ad = [adjoint(np.linalg.inv(matrix(T))) for T in displacements(every, q)]
    A = [six(link.A) for link in every]

    def twists(t):
        moved = [a + b * t + 0.5 * c * t * t for a, b, c in zip(q, qd, qdd, strict=True)]
        rates = [b + c * t for b, c in zip(qd, qdd, strict=True)]
        return np.array([sum(six(J[j]) * rates[j] for j in J) for J, _ in jacobian_sum.body_jacobians(model, moved)])

    def accelerations(bracket):
        V, Vd = {-1: np.zeros(6)}, {-1: np.zeros(6)}
        for i, body in enumerate(model.bodies):
            V[i] = Ad[i] @ V[body.parent] + A[i] * qd[i]
            Vd[i] = Ad[i] @ Vd[body.parent] + ad(bracket(i, V[i], V[body.parent])) @ A[i] * qd[i] + A[i] * qdd[i]
        return np.array([Vd[i] for i in range(len(A))])

    h = 1e-5
    rate = (twists(h) - twists(-h)) / (2 * h)
    size = np.abs(rate).max()
    own = accelerations(lambda i, V, V_parent: V)  # (9.55)
    other = accelerations(lambda i, V, V_parent: Ad[i] @ V_parent)  # (9.58)
    printed = accelerations(lambda i, V, V_parent: np.linalg.inv(Ad[i]) @ V_parent)
    assert np.abs(own - rate).max() < CENTRAL_DIFFERENCES * size  # the differences' error: h² and 1e-16 / h
    assert np.abs(own - other).max() < ROUNDING * size
    assert np.abs(printed - rate).max() > 1e-2 * size

    s = stacked(model, q)
    Aθd = [a * v for a, v in zip(s.A, qd, strict=True)]
    turning = [a.cross(v) for a, v in zip(Aθd, times(s.Γ, times(s.L, Aθd)), strict=True)]
    for sign, right in ((-1.0, True), (1.0, False)):
        inner = [a * b + c * sign for a, b, c in zip(s.A, qdd, turning, strict=True)]
        Vd = np.array([six(v) for v in times(s.L, inner)])  # (9.78)
        assert (np.abs(Vd - own).max() < AGREEMENT * size) == right


# ---- Lynch & Park §9.4: stacked matrices ----------------------------------------------------------------------------


@ROBOTS
def test_stacked_matrix_is_nilpotent(model):
    """Γⁿ = 0, L = (1 − Γ)⁻¹, and the blocks of L are Ad_{T_ij}, (9.76)."""
    q, n = state(model)[0], len(model.bodies)
    s = stacked(model, q)

    def dense(X):
        columns = []
        for e in np.eye(6 * n):
            V = [
                Motion(Vec3(*e[6 * i : 6 * i + 3].tolist()), Vec3(*e[6 * i + 3 : 6 * i + 6].tolist())) for i in range(n)
            ]
            columns.append(np.concatenate([six(v) for v in times(X, V)]))
        return np.column_stack(columns)

    Γ, L = dense(s.Γ), dense(s.L)
    depth = max(len(model.ancestors(i)) for i in range(n))
    assert not np.linalg.matrix_power(Γ, depth).any() and np.linalg.matrix_power(Γ, depth - 1).any()
    size = np.abs(L).max()
    np.testing.assert_allclose(L, np.linalg.inv(np.eye(6 * n) - Γ), rtol=0, atol=ROUNDING * size)
    T = at_com(model, q)
    for i in range(n):
        for j in range(n):
            block = L[6 * i : 6 * i + 6, 6 * j : 6 * j + 6]
            right = adjoint(np.linalg.inv(T[i]) @ T[j]) if j in model.ancestors(i) else np.zeros((6, 6))
            np.testing.assert_allclose(block, right, rtol=0, atol=ROUNDING * size)
    F = [Force.of_numbers(row) for row in np.random.default_rng(1).normal(size=(n, 6)).tolist()]
    F_all = np.concatenate([six(f) for f in F])
    back = np.concatenate([six(f) for f in transposed_times(s.L, F)])
    np.testing.assert_allclose(back, L.T @ F_all, rtol=0, atol=ROUNDING * size * 10)


@ROBOTS
def test_velocity_forces(model):
    """(9.83) is what velocity adds to gravity, and no more."""
    q, qd, _ = state(model)
    still = [0.0] * len(q)
    moving, resting = (np.array(khalil_dombre.inverse_dynamics(model, q, v, still)) for v in (qd, still))
    c = np.array(lynch_park_closed.velocity_forces(model, q, qd))
    assert np.abs(c - (moving - resting)).max() < AGREEMENT * np.abs(moving).max()


@ROBOTS
def test_body_jacobian(model):
    """J_ib holds the velocity of the centre of mass and the angular velocity, in link axes; K = ½ θ̇ᵀ M θ̇, (9.60)."""
    q, qd, _ = state(model)
    for i, (J, _) in enumerate(jacobian_sum.body_jacobians(model, q)):
        frame = Frame("com", i, links(model)[i].C)
        R = at_com(model, q)[i][:3, :3]
        geometric = np.array(orin_schrader.jacobian(model, q, frame), float)
        right = np.vstack([R.T @ geometric[:3], R.T @ geometric[3:]])
        for j in range(len(q)):
            column = six(J[j]) if j in J else np.zeros(6)
            np.testing.assert_allclose(column, right[:, j], rtol=0, atol=ROUNDING * 10)
    M, v = np.array(featherstone.mass_matrix(model, q)), np.array(qd)
    assert jacobian_sum.kinetic_energy(model, q, qd) == pytest.approx(0.5 * v @ M @ v, rel=AGREEMENT)


# ---- misprints: the printed form put back must fail -----------------------------------------------------------------

MISPRINTS = [
    (
        "E1-5",
        "newton_euler.lynch_park",
        "inverse_dynamics",
        "V[BASE], Vd[BASE] = spatial_start(model, base)",
        "Vd[BASE] = spatial_start(model, base)[1] * -1.0",
    ),
    (
        "E1-10",
        "newton_euler.lynch_park_closed",
        "inverse_dynamics",
        "v.cross_force(G @ v) - G @ a",
        "v.cross_force(G @ v) + G @ a",
    ),
    (
        "E1-11",
        "newton_euler.lynch_park",
        "inverse_dynamics",
        "F = [-w.to_child(link.C)",
        "F = [w.to_child(link.C)",
    ),
    (
        "E2-8",
        "newton_euler.rodriguez",
        "inverse_dynamics",
        "Motion(ωd0, vd0)",
        "NO_MOTION",
    ),
    (
        "E3-2",
        "newton_euler.milicevic_base",
        "inverse_dynamics",
        "ω[BASE], ωd[BASE], vd[BASE] = start(model, base and base.at(model.bodies[0].placement.p))",
        "vd[BASE] = model.gravity",
    ),
    (
        "E3-3",
        "newton_euler.milicevic_base",
        "inverse_dynamics",
        "            + vd[i - 1]\n        )",
        "            + vd[i - 1]\n        ) if body.joint.slides else ωd[i]",
    ),
    (
        "E3-4",
        "newton_euler.milicevic_link",
        "inverse_dynamics",
        "ω[BASE], ωd[BASE], vd[BASE] = start(model, base and base.at(model.bodies[0].placement.p))",
        "vd[BASE] = model.gravity",
    ),
    (
        "E3-5",
        "newton_euler.milicevic_link",
        "inverse_dynamics",
        "z_turn * qdd[i] + ω[i - 1].cross(z_turn * qd[i])",
        "(z_turn + z_slide) * qdd[i] + ω[i - 1].cross((z_turn + z_slide) * qd[i])",
    ),
]
"""Entry, formulation, question, corrected line, printed line."""


@pytest.mark.parametrize(("entry", "formulation", "question", "right", "printed"), MISPRINTS, ids=lambda x: x[:5])
def test_printed_form_fails(entry, formulation, question, right, printed):
    module = import_module(f"linkwise.formulations.{formulation}")
    source = inspect.getsource(module)
    assert source.count(right) == 1, f"{formulation} no longer has the line {right!r}"
    copy = ModuleType(module.__name__)
    copy.__dict__["__package__"] = module.__package__
    exec(compile(source.replace(right, printed), module.__file__, "exec"), copy.__dict__)
    q, qd, qdd = state(MIXED, 8)
    wrenches = [Force(Vec3(1.0, 2.0, 3.0, b.name), Vec3(4.0, 5.0, 6.0, b.name)) for b in MIXED.bodies]
    args = (MIXED, q, qd, qdd, wrenches) if entry == "E1-11" else (MIXED, q, qd, qdd)
    corrected = np.array(getattr(module, question)(*args))
    reference = np.array(khalil_dombre.inverse_dynamics(*args))
    assert np.abs(corrected - reference).max() < AGREEMENT * np.abs(reference).max()
    wrong = np.array(getattr(copy, question)(*args))
    assert np.abs(wrong - reference).max() > 1e-3 * np.abs(reference).max()


@pytest.mark.parametrize("formulation", [rodriguez, import_module("linkwise.formulations.newton_euler.lynch_park")])
def test_wrenches_on_every_link(formulation):
    """The environment's wrenches on all links of a tree, moments about the link's origin."""
    q, qd, qdd = state(TREE)
    numbers = np.random.default_rng(2).normal(size=(len(q), 6)).tolist()
    wrenches = [Force.of_numbers(w, body.name) for w, body in zip(numbers, TREE.bodies, strict=True)]
    τ, right = (np.array(by.inverse_dynamics(TREE, q, qd, qdd, wrenches)) for by in (formulation, khalil_dombre))
    assert np.abs(τ - right).max() < AGREEMENT * np.abs(right).max()
