"""Derivatives, the inverse of the inertia matrix and the regressor: Pinocchio's, on random chains and trees.

Rotors are Pinocchio's armature; friction and coupled coordinates are put around its answers here a second time.
"""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.formulations import Columns, formulations_for, terms
from tests.robots import CATALOG, SEEDS, random_chain, random_model, states
from tests.tolerances import AGREEMENT, solving

from .agreement import off
from .peer import coupling, friction

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio

QUICK = [*CATALOG, *(f"random{seed}" for seed in range(36)), *(f"chain{seed}" for seed in SEEDS if seed % 10 == 0)]
LONG = [*(f"random{seed}" for seed in SEEDS if seed >= 36), *(f"chain{seed}" for seed in SEEDS if seed % 10)]
ROBOTS = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)]


@pytest.fixture(params=ROBOTS)
def at(request):
    """A robot's tree, Pinocchio's of it, q = B u + b, the viscous coefficients, and a state."""
    name = request.param
    made = {"random": random_model, "chain": random_chain}.get(name.rstrip("0123456789"))
    robot = Robot(made(int(name.lstrip("randomchi")))) if made else linkwise.load(name)
    tree = robot.tree
    viscous = np.diag([float(body.joint.friction.viscous) for body in tree.bodies])
    return tree, Pinocchio.of_model(tree), *coupling(tree), viscous, [x[0] for x in states(tree.n, 1, seed=21)]


def answers(question, tree, *state):
    """What each formulation answers, as arrays."""
    found = formulations_for(question, tree)
    assert found
    for by in found.values():
        yield np.array(getattr(terms, question)(tree, by, *(x.tolist() for x in state)), dtype=float)


def sizes_of_terms(peer, q, qd, qdd):
    """The size of what ∂τ/∂q and ∂τ/∂q̇ are sums of, all of which may cancel: forces, and momenta."""
    M = np.abs(peer.mass_matrix(q)).max()
    return np.abs(peer.inverse_dynamics(q, qd, qdd)).max() + M * (qd @ qd), M * np.abs(qd).max()


def test_inverse_dynamics(at):
    tree, peer, B, b, viscous, (u, ud, udd) = at
    m = len(B)
    found = peer.inverse_dynamics_derivatives(B @ u + b, B @ ud, B @ udd)
    dq, dqd, M = found[:, :m], found[:, m : 2 * m] + viscous, found[:, 2 * m :]
    forces, momenta = sizes_of_terms(peer, B @ u + b, B @ ud, B @ udd)
    for ours in answers("inverse_dynamics_derivatives", tree, u, ud, udd):
        assert off(ours[0], B.T @ dq @ B, forces) < AGREEMENT
        assert off(ours[1], B.T @ dqd @ B, momenta) < AGREEMENT
        assert off(ours[2], B.T @ M @ B) < AGREEMENT


def test_forward_dynamics(at):
    tree, peer, B, b, viscous, (u, ud, tau) = at
    q, qd = B @ u + b, B @ ud
    M = B.T @ peer.mass_matrix(q) @ B
    limit = max(AGREEMENT, 10 * solving(M))  # M⁻¹, then once more in the q̈ at which ∂τ is taken
    rubbing = friction(tree, qd)
    if tree.coordinates.trivial:
        dq, dqd, dtau = peer.forward_dynamics_derivatives(q, qd, tau - rubbing)
        dqd = dqd - dtau @ viscous
    else:
        bias = peer.inverse_dynamics(q, qd, np.zeros(len(q)))
        udd, m = np.linalg.solve(M, tau - B.T @ (bias + rubbing)), len(B)
        by = peer.inverse_dynamics_derivatives(q, qd, B @ udd)
        dtau = np.linalg.inv(M)
        dq, dqd = -dtau @ B.T @ by[:, :m] @ B, -dtau @ B.T @ (by[:, m : 2 * m] + viscous) @ B
    forces, momenta = sizes_of_terms(peer, q, qd, np.zeros(len(q)))
    for ours in answers("forward_dynamics_derivatives", tree, u, ud, tau):
        assert off(ours[0], dq, forces * np.abs(dtau).max()) < limit
        assert off(ours[1], dqd, momenta * np.abs(dtau).max()) < limit
        assert off(ours[2], dtau) < limit
        assert np.array_equal(ours[2], ours[2].T)


def test_mass_matrix_inverse(at):
    tree, peer, B, b, _, (u, _, _) = at
    M = B.T @ peer.mass_matrix(B @ u + b) @ B
    expected = peer.mass_matrix_inverse(B @ u + b) if tree.coordinates.trivial else np.linalg.inv(M)
    for ours in answers("mass_matrix_inverse", tree, u):
        assert off(ours, expected) < max(AGREEMENT, solving(M))
        assert np.array_equal(ours, ours.T)


def test_regressor(at):
    tree, peer, B, b, _, (u, ud, udd) = at
    q, qd, qdd = B @ u + b, B @ ud, B @ udd
    expected = B.T @ peer.regressor(q, qd, qdd)
    columns = Columns.of(tree)
    π, links = np.array(columns.values(tree)), ["Ia" not in name for name in columns.names(tree)]
    τ = B.T @ peer.inverse_dynamics(q, qd, qdd)
    for ours in answers("regressor", tree, u, ud, udd):
        assert off(ours[:, links], expected) < AGREEMENT
        assert off(ours @ π, τ, np.abs(ours * π).max()) < AGREEMENT
