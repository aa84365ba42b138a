"""Derivatives are slopes: of inverse and forward dynamics in 50-digit arithmetic, friction and coupling included.

inverse_dynamics_derivatives = ∂τ/∂q, ∂τ/∂q̇, ∂τ/∂q̈;   forward_dynamics_derivatives = ∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ;
mass_matrix_inverse = ∂q̈/∂τ
"""

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.formulations import answer_by, terms
from tests.robots import CATALOG, random_model, states
from tests.tolerances import AGREEMENT, solving

ROBOTS = [*CATALOG, *(f"random{seed}" for seed in (3, 4, 9, 11, 14, 19, 29, 30))]  # chains, trees, coupled joints
SAMPLED = pytest.mark.parametrize("name", ROBOTS)


def tree_of(name):
    return Robot(random_model(int(name[6:]))).tree if name.startswith("random") else linkwise.load(name).tree


def ask(question, tree, *state):
    by = answer_by(question, None, tree)
    pressed = [{}] if question in ("inverse_dynamics", "forward_dynamics") else []
    return getattr(terms, question)(tree, by, *state, *pressed)


def slopes(question, tree, state, which):
    """∂answer/∂state[which] by central differences of a step so small that 50 digits leave 20 of them."""
    with mpmath.workdps(50):
        h, columns = mpmath.mpf(10) ** -15, []
        for k in range(tree.n):
            ends = []
            for sign in (1, -1):
                moved = [[mpmath.mpf(x) for x in part.tolist()] for part in state]
                moved[which][k] += sign * h
                ends.append(ask(question, tree, *moved))
            columns.append([float((a - b) / (2 * h)) for a, b in zip(*ends, strict=True)])
    return np.array(columns).T


def check(found, truth, limit, scale):
    assert np.abs(np.array(found, dtype=float) - truth).max() <= limit * max(np.abs(truth).max(), scale)


@SAMPLED
def test_derivatives_of_inverse_dynamics_are_its_slopes(name):
    tree = tree_of(name)
    state = [x[0] for x in states(tree.n, 1, seed=31)]
    found = ask("inverse_dynamics_derivatives", tree, *(x.tolist() for x in state))
    scale = np.abs(ask("inverse_dynamics", tree, *(x.tolist() for x in state))).max()
    for which, part in enumerate(found):
        check(part, slopes("inverse_dynamics", tree, state, which), AGREEMENT, scale)


@SAMPLED
def test_derivatives_of_forward_dynamics_are_its_slopes(name):
    tree = tree_of(name)
    state = [x[0] for x in states(tree.n, 1, seed=32)]
    M = np.array(ask("mass_matrix", tree, state[0].tolist()), dtype=float)
    limit = max(AGREEMENT, 10 * solving(M))  # M⁻¹, then once more in the q̈ at which ∂τ is taken
    found = ask("forward_dynamics_derivatives", tree, *(x.tolist() for x in state))
    scale = np.abs(ask("forward_dynamics", tree, *(x.tolist() for x in state))).max()
    for which, part in enumerate(found):
        check(part, slopes("forward_dynamics", tree, state, which), limit, scale)
    check(ask("mass_matrix_inverse", tree, state[0].tolist()), np.array(found[2]), limit, 0.0)
