"""Samples that machine code takes by itself: the same as those taken between its calls, and as the exact solution."""

import numpy as np
import pytest

import linkwise
from linkwise import control
from linkwise.control import Sampled
from linkwise.errors import BadArray
from linkwise.model import Friction, Smooth
from linkwise.simulate import compiled_steps
from linkwise.trajectories import Quintic
from tests.tolerances import ROUNDING, SAME_INTEGRATOR, SAME_STEPS_ALONG

START, GOAL = np.array([0.1, -0.3]), np.array([0.8, 0.4])
METHODS = {"DOP853": {}, "rk4": {"step": 1e-3}, "cut": {"method": "rk4", "step": 0.7e-3}}
SAMPLES = {"at once": 5e-3, "late and rounded": Sampled(0.01, delay=0.004, resolution=1e-4, quantum=0.01)}


def arm():
    return linkwise.load("planar2r")


def law(robot):
    return control.computed_torque(robot, Quintic(START, GOAL, duration=0.2), 100.0, 20.0)


def never(t, q, qd):
    return 1.0


never.terminal = True


def between_calls(robot, **options):
    """An event may end the run: it takes samples itself."""
    return robot.simulate(**{**options, "events": {**options.get("events", {}), "never": never}})


@pytest.mark.parametrize("samples", SAMPLES)
@pytest.mark.parametrize("method", METHODS)
def test_the_same_as_between_calls(method, samples):
    robot, options = arm(), {"method": method, **METHODS[method], "sample": SAMPLES[samples], "t": 0.25}
    for controller in (law(robot), lambda t, q, qd: 30.0 * (GOAL - q) - 8.0 * qd):
        for times in (0.25, np.linspace(0.0, 0.25, 51)):
            given = {"q0": START, "controller": controller, **options, "t": times}
            runs = [robot.simulate(**given), between_calls(robot, **given)]
            for name in ("t", "q", "qd", "qdd", "tau"):
                one, other = (getattr(run, name) for run in runs)
                assert one.shape == other.shape and np.abs(one - other).max() <= SAME_STEPS_ALONG * 1e3, name
            assert runs[0].status == runs[1].status == "finished" and runs[0].message == runs[1].message
            inner = np.linspace(0.013, 0.24, 20)
            assert np.abs(runs[0].at(inner).q - runs[1].at(inner).q).max() <= SAME_INTEGRATOR


@pytest.mark.parametrize("method", METHODS)
def test_events_on_the_way(method):
    """They are noted as before, and rows at samples have both torques."""
    options = {"method": method, **METHODS[method], "sample": 5e-3, "t": 0.25, "q0": START, "controller": law(arm())}
    options["events"] = {"half way": lambda t, q, qd: q[0] - 0.45, "at once": lambda t, q, qd: t - 0.1}
    runs = [arm().simulate(**options), between_calls(arm(), **options)]
    assert [event.name for event in runs[0].events] == ["at once", "half way"]
    for one, other in zip(*(run.events for run in runs), strict=True):
        assert one.name == other.name and abs(one.t - other.t) <= SAME_INTEGRATOR
    for name in ("t", "q", "tau", "qdd"):
        one, other = (getattr(run, name) for run in runs)
        assert one.shape == other.shape and np.abs(one - other).max() <= SAME_STEPS_ALONG * 1e3, name


def test_one_call_takes_many_samples(monkeypatch):
    """The code is called a few times for hundreds of samples; the function once for each, in order."""
    calls, asked = [], []
    ahead = compiled_steps.CompiledSteps.ahead
    monkeypatch.setattr(compiled_steps.CompiledSteps, "ahead", lambda self: calls.append(0) or ahead(self))

    def function(t, q, qd):
        asked.append(t)
        q[:], qd[:] = np.nan, np.nan  # they are its own
        return np.zeros(2)

    run = arm().with_gravity([0, 0, 0]).simulate([0.1, 0.2], controller=function, sample=1e-3, t=0.5)
    assert run.status == "finished" and np.abs(run.q - run.q[0]).max() <= ROUNDING
    assert np.abs(np.array(asked) - 1e-3 * np.arange(501)).max() <= ROUNDING and len(calls) < 20


def test_samples_are_no_steps():
    """The work a run may take is counted in steps."""
    options = {"controller": lambda t, q, qd: -q, "sample": 1e-3, "t": 0.2, "method": "rk4", "step": 1e-3}
    assert arm().simulate(START, **options, max_steps=170.0).status == "finished"
    run = arm().simulate(START, **options, max_steps=100.0)
    assert run.status == "unfinished" and "it took 1" in run.message


@pytest.mark.parametrize("method", METHODS)
def test_a_plant_with_a_known_solution(method):
    """One joint without gravity: z ↦ A z + B τ from sample to sample."""
    rod = linkwise.load("pendulum").with_gravity([0, 0, 0])
    options = {"method": method, **METHODS[method]}
    feedback = lambda t, q, qd: 4.0 * (1.0 - q) - 1.5 * qd  # noqa: E731
    run = rod.simulate([0.0], controller=feedback, sample=Sampled(0.01, delay=0.003), t=0.5, **options)
    rate, z, tau = float(rod.forward_dynamics([0.0], [0.0], [1.0])[0]), np.zeros(2), 0.0
    for _ in range(50):
        new = float(feedback(0.0, z[:1], z[1:])[0])
        for h, push in ((0.003, tau), (0.007, new)):
            a = rate * push
            z = np.array([z[0] + h * z[1] + 0.5 * h * h * a, z[1] + h * a])
        tau = new
    assert np.abs(np.append(run.q[-1], run.qd[-1]) - z).max() <= SAME_STEPS_ALONG


@pytest.mark.parametrize("method", METHODS)
def test_what_a_function_does_wrong(method):
    options = {"method": method, **METHODS[method], "sample": 1e-3, "t": 0.1, "q0": START}

    def late(bad):
        return lambda t, q, qd: bad() if t > 0.05 else np.zeros(2)

    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arm().simulate(controller=late(interrupted), **options)
    with pytest.raises(BadArray, match=r"controller gave an array of shape \(3,\) at t = 0\.051"):
        arm().simulate(controller=late(lambda: np.zeros(3)), **options)
    run = arm().simulate(controller=late(lambda: [0.0, np.nan]), **options)
    assert run.status == "not finite" and "controller gave nan for 'joint2' at t = 0.051" in run.message
    assert run.t[-1] == pytest.approx(0.051) and np.isfinite(run.q).all()


@pytest.mark.parametrize("name", ["planar2r", pytest.param("puma560", marks=pytest.mark.slow)])
def test_torques_by_shared_equations(name):
    """What machine code makes of a mass matrix and bias forces is what the controller's own recursion gives."""
    rough = linkwise.load(name).with_friction(Smooth(Friction(viscous=0.5, coulomb=0.3), width=0.1))
    for made_for in (rough, rough.without_friction(), rough.with_payload(0.5)):
        q0 = np.array([0.1, 0.2, -0.3, 0.4, 0.5, -0.6])[: rough.n]
        controller = control.computed_torque(made_for, Quintic(q0, q0 + 0.4, duration=0.2), 100.0, 20.0)
        for options in ({}, {"method": "rk4", "step": 1e-3}):
            run = rough.simulate(q0, controller=controller, t=0.2, **options)
            forces = controller(run.t, run.q, run.qd)
            assert np.abs(run.tau - forces).max() <= SAME_STEPS_ALONG * (1.0 + np.abs(forces).max())
            again = rough.forward_dynamics(run.q, run.qd, run.tau)
            assert np.abs(run.qdd - again).max() <= SAME_STEPS_ALONG * 1e2 * (1.0 + np.abs(again).max())
