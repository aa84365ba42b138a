"""Torques that jump: breaks given, breaks found, and jumps that nobody announced."""

import math
import re
from functools import partial

import numpy as np
import pytest

import linkwise
from linkwise.control import adaptive, computed_torque
from linkwise.errors import BadArray
from linkwise.model.friction import Friction
from linkwise.simulate import simulating
from linkwise.simulate.breaks import trajectories_in
from linkwise.trajectories import Fourier, Joined, Quintic, Sampled, Spline, Trapezoidal

from ..tolerances import ROUNDING

FREE = linkwise.load("pendulum").with_gravity([0.0, 0.0, 0.0])
INERTIA = 1.0 / 3.0
"""Of the built-in pendulum, a thin rod of 1 kg and 1 m: m l² / 3."""

METHODS = [
    {},
    {"method": "rk4", "step": 0.01},
    pytest.param({"method": "Radau"}, marks=pytest.mark.slow),
    pytest.param({"method": "euler", "step": 0.01}, marks=pytest.mark.slow),
    pytest.param({"method": "gauss_legendre_4", "step": 0.007}, marks=pytest.mark.slow),
]


def pulse(t, q, qd):
    """10 N m for a millisecond."""
    return [10.0 if 1.0 <= t < 1.001 else 0.0]


@pytest.mark.parametrize("how", METHODS, ids=lambda how: how.get("method", "DOP853"))
def test_a_pulse_changes_the_velocity_by_its_impulse(how):
    run = FREE.simulate([0.0], [1.0], tau=pulse, t=5.0, breaks=[1.0, 1.001], **how)
    assert abs(run.qd[-1, 0] - (1.0 + 10.0 * 0.001 / INERTIA)) < ROUNDING
    assert run.message == "" and run.status == "finished"
    if how.get("method") != "euler":  # whose work is as rough as its positions
        assert abs(run.energies.work_of_tau[-1] - INERTIA / 2.0 * (run.qd[-1, 0] ** 2 - 1.0)) < ROUNDING
    rows = run.t.tolist()
    assert [rows.count(t) for t in (1.0, 1.001)] == [2, 2]
    k = rows.index(1.0)
    assert run.tau[k : k + 3, 0].tolist()[:2] == [0.0, 10.0]


def test_a_pulse_that_is_missed_is_told():
    run = FREE.simulate([0.0], [1.0], tau=pulse, t=5.0)
    assert run.qd[-1, 0] == 1.0, "the step sees it now: make this test harder"
    assert run.status == "finished"
    assert run.message == "tau jumps at t = 1, 1.001; breaks=[1, 1.001] makes steps end there."


def test_a_step_is_cut_and_its_grid_resumed():
    run = FREE.simulate([0.0], [1.0], tau=pulse, t=0.5, method="rk4", step=0.1, breaks=[0.25, 0.3, 0.5, 7.0, -1.0])
    assert run.t.round(9).tolist() == [0.0, 0.1, 0.2, 0.25, 0.25, 0.3, 0.3, 0.4, 0.5]


def test_a_pulse_that_one_stage_has_felt_is_told():
    """Its times are not written in the function, and a grid of 100 times has gaps four times as long."""
    arm, hidden = linkwise.load("planar2r"), np.array([0.7654321, 0.7704321])

    def torques(t, q, qd):
        return 30.0 * (0.2 * np.sin(3.0 * t) - q) - 8.0 * qd + 3.0 * (hidden[0] <= t < hidden[1])

    run = arm.simulate([0.0, 0.0], controller=torques, t=2.0)
    assert run.message.startswith("controller jumps at t = 0.7654321, 0.7704321;")


def test_after_a_run_a_function_is_called_a_few_times_more(monkeypatch):
    """Its answers are known from the steps; only gaps between them are filled."""
    arm, asked, during = linkwise.load("planar2r"), iter(range(10**6)), list[int]()

    def torques(t, q, qd):
        next(asked)
        return 30.0 * (0.2 * np.sin(3.0 * t) - q) - 8.0 * qd

    look = simulating.jumps_told
    monkeypatch.setattr(simulating, "jumps_told", lambda *given: during.append(next(asked)) or look(*given))
    assert arm.simulate([0.0, 0.0], controller=torques, t=2.0).message == ""
    assert next(asked) - during[0] <= 12 < during[0]


def test_what_a_function_has_written_down_is_no_list_of_times(monkeypatch):
    arm, log, before = linkwise.load("planar2r"), list[float](), list[int]()

    def torques(t, q, qd):
        log.append(t)
        return 30.0 * (0.2 * np.sin(3.0 * t) - q) - 8.0 * qd

    look = simulating.jumps_told
    monkeypatch.setattr(simulating, "jumps_told", lambda *given: before.append(len(log)) or look(*given))
    assert arm.simulate([0.0, 0.0], controller=torques, t=2.0).message == ""
    assert len(log) - before[0] <= 12 < before[0]


class Pulses:
    """A caller's object: its times are attributes."""

    def __init__(self, begin, width):
        self.begin, self.width = begin, width

    def __call__(self, t, q, qd):
        return [5.0 if self.begin <= t < self.begin + self.width else 0.0]

    def torque(self, t, q, qd):
        return self(t, q, qd)


BEGIN, WIDTH = 0.7, 2e-4


@pytest.mark.parametrize(
    ("tau", "told"),
    [
        (Pulses(0.4, 1e-3), "0.4, 0.401"),
        (Pulses(0.4, 1e-3).torque, "0.4, 0.401"),
        (lambda t, q, qd: [5.0 if BEGIN < t < BEGIN + WIDTH else -q[0] - qd[0]], "0.7, 0.7002"),
        (lambda t, q, qd: [[1.0, -2.0][int(t / 0.6180339887) % 2]], "0.618033989, 1.23606798, 1.85410197"),
        (lambda t, q, qd: [math.floor(2.5 * t)], "0.4, 0.8, 1.2, 1.6"),
    ],
    ids=["object", "method", "variables", "schedule", "stairs"],
)
def test_jumps_are_told_with_their_times(tau, told):
    run = FREE.simulate([0.0], tau=tau, t=2.0)
    assert run.message == f"tau jumps at t = {told}; breaks=[{told}] makes steps end there."


def test_of_many_jumps_a_few_are_told():
    run = FREE.simulate([0.0], tau=lambda t, q, qd: [math.floor(50.0 * t)], t=2.0)
    assert run.message.count(", …") == 2


SMOOTH = {
    "sine": lambda t, q, qd: [math.sin(30.0 * t)],
    "steep": lambda t, q, qd: [math.tanh((t - 1.0) / 1e-3)],
    "kink": lambda t, q, qd: [abs(t - 1.0)],
    "feedback": lambda t, q, qd: [5.0 * (1.0 - q[0]) - qd[0] + 0.1 * t],
    "tiny": lambda t, q, qd: [1e-14 * math.sin(1e9 * t) + 1.0],
    "constant": lambda t, q, qd: [0.0],
    "quintic": lambda t, q, qd: Quintic([0.0], [1.0], duration=1.0)(t).qdd,
}


@pytest.mark.parametrize("name", SMOOTH)
def test_smooth_torques_are_not_told(name):
    assert FREE.simulate([0.0], tau=SMOOTH[name], t=2.0).message == ""


def test_a_torque_that_fails_elsewhere_or_is_random_is_not_told():
    random, asked = np.random.default_rng(0), []

    def raises(t, q, qd):
        asked.append(t)
        if len(asked) > 300:
            raise RuntimeError("asked too often")
        return [0.0]

    assert FREE.simulate([0.0], tau=raises, t=0.5).message == ""
    run = FREE.simulate([0.0], tau=lambda t, q, qd: [random.random()], t=0.5, method="rk4", step=0.01)
    assert "jumps" not in run.message


def test_a_controller_s_function_of_time_is_told():
    arm = linkwise.load("planar2r")
    ramp = linkwise.control.Controller(
        arm, lambda eq, t, q, qd, bias: bias, {"bias": lambda t: [0.1 * t, 1.0 if t > 0.3 else 0.0]}
    )
    run = arm.simulate([0.0, 0.0], controller=ramp, t=0.5)
    assert run.message.startswith("controller's input 'bias' jumps at t = 0.3; breaks=[0.3]")
    assert "jumps" not in arm.simulate([0.0, 0.0], controller=ramp, t=0.5, breaks=0.3).message


def test_a_wrench_that_jumps_is_told_and_breaks_help():
    gust = {"tip": lambda t, q, qd: [0.0, 0.0, 0.0] + [3.0 * (1.0 <= t < 1.001)] * 3}
    assert "the wrench at tip jumps at t = 1, 1.001" in FREE.simulate([0.0], [0.2], wrenches=gust, t=3.0).message
    run = FREE.simulate([0.0], [0.0], wrenches=gust, t=3.0, breaks=np.array([1.0, 1.001]))
    assert run.message == "" and run.energies.work_of_wrenches[-1] > 0.0


# ---- trajectories ----------------------------------------------------------------------------------------------------

TRAPEZE = Trapezoidal([0.0], [1.0], velocity=1.0, acceleration=4.0)
REACH = Quintic([0.0], [1.0], duration=1.0)


@pytest.mark.parametrize(
    ("motion", "jumps"),
    [
        (REACH, []),
        (Quintic([0.0], [1.0], duration=2.0, qd1=[1.0]), [2.0]),
        (Quintic([0.0], [1.0], duration=2.0, qdd0=[1.0]), [0.0]),
        (TRAPEZE, [0.0, 0.25, 1.0, 1.25]),
        (TRAPEZE.stretched(2.0), [0.0, 0.5, 2.0, 2.5]),
        (Joined((REACH, Quintic([1.0], [0.0], duration=3.0))), []),
        (REACH.then(Trapezoidal([1.0], [0.0], velocity=1.0, acceleration=4.0)), [1.0, 1.25, 2.0, 2.25]),
        (Spline([[0.0], [1.0], [0.0]], times=[0.0, 1.0, 2.0]), [0.0, 2.0]),
        (Spline([[0.0], [1.0], [0.0]], times=[0.0, 1.0, 2.0], degree=5), []),
        (Sampled(np.linspace(0, 1, 50), np.sin(np.linspace(0, 1, 50))[:, None]), [0.0, 1.0]),
        (Fourier([0.0], [[0.1]], [[0.0]], 1.0), [0.0, 1.0]),
    ],
)
def test_where_motions_jump(motion, jumps):
    assert motion.jumps.round(9).tolist() == jumps


def follower(motion):
    return lambda t, q, qd: 100.0 * (motion(t).q - q) + 20.0 * (motion(t).qd - qd)


class Held:
    def __init__(self, motion):
        self.motion = motion

    def torque(self, t, q, qd):
        return follower(self.motion)(t, q, qd)


@pytest.mark.parametrize(
    "controller",
    [
        follower(TRAPEZE),
        Held(TRAPEZE).torque,
        partial(lambda motion, t, q, qd: follower(motion)(t, q, qd), TRAPEZE),
        computed_torque(FREE, TRAPEZE, 100.0, 20.0),
        adaptive(FREE, TRAPEZE, 5.0, 10.0, 0.5),
    ],
    ids=["closure", "method", "partial", "computed torque", "adaptive"],
)
def test_the_jumps_of_a_motion_that_is_followed_are_found(controller):
    assert list(trajectories_in(controller)) == [TRAPEZE]
    run = FREE.simulate([0.0], controller=controller, t=1.5)
    assert run.message == ""
    for t in TRAPEZE.jumps[1:]:
        assert run.t.tolist().count(t) == 2, t


def test_feedforward_along_a_trapeze_is_exact():
    """Torques that are constant in pieces: an order-8 method makes no error if no step crosses an end of one."""
    run = FREE.simulate([0.0], tau=lambda t, q, qd: INERTIA * TRAPEZE(t).qdd, t=1.5)
    assert abs(run.q[-1, 0] - 1.0) < ROUNDING and abs(run.qd[-1, 0]) < ROUNDING


# ---- rest, and what callers give -------------------------------------------------------------------------------------


def test_a_joint_breaks_loose_at_a_break():
    stuck = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_friction({"joint1": Friction(coulomb=2.0)})
    run = stuck.simulate([0.0], tau=lambda t, q, qd: [3.0 if t >= 0.5 else 1.0], t=1.0, breaks=[0.5])
    assert [(event.t, event.name) for event in run.events] == [(0.5, "joint1 slips forward")]
    assert abs(run.qd[-1, 0] - 0.5 * (3.0 - 2.0) / INERTIA) < ROUNDING


@pytest.mark.parametrize(
    ("given", "says"), [("soon", "breaks"), ([[1.0]], "shape"), ([math.nan], "breaks"), (None, "breaks")]
)
def test_bad_breaks(given, says):
    with pytest.raises(BadArray, match=re.escape(says)):
        FREE.simulate([0.0], t=1.0, breaks=given)
