"""What a prompt and a notebook show of controllers: short, and without whole arrays."""

import numpy as np
import pytest

import linkwise
from linkwise.control import MomentumObserver, PoseLine, adaptive, computed_torque, pd, two_velocity_regressor
from linkwise.trajectories import Quintic

PANDA = linkwise.load("panda")
LINE = PoseLine(np.eye(4), np.diag([-1.0, -1.0, 1.0, 1.0]), 2.0)
MOVING = Quintic([0.0] * 7, [1.0] * 7, duration=1.0)

SHOWN = {
    "Controller(pd of 'panda', desired(7), kp(7), kd(7, 7))": lambda: pd(PANDA, [0.0] * 7, 1.0, np.eye(7)),
    "MomentumObserver('panda', gain=50)": lambda: MomentumObserver(PANDA, 50.0),
    "MomentumObserver('panda', gain=10 … 40)": lambda: MomentumObserver(PANDA, np.linspace(10.0, 40.0, 7)),
    "RunningObserver('panda', residual=[0, 0, 0, 0, 0, 0, 0])": lambda: MomentumObserver(PANDA, 1.0).begin(
        [0] * 7, [0] * 7
    ),
    "TwoVelocityRegressor(43 parameters of 'panda')": lambda: two_velocity_regressor(PANDA),
    "PoseLine(0 m, 180° in 2 s)": lambda: LINE,
    "PoseMotion(pose (3, 4, 4), twist (3, 6), acceleration (3, 6))": lambda: PoseLine(np.eye(4), np.eye(4), 1.0)(
        [0.0] * 3
    ),
}


@pytest.mark.parametrize("text", SHOWN)
def test_repr(text):
    assert repr(SHOWN[text]()) == text


def test_inputs_in_a_notebook():
    page = computed_torque(PANDA, MOVING, 100.0, np.eye(7))._repr_html_()
    assert "computed_torque of &#x27;panda&#x27;" in page
    assert "<td>desired</td><td>Quintic of t</td>" in page
    assert "<td>kd</td><td>array of shape (7, 7)</td>" in page
    each = pd(PANDA, [0.0] * 7, 1.0, 1.0).with_inputs(kp=("each", np.ones((3, 7))))._repr_html_()
    assert "array of shape (3, 7), one row for each state" in each


def test_estimates_in_a_notebook():
    learner = adaptive(linkwise.load("planar2r"), [0.0, 0.0], 1.0, 1.0, 1.0)
    assert "<td>ZZR1</td><td>1.666</td>" in learner._repr_html_()
