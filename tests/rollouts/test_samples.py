"""Torques held between samples, against exact solutions; late and rounded ones, to the last bit."""

import numpy as np
import pytest

import linkwise
from linkwise.backends import BACKENDS
from linkwise.control import Controller, Sampled, pd, pid
from linkwise.errors import BadArray, LinkwiseError
from linkwise.rollouts import InLoop
from tests.backends.found import here, serving
from tests.tolerances import AGREEMENT, SAME_STEPS, TRACKED

from .cases import GOAL, near_goal, panda
from .plants import DAMPING, STIFFNESS, cart, double_integrator, exactly

PERIOD, COUNT, KP, KD = 0.02, 100, 30.0, 9.0
FINE = {"method": "rk4", "step": 5e-4}
TAU = {"tau": lambda eq, t, q, qd, tau: tau}


def spring(x, z):
    return -KP * x[0] - KD * x[1], z


def forces(eq, t, q, qd):
    return [-KP * q[0] - KD * qd[0]]


PLANTS = {"mass": (double_integrator(), 0.0, 0.0), "mass and spring": (cart(), STIFFNESS, DAMPING)}


@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("delay", [0.0, 0.005, PERIOD])
def test_torques_are_held_exactly(plant, delay):
    """A linear plant under a zero-order hold moves as the matrix exponential says."""
    robot, stiffness, damping = PLANTS[plant]
    exact = exactly(spring, stiffness, damping, 0.3, PERIOD, delay, COUNT)
    sample, times = Sampled(PERIOD, delay), PERIOD * np.arange(COUNT + 1)
    rolled = robot.rollouts([0.3], controller=forces, sample=sample, duration=times[-1], every=40, **FINE)
    law = pd(robot, [0.0], KP, KD)
    runs = [robot.simulate([0.3], controller=law, sample=sample, t=times, rtol=1e-13)]
    runs.append(robot.simulate([0.3], controller=law, sample=sample, t=times, **FINE))
    assert np.abs(exact[-1]).max() < 0.2  # it was moved
    for motion in (rolled, *runs):
        found = np.stack([motion.q[:, 0], motion.qd[:, 0]], axis=1)
        assert np.abs(found - exact).max() <= AGREEMENT * np.abs(exact).max()
    smooth = robot.simulate([0.3], controller=law, t=times)  # without samples it is another motion
    assert np.abs(smooth.q[:, 0] - exact[:, 0]).max() > 0.005


def test_a_digital_integral():
    """z⁺ = z + T e, exactly."""
    law = pid(cart(), [0.1], kp=KP, ki=20.0, kd=KD, period=PERIOD)
    exact = exactly(
        lambda x, z: (KP * (0.1 - x[0]) - KD * x[1] + 20.0 * z, z + PERIOD * (0.1 - x[0])),
        *(STIFFNESS, DAMPING, 0.3, PERIOD, 0.0, COUNT),
        0.0,
    )
    times = PERIOD * np.arange(COUNT + 1)
    rolled = cart().rollouts([0.3], controller=law, sample=PERIOD, duration=times[-1], every=40, **FINE)
    run = cart().simulate([0.3], controller=law, sample=PERIOD, t=times, rtol=1e-13)
    for motion in (rolled, run):
        assert np.abs(motion.q[:, 0] - exact[:, 0]).max() <= AGREEMENT
    sums = PERIOD * np.cumsum(0.1 - exact[:, 0])
    for motion in (rolled, run):
        z = motion.companions["controller"][:, 0]
        assert np.abs(z - sums).max() <= AGREEMENT  # from a sample on the new value counts, at the end too


def test_the_panda_between_samples():
    """Against runs from sample to sample with constant torques, each of them an ordinary simulation."""
    robot, period, count = panda(), 5e-3, 8
    law = pd(robot, GOAL, [60.0] * 4 + [10.0] * 3, [8.0] * 4 + [0.5] * 3)
    q, qd = (x[0] for x in near_goal(1))
    begin, states = (q, qd), [(q, qd)]
    for _ in range(count):
        part = robot.simulate(*states[-1], tau=law(0.0, *states[-1]), t=period, rtol=1e-12)
        states.append((part.q[-1], part.qd[-1]))
    truth = np.array(states)
    run = robot.simulate(*begin, controller=law, sample=period, t=period * np.arange(count + 1), rtol=1e-12)
    rolled = robot.rollouts(*begin, controller=law, sample=period, step=2.5e-4, steps=160, every=20)
    for motion in (run, rolled):
        assert np.abs(np.stack([motion.q, motion.qd], axis=1) - truth).max() <= TRACKED * np.abs(truth).max()


@pytest.mark.parametrize("backend", ["interpreter", *serving("rollout")])
def test_delay_and_quanta_are_exact(backend):
    """Each torque is the one of its sample, of rounded positions, itself rounded: to the last bit."""
    here(backend)
    resolution, quantum = 2.0**-10, 0.05
    sample = Sampled(4e-3, delay=1e-3, resolution=resolution, quantum=quantum)
    law = InLoop(lambda eq, t, q, qd: [-64.0 * q[0], -32.0 * q[1]])  # products that are exact
    run = {"step": 1e-3, "steps": 43, "every": 1, "outputs": TAU, "backend": backend}
    found = linkwise.load("planar2r").rollouts([[0.3, 0.4], [0.2, -0.1]], controller=law, sample=sample, **run)
    measured = np.rint(found.q / resolution) * resolution
    sampled = np.rint(measured * [-64.0, -32.0] / quantum) * quantum
    expected = np.zeros_like(found["tau"])
    for k in range(1, expected.shape[1]):
        expected[:, k] = sampled[:, k - 1] if k % 4 == 1 else expected[:, k - 1]
    assert np.array_equal(found["tau"], expected) and len(np.unique(expected)) > 8
    again = linkwise.load("planar2r").rollouts(
        [[0.3, 0.4], [0.2, -0.1]], controller=law, sample=sample, **{**run, "every": 5, "steps": 40}
    )
    assert np.array_equal(again.q, found.q[:, :41:5])


def test_simulate_takes_the_same_samples():
    sample, arm = Sampled(4e-3, delay=1e-3, resolution=2.0**-10, quantum=0.05), linkwise.load("planar2r")
    law = pd(arm, [0.0, 0.0], [64.0, 32.0], 0.0)
    run = arm.simulate([0.3, 0.4], controller=law, sample=sample, t=0.043, method="rk4", step=1e-3)
    rolled = arm.rollouts([0.3, 0.4], controller=law, sample=sample, step=1e-3, steps=43, every=1, outputs=TAU)
    last = np.append(np.diff(run.t) > 0.0, True)  # of two rows at an instant the second has the new torque
    assert np.array_equal(run.tau[last], rolled["tau"]) and (~last).sum() > 15
    assert np.abs(run.q[last] - rolled.q).max() <= SAME_STEPS


@pytest.mark.parametrize("backend", serving("rollout"))
@pytest.mark.parametrize("method", ["rk4", "implicit_midpoint"])
def test_bits_of_samples(method, backend):
    """The same for any batch, width and number of threads, in any spans, with states at samples."""
    here(backend)
    law = pid(linkwise.load("planar2r"), [0.3, 0.1], 40.0, 20.0, 4.0, limit=2.0, period=3e-3)
    given = {"controller": law, "sample": Sampled(3e-3, 1e-3, 1e-4, 1e-3), "method": method, "outputs": TAU}
    q = np.random.default_rng(3).uniform(-1.0, 1.0, (21, 2))
    run, arm = {"step": 1e-3, "steps": 31, "every": 4}, linkwise.load("planar2r")
    whole = arm.compile_rollouts(**given, backend=backend)(q, **run)

    def same(other, rows=slice(None)):
        z = [x.companions["controller"] for x in (whole, other)]
        return np.array_equal(whole.q[rows], other.q) and np.array_equal(z[0][rows], z[1])

    for width in BACKENDS[backend].widths:
        assert same(arm.compile_rollouts(**given, backend=backend, width=width)(q, **run))
    assert same(arm.compile_rollouts(**given, backend=backend)(q[4:7], **run, threads=2), slice(4, 7))


def test_a_function_of_time_is_sampled_too():
    found = double_integrator().rollouts([0.0], tau=lambda t: [t], sample=0.1, step=0.05, steps=8, every=1, outputs=TAU)
    np.testing.assert_allclose(found["tau"][:, 0], [0, 0, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4], atol=SAME_STEPS)
    run = double_integrator().simulate([0.0], tau=lambda t, q, qd: [t], sample=0.1, t=0.05 * np.arange(9))
    np.testing.assert_allclose(run.tau[:, 0], found["tau"][:, 0], atol=SAME_STEPS)
    assert run.message == ""  # the jumps are those of samples


def test_sampled_torques_meet_dry_friction():
    """A joint that friction holds waits for the sample that tears it loose."""
    rough = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_friction(linkwise.Friction(0.1, 1.0))
    run = rough.simulate([0.3], tau=lambda t, q, qd: [0.5 * t], sample=0.3, t=4.0)
    assert [event.name for event in run.events] == ["joint1 slips forward"]
    assert run.events[0].t == pytest.approx(2.1, abs=SAME_STEPS)  # 0.5 · 2.1 is the first above 1


def test_a_controller_that_breaks_ends_the_run():
    law = Controller(double_integrator(), lambda eq, t, q, qd: [1.0 / (t - 0.2)])
    run = double_integrator().simulate([0.0], controller=law, sample=0.1, t=1.0)
    assert run.status == "not finite" and run.t[-1] == pytest.approx(0.2) and "controller gave" in run.message
    rolled = double_integrator().rollouts([0.0], controller=law, sample=0.1, step=0.05, steps=20)
    assert rolled.status == "not finite" and rolled.ended == 5 and np.isfinite(rolled.q).all()


WRONG_CODE = {
    "the period": ("urem i64 %k, %period", "urem i64 %k, 2"),
    "the delay": ("sub i64 %k, %delay", "add i64 %k, %delay"),
    "before the first": ("icmp uge i64 %k, %delay", "icmp uge i64 %k, 0"),
    "rounding": (" fdiv ", " fmul "),
}


@pytest.mark.parametrize("how", WRONG_CODE)
def test_code_that_samples_wrongly_is_refused(how, monkeypatch, tmp_path):
    from linkwise.backends.llvm.rollouts import module

    def wrong(*given):
        text, scratch = true(*given)
        before, sample = text.split("@sample(", 1)
        assert WRONG_CODE[how][0] in sample
        return f"{before}@sample({sample.replace(*WRONG_CODE[how], 1)}", scratch

    true = module.rollout_module
    monkeypatch.setattr(module, "rollout_module", wrong)
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path))
    kernel = ARM.compile_rollouts(controller=LAW, sample=Sampled(3e-3, 1e-3, 0.01, 0.01))
    with pytest.raises(LinkwiseError, match="times what rounding can explain"):
        kernel([0.1, 0.2], step=1e-3, steps=6)


ARM = linkwise.load("planar2r")
LAW = pd(ARM, [0.0, 0.0], 1.0, 1.0)
DIGITAL = pid(ARM, [0.0, 0.0], 1.0, 1.0, 1.0, period=1e-3)
WRONG = {
    "period": ({"controller": LAW, "sample": 0.0}, "sample period"),
    "words": ({"controller": LAW, "sample": "often"}, "sample period"),
    "delay": ({"controller": LAW, "sample": (1e-3, 2e-3)}, "delay"),
    "negative quantum": ({"controller": LAW, "sample": (1e-3, 0.0, 0.0, -1.0)}, "quantum"),
    "three quanta": ({"controller": LAW, "sample": (1e-3, 0.0, 0.0, [1.0] * 3)}, "quantum"),
    "three resolutions": ({"controller": LAW, "sample": (1e-3, 0.0, [1.0] * 3)}, "resolution"),
    "nothing to sample": ({"tau": [1.0, 1.0], "sample": 1e-3}, "without a controller"),
    "next without samples": ({"controller": DIGITAL}, "sample"),
}


@pytest.mark.parametrize("where", ["simulate", "rollouts", "sweep"])
@pytest.mark.parametrize("name", WRONG)
def test_bad_samples(name, where):
    given, words = WRONG[name]
    with pytest.raises(LinkwiseError, match=words) as caught:
        given = {**given, **({"sample": Sampled(*given["sample"])} if isinstance(given.get("sample"), tuple) else {})}
        if where == "simulate":
            ARM.simulate([0.1, 0.2], t=0.1, **given)
        elif where == "rollouts":
            ARM.rollouts([0.1, 0.2], step=1e-3, steps=3, **given)
        else:
            ARM.sweep(4, {"q0": [0.1, 0.2]}, step=1e-3, steps=3, **given)
    assert caught.value.expected


def test_periods_are_whole_numbers_of_steps():
    for sample, words in ((1.5e-3, "1.5 steps"), (5e-4, "0.5 steps"), (Sampled(2e-3, 5e-4), "delay of 0.0005")):
        with pytest.raises(LinkwiseError, match=words):
            ARM.rollouts([0.1, 0.2], step=1e-3, steps=3, controller=LAW, sample=sample)
    with pytest.raises(BadArray, match="samples of"):
        ARM.simulate([0.1, 0.2], controller=LAW, sample=1e-9, t=10.0)
    with pytest.raises(LinkwiseError, match="sensitivities"):
        ARM.simulate([0.1, 0.2], controller=LAW, sample=1e-3, t=1.0, sensitivities=["M2"])
