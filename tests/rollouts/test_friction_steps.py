"""Steps too long for the band in which dry friction is made smooth are told; others are not."""

import numpy as np
import pytest

import linkwise
from linkwise import Friction
from linkwise.program import TABLEAUS
from linkwise.rollouts.friction_step import most_damping
from tests.robots import CATALOG

ROUGH = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_friction(Friction(0.0, 2.0))
RATE = 2.0 / 0.01 * 3.0
"""Of the damper F/w on the inertia 1/3."""


def creeping(eq, t, q, qd):
    return [100.0 * (0.1 - q[0]) - 20.0 * qd[0]]


@pytest.mark.parametrize("method", TABLEAUS)
def test_the_step_that_is_named_follows(method):
    """Steps below the limit are not told; longer ones are, with a step that is not told."""
    most = most_damping(TABLEAUS[method]) / RATE
    kernel = ROUGH.compile_rollouts(controller=creeping, method=method)
    assert kernel([0.0], step=0.99 * most, steps=3).message == "1 of 1 rollouts finished."
    long = kernel([0.0], step=1.01 * most, steps=3)
    (note,) = long.notes
    assert "friction of 'joint1'" in note and "within 0.01 of rest" in note and note in long.message
    shorter = float(note.split("steps of ")[2].split()[0])
    assert 0.4 * most < shorter <= most and kernel.notes(shorter, np.zeros(1)) == ()
    assert note not in repr(long)


def test_what_is_told_is_true():
    """Let go within the band, a joint comes to rest with the step that is named, and chatters with a longer one."""
    free = ROUGH.compile_rollouts(method="rk4")
    short, long = (free([0.0], [0.008], step=step, steps=400, every=1) for step in (0.004, 0.01))
    assert short.notes == () and long.notes
    assert np.abs(short.qd[-1]) < np.finfo(float).eps < 0.005 < np.abs(long.qd[-40:]).max()


def test_the_joint_that_is_named():
    """The lightest of those with friction; in a sweep too."""
    arm = linkwise.load("planar3r").with_friction({"joint1": Friction(0.0, 1.0), "joint3": Friction(0.0, 1.0)})
    (note,) = arm.rollouts([0.1, 0.2, 0.3], step=5e-3, steps=2).notes
    assert "'joint3'" in note
    assert arm.rollouts([0.1, 0.2, 0.3], step=5e-3, steps=2, friction_width=0.2).notes == ()
    assert arm.rollouts([0.1, 0.2, 0.3], step=5e-3, steps=2, friction_width="as is").notes == ()
    assert note in arm.sweep(3, {"q0": [0.1, 0.2, 0.3]}, step=5e-3, steps=2).notes


@pytest.mark.parametrize("name", CATALOG)
def test_no_false_alarm(name):
    """The built-in robots' friction is followed by the usual step, but for one: its last joint never comes to rest."""
    robot = linkwise.load(name)
    notes = robot.compile_rollouts().notes(1e-3, np.zeros((2, robot.n)))
    assert [note.split("friction of ")[1].split()[0] for note in notes] == (["'joint6'"] if name == "rx90" else [])
    if notes:
        held, slowly = robot.gravity_forces(np.zeros(6)), [0.0, 0.0, 0.0, 0.0, 0.0, 0.002]
        ends = [robot.rollouts([0.0] * 6, slowly, tau=held, step=h, duration=0.2) for h in (1e-3, 2e-4)]
        assert abs(ends[0].qd[-1, 5]) > 0.01 > 1e9 * abs(ends[1].qd[-1, 5])
