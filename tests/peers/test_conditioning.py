"""How well accelerations are determined: formulations against each other, and doubles against 50 digits.

A number given as a double is a rounded one, and formulations use it in different ways: a rotation as its inverse's
transpose, an inertia about the origin or about the centre of mass. Only where rotations are orthonormal and all else is
converted with 50 digits, too, do all formulations speak of one robot, and then they agree to almost as many.
"""

from dataclasses import replace

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Rotation, Transform, Vec3
from linkwise.formulations import formulations_for, terms
from linkwise.model.rewrite import merge_fixed
from tests.robots import example_robots, random_model
from tests.tolerances import AGREEMENT, solving

from .agreement import Sample, off
from .peer import friction

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio

DIGITS = 50


def lifted(model):
    """The model with constants of 50 digits; to be called, as all that uses it, with that precision."""
    return merge_fixed(replace(model, bodies=tuple(_body(body) for body in model.bodies)))


def _body(body):
    T, joint, I = body.placement, body.joint, body.inertia
    axis = [mpmath.mpf(a) for a in joint.axis.components]
    length = mpmath.sqrt(sum(a * a for a in axis))
    joint = replace(joint, axis=Vec3(*(a / length for a in axis)), offset=mpmath.mpf(joint.offset))
    R = mpmath.matrix(T.R.rows)
    for _ in range(4):  # Newton's iteration for the nearest rotation doubles the digits: 16, 32, 64
        R = (R + (R**-1).T) / 2
    rows = tuple(tuple(R[i, j] for j in range(3)) for i in range(3))
    p = Vec3(*(mpmath.mpf(x) for x in T.p.components), T.to)
    if I.m != 0.0:
        I = Inertia.of_parameters([mpmath.mpf(x) for x in I.parameters], body.name)
    return replace(body, joint=joint, placement=Transform(Rotation(rows, T.to, T.of), p), inertia=I)


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
