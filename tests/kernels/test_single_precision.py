"""How good answers in floats can be where the mass matrix is solved with: its condition number decides."""

import numpy as np

import linkwise
from tests.kernels.cases import off
from tests.tolerances import AGREEMENT, TIMES_A_ROUNDED_MATRIX

ARM = linkwise.load("panda").without_friction()
QUESTION = "forward_dynamics_derivatives"


def solved(M, q, qd, tau):
    """The derivatives of accelerations by NumPy's solver, for a given mass matrix."""
    qdd = np.linalg.solve(M, (tau - ARM.bias_forces(q, qd))[..., None])[..., 0]
    by_q, by_qd, _ = ARM.inverse_dynamics_derivatives(q, qd, qdd)
    return -np.linalg.solve(M, by_q), -np.linalg.solve(M, by_qd), np.linalg.inv(M)


def test_derivatives_of_accelerations_are_as_good_as_their_mass_matrix():
    """Floats of the compiled program are off by a few times what rounding the mass matrix alone changes."""
    states = np.random.default_rng(2).uniform(-1.0, 1.0, (3, 2000, 7)).astype(np.float32)
    exact = states.astype(float)
    truth, M = tuple(ARM.compile(QUESTION)(*exact)), ARM.mass_matrix(exact[0])
    assert off(solved(M, *exact), truth) <= AGREEMENT
    floor = off(solved(M.astype(np.float32).astype(float), *exact), truth)
    found = tuple(part.astype(float) for part in ARM.compile(QUESTION)(*states))
    assert 0.0 < off(found, truth) <= TIMES_A_ROUNDED_MATRIX * floor
