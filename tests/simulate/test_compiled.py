"""Runs in machine code: the motions, events, energies and messages of those that are stepped in Python."""

import numpy as np
import pytest

import linkwise
from linkwise import control
from linkwise.contact import PlaneContact, SpringDamper
from linkwise.model import Friction, Limits
from linkwise.rollouts import InLoop
from linkwise.simulate import motion_kernel
from linkwise.simulate.compiled_steps import CompiledSteps
from linkwise.trajectories import Fourier, Quintic, Spline, Trapezoidal
from tests.tolerances import CHOSEN_STEPS, ROUNDING, SAME_INTEGRATOR, SAME_STEPS_ALONG, TIGHT_INTEGRATION

from .arms import limited

TIGHT = {"rtol": 1e-12, "atol": 1e-12}
PANDA = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8])
FIXED = ("euler", "semi_implicit_euler", "rk4")


def computed(robot, path):
    return {"controller": control.computed_torque(robot, path, 100.0, 20.0)}


def planar():
    arm, there = linkwise.load("planar2r"), Quintic([0.0, 0.0], [1.0, -0.5], duration=0.4)
    path = there.then(Quintic([1.0, -0.5], [0.5, 0.0], duration=0.3).stretched(1.5))
    return arm, {"q0": [0.05, 0.0], **computed(arm, path), "t": 1.0}


def panda():
    arm = linkwise.load("panda")
    path = Spline([PANDA, PANDA + 0.3, PANDA - 0.2], duration=0.8)
    return arm, {"q0": PANDA, **computed(arm, path), "saturate": True, "t": 0.5}


def stanford():
    """A joint that slides, a series, torques that are clipped."""
    arm = linkwise.load("stanford").without_friction()
    a, b = np.full((2, 6), 0.02), np.full((2, 6), -0.03)
    path = Fourier([0.1, 0.2, 0.4, 0.1, 0.2, 0.3], a, b, frequency=0.5)
    clipped = control.saturated(computed(arm, path)["controller"], 12.0)
    return arm, {"q0": path(0.0).q, "controller": clipped, "t": (0.2, 0.9)}


def rubbing():
    arm = linkwise.load("puma560").with_friction(Friction(viscous=2.0))
    return arm, {"q0": [0.1, -0.4, 0.3, 0.2, -0.1, 0.4], "tau": [5.0, -20.0, 3.0, 0.1, 0.2, 0.0], "t": 0.6}


def touching():
    arm = linkwise.load("planar2r")
    ground = PlaneContact(2000.0, damping=50.0, normal=[0, 1, 0], point=[0, -0.4, 0])
    return arm, {"q0": [0.3, -0.5], "wrenches": {"tip": [ground, SpringDamper([1, 0, 0], stiffness=5.0)]}, "t": 0.7}


def pushed():
    arm = linkwise.load("planar2r")
    spring = InLoop(lambda eq, t, q, qd, k, path: [k[0] * (a - b) for a, b in zip(path[0], q, strict=True)], inputs())
    return arm, {"q0": [0.3, -0.5], "controller": spring, "wrenches": {"tip": [0, 0, 0.1, 1.0, -2.0, 0.0]}, "t": 0.5}


def inputs():
    return {"k": 30.0, "path": Trapezoidal([0.0, 0.0], [0.5, 0.3], velocity=2.0, acceleration=9.0)}


def asked():
    """Python functions of torques and of a wrench."""
    arm = linkwise.load("planar2r").with_friction(Friction(viscous=0.5))
    push = {"tip": lambda t, q, qd: [0, 0, 0, np.sin(5.0 * t), q[0], 0]}
    return arm, {"q0": [0.3, -0.5], "tau": lambda t, q, qd: [np.cos(t) - qd[0], 0.3], "wrenches": push, "t": 0.8}


def sampled():
    """Torques that are held, clipped, and arrive late; the controller sees rounded positions."""
    arm = linkwise.load("planar2r")
    held = control.Sampled(0.02, delay=0.007, resolution=1e-4)
    push = {"tip": [0, 0, 0.1, 1.0, -2.0, 0.0]}
    drive = {"controller": lambda t, q, qd: 60.0 * (np.cos(t) - q) - 15.0 * qd, "sample": held}
    arm = arm.with_limits({"joint2": Limits(-4.0, 4.0, effort=25.0)})
    return arm, {"q0": [0.3, -0.5], **drive, "saturate": True, "wrenches": push, "t": 0.5}


CASES = {f.__name__: f for f in (planar, panda, stanford, rubbing, touching, pushed, asked, sampled)}
SLOW = ("stanford", "rubbing", "pushed")


def both(monkeypatch, case, **options):
    """The run in machine code, and the one stepped in Python."""
    arm, arguments = case()
    taken = []
    monkeypatch.setattr(
        CompiledSteps, "take", lambda self, k, take=CompiledSteps.take: taken.append(k) or take(self, k)
    )
    ours = arm.simulate(**arguments, **options)
    assert sum(taken) >= len(ours.t) // 2 > 3, "it was not stepped in machine code"
    with monkeypatch.context() as patch:
        patch.setattr(motion_kernel, "MOST_PAIRS", 0)
        count = sum(taken)
        theirs = arm.simulate(**arguments, **options)
        assert sum(taken) == count
    return ours, theirs


def apart(ours, theirs, names=("q", "qd", "qdd", "tau")):
    return max(
        float(np.abs(a - b).max() / (1.0 + np.abs(b).max()))
        for a, b in ((getattr(ours, name), getattr(theirs, name)) for name in names)
    )


@pytest.mark.parametrize("case", [pytest.param(x, marks=[pytest.mark.slow] * (x in SLOW)) for x in CASES])
def test_same_motion(monkeypatch, case):
    """At given times, by the dense output; the energies close as well."""
    arm, arguments = CASES[case]()
    when = np.linspace(*(arguments["t"] if isinstance(arguments["t"], tuple) else (0.0, arguments["t"])), 23)
    ours, theirs = both(monkeypatch, lambda: (arm, {**arguments, "t": when}), **TIGHT)
    assert ours.status == theirs.status == "finished" and ours.message == theirs.message
    assert apart(ours, theirs) <= TIGHT_INTEGRATION
    for name, work in vars(theirs.energies).items():
        assert np.abs(getattr(ours.energies, name) - work).max() <= TIGHT_INTEGRATION * (1.0 + np.abs(work).max())
    assert ours.drift <= max(10 * theirs.drift, SAME_INTEGRATOR)


@pytest.mark.parametrize("method", [*FIXED[2:], *(pytest.param(x, marks=pytest.mark.slow) for x in FIXED[:2])])
@pytest.mark.parametrize("case", [pytest.param(x, marks=[pytest.mark.slow] * (x != "planar")) for x in CASES])
def test_fixed_steps(monkeypatch, case, method):
    """The same steps: all rows, cut where torques jump."""
    ours, theirs = both(monkeypatch, CASES[case], method=method, step=0.004)
    assert np.array_equal(ours.t, theirs.t) and ours.status == theirs.status == "finished"
    assert (
        apart(ours, theirs) <= SAME_INTEGRATOR
        and apart(ours.energies, theirs.energies, ("work_of_tau",)) <= SAME_INTEGRATOR
    )


def test_dense_output(monkeypatch):
    """Between the rows, next to a run whose steps are a hundred times shorter."""
    arm, arguments = planar()
    ours = arm.simulate(**arguments, **TIGHT)
    fine = arm.simulate(**arguments, step=1e-3, **TIGHT)
    when = np.linspace(0.0, 1.0, 77)
    a, b = ours.at(when), fine.at(when)
    assert len(ours.t) < len(fine.t) / 10 and np.abs(a.q - b.q).max() <= TIGHT_INTEGRATION
    assert np.abs(a.qd - b.qd).max() <= 10 * TIGHT_INTEGRATION


@pytest.mark.parametrize("options", [{}, {"method": "rk4", "step": 0.01}], ids=["DOP853", "rk4"])
def test_same_events(monkeypatch, options):
    """Limits of positions and velocities, the caller's functions, one that ends the run: as in Python."""

    def case():
        arm = limited(linkwise.load("planar2r"), -1.2, 0.8, 4.0)

        def high(t, q, qd):
            return np.sin(q[0]) + 0.9

        high.terminal = 2
        return arm, {"q0": [0.7, 0.1], "t": 3.0, "events": ["limits", high, lambda t, q, qd: qd[1]]}

    ours, theirs = both(monkeypatch, case, **options, **({} if options else TIGHT))
    assert [event.name for event in ours.events] == [event.name for event in theirs.events] and len(ours.events) > 5
    times = np.array([[x.t, y.t] for x, y in zip(ours.events, theirs.events, strict=True)])
    assert np.abs(times[:, 0] - times[:, 1]).max() <= TIGHT_INTEGRATION
    assert ours.status == theirs.status == "event" and abs(ours.t[-1] - theirs.t[-1]) <= TIGHT_INTEGRATION


def test_stops_and_ends(monkeypatch):
    """A stop, bounds of steps, and numbers that are not finite: the same statuses and messages."""
    arm = limited(linkwise.load("planar2r"), -1.0, 1.0)
    start = {"q0": [0.9, 0.1], "t": 2.0}
    ours, theirs = both(monkeypatch, lambda: (arm, start), stops="stop", **TIGHT)
    assert ours.status == theirs.status == "stopped" and ours.message == theirs.message
    assert abs(ours.t[-1] - theirs.t[-1]) <= TIGHT_INTEGRATION
    for options in ({"max_steps": 5}, {"max_steps": 9, "method": "rk4", "step": 0.01}):
        ours, theirs = both(monkeypatch, lambda: (arm, {**start, "t": 60.0}), **options)
        assert ours.status == theirs.status == "unfinished"
        assert len(ours.t) == len(theirs.t) and ours.message[-200:] == theirs.message[-200:]
    sink = InLoop(lambda eq, t, q, qd: [50.0 * v * v * v for v in qd])
    for options in ({}, {"method": "rk4", "step": 1e-4}):
        case = lambda: (arm, {**start, "qd0": [1.0, 1.0], "controller": sink})  # noqa: E731
        ours, theirs = both(monkeypatch, case, **options)
        assert ours.status == theirs.status in ("not finite", "failed")
        assert abs(ours.t[-1] - theirs.t[-1]) <= CHOSEN_STEPS and np.isfinite(ours.q).all()


def test_an_interrupt_is_heard():
    """In a function that machine code asks, and in code that asks nothing."""
    arm = linkwise.load("planar2r")

    def tau(t, q, qd):
        if t > 0.1:
            raise KeyboardInterrupt
        return [0.0, 0.0]

    with pytest.raises(KeyboardInterrupt):
        arm.simulate([0.1, 0.2], tau=tau, t=1.0)


def test_gains_and_paths_need_no_other_code():
    """Another posture, other gains and another path of the same degree run in the code that is there."""
    arm = linkwise.load("planar2r")
    for goal, kp in ((1.0, 50.0), (0.5, 80.0)):
        path = Quintic([0.0, 0.0], [goal, goal], duration=1.0)
        arm.simulate([0.0, 0.0], controller=control.computed_torque(arm, path, kp, 10.0), t=0.2)
        arm.simulate([0.0, 0.0], tau=[goal, 0.0], t=0.2)
    assert sorted(key.name for key in arm.kernels).count("motion") == 2
    forgotten = InLoop(lambda eq, t, q, qd: [-x for x in qd])
    run = arm.simulate([0.1, 0.0], controller=forgotten, t=0.2)
    assert np.abs(run.tau + run.qd).max() <= ROUNDING


def test_most_samples_take_one_step():
    """A step is remembered from one sample to the next, and found anew where it fails: 1 ms is short for an arm."""
    arm = linkwise.load("planar2r")
    run = arm.simulate([0.0, 0.0], controller=control.pd(arm, [0.5, 0.3], kp=20.0, kd=6.0), sample=1e-3, t=0.3)
    steps = np.diff(np.unique(run.t))
    assert run.status == "finished" and len(steps) <= 1.02 * 300
    rows = np.flatnonzero(np.diff(run.t) == 0.0)
    assert len(rows) == 300 and np.array_equal(run.tau[rows[1:]], run.tau[rows[:-1] + 1])


def test_breaks_and_given_times():
    """A torque from a table jumps where it was said to, whatever drives the rest."""
    arm = linkwise.load("planar2r").with_gravity([0, 0, 0])
    step = {"tau": lambda t, q, qd: [1.0 if t < 0.3 else -1.0, 0.0], "breaks": [0.3]}
    run = arm.simulate([0.0, 0.0], **step, t=0.6, **TIGHT)
    assert [run.tau[k, 0] for k in np.flatnonzero(run.t == 0.3)] == [1.0, -1.0]
    assert np.abs(run.energies.balance).max() <= SAME_STEPS_ALONG * 1e3
