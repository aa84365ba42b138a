"""The law for accelerations, |Δq̈| ≤ ε cond(M) |q̈|: theirs and ours against arithmetic with 50 digits."""

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.formulations import answer_by, answering, around
from tests.robots import example_robots, random_model
from tests.tolerances import AGREEMENT, solving

from .agreement import Sample, off
from .peer import friction

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio


def exact(robot, q, qd, tau):
    """q̈ by 50 digits from the same doubles."""
    with mpmath.workdps(50):
        given = [[mpmath.mpf(x) for x in v.tolist()] for v in (q, qd, tau)]
        by = answer_by("forward_dynamics", "composite.direct_solve")
        return np.array([float(x) for x in around.forward_dynamics(robot.tree, by, *given, {})])


def errors(robot, peer, at):
    """(relative error, cond(M) ε) of each formulation and of the peer, at each state."""
    for q, qd, tau in zip(at.q, at.qd, at.tau, strict=True):
        truth, law = exact(robot, q, qd, tau), solving(robot.mass_matrix(q))
        for name in answering("forward_dynamics"):
            yield off(robot.forward_dynamics(q, qd, tau, formulation=name), truth), law
        yield off(peer.forward_dynamics(q, qd, tau - friction(robot.model, qd)), truth), law


@pytest.mark.parametrize("seed", [11, 23, 35, 47, 71, 131, 132, 155])
def test_random_robot(seed):
    robot = Robot(random_model(seed))
    assert robot.model.u.trivial
    for error, law in errors(robot, Pinocchio.of_model(robot.model), Sample.of(robot, 2, seed)):
        assert error <= max(law, AGREEMENT / 10)


@pytest.mark.parametrize("name", ["icub", "g1_29dof_rev_1_0", "human", "kinova", "ur5_robot"])
def test_example(name):
    path = example_robots().get(name)
    if path is None:
        pytest.skip("example-robot-data is not installed: pip install 'linkwise[test]'")
    robot = linkwise.load(path)
    for error, law in errors(robot, Pinocchio.of_urdf(path, robot.model), Sample.of(robot, 2, seed=5)):
        assert error <= law
