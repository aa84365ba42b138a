"""Controllers and observers with states: in rollouts as in simulations, in sweeps, and what is refused."""

import numpy as np
import pytest

import linkwise
from linkwise.algebra import tanh
from linkwise.control import Controller, MomentumObserver, Sampled, adaptive, pid, saturated
from linkwise.errors import InvalidModel, LinkwiseError
from linkwise.rollouts import InLoop
from linkwise.sweep import Uniform
from linkwise.trajectories import Fourier
from tests.backends.found import here, serving
from tests.tolerances import AGREEMENT, SAME_STEPS_ALONG

from .cases import GOAL, panda

ARM = linkwise.load("planar2r")
HEAVY = ARM.with_payload(1.5, inertia=0.01 * np.eye(3))
WAVE = Fourier([0.3, 0.6], a=[[0.8, 0.5]], b=[[0.0, 0.4]], frequency=0.5, duration=12.0)
STEPS = {"method": "rk4", "step": 2e-3}


class Filtered:
    """A user's controller, with methods of arrays: a spring, and a damper of filtered positions."""

    size = 2

    def start(self, q0, qd0):
        return q0

    def rate(self, t, q, qd, tau, z):
        return 50.0 * (q - z)

    def force(self, t, q, qd, z):
        return np.array([8.0, 4.0]) * (0.5 - q) - 0.2 * (50.0 * (q - z))


def leaky(eq, t, q, qd, z, gain):
    """A user's function: one state, a leaky integral of the distance, starting from where the arm is."""
    far = q[0] * q[0] + q[1] * q[1]
    return {
        "tau": [g - gain[0] * tanh(z[0]) * x for g, x in zip(eq.gravity_forces(q), q, strict=True)],
        "rate": [far - z[0]],
    }


LEAKY = Controller(ARM, leaky, {"gain": 3.0}, states=(1, lambda eq, q, qd: [q[0] - 0.5 * q[1]]))
CONTROLLERS = {
    "adaptive": adaptive(ARM, WAVE, slope=5.0, kd=[30.0, 10.0], adaptation=1.0),
    "adaptive with leak": adaptive(ARM, WAVE, 5.0, np.diag([30.0, 10.0]), 0.5, sigma=0.1, deadzone=0.01),
    "pid": pid(ARM, WAVE, 100.0, 30.0, 20.0, gravity=True),
    "pid with limits": saturated(pid(ARM, [0.5, 0.2], 100.0, 80.0, 20.0, limit=[1.0, 0.5]), 20.0),
    "methods": Filtered(),
    "own": LEAKY,
}


@pytest.mark.parametrize("name", CONTROLLERS)
def test_as_simulated(name):
    """The same tableau on the same equations: motion and states to rounding."""
    controller, begin = CONTROLLERS[name], ([0.2, 0.5], [0.1, -0.2])
    run = HEAVY.simulate(*begin, controller=controller, t=0.5, **STEPS)
    rolled = HEAVY.rollouts(*begin, controller=controller, duration=0.5, every=1, **STEPS)
    for ours, theirs in (
        (rolled.q, run.q),
        (rolled.qd, run.qd),
        (rolled.companions["controller"], run.companions["controller"]),
    ):
        assert np.abs(ours - theirs).max() <= AGREEMENT * np.abs(theirs).max()
    assert np.abs(np.diff(rolled.companions["controller"], axis=0)).max() > 0.0


@pytest.mark.parametrize("name", ["adaptive", "pid"])
def test_held_between_samples_as_simulated(name):
    """States with rates go on between samples, torques do not."""
    given = {"controller": CONTROLLERS[name], "sample": Sampled(8e-3, 2e-3)}
    run = HEAVY.simulate([0.2, 0.5], t=0.4, **given, **STEPS)
    rolled = HEAVY.rollouts([0.2, 0.5], duration=0.4, **given, **STEPS)
    z = [motion.companions["controller"][-1] for motion in (run, rolled)]
    assert np.abs(rolled.q[-1] - run.q[-1]).max() <= AGREEMENT
    assert np.abs(z[0] - z[1]).max() <= AGREEMENT * np.abs(z[0]).max()


@pytest.mark.parametrize("backend", serving("rollout"))
@pytest.mark.parametrize("method", ["euler", "semi_implicit_euler", "rk4"])
def test_as_the_interpreter(method, backend):
    here(backend)
    robot, start = panda(), np.array(GOAL) + 0.1
    given = {"controller": pid(robot, GOAL, 40.0, 20.0, 4.0, gravity=True), "method": method}
    given["companions"] = {"observer": MomentumObserver(robot, 30.0)}
    a, b = (robot.compile_rollouts(**given, backend=by)(start, step=1e-3, steps=12) for by in (backend, "interpreter"))
    for x, y in ((a.q, b.q), (a.qd, b.qd), *((a.companions[k], b.companions[k]) for k in a.companions)):
        assert np.abs(x - y).max() <= SAME_STEPS_ALONG * np.abs(y).max()


def test_an_observer_beside_a_controller():
    """The observer of one arm watches another, heavier one: in rollouts as in simulations."""
    observer, law = MomentumObserver(ARM, [30.0, 50.0]), CONTROLLERS["pid"]
    given = {"controller": law, "companions": {"observer": observer}, "wrenches": {"tip": [0, 0, 0, 1.0, 2.0, 0]}}
    run = HEAVY.simulate([0.2, 0.5], [0.3, 0.0], t=0.3, **given, **STEPS)
    rolled = HEAVY.rollouts([0.2, 0.5], [0.3, 0.0], duration=0.3, **given, **STEPS)
    for name in ("controller", "observer"):
        a, b = rolled.companions[name][-1], run.companions[name][-1]
        assert np.abs(a - b).max() <= AGREEMENT * np.abs(b).max()
    many = HEAVY.rollouts([[0.2, 0.5]] * 3, [[0.3, 0.0], [0.0, 0.0], [0.1, 0.1]], duration=0.3, **given, **STEPS)
    assert np.array_equal(many.companions["observer"][0], rolled.companions["observer"])


def test_states_start_from_rows_numbers_or_functions():
    def hold(eq, t, q, qd, z):
        return {"tau": [0.0 * x for x in q], "rate": [0.0 * x for x in z]}

    q = np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
    each = {
        "rows": (("each", [[1.0], [2.0], [3.0]]), [[1.0], [2.0], [3.0]]),
        "numbers": ([4.0, 5.0], [[4.0, 5.0]] * 3),
        "one": (7.0, [[7.0]] * 3),
        "function": ((2, lambda eq, q, qd: [q[0], eq.potential_energy(q)]), None),
    }
    for states, expected in each.values():
        found = ARM.rollouts(q, controller=InLoop(hold, states=states), step=1e-3, steps=2).companions["controller"]
        if expected is None:
            expected = np.stack([q[:, 0], ARM.potential_energy(q)], axis=1)
        np.testing.assert_allclose(found[:, -1], expected, rtol=AGREEMENT)


def test_a_rollout_that_ends_keeps_its_states():
    """Like its motion, they stay at the last good state."""

    def bomb(eq, t, q, qd, z, at):
        from linkwise.algebra import sqrt

        return {"tau": [sqrt(at[0] - t) + 0.0 * x for x in q], "rate": [1.0 + 0.0 * z[0]]}

    law = InLoop(bomb, {"at": ("each", [[1.0], [0.0105]])}, states=0.0)
    found = ARM.rollouts([0.1, 0.2], controller=law, step=1e-3, steps=20, every=1)
    assert found.status.tolist() == ["finished", "not finite"]
    clock = found.companions["controller"][..., 0]
    np.testing.assert_allclose(clock[0], found.t, rtol=AGREEMENT, atol=AGREEMENT)
    assert (clock[1, found.ended[1] :] == clock[1, found.ended[1] - 1]).all()


def test_sweeps_have_states_and_samples():
    spreads = {
        "q0": Uniform([0.1, 0.2], [0.3, 0.4]),
        "payload.mass": Uniform(0.0, 1.0),
        "controller.kp": Uniform(80.0, 120.0),
    }
    law = pid(ARM, [0.5, 0.2], 100.0, 30.0, 20.0, gravity=True, period=2e-3)
    given = {"controller": law, "sample": Sampled(2e-3, 1e-3), "companions": {"observer": MomentumObserver(ARM, 50.0)}}
    swept = ARM.sweep(40, spreads, step=1e-3, steps=50, seed=2, keep=True, block=16, **given)
    assert swept.failed.count == 0
    again = swept.rerun(7, every=10)
    assert again.companions["controller"].shape == (1, 6, 2) and again.companions["observer"].shape == (1, 6, 2)
    assert np.array_equal(again.q[0, -1], swept.statistics["q"].kept[7])


class NoStart:
    size, rate = 1, None


WRONG = {
    "no dict": (InLoop(lambda eq, t, q, qd, z: q, states=[0.0]), "it has states"),
    "both": (InLoop(lambda eq, t, q, qd, z: {"tau": q, "rate": z, "next": z}, states=[0.0]), "it has states"),
    "too many": (InLoop(lambda eq, t, q, qd, z: {"tau": q, "rate": [*z, 0.0]}, states=[0.0]), "2 entries"),
    "no z": (InLoop(lambda eq, t, q, qd: q, states=[0.0]), "the controller raises TypeError"),
    "start": (InLoop(leaky, {"gain": 1.0}, (1, lambda eq, q, qd: [0.0, 0.0])), "start of 'controller'"),
    "rows of two": (InLoop(leaky, {"gain": 1.0}, ("each", [[0.0]] * 2)), "broadcast"),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_states(name):
    controller, words = WRONG[name]
    with pytest.raises(LinkwiseError, match=words):
        ARM.rollouts([[0.1, 0.2]] * 3, controller=controller, step=1e-3, steps=2)


@pytest.mark.parametrize(
    "states", [[np.nan], [], "two", ("every", [1.0]), lambda eq, q, qd: [0.0], (0, lambda eq, q, qd: [])]
)
def test_bad_starts(states):
    with pytest.raises(LinkwiseError):
        InLoop(leaky, {"gain": 1.0}, states)


def test_bad_companions():
    for companions in (
        {"x": 3.0},
        {"controller": MomentumObserver(ARM, 1.0)},
        {"x": NoStart()},
        {1: MomentumObserver(ARM, 1.0)},
    ):
        with pytest.raises(InvalidModel, match="cannot be a companion"):
            ARM.rollouts([0.1, 0.2], companions=companions, step=1e-3, steps=2)
    with pytest.raises(LinkwiseError, match="dict"):
        ARM.rollouts([0.1, 0.2], companions=[1], step=1e-3, steps=2)
    with pytest.raises(LinkwiseError, match="implicit method"):
        ARM.rollouts(
            [0.1, 0.2], companions={"x": MomentumObserver(ARM, 1.0)}, step=1e-3, steps=2, method="implicit_midpoint"
        )
    with pytest.raises(LinkwiseError, match="made for robot 'panda'"):
        ARM.rollouts([0.1, 0.2], companions={"x": MomentumObserver(panda(), 1.0)}, step=1e-3, steps=2)
    with pytest.raises(LinkwiseError, match="states of its own"):
        LEAKY(0.0, [0.1, 0.2], [0.0, 0.0])
    each = Controller(ARM, leaky, {"gain": 1.0}, states=("each", [[0.0]]))
    with pytest.raises(LinkwiseError, match="each rollout"):
        ARM.simulate([0.1, 0.2], controller=each, t=0.1)
