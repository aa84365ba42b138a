"""How well accelerations are determined: formulations against each other, and doubles against 50 digits.

A number given as a double is a rounded one, and formulations use it in different ways: a rotation as its inverse's
transpose, an inertia about the origin or about the centre of mass. Only where rotations are orthonormal and all else is
converted with 50 digits, too, do all formulations speak of one robot, and then they agree to almost as many.
"""

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.formulations import formulations_for, terms
from tests.oracle.formulations import lifted
from tests.oracle.textbook import DIGITS
from tests.robots import example_robots, random_model
from tests.tolerances import AGREEMENT, solving

from .agreement import Sample, off
from .peer import friction

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio


def exact(robot, at):
    """q̈ of each state by each formulation, with 50 digits: name → rows."""
    model = lifted(robot.model)
    rows = [[[mpmath.mpf(x) for x in v.tolist()] for v in s] for s in zip(at.q, at.qd, at.tau, strict=True)]
    return {
        name: [terms.forward_dynamics(model, by, *row, {}) for row in rows]
        for name, by in formulations_for("forward_dynamics", model).items()
    }


def check(robot, peer, at):
    with mpmath.workdps(DIGITS):
        first, *others = exact(robot, at).values()
        assert others
        for other in others:
            for a, b in zip(first, other, strict=True):
                apart = max(abs(x - y) for x, y in zip(a, b, strict=True))
                assert apart < mpmath.mpf(10) ** (10 - DIGITS) * max(abs(x) for x in a)  # ten digits for conditioning
        truth = [np.array([float(x) for x in row]) for row in first]
    for q, qd, tau, reference in zip(at.q, at.qd, at.tau, truth, strict=True):
        allowed = max(AGREEMENT / 10, solving(robot.mass_matrix(q)))
        for name in robot.formulations("forward_dynamics"):
            assert off(robot.forward_dynamics(q, qd, tau, formulation=name), reference) <= allowed, name
        assert off(peer.forward_dynamics(q, qd, tau - friction(robot.model, qd)), reference) <= allowed


@pytest.mark.parametrize("seed", [11, 23, 35, 47, 71, 131, 132, 155])
def test_random_robot(seed):
    robot = Robot(random_model(seed))
    assert robot.model.coordinates.trivial
    check(robot, Pinocchio.of_model(robot.model), Sample.of(robot, 2, seed))


@pytest.mark.parametrize(
    "name",
    ["icub", "kinova", "ur5_robot", *(pytest.param(n, marks=pytest.mark.slow) for n in ("g1_29dof_rev_1_0", "human"))],
)
def test_example(name):
    path = example_robots().get(name)
    if path is None:
        pytest.skip("example-robot-data is not installed: pip install 'linkwise[test]'")
    robot = linkwise.load(path)
    check(robot, Pinocchio.of_urdf(path, robot.model), Sample.of(robot, 2, seed=5))
