"""Runs in machine code in which joints stick and slide, or rest on stops: events, motions and energies of those that
are stepped in Python."""

import numpy as np
import pytest

import linkwise
from linkwise import control
from linkwise.algebra import cos, sign
from linkwise.model import Friction, FrictionFunction, Stribeck, Uneven
from linkwise.trajectories import Quintic
from tests.tolerances import SAME_INTEGRATOR, TIGHT_INTEGRATION

from .arms import limited
from .test_compiled import TIGHT, apart, both


def following():
    """Joints that come to rest, turn back and break loose along a motion."""
    arm = linkwise.load("puma560")
    start = np.full(6, 0.2)
    path = Quintic(start, start + 0.5, duration=0.6)
    return arm, {
        "q0": start,
        "controller": control.computed_torque(arm.without_friction(), path, 100.0, 20.0),
        "t": 0.8,
    }


def laws():
    """Laws of several kinds, one that depends on the position; a spring of the caller's own pulls."""
    places = FrictionFunction(lambda qd, q: (1.0 + 0.3 * cos(q)) * sign(qd) + 0.2 * qd)
    stribeck = Stribeck(viscous=0.3, coulomb=0.5, static=0.8, k=100.0)
    arm = linkwise.load("planar2r").with_friction({"joint1": places, "joint2": Uneven(Friction(0.2, 0.4), stribeck)})
    return arm, {"q0": [0.3, -0.5], "tau": lambda t, q, qd: 6.0 * np.sin(7.0 * t) - 2.0 * q, "t": 1.0}


def bouncing():
    """Joints that strike their stops, rest on them and leave them; one has dry friction."""
    arm = limited(linkwise.load("planar2r").with_friction({"joint2": Friction(0.1, 0.4)}), -0.9, 0.7)
    return arm, {"q0": [0.3, -0.5], "tau": [1.0, 0.5], "stops": 0.4, "events": "limits", "t": 1.5}


def slider():
    """A prismatic joint among others, all held at first: torques grow."""
    arm = linkwise.load("stanford").with_friction(Friction(1.0, 2.0))
    return arm, {"q0": [0.1, 0.2, 0.4, 0.1, 0.2, 0.3], "tau": lambda t, q, qd: 9.0 * t * np.ones(6), "t": 0.6}


CASES = {f.__name__: f for f in (following, laws, bouncing, slider)}
SLOW = ("following", "slider")
CHOSEN = [pytest.param(x, marks=[pytest.mark.slow] * (x in SLOW)) for x in CASES]


def same_events(ours, theirs):
    assert [event.name for event in ours.events] == [event.name for event in theirs.events]
    return max(abs(a.t - b.t) for a, b in zip(ours.events, theirs.events, strict=True))


@pytest.mark.parametrize("case", CHOSEN)
def test_same_events(monkeypatch, case):
    """The same events at the same times, the same motion between them, and as much heat."""
    arm, arguments = CASES[case]()
    when = np.linspace(0.0, arguments["t"], 23)
    ours, theirs = both(monkeypatch, lambda: (arm, {**arguments, "t": when}), **TIGHT)
    assert len(ours.events) >= 4 and same_events(ours, theirs) <= TIGHT_INTEGRATION
    assert ours.status == theirs.status == "finished" and ours.message == theirs.message
    assert apart(ours, theirs, ("q", "qd", "tau")) <= TIGHT_INTEGRATION
    for name, work in vars(theirs.energies).items():
        assert np.abs(getattr(ours.energies, name) - work).max() <= TIGHT_INTEGRATION * (1.0 + np.abs(work).max())


@pytest.mark.parametrize("case", CHOSEN)
def test_fixed_steps(monkeypatch, case):
    """The same steps, cut at the same instants."""
    ours, theirs = both(monkeypatch, CASES[case], method="rk4", step=0.004)
    assert len(ours.t) == len(theirs.t) and same_events(ours, theirs) <= SAME_INTEGRATOR
    assert apart(ours, theirs, ("t", "q", "qd", "tau")) <= SAME_INTEGRATOR


def test_held_joints_stay_put(monkeypatch):
    """A joint that is held does not move by a rounding, whatever the others do."""
    arm = linkwise.load("planar2r").with_friction({"joint1": Friction(coulomb=50.0), "joint2": Friction(0.01)})
    run, _ = both(monkeypatch, lambda: (arm, {"q0": [0.3, 1.2], "t": 0.7}), **TIGHT)
    assert np.array_equal(run.q[:, 0], np.full(len(run.t), 0.3)) and not run.qd[:, 0].any() and not run.qdd[:, 0].any()
    assert np.ptp(run.q[:, 1]) > 0.2
