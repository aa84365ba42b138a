"""What is refused, and what ends a run: always with the name of what is wrong, never without end."""

import numpy as np
import pytest

import linkwise
from linkwise.algebra import sign, sqrt
from linkwise.errors import BadArray, LinkwiseError, NotForThisRobot, UnknownName
from linkwise.model import Friction, FrictionFunction, Limits, Smooth
from tests.tolerances import AGREEMENT, FIRST_ORDER_RUN, LONG_RUN

from .arms import FIXED, level, limited

ROBOT = linkwise.load("planar2r")
GOOD = {"q0": [0.1, 0.2], "t": 0.1}


class Half:
    """A companion that lacks its rate."""

    size = 1

    def start(self, q0, qd0):
        return [0.0]


class Wrong(Half):
    """One whose rate has the wrong size."""

    def rate(self, t, q, qd, tau, z):
        return [0.0, 0.0]


class Unborn:
    """A controller with a state that never begins."""

    def rate(self, t, q, qd, tau, z):
        return [0.0]

    def force(self, t, q, qd, z):
        return [0.0, 0.0]


def _looking(**marks):
    def looking(t, q, qd):
        return t - 0.05

    vars(looking).update(marks)
    return looking


REFUSED = [
    ({"q0": [0.1]}, "q0 has shape (1,)"),
    ({"q0": [[0.1, 0.2]]}, "one motion at a time"),
    ({"q0": [0.1, np.nan]}, "q0 is nan at 'joint2'"),
    ({"q0": "here"}, "q0 is"),
    ({"qd0": [1.0, np.inf]}, "qd0 is inf at 'joint2'"),
    ({"tau": [1.0]}, "tau has shape (1,)"),
    ({"tau": [1.0, np.nan]}, "tau is nan at 'joint2'"),
    ({"tau": lambda t, q, qd: [1.0]}, "tau gave an array of shape (1,) at t = 0"),
    ({"tau": lambda t, q, qd: None}, "tau gave"),
    ({"tau": lambda t, q, qd: [1j, 0.0]}, "tau gave [1j, 0.0] at t = 0"),
    ({"tau": lambda t, q, qd: ["1", "2"]}, "tau gave"),
    ({"tau": lambda t, q, qd: np.zeros(2 if t < 0.05 else 3)}, "tau gave an array of shape (3,) at t = 0.0"),
    ({"controller": 3.0}, "the controller is 3.0"),
    ({"tau": [0.0, 0.0], "controller": lambda t, q, qd: q}, "both given"),
    ({"t": 0.0}, "t is 0.0"),
    ({"t": -1.0}, "t is -1.0"),
    ({"t": np.nan}, "t is nan"),
    ({"t": (1.0, 0.0)}, "t goes from 1.0 to 0.0"),
    ({"t": [0.0, 0.0]}, "increasing times"),
    ({"t": [0.0]}, "increasing times"),
    ({"t": True}, "t is True"),
    ({"t": ["soon", "late"]}, "t is an array of str"),
    ({"t": [0.0, 1j]}, "t is an array of complex"),
    ({"t": [[0.0], [1.0, 2.0]]}, "t cannot be read"),
    ({"method": "rk5"}, "no method 'rk5'"),
    ({"method": "rk4"}, "step was not given"),
    ({"method": "rk4", "step": 0.0}, "step is 0.0"),
    ({"method": "rk4", "step": -1e-3}, "step is -0.001"),
    ({"method": "rk4", "step": 1e-12}, "steps"),
    ({"step": -1.0}, "step is -1.0"),
    ({"rtol": 0.0}, "rtol is"),
    ({"rtol": 1e-16}, "rtol is"),
    ({"atol": -1.0}, "atol is"),
    ({"atol": 1e-9, "method": "rk4", "step": 0.01}, "atol was given with method='rk4'"),
    ({"saturate": "no"}, "saturate is"),
    ({"progress": "x"}, "progress is"),
    ({"wrenches": {"nowhere": [0.0] * 6}}, "no frame 'nowhere'"),
    ({"wrenches": {"tip": [0.0] * 5}}, "the wrench at 'tip' has shape (5,)"),
    ({"wrenches": {"tip": lambda t, q, qd: [0.0]}}, "the wrench at 'tip' gave an array of shape (1,)"),
    ({"wrenches": [0.0] * 6}, "wrenches is"),
    ({"events": ["limts"]}, "no event 'limts'"),
    ({"events": 3}, "events is"),
    ({"events": [_looking(direction="up")]}, "event 'looking' has direction = 'up'"),
    ({"events": [_looking(direction=np.nan)]}, "event 'looking' has direction = nan"),
    ({"events": [_looking(terminal=1.5)]}, "event 'looking' has terminal = 1.5"),
    ({"events": [lambda t, q, qd: [1.0, 2.0]]}, "event 'event0' gave an array of shape (2,)"),
    ({"stops": "bounce"}, "stops is"),
    ({"stops": 1.5}, "stops is"),
    ({"stops": -0.1}, "stops is"),
    ({"stops": True}, "stops is"),
    ({"companions": {"half": Half()}}, "cannot be a companion"),
    ({"companions": Half()}, "companions is"),
    ({"companions": {"wrong": Wrong()}}, "the rate of 'wrong' gave an array of shape (2,)"),
    ({"controller": Unborn()}, "cannot be a companion"),
]


@pytest.mark.parametrize(("given", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_refused(given, said):
    with pytest.raises(LinkwiseError) as found:
        ROBOT.simulate(**{**GOOD, **given})
    assert said in str(found.value) and found.value.expected


def test_beginning_beyond_a_stop():
    with pytest.raises(BadArray, match="beyond its stop"):
        limited(ROBOT, -0.15, 0.15).simulate([0.1, 0.2], stops="stop")


def test_inconsistent_limits():
    robot = limited(level("pendulum"), -1.0, 1.0)
    object.__setattr__(robot.model.bodies[0].joint, "limits", Limits(1.0, -1.0))
    with pytest.raises(BadArray, match="lower limit not above the upper one"):
        robot.simulate([0.0], stops="stop")


def test_a_robot_that_cannot_move():
    with pytest.raises(NotForThisRobot):
        linkwise.load("pendulum").lock("joint1", 0.0).simulate([])


@pytest.mark.parametrize(("method", "given"), [("DOP853", {}), ("Radau", {}), *((m, {"step": 0.01}) for m in FIXED)])
def test_nan_from_a_function_names_it_and_the_time(method, given):
    run = ROBOT.simulate(
        [0.1, 0.2], tau=lambda t, q, qd: [np.nan if t > 0.5 else 1.0, 0.0], t=2.0, method=method, **given
    )
    assert run.status == "not finite"
    assert "tau gave nan for 'joint1' at t = 0.5" in run.message and "the last row" in run.message
    assert 0.45 < run.t[-1] <= 0.51 and np.isfinite(run.q).all() and np.isfinite(run.qd).all()


def test_nan_at_once():
    run = ROBOT.simulate([0.1, 0.2], tau=lambda t, q, qd: [np.nan, 0.0], t=2.0)
    assert run.status == "not finite" and len(run.t) == 1 and "did not begin" in run.message


def test_nan_from_an_event_a_wrench_and_a_companion():
    class Rotten(Half):
        def rate(self, t, q, qd, tau, z):
            return [np.inf if t > 0.5 else 0.0]

    def lost(t, q, qd):
        return np.nan if t > 0.5 else 1.0

    for given, name in (
        ({"events": [lost], "step": 1e-3}, "event 'lost' gave nan"),
        ({"wrenches": {"tip": lambda t, q, qd: [np.nan if t > 0.5 else 0.0] * 6}}, "the wrench at 'tip' gave nan"),
        ({"companions": {"rotten": Rotten()}}, "the rate of 'rotten' gave inf"),
    ):
        run = ROBOT.simulate([0.1, 0.2], t=2.0, **given)
        assert (
            run.status == "not finite" and name in run.message and run.t[-1] == pytest.approx(0.5, abs=FIRST_ORDER_RUN)
        )


@pytest.mark.parametrize("method", ["euler", "semi_implicit_euler", "rk4"])
def test_a_step_that_is_too_long_is_told(method):
    run = linkwise.load("panda").simulate([0.3] * 7, t=200.0, method=method, step=0.5)
    assert run.status == "not finite" and "reduce it" in run.message
    assert "joint 'panda_joint" in run.message and np.isfinite(run.q).all() and np.isfinite(run.qd).all()


def test_an_implicit_step_that_is_not_found_is_told():
    run = linkwise.load("panda").simulate([0.3] * 7, [5.0] * 7, t=20.0, method="gauss_legendre_4", step=0.5)
    assert run.status in ("failed", "not finite") and "reduce" in run.message
    assert np.isfinite(run.q).all()


def test_a_balance_that_is_off_is_told():
    run = linkwise.load("pendulum").simulate([2.0], t=5.0, method="euler", step=0.02)
    assert run.status == "finished" and "the energy balance is off by" in run.message


def test_a_force_that_jumps_to_and_fro_does_not_run_for_ever():
    run = level("pendulum").simulate([0.0], [1.0], tau=lambda t, q, qd: -5.0 * np.sign(qd), t=1000.0)
    assert run.status == "failed" and "Smooth" in run.message
    assert run.t[-1] == pytest.approx(1 / 15, rel=1e-2)


def test_a_drive_of_two_joints_that_would_stick_says_so():
    """Friction by the load, of a joint that follows two coordinates, rubs without sticking: the run ends where that
    would matter."""
    law = FrictionFunction(lambda qd, q, load: (0.5 + 0.1 * abs(load)) * sign(qd))
    arm = level("planar2r").with_friction({"joint2": law}).with_motors([[1.0, 0.0], [-1.0, 1.0]])
    given = {"q0": [0.0, 0.5], "qd0": [1.0, 1.2], "t": 20.0}
    run = arm.simulate(**given)
    assert run.status == "failed" and "Smooth" in run.message and "'joint2' comes to rest" in run.message
    assert run.t[-1] < 2.0 and len(run.t) < 2000
    smooth = level("planar2r").with_friction({"joint2": Smooth(Friction(coulomb=0.5), width=1e-3)})
    assert smooth.with_motors([[1.0, 0.0], [-1.0, 1.0]]).simulate(**given, method="Radau").status == "finished"


def test_motions_beyond_all_numbers():
    run = ROBOT.simulate([0.1, 0.2], [1e200, 0.0], t=1.0)
    assert run.status == "not finite" and len(run.t) == 1 and "t = 0" in repr(run)
    assert np.isnan(run.drift)  # and no warning


def test_errors_of_a_caller_s_function_come_through():
    def broken(t, q, qd):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        ROBOT.simulate([0.1, 0.2], tau=broken)


def test_a_function_may_do_with_its_arguments_as_it_likes():
    def greedy(t, q, qd):
        q -= 100.0
        qd *= 0.0
        return np.zeros(2)

    here, there = ROBOT.simulate([0.1, 0.2], tau=greedy, t=1.0), ROBOT.simulate([0.1, 0.2], tau=[0.0, 0.0], t=1.0)
    np.testing.assert_allclose(here.q[-1], there.q[-1], rtol=AGREEMENT)


def test_unknown_names_list_what_there_is():
    with pytest.raises(UnknownName, match="'gauss_legendre_4'"):
        ROBOT.simulate([0.1, 0.2], method="leapfrog")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tau": lambda t: [1.0, 0.0]}, r"tau raises TypeError(.|\n)*\(t, q, qd\)"),
        ({"controller": lambda eq, t, q, qd: [1.0, 0.0]}, r"controller raises TypeError(.|\n)*\(t, q, qd\)"),
        ({"wrenches": {"link2": lambda t: [0.0] * 6}}, r"the wrench at 'link2' raises TypeError(.|\n)*\(t, q, qd\)"),
        ({"events": [lambda t: t - 0.1]}, r"event 'event0' raises TypeError(.|\n)*\(t, q, qd\)"),
    ],
)
def test_functions_of_something_else(given, words):
    with pytest.raises(LinkwiseError, match=words):
        ROBOT.simulate(**GOOD, **given)


def test_a_torque_that_is_no_number_names_its_joint():
    run = ROBOT.simulate([0.1, 0.2], tau=lambda t, q, qd: [0.0, np.nan if t > 0.05 else 0.0], t=0.1)
    assert run.status == "not finite" and "tau gave nan for 'joint2'" in run.message


@pytest.mark.parametrize(("method", "given"), [("DOP853", {}), ("rk4", {"step": 1e-3})])
def test_friction_that_is_no_number(method, given):
    rod = level("pendulum").with_friction(FrictionFunction(lambda qd, q: sqrt(q) * qd))
    run = rod.simulate([0.1], [-1.0], t=1.0, method=method, **given)
    assert run.status == "not finite" and "friction is nan at 'joint1'" in run.message
    assert run.t[-1] > 0.09


@pytest.mark.parametrize("law", [lambda qd: 0.1 * qd if qd > 0 else 0.2 * qd, lambda qd: 0.1 * np.tanh(qd)])
@pytest.mark.parametrize("method", ["DOP853", "rk4", "gauss_legendre_4"])
def test_friction_for_numbers_alone(law, method):
    """A function that no program can be made of is asked for numbers."""
    given = {} if method == "DOP853" else {"step": 1e-2}
    rough = ROBOT.with_friction(FrictionFunction(law))
    run = rough.simulate([0.1, 0.2], t=0.5, method=method, **given)
    assert run.status == "finished" and run.drift < LONG_RUN < run.energies.lost_to_friction[-1]


def test_stops_without_room():
    """A joint whose stops are one: no friction is blamed."""
    run = limited(level("pendulum"), 0.1, 0.1).simulate([0.1], [1.0], t=1.0, stops=1)
    assert run.status == "failed" and "strike their stops without end" in run.message
