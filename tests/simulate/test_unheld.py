"""Combinations that would stick and cannot, as a law depends on the load: such a run ends at once, with the remedy."""

import pytest

import linkwise
from linkwise import Friction
from linkwise.algebra import sign
from linkwise.model import FrictionFunction, Smooth

WORM = FrictionFunction(lambda qd, q, load: (1.0 + 0.05 * abs(load)) * sign(qd) + 0.5 * qd, name="worm gear")


def wrist(friction):
    arm = linkwise.load("planar2r").with_gravity([0, -9.81, 0]).with_friction({"joint1": WORM})
    return arm.with_drive("motor", {"joint1": 1.0, "joint2": 1.0}, friction=friction)


@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_it_ends_within_fifty_steps(method):
    robot = wrist(Friction(0.1, 0.5))
    run = robot.simulate([0.3, 0.4], t=3.0, method=method)
    assert run.status == "failed" and "'motor' comes to rest" in run.message and "Smooth law" in run.message
    assert len(run.t) < 50


def test_what_does_not_come_to_rest_goes_on():
    assert wrist(Friction(0.1, 0.5)).simulate([0.3, 0.4], [1.0, 1.0], t=1.0).status == "finished"
    assert wrist(Friction(0.1, 0.5)).simulate([0.3, 0.4], t=0.2, method="rk4", step=1e-3).status == "finished"


def test_the_remedy_helps():
    smooth = wrist(Smooth(Friction(0.1, 0.5), 0.01))
    assert smooth.simulate([0.3, 0.4], t=0.5).status == "finished"
