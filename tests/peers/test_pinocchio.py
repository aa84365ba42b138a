"""Agreement with Pinocchio on random chains and trees."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from tests.robots import CATALOG, CHAINS, PEERS_SEEDS, everybody, few, random_chain, random_model
from tests.tolerances import AGREEMENT

from .agreement import Sample, assert_agreement, dynamics, off, places, with_wrenches

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio  # noqa: E402


@pytest.mark.parametrize("seed", PEERS_SEEDS)
def test_random_robot(seed):
    robot = Robot(random_model(seed))
    peer, at = Pinocchio.of_model(robot.model), Sample.of(robot, 3, seed)
    assert peer.frames >= set(robot.frames)
    assert_agreement(dynamics(robot, peer, at))
    assert_agreement(places(robot, peer, at))
    assert_agreement(with_wrenches(robot, peer, at, seed, everybody if seed % 4 == 1 else few))


@pytest.mark.parametrize("seed", CHAINS)
def test_random_chain(seed):
    """Of turning joints, of sliding ones, and of both: each source's formulation meets robots it speaks of."""
    robot = Robot(random_chain(seed))
    peer, at = Pinocchio.of_model(robot.model), Sample.of(robot, 2, seed)
    assert_agreement(dynamics(robot, peer, at))


@pytest.mark.parametrize("name", [*CATALOG, pytest.param("tx40", marks=pytest.mark.slow)])
def test_built_in_robot(name):
    robot = linkwise.load(name)
    peer, at = Pinocchio.of_model(robot.model), Sample.of(robot, 3, seed=1)
    assert_agreement(dynamics(robot, peer, at))
    assert_agreement(places(robot, peer, at))


@pytest.mark.parametrize(
    "part", ["mass", *(pytest.param(part, marks=pytest.mark.slow) for part in ("moment", "place", "rotor", "gravity"))]
)
def test_a_small_error_is_noticed(part):
    """A peer wrong in the tenth digit of one number does not pass for right."""
    right = random_model(94)
    body = next(body for body in right.bodies if body.joint.rotor.inertia and body.inertia.m)
    inertia, placement, rotor, more = body.inertia, body.placement, body.joint.rotor, 1.0 + 1e-10
    wrong = {
        "mass": replace(body, inertia=replace(inertia, m=inertia.m * more)),
        "moment": replace(body, inertia=replace(inertia, I=inertia.I * more)),
        "place": replace(body, placement=replace(placement, p=placement.p * more)),
        "rotor": replace(body, joint=replace(body.joint, rotor=replace(rotor, inertia=rotor.inertia * more))),
        "gravity": body,
    }
    bodies = tuple(wrong[part] if b is body else b for b in right.bodies)
    gravity = right.gravity * more if part == "gravity" else right.gravity
    peer = Pinocchio.of_model(replace(right, bodies=bodies, gravity=gravity))
    with pytest.raises(AssertionError, match="off by"):
        assert_agreement(dynamics(Robot(right), peer, Sample.of(Robot(right), 3, 94)))


def test_coriolis_forces_are_pinocchios():
    """Beside ½ ∂τ/∂q̇: C q̇ of its own Coriolis matrix."""
    robot = Robot(random_model(11))
    peer, at = Pinocchio.of_model(robot.model), Sample.of(robot, 3, 11)
    for q, qd in zip(at.q, at.qd, strict=True):
        C = pin.computeCoriolisMatrix(peer.model, peer.data, peer._q(q), peer._v(qd))[np.ix_(peer.v, peer.v)]
        assert off(robot.coriolis_matrix(q, qd) @ qd, C @ qd) < AGREEMENT
