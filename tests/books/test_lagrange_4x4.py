"""Lagrange's equations with 4×4 and 3×3 matrices: what the sources say of the parts, not only of the joint forces.

Balafoutis & Patel (1991) §5.2.1 and Appendices A, B; Milićević et al. §2. The motion of the links, the Christoffel
symbols and the gravity forces they are held to are Pinocchio's.
"""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import FrameMatrix, Vec3, listening, tr
from linkwise.errors import FrameMismatch
from linkwise.formulations.lagrange import hollerbach_3x3, hollerbach_4x4, milicevic
from linkwise.formulations.lagrange.partial_derivatives import links, second_derivatives
from linkwise.formulations.lagrange.waters import rates
from linkwise.model.rewrite import without_rotors
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from tests.peers.pinocchio import Pinocchio  # noqa: E402

TREES = [linkwise.load("puma560").tree, linkwise.load("stanford").tree]
TREES += [Robot(random_model(seed)).tree for seed in (7, 29, 35)]  # 29 and 35 branch; all three have slides
MODELS = [without_rotors(model) for model in TREES]
each = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)


def near(ours, truth):
    ours, truth = np.asarray(ours, dtype=float), np.asarray(truth, dtype=float)
    assert ours.shape == truth.shape
    assert np.abs(ours - truth).max() <= AGREEMENT * np.abs(truth).max()


def skew(v):
    x, y, z = v
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


class Moving:
    """A robot that moves in Pinocchio: per link W, ω, ω̇, s, s̈ seen from the base, without gravity."""

    def __init__(self, model, seed):
        self.q, self.qd, self.qdd = (v[0] for v in states(len(model.bodies), 1, seed))
        self.peer = peer = Pinocchio.of_model(model)
        m, d = peer.model, peer.data
        state = peer._q(self.q), peer._v(self.qd), peer._v(self.qdd)
        pin.forwardKinematics(m, d, *state)
        pin.computeJointJacobians(m, d, state[0])
        ids, world = [m.getJointId(body.joint.name) for body in model.bodies], pin.LOCAL_WORLD_ALIGNED
        self.W, self.s = [d.oMi[k].rotation.copy() for k in ids], [d.oMi[k].translation.copy() for k in ids]
        self.ω = [pin.getVelocity(m, d, k, world).angular.copy() for k in ids]
        acceleration = [pin.getClassicalAcceleration(m, d, k, world) for k in ids]
        self.ωd, self.sdd = [a.angular.copy() for a in acceleration], [a.linear.copy() for a in acceleration]
        self.J = [pin.getJointJacobian(m, d, k, world)[:, peer.v].copy() for k in ids]  # (ṡ; ω) by q̇
        self.Wdd = [(skew(a) + skew(w) @ skew(w)) @ W for a, w, W in zip(self.ωd, self.ω, self.W, strict=True)]
        self.m = [body.inertia.m for body in model.bodies]
        self.n = [np.array(body.inertia.h.components) for body in model.bodies]
        self.I = [np.array(body.inertia.I.full.rows) for body in model.bodies]

    @property
    def lists(self):
        return self.q.tolist(), self.qd.tolist(), self.qdd.tolist()


# ---- derivatives of W ----------------------------------------------------------------------------------------------


@each
def test_first_derivatives_are_the_jacobians(model):
    """∂W_j/∂q_i = z̃_i W_j, (B.6), the origin's velocity by q̇_i as last column; 0 where joint i does not carry j."""
    at = Moving(model, 1)
    dW = links(model, at.lists[0]).dW
    for j in range(len(dW)):
        for i in range(len(dW)):
            v, ω = at.J[j][:3, i], at.J[j][3:, i]
            truth = np.zeros((4, 4))
            truth[:3] = np.column_stack([skew(ω) @ at.W[j], v])
            assert (i in dW[j]) == (i in model.ancestors(j))
            assert np.abs(np.array(dW[j][i].rows if i in dW[j] else np.zeros((4, 4))) - truth).max() <= AGREEMENT


@each
def test_accelerations_of_the_matrices(model):
    """Ẅ by the recursion (5.2.10), and by Σ ∂W q̈ + ΣΣ ∂²W q̇ q̇, below (5.2.9): both are Ω W and s̈."""
    at = Moving(model, 2)
    L = links(model, at.lists[0])
    _, _, Wdd = rates(model, L.A, L.Q, *at.lists[1:])
    ddW = second_derivatives(model, L)
    for j in range(len(model.bodies)):
        truth = np.zeros((4, 4))
        truth[:3] = np.column_stack([at.Wdd[j], at.sdd[j]])
        summed = sum(np.array(d.rows) * at.qdd[k] for k, d in L.dW[j].items())
        summed = summed + sum(np.array(d.rows) * at.qd[k] * at.qd[l] for (k, l), d in ddW[j].items())
        scale = max(1.0, np.abs(truth).max())
        assert np.abs(np.array(Wdd[j].rows) - truth).max() <= AGREEMENT * scale
        assert np.abs(summed - truth).max() <= AGREEMENT * scale


# ---- the coefficients of Milićević et al. --------------------------------------------------------------------------


@each
def test_velocity_coefficients(model):
    """h_ikm = h_imk and h_iii = 0, as the paper says after (2.15); h q̇ is the matrix of Christoffel symbols."""
    at = Moving(model, 3)
    h = np.array(milicevic.velocity_coefficients(model, at.lists[0]), dtype=float)
    assert np.abs(h - h.transpose(0, 2, 1)).max() <= AGREEMENT * np.abs(h).max()
    assert np.abs(np.einsum("iii->i", h)).max() <= AGREEMENT * np.abs(h).max()
    for m, unit in enumerate(np.eye(len(h))):
        truth = at.peer.coriolis_matrix(at.q, unit)
        assert np.abs(h[:, :, m] - truth).max() <= AGREEMENT * np.abs(h).max()


def test_centrifugal_force_is_felt_elsewhere():
    """h_jii ≠ 0 for j ≠ i: the elbow of a two-link arm feels the shoulder's speed with m2 L1 L2 sin q2."""
    h = milicevic.velocity_coefficients(linkwise.load("planar2r").tree, [0.4, 1.2])
    assert h[1][0][0] == pytest.approx(2.1 * 0.7 * 0.9 * np.sin(1.2), rel=AGREEMENT)


# ---- Appendix A: the sums, and the recursions that replace them -----------------------------------------------------


def heard(formulation, model, at):
    """What a formulation notes on its way, by name."""
    found = {}
    with listening(lambda x, name: found.__setitem__(name, float(x))):
        formulation.inverse_dynamics(model, *at.lists)
    return found


def beyond(model, i):
    """The links that joint i carries, among them its own: Σ_{j=i}^n of a chain."""
    return [j for j in range(len(model.bodies)) if i in model.ancestors(j)]


def sums(at, i, over):
    """(A.13)–(A.15) as sums: D_i, e_i, c_i, with s_{i,j} and ⁱW_j seen from link i."""
    D, e, c = np.zeros((3, 3)), np.zeros(3), np.zeros(3)
    for j in over:
        iWj, s = at.W[i].T @ at.W[j], at.W[i].T @ (at.s[j] - at.s[i])
        euler = 0.5 * np.trace(at.I[j]) * np.eye(3) - at.I[j]
        force = at.m[j] * at.sdd[j] + at.Wdd[j] @ at.n[j]
        D += np.outer(s, force) + np.outer(iWj @ at.n[j], at.sdd[j]) + iWj @ euler @ at.Wdd[j].T
        e += force
        c += at.m[j] * s + iWj @ at.n[j]
    return D, e, c


@each
def test_recursions_of_appendix_a_are_the_sums(model):
    at = Moving(model, 4)
    noted = heard(hollerbach_3x3, model, at)
    for i in range(len(model.bodies)):
        D, e, c = sums(at, i, beyond(model, i))
        near([[noted[f"D{i + 1}_{r}_{k}"] for k in (1, 2, 3)] for r in (1, 2, 3)], D)
        near([noted[f"e{i + 1}{k}"] for k in "xyz"], e)
        near([noted[f"c{i + 1}{k}"] for k in "xyz"], c)


@each
def test_four_by_four_gathers_the_same(model):
    """D of Algorithm 5.1, (5.2.11a): its 3×3 part is (A.13), its last row the force e of (A.14); c as in (A.15)."""
    at = Moving(model, 5)
    noted = heard(hollerbach_4x4, model, at)
    for i in range(len(model.bodies)):
        D, e, c = sums(at, i, beyond(model, i))
        near([[noted[f"D{i + 1}_{r}_{k}"] for k in (1, 2, 3)] for r in (1, 2, 3, 4)], [*D, e])
        near([noted[f"c{i + 1}{k}"] for k in "xyz"], c)


@each
def test_gravity_and_forces_of_appendix_a(model):
    """(A.10) and (A.12), with what a slide adds (E2-2): Pinocchio's gravity and joint forces."""
    at = Moving(model, 6)
    g = np.array(model.gravity.components)
    gravity, forces = [], []
    for i, body in enumerate(model.bodies):
        D, e, c = sums(at, i, beyond(model, i))
        S = body.S
        dW, z = at.W[i] @ skew(S.ω.components), at.W[i] @ np.array(S.v.components)
        gravity.append(-g @ dW @ c - sum(at.m[j] for j in beyond(model, i)) * (g @ z))
        forces.append(np.trace(dW @ D) + z @ e + gravity[-1])
    zero = np.zeros(len(at.q))
    near(gravity, at.peer.inverse_dynamics(at.q, zero, zero))
    near(forces, at.peer.inverse_dynamics(at.q, at.qd, at.qdd))


def test_printed_sums_of_appendix_a_are_wrong():
    """E2-29: (A.10)–(A.15) as printed start at j = 1 and so count links that the joint does not carry."""
    model = MODELS[0]
    at = Moving(model, 7)
    every, right = sums(at, 2, range(6)), sums(at, 2, beyond(model, 2))
    for printed, correct in zip(every, right, strict=True):
        assert np.abs(printed - correct).max() > 0.1 * np.abs(correct).max()


# ---- Appendix B -----------------------------------------------------------------------------------------------------


@each
def test_moments_are_traces(model):
    """(B.4): M_oj · z_i = tr[∂W_j/∂q_i J_oj Ẅ_jᵀ], with M_oj = I ω̇ + ω × I ω, (B.1)."""
    at = Moving(model, 8)
    T = [body.pose(qi) for body, qi in zip(model.bodies, at.lists[0], strict=True)]
    Q = [FrameMatrix.skew(body.S.ω) for body in model.bodies]
    W, _, Wdd = rates(model, [FrameMatrix.rotation(X.R) for X in T], Q, *at.lists[1:])
    compared = 0
    for j, body in enumerate(model.bodies):
        I, ω = at.W[j] @ at.I[j] @ at.W[j].T, at.ω[j]
        M = I @ at.ωd[j] + np.cross(ω, I @ ω)
        J = FrameMatrix(tuple(map(tuple, 0.5 * np.trace(at.I[j]) * np.eye(3) - at.I[j])), body.name, body.name)
        for i in model.ancestors(j):
            if model.bodies[i].joint.slides:
                continue
            z = at.W[i] @ np.array(model.bodies[i].joint.axis.components)
            dW = W[i] @ Q[i] @ W[i].T @ W[j]
            moment = tr(dW, J @ Wdd[j].T)
            assert abs(moment - M @ z) <= AGREEMENT * max(np.linalg.norm(M), np.linalg.norm(I))
            compared += 1
    assert compared


# ---- the matrices themselves ----------------------------------------------------------------------------------------


def test_matrices_between_frames():
    rng = np.random.default_rng(9)
    a, b = rng.normal(size=(2, 4, 4))
    A, B = FrameMatrix(tuple(map(tuple, a)), "base", "arm"), FrameMatrix(tuple(map(tuple, b)), "arm", "hand")
    near((A @ B).rows, a @ b)
    near((A + A * 2.0).rows, 3.0 * a)
    near(tr(A @ B, (A @ B).T), np.trace(a @ b @ b.T @ a.T))
    assert ((A @ B).to, (A @ B).of) == ("base", "hand")
    u, v = rng.normal(size=(2, 3))
    near(FrameMatrix.dyad(Vec3(*u), Vec3(*v)).rows, np.outer(u, v))
    near((FrameMatrix.dyad(Vec3(*u), Vec3(*v)) @ Vec3(*v)).components, u * (v @ v))


def test_matrices_of_other_frames_do_not_mix():
    A = FrameMatrix.scaled_identity(1.0, 3, "base")
    for mixed in (
        lambda: A @ FrameMatrix.scaled_identity(1.0, 3, "arm"),
        lambda: A + FrameMatrix.scaled_identity(1.0, 3, "arm"),
        lambda: A @ Vec3(1.0, 0.0, 0.0, "arm"),
        lambda: tr(A, FrameMatrix(A.rows, "base", "arm")),
    ):
        with pytest.raises(FrameMismatch):
            mixed()
