"""Agreement with Pinocchio on random chains and trees."""

from dataclasses import replace

import numpy as np
import pytest

from linkwise import Robot
from tests.robots import SEEDS, random_model

from .agreement import Sample, assert_agreement, dynamics, places, pressed

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio  # noqa: E402


@pytest.mark.parametrize("seed", SEEDS)
def test_random_robot(seed):
    robot = Robot(random_model(seed))
    peer, at = Pinocchio.of_model(robot.model), Sample.of(robot, 3, seed)
    assert peer.frames >= set(robot.frames)
    assert_agreement(dynamics(robot, peer, at))
    assert_agreement(places(robot, peer, at))
    assert_agreement(pressed(robot, peer, at, seed))


@pytest.mark.parametrize("part", ["mass", "moment", "axis", "place", "gravity", "rotor", "viscous", "multiplier"])
def test_a_small_error_is_noticed(part):
    """A robot wrong in the tenth digit of one number does not pass for right."""
    right = random_model(94)
    assert not right.u.trivial
    body = next(body for body in right.bodies if body.joint.moves and body.joint.rotor.inertia and body.inertia.m)
    more = 1.0 + 1e-10
    rotor, friction = body.joint.rotor, replace(body.joint.friction, viscous=body.joint.friction.viscous + 1e-8)
    wrong = {
        "mass": replace(body, inertia=replace(body.inertia, m=body.inertia.m * more)),
        "moment": replace(body, inertia=replace(body.inertia, I=body.inertia.I * more)),
        "axis": replace(body, joint=replace(body.joint, axis=body.joint.axis * more)),
        "place": replace(body, placement=replace(body.placement, p=body.placement.p * (1.0 + 1e-9))),
        "rotor": replace(body, joint=replace(body.joint, rotor=replace(rotor, inertia=rotor.inertia * more))),
        "viscous": replace(body, joint=replace(body.joint, friction=friction)),
    }
    model = replace(right, bodies=tuple(wrong.get(part, b) if b is body else b for b in right.bodies))
    if part == "gravity":
        model = replace(right, gravity=right.gravity * more)
    if part == "multiplier":
        rows = [tuple((k, c * more if c != 1.0 else c) for k, c in row) for row in right.u.rows]
        model = replace(right, coordinates=replace(right.u, rows=tuple(rows)))
    at = Sample.of(Robot(right), 3, 94)
    truth = Robot(right)
    with pytest.raises(AssertionError, match="off by"):
        assert_agreement(dynamics(_Disguised(Robot(model), truth), Pinocchio.of_model(right), at))


class _Disguised:
    """A wrong robot that shows the right robot's model to whoever compares."""

    def __init__(self, wrong: Robot, right: Robot):
        self.wrong, self.model = wrong, right.model

    def __getattr__(self, name):
        return getattr(self.wrong, name)


def test_coriolis_forces_are_pinocchios():
    """Beside ½ ∂τ/∂q̇: C q̇ of its own Coriolis matrix."""
    robot = Robot(random_model(11))
    peer, at = Pinocchio.of_model(robot.model), Sample.of(robot, 3, 11)
    for q, qd in zip(at.q, at.qd, strict=True):
        C = pin.computeCoriolisMatrix(peer.model, peer.data, peer._q(q), peer._v(qd))[np.ix_(peer.v, peer.v)]
        np.testing.assert_allclose(robot.coriolis_matrix(q, qd) @ qd, C @ qd, rtol=0, atol=1e-12 * np.abs(C @ qd).max())
