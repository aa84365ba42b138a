"""Programs of robots with a joint that moves no inertia in some configurations check their pivots as they run."""

import math
import pickle

import numpy as np
import pytest

import linkwise
from linkwise.calls.judged_kernel import JudgedKernel
from linkwise.calls.kernel_cache import KernelKey
from linkwise.calls.routes import route_of
from linkwise.errors import NoInertia
from tests.robots import example_robots
from tests.tolerances import AGREEMENT, ROUNDING

from .test_bad_calls import BALL, NOTHING, Revolute, arm, wrist

BENT, STRAIGHT = np.array([0.3, 1.0, 0.2]), np.array([0.3, 0.0, 0.2])
"""Configurations in which the first joint of the wrist moves some inertia, and none."""

QUESTIONS = ("forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse")


def states(question, q):
    """Arrays for a question about configurations."""
    return (q,) if question == "mass_matrix_inverse" else (q, np.full(q.shape, 0.1), np.full(q.shape, 0.2))


def parts(answer):
    """The arrays of an answer."""
    return [answer] if isinstance(answer, np.ndarray) else list(answer)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answers_and_errors_of_the_formulation(question):
    """In the first call, then by the fast entry; for single states, and in batches with the index of the state."""
    robot = wrist()
    exact = getattr(robot, question)(*states(question, BENT), formulation=robot.formulations(question)[0])
    batch = np.array([[BENT, BENT], [BENT, STRAIGHT], [STRAIGHT, BENT]])
    for _ in range(2):
        ask = getattr(robot, question)
        for found in (
            ask(*states(question, BENT)),
            [part[2] for part in parts(ask(*states(question, np.array([BENT] * 3))))],
        ):
            for part, expected in zip(parts(found), parts(exact), strict=True):
                np.testing.assert_allclose(part, expected, rtol=AGREEMENT, atol=ROUNDING)
        with pytest.raises(NoInertia, match="'joint1' of robot 'wrist' moves no inertia here"):
            ask(*states(question, STRAIGHT))
        with pytest.raises(NoInertia, match="'joint1' of robot 'wrist' moves no inertia in state 1, 1 of") as caught:
            ask(*states(question, batch))
        assert caught.value.joint == "joint1" and caught.value.state == (1, 1)
    assert isinstance(robot.kernels.get(KernelKey(question)), JudgedKernel)


@pytest.mark.parametrize("form", ["names", "lists", "out", "names and out", "single precision", "taken before"])
def test_every_form_of_call_is_judged(form):
    robot = wrist()
    early = robot.forward_dynamics
    for _ in range(3):
        ask = early if form == "taken before" else robot.forward_dynamics
        for q in (BENT, STRAIGHT):
            given, out = states("forward_dynamics", q), {}
            if "names" in form:
                given, out = (), dict(zip(("q", "qd", "tau"), given, strict=True))
            elif form == "lists":
                given = [x.tolist() for x in given]
            elif form == "single precision":
                given = [x.astype(np.float32) for x in given]
            if "out" in form:
                out["out"] = np.empty(3)
            if q is BENT:
                assert np.isfinite(ask(*given, **out)).all()
                continue
            with pytest.raises(NoInertia, match="'joint1' of robot 'wrist' moves no inertia here"):
                ask(*given, **out)


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_error_leaves_out_as_it_was(question):
    robot = wrist()
    for _ in range(3):
        ask = getattr(robot, question)
        out = tuple(np.full_like(part, 7.0) for part in parts(ask(*states(question, np.array([BENT, BENT])))))
        with pytest.raises(NoInertia):
            ask(*states(question, np.array([BENT, STRAIGHT])), out=out if len(out) > 1 else out[0])
        assert all((part == 7.0).all() for part in out)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_states_have_no_answers(question):
    robot = wrist()
    for _ in range(2):
        for part in parts(getattr(robot, question)(*states(question, np.empty((2, 0, 3))))):
            assert part.shape[:2] == (2, 0)


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_not_a_number_stays_so(question):
    robot = wrist()
    for unknown in (math.nan, math.inf):
        some = np.array([BENT, [0.3, unknown, 0.2], BENT])
        for part in parts(getattr(robot, question)(*states(question, some))):
            assert np.isfinite(part[[0, 2]]).all() and np.isnan(part[1]).any()


def test_doubtful_states_are_judged_by_the_formulation():
    """A pivot of 1e-12 of its bound is doubtful to the program, and is not refused."""
    robot, bends = wrist(), np.array([1.0, 1e-6, 0.5, 2e-6])
    q = np.array([[0.3, bend, 0.2] for bend in bends])
    found = robot.forward_dynamics(*states("forward_dynamics", q))
    exact = robot.forward_dynamics(*states("forward_dynamics", q), formulation="articulated.khalil_dombre")
    assert (found[[1, 3]] == exact[[1, 3]]).all() and np.isfinite(found).all()
    assert (robot.forward_dynamics(*states("forward_dynamics", q[1])) == exact[1]).all()


def test_wrenches_act_on_doubtful_states():
    robot, q = wrist(), np.array([[0.3, 1.0, 0.2], [0.3, 1e-6, 0.2]])
    pushed = {robot.frames[-1]: [0.0, 0.1, 0.2, 1.0, -2.0, 0.5]}
    found = robot.forward_dynamics(*states("forward_dynamics", q), wrenches=pushed)
    by = "articulated.khalil_dombre"
    exact = robot.forward_dynamics(*states("forward_dynamics", q), wrenches=pushed, formulation=by)
    np.testing.assert_allclose(found[0], exact[0], rtol=AGREEMENT)
    assert (found[1] == exact[1]).all()


def test_pickled_and_compiled():
    robot = wrist()
    state = states("forward_dynamics", BENT)
    found = robot.forward_dynamics(*state)
    assert (pickle.loads(pickle.dumps(robot)).forward_dynamics(*state) == found).all()
    assert (pickle.loads(pickle.dumps(robot.forward_dynamics))(*state) == found).all()
    kernel = robot.compile("forward_dynamics")
    assert (kernel(*state) == found).all()
    assert np.isnan(kernel(*states("forward_dynamics", STRAIGHT))).all()  # compiled code has no one to ask


def test_a_joint_that_never_moves_anything_is_not_compiled_for():
    robot = arm((Revolute, BALL), (Revolute, NOTHING))
    assert {route_of(robot.tree, question) for question in QUESTIONS} == {"direct"}
    assert route_of(robot.tree, "mass_matrix") == "program"


def test_a_humanoid_with_improbable_inertias():
    """iCub's file has links that no real body could be; Pinocchio's answers are the same."""
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    files = example_robots()
    if "icub_reduced" not in files:
        pytest.skip("example-robot-data is not installed")
    robot, model = linkwise.load(files["icub_reduced"]), pin.buildModelFromUrdf(str(files["icub_reduced"]))
    order = [model.joints[model.getJointId(name)].idx_v for name in robot.joint_names]
    q, qd, tau = np.random.default_rng(3).uniform(-1.0, 1.0, (3, robot.n))
    given = [np.empty(robot.n) for _ in range(3)]
    for theirs, ours in zip(given, (q, qd, tau - robot.friction_forces(qd)), strict=True):
        theirs[order] = ours
    exact = pin.aba(model, model.createData(), *given)[order]
    found = robot.forward_dynamics(q, qd, tau)
    assert isinstance(robot.kernels.get(KernelKey("forward_dynamics")), JudgedKernel)
    assert np.abs(found - exact).max() <= AGREEMENT * np.abs(exact).max()
