"""What cannot be a controller says what is wrong with it."""

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.control import (
    Controller,
    MomentumObserver,
    PoseLine,
    adaptive,
    computed_torque,
    gravity_compensation,
    impedance,
    linear_feedback,
    pd,
    pd_gravity,
    resolved_acceleration,
    saturated,
    two_velocity_regressor,
)
from linkwise.trajectories import Quintic

ARM, PANDA = linkwise.load("planar2r"), linkwise.load("panda")
HERE = ARM.forward_kinematics([0.3, 0.4])
MIRRORED = np.diag([1.0, 1.0, -1.0, 1.0])

CASES = {
    "no robot": (lambda: pd("panda", [0.0], 1.0, 1.0), "not a robot"),
    "elastic": (
        lambda: pd(ARM.with_elastic_joints(1e3, rotors=0.1), [0.0] * 2, 1.0, 1.0),
        "torques act on the motors only",
    ),
    "nothing moves": (lambda: gravity_compensation(ARM.lock({"joint1": 0.0, "joint2": 0.0})), "cannot move"),
    "negative kp": (lambda: pd(ARM, [0.0, 0.0], -1.0, 1.0), "kp"),
    "shape of kd": (lambda: pd(ARM, [0.0, 0.0], 1.0, [1.0, 2.0, 3.0]), "kd has shape"),
    "NaN gain": (lambda: pd(ARM, [0.0, 0.0], np.nan, 1.0), "kp is nan"),
    "indefinite gain": (lambda: pd(ARM, [0.0, 0.0], [[1.0, 3.0], [3.0, 1.0]], 1.0), "eigenvalue"),
    "skewed gain": (lambda: pd(ARM, [0.0, 0.0], [[1.0, 4.0], [0.0, 1.0]], 1.0), "eigenvalue -1"),
    "text gain": (lambda: pd(ARM, [0.0, 0.0], "stiff", 1.0), "kp"),
    "short posture": (lambda: pd(ARM, [0.0], 1.0, 1.0), "posture to hold"),
    "infinite posture": (lambda: pd(ARM, [0.0, np.inf], 1.0, 1.0), "is inf"),
    "motion of another arm": (lambda: pd(ARM, Quintic([0.0], [1.0], duration=1.0), 1.0, 1.0), "1 joints"),
    "function of positions": (lambda: pd(ARM, lambda t: [0.0, t], 1.0, 1.0), "shape (2,)"),
    "gravity elsewhere": (lambda: pd_gravity(ARM, [0.0, 0.0], 1.0, 1.0, at="home"), "'home'"),
    "gain of feedback": (lambda: linear_feedback(ARM, [0.0, 0.0], np.eye(2)), "(2, 4)"),
    "no gain": (lambda: linear_feedback(ARM, [0.0, 0.0]), "gain"),
    "efforts": (lambda: saturated(pd(ARM, [0.0, 0.0], 1.0, 1.0)), "no finite effort limit"),
    "negative effort": (lambda: saturated(pd(ARM, [0.0, 0.0], 1.0, 1.0), [-1.0, 1.0]), "effort is"),
    "effort NaN": (lambda: saturated(pd(ARM, [0.0, 0.0], 1.0, 1.0), [1.0, np.nan]), "effort is nan at [1]"),
    "saturated function": (lambda: saturated(lambda t, q, qd: q, 1.0), "saturate=True"),
    "six rows of two joints": (lambda: resolved_acceleration(ARM, HERE, 1.0, 1.0), "6 rows"),
    "no pose": (lambda: resolved_acceleration(ARM, np.eye(3), 1.0, 1.0, rows=["x"]), "pose"),
    "mirrored pose": (lambda: resolved_acceleration(ARM, MIRRORED, 1.0, 1.0, rows=["x"]), "rotation"),
    "function of poses": (lambda: resolved_acceleration(ARM, lambda t: HERE, 1.0, 1.0, rows=["x"]), "twist"),
    "unknown frame": (lambda: resolved_acceleration(ARM, HERE, 1.0, 1.0, frame="hand", rows=["x"]), "hand"),
    "posture of a square task": (
        lambda: resolved_acceleration(ARM, HERE, 1.0, 1.0, rows=["x", "y"], posture=[0.0, 0.0]),
        "no joint",
    ),
    "posture gain alone": (lambda: resolved_acceleration(ARM, HERE, 1.0, 1.0, rows=["x"], posture_kp=1.0), "posture"),
    "negative damping": (
        lambda: resolved_acceleration(ARM, HERE, 1.0, 1.0, rows=["x"], singularity_damping=-1.0),
        "singularity_damping",
    ),
    "inertia unfelt": (lambda: impedance(ARM, HERE, 1.0, 1.0, rows=["x"], inertia=2.0), "wrench"),
    "five numbers felt": (
        lambda: impedance(ARM, HERE, 1.0, 1.0, rows=["x"], inertia=2.0, wrench=lambda t: np.zeros(5)),
        "wrench",
    ),
    "inertia zero": (
        lambda: impedance(ARM, HERE, 1.0, 1.0, rows=["x"], inertia=0.0, wrench=np.zeros(6)),
        "inertia is 0",
    ),
    "duration of a line": (lambda: PoseLine(HERE, HERE, 0.0), "duration"),
    "slope zero": (lambda: adaptive(ARM, [0.0, 0.0], 0.0, 1.0, 1.0), "slope is 0"),
    "estimates": (lambda: adaptive(ARM, [0.0, 0.0], 1.0, 1.0, 1.0, initial=[1.0]), "initial"),
    "negative leak": (lambda: adaptive(ARM, [0.0, 0.0], 1.0, 1.0, 1.0, sigma=-0.1), "sigma"),
    "parameters": (lambda: two_velocity_regressor(ARM, [1.0, 2.0]), "not parameters"),
    "another's parameters": (lambda: two_velocity_regressor(ARM, PANDA.base_parameters()), "links"),
    "gain of an observer": (lambda: MomentumObserver(ARM, 0.0), "gain is 0"),
    "matrix of an observer": (lambda: MomentumObserver(ARM, np.eye(2)), "matrix"),
    "no function": (lambda: Controller(ARM, 3.0), "not a function"),
    "name of an input": (lambda: Controller(ARM, lambda *x: x[2], {"qd": 1.0}), "'qd'"),
    "input without numbers": (lambda: Controller(ARM, lambda *x: x[2], {"k": "soft"}), "input k"),
    "kind of an input": (lambda: Controller(ARM, lambda *x: x[2], {"k": ("often", 1.0)}), "often"),
    "input of another size": (lambda: pd(ARM, [0.0, 0.0], 1.0, 1.0).with_inputs(kp=[1.0] * 3), "'kp' has shape (3,)"),
    "posture of another size": (lambda: pd(ARM, [0.0] * 2, 1.0, 1.0).with_inputs(desired=[1.0]), "has shape (1,)"),
    "time in words": (lambda: pd(ARM, [0.0, 0.0], 1.0, 1.0)("noon", [0.0] * 2, [0.0] * 2), "t is an array of str"),
    "unknown input": (lambda: pd(ARM, [0.0, 0.0], 1.0, 1.0).with_inputs(ki=1.0), "'ki'"),
    "forces of another size": (
        lambda: Controller(ARM, lambda eq, t, q, qd: q[:1])(0.0, [0.0] * 2, [0.0] * 2),
        "returned",
    ),
    "branch": (lambda: Controller(ARM, lambda eq, t, q, qd: q if q[0] > 0 else qd).kernel.program, "branch"),
    "rollouts of another arm": (
        lambda: PANDA.rollouts([0.0] * 7, step=1e-3, steps=1, controller=pd(ARM, [0.0, 0.0], 1.0, 1.0)),
        "7 joints",
    ),
    "batch state": (lambda: pd(ARM, [0.0, 0.0], 1.0, 1.0)(0.0, [0.0] * 3, [0.0] * 3), "shape"),
}


@pytest.mark.parametrize("case", CASES)
def test_refused(case):
    make, says = CASES[case]
    with pytest.raises(LinkwiseError) as error:
        make()
    assert says in str(error.value), str(error.value)
    assert "\n" in str(error.value), "what was expected is said too"


def test_samples_of_an_observer():
    watching = MomentumObserver(ARM, 10.0).begin([0.0, 0.0], [0.0, 0.0])
    before = watching.state.copy()
    for sample in (
        ([0.0, np.nan], [0.0] * 2, [0.0] * 2, 0.1),
        ([0.0] * 2, [0.0] * 2, [0.0] * 2, 0.0),
        ([0.0] * 3, [0.0] * 3, [0.0] * 3, 0.1),
        ([[0.0] * 2] * 2, [0.0] * 2, [0.0] * 2, 0.1),
    ):
        with pytest.raises(LinkwiseError):
            watching.update(*sample)
    np.testing.assert_array_equal(watching.state, before)


def test_a_companion_that_did_not_run():
    run = ARM.simulate([0.0, 0.0], t=0.1)
    with pytest.raises(LinkwiseError, match="no companion"):
        MomentumObserver(ARM, 10.0).residual(run)


def test_a_motion_that_is_none_later():
    """A function of time that changes its size, or loses its numbers, ends with words."""
    shrinking = pd(ARM, lambda t: np.zeros((3, 2 if t < 0.05 else 1)), 1.0, 1.0)
    with pytest.raises(LinkwiseError, match=r"t = 0\.1"):
        shrinking(0.1, [0.0, 0.0], [0.0, 0.0])
    lost = pd(ARM, lambda t: np.full((3, 2), np.nan if t > 0.05 else 0.0), 1.0, 1.0)
    run = ARM.simulate([0.0, 0.0], controller=lost, t=0.2)
    assert run.status == "not finite" and "controller" in run.message


def test_computed_torque_takes_functions_of_time():
    moving = Quintic([0.0, 0.0], [1.0, 1.0], duration=1.0)
    one, other = (computed_torque(ARM, m, 10.0, 1.0) for m in (moving, lambda t: tuple(moving(t))))
    np.testing.assert_array_equal(one(0.3, [0.1, 0.2], [0.3, 0.4]), other(0.3, [0.1, 0.2], [0.3, 0.4]))


@pytest.mark.parametrize("kp", [-5.0, [1.0, -1.0], ("each", [[1.0, 1.0], [1.0, -1.0]]), [[1.0, 3.0], [3.0, 1.0]]])
def test_gains_given_later_are_checked_as_those_given_first(kp):
    controller = pd(ARM, [0.0, 0.0], 5.0, 1.0)
    with pytest.raises(LinkwiseError, match=r"kp (is|has the eigenvalue) -"):
        controller.with_inputs(kp=kp)
    assert controller.with_inputs(kp=[0.0, 7.0]).inputs["kp"][1] == 7.0
    assert controller.with_inputs(desired=[-1.0, -1.0]).inputs["desired"][0] == -1.0, "no gain"
    own = Controller(ARM, lambda eq, t, q, qd, kp: [kp[0] * x for x in q], {"kp": 1.0})
    assert own.with_inputs(kp=-1.0)(0.0, [1.0, 1.0], [0.0, 0.0])[0] == -1.0, "a user's own may have any sign"
