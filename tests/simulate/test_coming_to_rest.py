"""Controlled joints that creep to rest under dry friction: they stick once, where the push is what friction holds."""

import numpy as np
import pytest

import linkwise
from linkwise.control import pd_gravity
from linkwise.model import Friction, Stribeck
from tests.tolerances import COARSE_RUN, DEFAULT_STEP, EVENT_FOUND, LONG_RUN, LOST_IN_CREEPING, STEADY_MOTION

from .arms import level
from .known_motions import GOAL, STIFF, controlled, creeping

METHODS = [
    ("DOP853", {}),
    ("Radau", {}),
    ("rk4", {"step": 0.01}),
    ("gauss_legendre_4", {"step": 0.01}),
    ("implicit_midpoint", {"step": 0.01}),
]
ROUGH = level("pendulum").with_friction(Friction(0.5, 2.0))


@pytest.mark.parametrize(("method", "given"), METHODS)
def test_a_joint_that_creeps_to_rest_never_turns_back(method, given):
    run = ROUGH.simulate([0.0], controller=controlled, t=6.0, method=method, **given)
    assert run.status == "finished" and [event.name for event in run.events] == ["joint1 sticks"]
    assert run.qd[-1, 0] == 0.0 and run.q[-1, 0] == pytest.approx(GOAL - 2.0 / STIFF, abs=DEFAULT_STEP)
    if not given:
        assert np.abs(run.q[:, 0] - creeping(run.t)).max() < STEADY_MOTION * DEFAULT_STEP
        assert run.drift < LOST_IN_CREEPING


def test_an_arm_under_its_own_controller():
    puma, goal = linkwise.load("puma560"), np.array([0.3, -0.5, 0.4, 0.2, 0.5, -0.3])
    run = puma.simulate(np.zeros(6), controller=pd_gravity(puma, goal, kp=1000.0, kd=200.0), t=5.0)
    assert run.status == "finished" and (run.qd[-1] == 0.0).all() and run.drift < LOST_IN_CREEPING
    assert sorted(event.name for event in run.events) == [f"joint{k} sticks" for k in range(1, 7)]
    holds = [body.joint.friction.holding()[0 if e > 0 else 1] for body, e in zip(puma.model.bodies, goal, strict=True)]
    assert 1000.0 * np.abs(goal - run.q[-1]) == pytest.approx(holds, abs=STEADY_MOTION * DEFAULT_STEP * 1000.0)


def test_an_arm_with_stribeck_friction():
    """The gains of docs/simulation.md; the exact motion sticks and slips some times before all joints rest."""
    panda = linkwise.load("panda").with_friction(Stribeck(0.5, 1.0, 2.0, k=50.0))
    kp, goal = np.array([600.0] * 4 + [40.0, 40.0, 10.0]), np.array([0.3, -0.5, 0.0, -2.0, 0.0, 2.0, 0.8])
    pd = lambda t, q, qd: panda.gravity_forces(q) + kp * (goal - q) - 0.1 * kp * qd  # noqa: E731
    run = panda.simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], controller=pd, t=2.5)
    assert run.status == "finished" and (run.qd[-1] == 0.0).all() and run.drift < LOST_IN_CREEPING
    assert len(run.events) < 20
    assert (np.abs(kp * (goal - run.q[-1])) < 2.0 + COARSE_RUN).all()  # what static friction holds


@pytest.mark.parametrize("method", [pytest.param("DOP853", marks=pytest.mark.slow), "Radau"])
def test_a_slow_creep_is_not_cut_short(method):
    """With 100 N m s/rad against 20 N m/rad the joint creeps at the speed the tolerances resolve while it still has a
    way to go that they resolve as well."""
    rough = level("pendulum").with_friction(Friction(0.5, 0.5))
    t = np.array([0.0, 20.0, 60.0])
    run = rough.simulate(
        [0.0], controller=lambda t, q, qd: 20.0 * (1.0 - q) - 100.0 * qd, t=t, method=method, rtol=1e-5
    )
    fast, slow = np.roots([1.0 / 3.0, 100.5, 20.0])
    exact = 0.975 * (1.0 - (fast * np.exp(slow * t) - slow * np.exp(fast * t)) / (fast - slow))
    assert run.status == "finished" and np.abs(run.q[:, 0] - exact).max() < 2 * COARSE_RUN  # twice the tolerance
    assert len(run.events) <= 1


@pytest.mark.parametrize(("rate", "name", "push"), [(0.1, "forward", 0.0), (-5.0, "backward", 4.0)])
def test_what_crept_to_rest_slips_when_it_is_pushed(rate, name, push):
    """Pushed on, it slips at once, but for what the tolerances do not resolve; pushed back, by twice what it bears."""
    drive = lambda t, q, qd: controlled(t, q, qd) + rate * max(t - 4.0, 0.0)  # noqa: E731
    run = ROUGH.simulate([0.0], controller=drive, t=5.0)
    assert [event.name for event in run.events] == ["joint1 sticks", f"joint1 slips {name}"]
    assert run.events[1].t == pytest.approx(4.0 + push / abs(rate), abs=2 * STIFF * DEFAULT_STEP / abs(rate))
    assert run.events[1].t >= 4.0


def test_a_push_that_is_resolved_is_not_held():
    """At rest at the start, and where a velocity passes 0: a millionth more than friction holds moves the joint."""
    rod = level("pendulum").with_friction(Friction(coulomb=2.0))
    run = rod.simulate([0.0], tau=[2.0 + 1e-6], t=1.0)
    assert run.q[-1, 0] == pytest.approx(0.5 * 3e-6, rel=LONG_RUN)
    turned = rod.simulate([0.0], [1.0], tau=[-2.0 - 1e-6], t=1.0)
    assert [event.name for event in turned.events] == ["joint1 turns back"] and turned.qd[-1, 0] < 0.0


@pytest.mark.parametrize("method", ["gauss_legendre_4", "implicit_midpoint"])
def test_an_implicit_step_is_solved_near_rest(method):
    """Without friction, too: nothing moves, work has come to nothing, and stages differ by rounding alone."""
    run = level("pendulum").simulate([0.0], controller=controlled, t=6.0, method=method, step=0.01)
    assert run.status == "finished" and run.q[-1, 0] == pytest.approx(GOAL, abs=EVENT_FOUND)
