"""Rollouts that end before their time, what they leave, and what is refused."""

import io
import sys

import numpy as np
import pytest

import linkwise
from linkwise.control import adaptive
from linkwise.errors import BadArray, InvalidModel, LinkwiseError, NoMass, NotForThisRobot, UnknownName
from linkwise.rollouts import InLoop
from linkwise.trajectories import Quintic

from .cases import ALL, near_goal, panda, regulator

RUN = {"step": 1e-3, "steps": 60}
PATH = Quintic([0.0, 0.0], [1.0, 1.0], duration=1.0)


def bomb(eq, t, q, qd, at):
    """Forces that are NaN from a time on."""
    from linkwise.algebra import sqrt

    return [sqrt(at[0] - t) + 0.0 * x for x in q]


@pytest.mark.parametrize("method", ALL)
def test_a_rollout_ends_and_others_go_on(method):
    robot = linkwise.load("planar2r")
    at = np.array([[1.0], [0.02], [1.0], [0.0305], [1.0]])
    watch = {"outputs": {"one": lambda eq, t, q, qd, tau: 1.0, "t": lambda eq, t, q, qd, tau: t}}
    watch["reduce"] = {
        "count": ("sum", "one"),
        "last": ("last", "t"),
        "long": ("integral", "one"),
        "mean": ("mean", "one"),
    }
    given = {"method": method, "every": 1, **RUN, **watch}
    found = robot.rollouts([0.1, 0.2], controller=InLoop(bomb, {"at": ("each", at)}), **given)
    assert found.status.tolist() == ["finished", "not finite", "finished", "not finite", "finished"]
    assert "3 of 5 rollouts finished; 2 not finite" in found.message and np.isfinite(found.q).all()
    for k, ended in ((1, found.ended[1]), (3, found.ended[3])):
        assert 0 <= ended - at[k, 0] / RUN["step"] <= 2
        assert (found.q[k, ended:] == found.q[k, ended - 1]).all() and (found.q[k, 1] != found.q[k, ended - 1]).any()
        assert found["count"][k] == ended and found["last"][k] == pytest.approx(1e-3 * (ended - 1))
        assert found["long"][k] == pytest.approx(1e-3 * (ended - 1)) and found["mean"][k] == 1.0
    assert found["count"][0] == 61 and found["long"][0] == pytest.approx(0.06)
    alone = robot.rollouts([0.1, 0.2], controller=InLoop(bomb, {"at": ("each", at[:1])}), **given)
    assert np.array_equal(alone.q[0], found.q[0])


def test_an_unstable_step_is_reported():
    """Explicit Euler with a stiff controller blows up; the last good state and its time are kept."""
    q, qd = near_goal(3)
    controller = InLoop(lambda eq, t, q, qd: [-500.0 * v for v in qd])
    found = panda().rollouts(q, qd, controller=controller, method="euler", step=0.01, duration=20.0)
    assert (found.status == "not finite").all() and (found.ended > 1).all() and np.isfinite(found.qd).all()


def test_stages_that_are_not_found():
    """A step far too long for fixed-point iteration ends a rollout, and no loop is endless."""
    robot = linkwise.load("planar2r")
    found = robot.rollouts([[0.3, 0.2]], [30.0, -40.0], method="gauss_legendre_4", step=0.5, steps=100)
    assert found.status[0] in ("not settled", "not finite") and found.ended[0] >= 1 and np.isfinite(found.q).all()


def test_reductions_of_nan():
    robot = linkwise.load("planar2r")
    from linkwise.algebra import sqrt

    given = {
        "outputs": {"x": lambda eq, t, q, qd, tau: sqrt(0.01 - t)},
        "reduce": {"m": ("max", "x"), "l": ("min", "x")},
    }
    found = robot.rollouts([0.1, 0.2], step=1e-3, steps=20, **given)
    assert np.isnan(found["m"]) and np.isnan(found["l"]) and found.finished.all()


def test_empty_and_single_batches():
    robot = linkwise.load("planar2r")
    assert robot.rollouts(np.zeros((0, 2)), **RUN).q.shape == (0, 1, 2)
    assert robot.rollouts(np.zeros((2, 3, 2)), np.zeros((3, 2)), every=30, **RUN).q.shape == (2, 3, 3, 2)
    assert robot.rollouts([0.0, 0.0], states=False, **RUN).q is None


WRONG = [
    ({"q0": [0.1]}, BadArray, "q0 has shape"),
    ({"q0": [0.1, np.nan]}, BadArray, "nan"),
    ({"qd0": [[0.0, 0.0]] * 3, "q0": [[0.0, 0.0]] * 2}, BadArray, "do not broadcast together"),
    ({"step": 0.0}, LinkwiseError, "step is"),
    ({"step": float("inf")}, LinkwiseError, "step is"),
    ({"steps": 0}, LinkwiseError, "steps is 0"),
    ({"steps": None}, LinkwiseError, "neither steps nor a duration"),
    ({"duration": 1.0}, LinkwiseError, "both steps and a duration"),
    ({"steps": None, "duration": 0.0015}, LinkwiseError, "1.5 steps"),
    ({"steps": None, "duration": 1e300}, LinkwiseError, "steps of"),
    ({"every": 0}, LinkwiseError, "every is 0"),
    ({"method": "rk5"}, UnknownName, "rk5"),
    ({"dtype": "float16"}, UnknownName, "float16"),
    ({"backend": "gpu"}, UnknownName, "gpu"),
    ({"threads": 0}, LinkwiseError, "threads is 0"),
    ({"tau": [0.0]}, BadArray, "tau has shape"),
    ({"tau": [0.0, np.inf]}, BadArray, "inf"),
    ({"tau": lambda t: [t, np.nan]}, BadArray, "not finite at t = 0"),
    ({"tau": [0.0, 0.0], "controller": lambda eq, t, q, qd: q}, LinkwiseError, "tau and a controller"),
    ({"controller": 3.0}, LinkwiseError, "not a controller"),
    (
        {"controller": adaptive(linkwise.load("planar2r"), PATH, 9.0, 5.0, 1.0), "method": "gauss_legendre_4"},
        LinkwiseError,
        "implicit method",
    ),
    ({"wrenches": {"tip": PATH}}, LinkwiseError, "is a trajectory"),
    ({"controller": lambda eq, t, q, qd: q[:1]}, LinkwiseError, "returned 1 entries"),
    ({"controller": lambda eq, t, q, qd: 3.0}, LinkwiseError, "returned '3.0'"),
    ({"controller": lambda eq, t, q, qd: ["a", "b"]}, LinkwiseError, "returned 2 entries"),
    ({"controller": lambda t, q, qd: q}, LinkwiseError, "the controller raises TypeError"),
    ({"controller": lambda eq, t, q, qd: [np.sin(x) for x in q]}, LinkwiseError, "the controller raises TypeError"),
    ({"controller": InLoop(lambda eq, t, q, qd: q, {"k": 1.0})}, LinkwiseError, "the controller raises TypeError"),
    ({"outputs": {"x": lambda t, q: q}}, LinkwiseError, "the output 'x' raises TypeError"),
    ({"tau": lambda t, q, qd: [0.0, 0.0]}, LinkwiseError, "tau raises TypeError"),
    ({"tau": [1e39, 0.0], "dtype": "float32"}, BadArray, "tau has a number of size 1e.39"),
    ({"tau": lambda t: [1e39, 0.0], "dtype": "float32"}, BadArray, "function of time has a number"),
    ({"q0": [1e39, 0.0], "dtype": "float32"}, BadArray, "q0 has a number"),
    ({"controller": InLoop(lambda eq, t, q, qd, k: q, {"k": ("every", 1.0)})}, LinkwiseError, "'every'"),
    ({"controller": InLoop(lambda eq, t, q, qd, k: q, {"k": ("each", 1.0)})}, BadArray, "is a number"),
    ({"outputs": [1]}, LinkwiseError, "outputs are"),
    ({"outputs": {"x": lambda eq, t, q, qd, tau: [q, 1.0]}}, LinkwiseError, "not an array"),
    ({"reduce": {"m": ("max", "x")}}, UnknownName, "'x'"),
    ({"reduce": {"m": "max"}}, LinkwiseError, "'m'"),
    ({"outputs": {"x": lambda eq, t, q, qd, tau: t}, "reduce": {"m": ("median", "x")}}, UnknownName, "median"),
    ({"outputs": {"x": lambda eq, t, q, qd, tau: t}, "reduce": {"x": ("max", "x")}}, LinkwiseError, "and a reduction"),
    ({"parameters": {"mass": 1.0}}, UnknownName, "mass"),
    ({"parameters": {"payload": [1.0]}}, BadArray, "payload"),
    ({"parameters": {"payload": [[0.0] * 10, [0.0] * 9 + [-1.0]]}}, InvalidModel, "mass of -1 kg"),
    ({"wrenches": {"nose": [0.0] * 6}}, UnknownName, "nose"),
    ({"wrenches": {"tip": [0.0] * 5}}, BadArray, "tip"),
    ({"friction_width": -1.0}, LinkwiseError, "friction_width is -1.0"),
    ({"friction_width": "none"}, LinkwiseError, "friction_width is 'none'"),
]


@pytest.mark.parametrize(("given", "error", "words"), WRONG, ids=[str(k) for k in range(len(WRONG))])
def test_bad_input(given, error, words):
    robot = linkwise.load("planar2r")
    with pytest.raises(error, match=words.replace("(", r"\(")) as caught:
        robot.rollouts(**{"q0": [0.1, 0.2], **RUN, **given})
    assert caught.value.expected


def test_what_a_kernel_was_not_compiled_for():
    kernel = panda().compile_rollouts(controller=regulator())
    for given, words in (
        ({"inputs": {"kq": 1.0}}, "kq"),
        ({"inputs": {"kp": ("each", np.ones((2, 7)))}}, "compiled as same"),
        ({"inputs": {"kp": [1.0]}}, "1 numbers"),
        ({"parameters": {"payload": [0.0] * 10}}, "payload"),
        ({"wrenches": {"panda_link8": [0.0] * 6}}, "panda_link8"),
    ):
        with pytest.raises(LinkwiseError, match=words):
            kernel([0.0] * 7, **RUN, **given)
    for width in (3, 4.0, np.array([4, 8])):
        with pytest.raises(LinkwiseError, match="rollouts wide"):
            panda().compile_rollouts(width=width)


def test_robots_without_motion_or_mass():
    with pytest.raises(NotForThisRobot):
        linkwise.load("pendulum").lock("joint1").rollouts([], **RUN)
    from linkwise.algebra import Inertia
    from linkwise.model import Body, Model

    robot = linkwise.load("pendulum")
    tree = robot.tree
    none = [Body(b.name, b.parent, b.placement, b.joint, Inertia.none(b.name)) for b in tree.bodies]
    empty = Model("empty", tuple(none), tree.base)
    with pytest.raises(NoMass):
        linkwise.Robot(empty).rollouts([0.0], **RUN)


def test_an_interrupt_is_heard(monkeypatch):
    from linkwise.backends import tiles

    monkeypatch.setattr(tiles, "WORK", 1000)
    calls = []

    def interrupted(self, *given):
        calls.append(1)
        if len(calls) > 3:
            raise KeyboardInterrupt

    kernel = panda().compile_rollouts()
    monkeypatch.setattr(type(kernel._module), "run", interrupted)
    for threads in (1, 2):
        calls.clear()
        with pytest.raises(KeyboardInterrupt):
            kernel(np.zeros((200, 7)), **RUN, threads=threads)
        assert len(calls) < 20


def test_a_bar_on_a_terminal_only(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for somebody in (True, False):
        monkeypatch.setattr(sys, "stderr", Terminal() if somebody else io.StringIO())
        linkwise.load("planar2r").rollouts([[0.1, 0.2]] * 3, **RUN, progress=True)
        assert ("180 of 180 steps" in sys.stderr.getvalue()) == somebody


def test_whether_a_bar_is_shown_is_true_or_false():
    arm = linkwise.load("planar2r")
    calls = [
        lambda given: arm.rollouts([0.1, 0.2], **RUN, progress=given),
        lambda given: arm.inverse_kinematics(np.eye(4), progress=given),
        lambda given: arm.inverse_kinematics(arm.forward_kinematics([0.1, 0.2]), progress=given),
        lambda given: arm.verify(states=1, progress=given),
    ]
    for call in calls:
        for wrong in ("x", 1, None):
            with pytest.raises(BadArray, match=r"progress is .*\n.*True or False was expected"):
                call(wrong)
    assert calls[0](np.True_).finished.all()


def test_why_a_floating_arm_without_base_mass_does_not_move():
    arm = linkwise.load("panda").with_floating_base()
    for q in (np.zeros(13), np.zeros((2, 13))):
        found = arm.rollouts(q, **RUN)
        assert not found.finished.any()
        said = "joint 'base_rz' of robot 'panda' moves no inertia here: its acceleration is not determined"
        assert said in found.message and said in repr(found)


def test_results_without_room():
    robot = linkwise.load("planar2r")
    with pytest.raises(LinkwiseError, match="not enough memory") as error:
        robot.rollouts(np.zeros((1000, 2)), step=1e-9, steps=2**40, every=1)
    assert "every=" in error.value.hint


def test_results_beyond_all_memory():
    """More than any machine has, though a system may promise it: 1,000 rollouts at 10⁹ instants."""
    with pytest.raises(LinkwiseError, match="not enough memory for 1000 rollouts"):
        linkwise.load("planar2r").rollouts(np.zeros((1000, 2)), duration=1e6, step=1e-3, every=1)
