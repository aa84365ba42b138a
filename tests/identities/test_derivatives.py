"""Derivatives are slopes: of inverse and forward dynamics in 50-digit arithmetic, friction and coupling included.

inverse_dynamics_derivatives = ∂τ/∂q, ∂τ/∂q̇, ∂τ/∂q̈;   forward_dynamics_derivatives = ∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ;
mass_matrix_inverse = ∂q̈/∂τ
"""

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.backends.interpreter import run
from linkwise.formulations import answer_by, terms
from tests.robots import CATALOG, random_model, states
from tests.tolerances import AGREEMENT, solving

ROBOTS = [*CATALOG, *(f"random{seed}" for seed in (3, 4, 9, 11, 14, 19, 29, 30))]  # chains, trees, coupled joints
SAMPLED = pytest.mark.parametrize("name", ROBOTS)


def tree_of(name):
    return Robot(random_model(int(name[6:]))).tree if name.startswith("random") else linkwise.load(name).tree


def ask(question, tree, *state):
    by = answer_by(question, None, tree)
    wrenches = [{}] if question in ("inverse_dynamics", "forward_dynamics") else []
    return getattr(terms, question)(tree, by, *state, *wrenches)


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


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("inverse_dynamics", {}),
        ("forward_dynamics", {}),
        ("mass_matrix", {}),
        ("inverse_dynamics", {"parameters": ["gravity"]}),
    ],
)
def test_a_kernel_comes_with_its_derivatives(question, options):
    """What backends that differentiate are handed, ∂gives/∂takes: the interpreter in 50 digits, against differences."""
    kernel = linkwise.load("puma560").compile(question, **options)
    program, signature = kernel.traceable.derivatives()
    takes = kernel.signature.takes
    x = np.random.default_rng(1).normal(size=sum(port.size for port in takes))
    with mpmath.workdps(50):
        exact, h, columns = [mpmath.mpf(number) for number in x], mpmath.mpf(10) ** -15, []
        found = [float(number) for number in run(program, exact)]
        for k in range(len(x)):
            ends = [run(kernel.program, [*exact[:k], exact[k] + d, *exact[k + 1 :]]) for d in (h, -h)]
            columns.append([float((a - b) / (2 * h)) for a, b in zip(*ends, strict=True)])
    J, at, column = np.array(columns).T, 0, 0
    for taken, port in zip(takes, signature.gives, strict=True):
        assert port.shape == (*kernel.signature.gives[0].shape, *taken.shape)
        block = np.reshape(found[at : at + port.size], (len(J), taken.size))
        check(block, J[:, column : column + taken.size], AGREEMENT, np.abs(J).max())
        at, column = at + port.size, column + taken.size
