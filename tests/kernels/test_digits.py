"""Kernels against 50 digits: the default formulation run on mpmath numbers, on the robot as it was loaded."""

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.formulations import answer_by, terms
from tests.robots import CATALOG, SEEDS, example_robots, is_serial_arm, random_model
from tests.tolerances import EPS

from .cases import asked

WORST, MEDIAN = 5e-14, 1e-15
"""Relative to the largest entry; the worst met is 8e-15, on a random chain."""

SOLVED = 100.0
"""Accelerations, in units of κ u: κ the condition number of the mass matrix scaled to a unit diagonal."""

DEFAULT = SEEDS[::10]


def digits(arm, question, state):
    """The answer with 50 digits, flat."""
    by = answer_by(question, None, arm.tree)
    more = {} if question == "mass_matrix" else {"wrenches": {}}
    answer = getattr(terms, question)(arm.tree, by, *([mpmath.mpf(x) for x in s.tolist()] for s in state), **more)
    return [x for row in answer for x in (row if isinstance(row, list | tuple) else [row])]


def errors(arm, seed):
    """How far τ, M and q̈ (in units of κ u) are off."""
    found = {}
    with mpmath.workdps(50):
        for question in ("inverse_dynamics", "mass_matrix", "forward_dynamics"):
            state = [s[0] for s in asked(arm, question, 1, seed)]
            truth = digits(arm, question, state)
            ours = np.ravel(arm.compile(question)(*state)).tolist()
            apart = max(abs(mpmath.mpf(x) - y) for x, y in zip(ours, truth, strict=True))
            found[question] = float(apart / max(map(abs, truth)))
            if question == "mass_matrix":
                M = np.array(truth, dtype=float).reshape(arm.n, arm.n)
                d = np.sqrt(np.diag(M))
                scaled = np.linalg.cond(M / np.outer(d, d))
    found["forward_dynamics"] /= scaled * EPS / 2
    return found


def check(found):
    """The bounds on the worst and, where there are many, on the median."""
    for question, worst, median in (
        ("inverse_dynamics", WORST, MEDIAN),
        ("mass_matrix", WORST, MEDIAN),
        ("forward_dynamics", SOLVED, SOLVED),
    ):
        off = {name: errors[question] for name, errors in found.items()}
        name = max(off, key=off.get)
        assert off[name] <= worst, f"{question} of {name}: {off[name]:.1e}"
        assert np.median(list(off.values())) <= median, question


def test_catalog():
    check({name: errors(linkwise.load(name), 3) for name in CATALOG})


@pytest.mark.slow
def test_random_robots():
    check({seed: errors(Robot(random_model(seed)), seed) for seed in DEFAULT})


@pytest.mark.slow
def test_all_random_robots():
    check({seed: errors(Robot(random_model(seed)), seed) for seed in SEEDS if seed not in DEFAULT})


@pytest.mark.slow
def test_arms():
    files = example_robots()
    if not files:
        pytest.skip("example-robot-data is not installed: pip install 'linkwise[test]'")
    names = [name for name, path in files.items() if name != "ur3" and is_serial_arm(path)]
    check({name: errors(linkwise.load(files[name]), 3) for name in names})
