"""Agreement with MuJoCo on random chains and trees, of what robots use; all formulations are held to Pinocchio."""

import re
from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.model import Friction
from tests.robots import ARMS, PEERS_SEEDS, few, random_model
from tests.tolerances import AGREEMENT

from .agreement import Sample, assert_agreement, dynamics, off, places, with_wrenches

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
from .mujoco import OFF, MuJoCo  # noqa: E402


@pytest.mark.parametrize("seed", PEERS_SEEDS)
def test_random_robot(seed):
    robot = Robot(random_model(seed))
    peer, at = MuJoCo.of_model(robot.model), Sample.of(robot, 3, seed)
    massless = {body.name for body in robot.model.bodies if body.joint.moves and body.inertia.m == 0.0}
    carried = {frame.name for frame in robot.model.frames if robot.model.tag(frame.body) in massless}
    assert peer.frames == set(robot.frames) - carried
    assert_agreement(dynamics(robot, peer, at, whose=few))
    assert_agreement(places(robot, peer, at))
    assert_agreement(with_wrenches(robot, peer, at, seed, few))


REFUSED = {
    "pendulum": "larger than mjMINVAL",
    "planar2r": "larger than mjMINVAL",
    "planar3r": "larger than mjMINVAL",
    "puma560": "A + B >= C",
}
"""Built-in robots of point masses, or known only in the moments that matter, which MuJoCo does not accept."""


@pytest.mark.parametrize("name", ARMS)
def test_built_in_robot(name):
    robot = linkwise.load(name)
    if name in REFUSED:
        with pytest.raises(ValueError, match=re.escape(REFUSED[name])):
            MuJoCo.of_model(robot.model)
        return
    peer, at = MuJoCo.of_model(robot.model), Sample.of(robot, 3, seed=1)
    assert_agreement(dynamics(robot, peer, at, whose=few))
    assert_agreement(places(robot, peer, at))


@pytest.mark.parametrize("seed", [1, 6, 17, 35])
def test_damping_is_viscous_friction(seed):
    """MuJoCo's own damping; its frictionloss is a constraint, not a force law, and stays out."""
    model = random_model(seed)
    assert model.coordinates.trivial
    bodies = [
        replace(body, joint=replace(body.joint, friction=Friction(viscous=0.3 + 0.1 * k)))
        for k, body in enumerate(model.bodies)
    ]
    robot = Robot(replace(model, bodies=tuple(bodies)))
    peer, at = MuJoCo.of_model(robot.model), Sample.of(robot, 3, seed)
    peer.model.opt.disableflags &= ~int(OFF.mjDSBL_DAMPER)
    for q, qd, qdd, tau in zip(*at, strict=True):
        assert off(robot.inverse_dynamics(q, qd, qdd), peer.inverse_dynamics(q, qd, qdd)) < AGREEMENT
        assert off(robot.forward_dynamics(q, qd, tau), peer.forward_dynamics(q, qd, tau)) < AGREEMENT
        assert np.abs(peer.data.qfrc_passive).max() > 0.0
