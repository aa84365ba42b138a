"""Dry friction holds joints still exactly, lets them go at the stated torque, and does not chatter."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import sign
from linkwise.model import Coordinates, Friction, FrictionFunction, Smooth, Stribeck, Uneven
from linkwise.simulate import sticking
from linkwise.simulate.sticking import accelerations, settle
from tests.tolerances import (
    AGREEMENT,
    COARSE_RUN,
    DEFAULT_RUN,
    DEFAULT_STEP,
    EVENT_FOUND,
    LONG_RUN,
    ROUGH_RUN,
    ROUNDING,
)

from .arms import FIXED, level

METHODS = [("DOP853", {}), ("Radau", {}), *((name, {"step": 0.01}) for name in FIXED)]
LAWS = {
    "Coulomb": (Friction(0.2, 1.5), 1.5, 1.5),
    "by direction": (Friction(0.2, 1.5, backward=0.7), 1.5, 0.7),
    "Stribeck": (Stribeck(0.1, 1.0, 1.5, k=10.0), 1.5, 1.5),
    "Stribeck, exponent 1": (Stribeck(0.1, 1.0, 1.5, k=10.0, exponent=1.0), 1.5, 1.5),
    "uneven": (Uneven(Friction(0.1, 1.5), Stribeck(0.1, 0.5, 0.7, k=10.0)), 1.5, 0.7),
    "a function that holds less than it rubs": (
        FrictionFunction(lambda qd: 0.8 * sign(qd), holding=(0.5, 0.3)),
        0.8,
        0.8,
    ),
    "a function": (FrictionFunction(lambda qd: 0.8 * sign(qd) + 0.1 * qd, holding=(1.5, 0.9)), 1.5, 0.9),
}
"""Laws, and what they hold forward and backward."""


@pytest.mark.parametrize(("method", "given"), METHODS)
def test_held_still_to_the_last_bit(method, given):
    arm = linkwise.load("planar2r").with_friction(Friction(0.5, 30.0))
    q0 = [0.3, -1.2]
    sway = lambda t, q, qd: arm.gravity_forces(q) + 29.0 * np.array([np.sin(5 * t), np.cos(7 * t)])  # noqa: E731
    run = arm.simulate(q0, tau=sway, t=1.0, method=method, **given)
    assert run.status == "finished" and run.events == ()
    assert (run.q == q0).all() and (run.qd == 0.0).all() and (run.qdd == 0.0).all()
    assert (run.energies.balance == 0.0).all()


@pytest.mark.parametrize("law", LAWS)
def test_a_ramp_breaks_it_loose_at_the_stated_torque(law):
    friction, *both = LAWS[law]
    rod = level("pendulum").with_friction(friction)
    for way, holds in zip((1.0, -1.0), both, strict=True):
        run = rod.simulate([0.3], tau=lambda t, q, qd, way=way: [way * t], t=(holds - 0.3, holds + 0.4))
        (event,) = run.events
        assert event.t == pytest.approx(holds, abs=AGREEMENT)
        assert event.name == f"joint1 slips {'forward' if way > 0 else 'backward'}"
        before, after = run.t < event.t, run.t > event.t
        assert before.sum() > 10 and (run.q[before] == 0.3).all() and (run.qd[before] == 0.0).all()
        assert (way * run.qd[after] > 0.0).all()
        assert run.drift < DEFAULT_RUN


@pytest.mark.parametrize(("method", "given"), METHODS)
def test_the_ramp_by_every_method(method, given):
    rod = level("pendulum").with_friction(LAWS["Stribeck"][0])
    run = rod.simulate([0.3], tau=lambda t, q, qd: [t], t=2.0, method=method, **given)
    assert [event.name for event in run.events] == ["joint1 slips forward"]
    assert run.events[0].t == pytest.approx(1.5, abs=AGREEMENT)


def test_load_dependent_friction_holds_by_the_load():
    """|F| ≤ 0.2 |g(q)| + 0.1: on a slope where gravity takes 4.905 sin q, holding is what the law says there."""
    law = FrictionFunction(lambda qd, q, load: (0.1 + 0.2 * abs(load)) * sign(qd))
    rod = linkwise.load("pendulum").with_friction(law)
    q0 = 0.5
    load = float(rod.gravity_forces([q0])[0])
    run = rod.simulate([q0], tau=lambda t, q, qd: [load + t], t=2.0)
    assert run.events[0].t == pytest.approx(0.1 + 0.2 * abs(load), abs=EVENT_FOUND)
    assert run.drift < LONG_RUN


def test_joints_that_follow_one_coordinate_stick_together():
    """q = (u, −2u): 1 + 2 · 0.3 hold it forwards, where the second joint goes backwards; 1 + 2 · 0.5 backwards."""
    laws = {"joint1": Friction(coulomb=1.0), "joint2": Friction(coulomb=0.5, backward=0.3)}
    arm = level("planar2r").with_friction(laws)
    model = replace(arm.model, coordinates=Coordinates(("u",), (((0, 1.0),), ((0, -2.0),)), (0.0, 0.3)))
    for way, holds in ((1.0, 1.6), (-1.0, 2.0)):
        run = Robot(model).simulate([0.1], tau=lambda t, q, qd, way=way: [way * t], t=(1.0, 2.5))
        assert run.events[0].t == pytest.approx(holds, abs=AGREEMENT) and (run.q[run.t < holds] == 0.1).all()
        after = int(np.flatnonzero(run.t == run.events[0].t)[-1])
        assert run.qdd[after, 0] == pytest.approx(0.0, abs=EVENT_FOUND)  # sliding takes what holding took
        assert run.drift < LONG_RUN


def test_a_rest_within_a_step_is_not_passed_over():
    """Without rest q̇ = (t − 1)² − 0.01, below 0 for a fifth of a second: it sticks at 0.9 s, and slips again at 1 s."""
    rod = level("pendulum").with_friction(Friction(coulomb=0.3))
    run = rod.simulate([0.0], [0.99], tau=lambda t, q, qd: [0.3 + 2.0 / 3.0 * (t - 1.0)], t=3.0)
    assert [event.name for event in run.events] == ["joint1 sticks", "joint1 slips forward"]
    assert [event.t for event in run.events] == pytest.approx([0.9, 1.0], abs=EVENT_FOUND)


def test_stick_slip_oscillation_has_no_chatter():
    """A rod drawn by a soft spring at constant speed: rest, slip, rest, … one of each in a cycle, at equal times."""
    rod = level("pendulum").with_friction(Stribeck(0.02, 0.5, 1.0, k=50.0))
    run = rod.simulate([0.0], tau=lambda t, q, qd: 20.0 * (0.1 * t - q), t=6.0)
    names = [event.name for event in run.events]
    assert names == ["joint1 slips forward", "joint1 sticks"] * (len(names) // 2) + names[len(names) // 2 * 2 :]
    assert 8 < len(names) < 20
    slips = np.array([event.t for event in run.events if "slips" in event.name])
    assert slips[0] == pytest.approx(0.5, abs=EVENT_FOUND)
    assert np.diff(slips)[1:] == pytest.approx(np.diff(slips)[1], rel=COARSE_RUN)
    assert (run.qd >= 0.0).all() and run.drift < COARSE_RUN


def test_every_change_is_told():
    """A joint that breaks loose because another did is told of, too: rest and motion take turns at each joint."""
    arm = linkwise.load("planar2r").with_friction(Friction(0.1, 2.0))
    goal = np.array([0.5, -0.3])
    run = arm.simulate([0.0, 0.0], controller=Hunting(arm, goal), t=3.5)
    for joint in arm.joint_names:
        stuck = ["sticks" in event.name for event in run.events if event.name.startswith(joint)]
        assert len(stuck) > 3 and stuck == [(k % 2 == 0) == stuck[0] for k in range(len(stuck))]
    assert run.status == "finished" and run.drift < DEFAULT_STEP


class Hunting:
    """PID with gravity: its integral winds up while a joint sticks, and tears it loose."""

    size = 2

    def __init__(self, arm, goal):
        self.arm, self.goal = arm, goal

    def start(self, q0, qd0):
        return [0.0, 0.0]

    def rate(self, t, q, qd, tau, z):
        return self.goal - q

    def force(self, t, q, qd, z):
        return self.arm.gravity_forces(q) + 60.0 * (self.goal - q) - 10.0 * qd + 100.0 * z


def test_a_law_that_holds_and_does_not_jump_holds_again():
    """Static friction given by a number beside a viscous function: the joint sticks a second time."""
    rod = level("pendulum").with_friction(FrictionFunction(lambda qd: 5.0 * qd, holding=0.4))
    run = rod.simulate([0.0], tau=lambda t, q, qd: [0.8 * np.sin(t)], t=7.0)
    names = [event.name for event in run.events]
    assert names[:4] == ["joint1 slips forward", "joint1 sticks", "joint1 slips backward", "joint1 sticks"]
    assert run.events[0].t == pytest.approx(np.pi / 6, abs=EVENT_FOUND)


def test_a_turning_joint_does_not_rest_where_it_is_pushed():
    """Drawn back by more than friction, a joint passes through rest: the loss is F times the way."""
    rod = level("pendulum").with_friction(Friction(coulomb=0.3))
    run = rod.simulate([0.0], [1.0], tau=[-1.0], t=2.0)
    assert [event.name for event in run.events] == ["joint1 turns back"]
    way = run.events[0].q[0] + (run.events[0].q[0] - run.q[-1, 0])
    assert run.energies.lost_to_friction[-1] == pytest.approx(0.3 * way, abs=DEFAULT_RUN)


def test_smooth_friction_creeps_where_dry_friction_holds():
    """width · artanh(F/F_c), and Radau takes few steps for it."""
    rod = level("pendulum").with_friction(Smooth(Friction(coulomb=1.0), width=1e-4))
    run = rod.simulate([0.0], tau=[0.5], t=10.0, method="Radau")
    assert run.status == "finished" and len(run.t) < 300
    assert run.qd[-1, 0] == pytest.approx(1e-4 * np.arctanh(0.5), rel=ROUGH_RUN)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_modes_are_the_only_consistent_ones(n):
    """Against all 3ⁿ patterns, on random inertias and forces."""
    rng = np.random.default_rng(n)
    for _ in range(40 if n < 5 else 6):
        A = rng.normal(size=(n, n))
        M, c = A @ A.T + 0.1 * np.eye(n), rng.normal(0.0, 2.0, n)
        bounds = [tuple(pair) for pair in rng.uniform(0.1, 2.0, (n, 2)).tolist()]
        slide = lambda k, way, bounds=bounds: bounds[k][0] if way > 0 else -bounds[k][1]  # noqa: E731
        found = settle(M, c, np.zeros(n, dtype=int), list(range(n)), bounds, slide)
        right = [way for way in product((-1, 0, 1), repeat=n) if _consistent(M, c, np.array(way), bounds, slide)]
        assert right == [tuple(found.modes)]


def test_forces_at_a_limit_up_to_rounding(monkeypatch):
    """A joint that rounding lets neither rest nor slide is held, and found in a few changes."""
    changes = []
    monkeypatch.setattr(sticking, "accelerations", lambda *given: changes.append(0) or accelerations(*given))
    slide, n = (lambda k, way: float(way)), 4
    ties = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        A = rng.normal(size=(n, n))
        M, way = A @ A.T + 0.1 * np.eye(n), rng.integers(-1, 2, n)
        M, held = 0.5 * (M + M.T), np.flatnonzero(way == 0)
        c = M @ (way * rng.uniform(0.5, 2.0, n)) + way
        c[held] += rng.choice([-1.0, 1.0], len(held))  # at the very limit
        changes.clear()
        found = settle(M, c, np.zeros(n, dtype=int), list(range(n)), [(1.0, 1.0)] * n, slide)
        assert len(changes) <= 40
        assert np.abs(found.qdd[held]).max(initial=0.0) <= ROUNDING * 1e2
        ties += len(changes) > 2 * n
    assert ties > 5


def _consistent(M, c, way, bounds, slide):
    load = c - np.array([slide(k, w) if w else 0.0 for k, w in enumerate(way)])
    qdd, borne = accelerations(M, load, way)
    held = all(-bounds[k][1] <= borne[k] <= bounds[k][0] for k in np.flatnonzero(way == 0))
    return held and all(way[k] * qdd[k] > 0.0 for k in np.flatnonzero(way))


@pytest.mark.parametrize(("method", "given"), [METHODS[0], METHODS[1], METHODS[-1]])
def test_one_joint_slides_and_tears_the_other_loose(method, given):
    """The first joint is pushed; the second is held until the motion of the first is too much for its friction."""
    arm = level("planar2r").with_friction({"joint1": Friction(coulomb=0.1), "joint2": Friction(coulomb=1.0)})
    run = arm.simulate([0.0, 0.5], tau=lambda t, q, qd: [3.0 * t, 0.0], t=1.5, method=method, **given)
    names = [event.name for event in run.events]
    assert names[:2] == ["joint1 slips forward", "joint2 slips backward"]
    first, second = run.events[0].t, run.events[1].t
    assert first < second
    between = (run.t >= first) & (run.t < second)
    assert between.sum() > 2 and (run.q[between, 1] == 0.5).all() and (run.qd[between, 0] >= 0.0).all()
    q, qd = run.events[1].q, run.events[1].qd
    M, h = arm.mass_matrix(q), arm.bias_forces(q, qd)
    qdd = (3.0 * second - 0.1 - h[0]) / M[0, 0]
    assert -(h[1] + M[1, 0] * qdd) == pytest.approx(-1.0, abs=EVENT_FOUND)
