"""Estimators against other ways to the same answer, and where they are needed."""

import sys

import numpy as np
import pytest

import linkwise
from linkwise.doctor import examine
from linkwise.errors import BadArray, LinkwiseError
from linkwise.identify import FAULTS, Filter, Log, Loop, simulated_log
from linkwise.model import DriveFriction
from linkwise.parameters.replace_parameters import replace_parameters
from linkwise.rollouts import InLoop
from linkwise.trajectories import Fourier
from tests.identify.clarabel_peer import solved
from tests.tolerances import BY_A_SOLVER, HALF_THE_DIGITS, SAMPLED_LOOP

LAW = DriveFriction(2.0, 4.0, 0.5, width=0.02)


def problem_of(monkeypatch, robot, log, **options):
    """What the estimator minimises, and its answer."""
    module, kept = sys.modules["linkwise.identify.estimators.physical"], []
    path = module.along_the_path

    def spied(*given):
        kept.append((*given, path(*given)))
        return kept[-1][-1]

    with monkeypatch.context() as patch:
        patch.setattr(module, "along_the_path", spied)
        robot.identify(log, **options)
    return kept[-1]


def agree(A, b, bodies, weight, z):
    other = solved(A, b, bodies, weight)
    ours, theirs = (0.5 * np.sum((A @ x - b) ** 2) + weight * bodies.value(x) for x in (z, other))
    assert ours <= theirs * (1.0 + BY_A_SOLVER) and theirs <= ours * (1.0 + BY_A_SOLVER)
    np.testing.assert_allclose(A @ other, A @ z, atol=BY_A_SOLVER * 1000.0 * np.linalg.norm(b))


@pytest.mark.parametrize(
    "name", ["planar2r", *(pytest.param(name, marks=pytest.mark.slow) for name in ("panda", "puma560"))]
)
def test_physical_is_the_minimum_that_clarabel_finds(monkeypatch, name):
    pytest.importorskip("cvxpy", reason="cvxpy is not installed (the extra ident)")
    robot = linkwise.load(name).with_friction(LAW)
    agree(*problem_of(monkeypatch, robot, simulated_log(robot, 20.0, noise=0.02), accept=list(FAULTS)))


def of_masses(factor, *links):
    """A UR5e whose file has other masses and inertias, of all links or of these."""
    arm = linkwise.load("ur5e").with_friction(LAW)
    own = arm.parameters()
    each = [(n, v) for n, v in zip(own.names, own.values, strict=True) if not n.startswith("F")]
    scaled = [v * (factor if not links or int(n[-1]) in links else 1.0) for n, v in each]
    return linkwise.Robot(replace_parameters(arm.tree, scaled, [n for n, _ in each]))


@pytest.fixture(scope="module")
def log():
    return simulated_log(linkwise.load("ur5e").with_friction(LAW), 20.0, noise=0.02)


@pytest.mark.parametrize(
    "robot",
    [
        pytest.param(of_masses(0.0, 4, 5, 6), id="a wrist without mass"),
        pytest.param(of_masses(0.0), id="a file without masses", marks=pytest.mark.slow),
        pytest.param(of_masses(0.1), id="a tenth", marks=pytest.mark.slow),
        pytest.param(of_masses(10.0), id="ten times", marks=pytest.mark.slow),
        pytest.param(of_masses(-1.0, 2), id="a negative mass", marks=pytest.mark.slow),
    ],
)
def test_a_bad_file_does_not_spoil_a_fit(robot, log):
    fit = robot.identify(log)
    assert fit.errors[0].total < 0.005 and examine(fit.robot).feasible
    true = linkwise.load("ur5e").with_friction(LAW)
    q, qd, qdd = log.q[::100], log.qd[::100], np.zeros_like(log.q[::100])
    torques = true.inverse_dynamics(q, qd, qdd)
    for found in (fit.predict(q, qd, qdd), fit.robot.inverse_dynamics(q, qd, qdd)):
        assert np.linalg.norm(found - torques) < 0.01 * np.linalg.norm(torques)
    np.testing.assert_allclose(fit.robot.inverse_dynamics(q, qd, qdd), fit.predict(q, qd, qdd), atol=HALF_THE_DIGITS)


@pytest.mark.parametrize("prior", [0.0, -1.0, 1e-12, 1e9, float("nan"), "strong", None, True])
def test_strengths_of_priors_are_checked_first(prior, log):
    with pytest.raises(BadArray, match="A strength above 0 was expected"):
        linkwise.load("ur5e").identify(log, prior=prior)


@pytest.mark.slow
@pytest.mark.parametrize("prior", [1e-9, 1e6])
def test_extreme_priors(prior, log):
    """The weakest is least squares among bodies, the strongest the file with new friction."""
    arm = linkwise.load("ur5e")
    fit = arm.with_payload(1.0).identify(log, prior=prior)
    assert examine(fit.robot).feasible
    if prior < 1.0:
        assert fit.errors[0].total < 1.05 * arm.identify(log, estimator="wls").errors[0].total
    else:
        np.testing.assert_allclose(fit.robot.total_mass, arm.with_payload(1.0).total_mass, rtol=0.01)


def test_essential_parameters():
    """Nothing is lost by leaving out what is 0: offsets, ripple, centres that lie on the links."""
    arm = linkwise.load("planar3r")
    log = simulated_log(arm.with_friction(DriveFriction(1.0, 2.0, width=0.02)), 20.0, noise=0.02)
    kinds = ["viscous", "coulomb", "offset", "uneven", "sine", "cosine"]
    other = simulated_log(arm.with_friction(DriveFriction(1.0, 2.0, width=0.02)), 20.0, noise=0.02, seed=5)
    fit, whole = (arm.identify(log, estimator=e, friction=kinds, validate=other) for e in ("essential", "wls"))
    left_out = {name for name, value in zip(fit.names, fit.values, strict=True) if value == 0.0}
    needless = {n for n in fit.names if n[:2] in ("FO", "FU", "FA", "FB", "MY")}
    assert left_out and left_out <= needless and len(left_out) >= 0.5 * len(needless)
    assert f"essential are {len(fit.names) - len(left_out)} of {len(fit.names)} parameters" in fit.notes[-1] + str(fit)
    assert fit.errors[1].total < 1.01 * whole.errors[1].total
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 10, 3))
    np.testing.assert_allclose(fit.robot.inverse_dynamics(q, qd, qdd), fit.predict(q, qd, qdd), atol=HALF_THE_DIGITS)


RATE, SECONDS = 1000.0, 5.0


def in_the_loop(noise):
    """An arm, a log of it with noise of positions inside the loop, the loop, and the motion without noise."""
    from scipy.interpolate import CubicSpline

    arm = linkwise.load("planar2r")
    real = arm.with_friction(DriveFriction(0.8, 1.0, 0.2, width=0.05))
    motion = simulated_log(real, SECONDS, rate=RATE)
    spline = CubicSpline(motion.time, motion.q)
    size = np.diag(real.mass_matrix([0.0, 0.0]))
    controller = linkwise.control.pd(
        arm, lambda t: np.array([spline(t), spline(t, 1), spline(t, 2)]), kp=1600.0 * size, kd=80.0 * size
    )
    rng, count = np.random.default_rng(3), round(RATE * SECONDS)
    e = noise * rng.normal(size=(count + 2, 2))
    speed = np.zeros_like(e)
    for k in range(1, len(e)):  # the controller differentiates what it measures, and smooths it
        speed[k] = 0.8 * speed[k - 1] + 0.2 * RATE * (e[k] - e[k - 1])

    def noisy(eq, t, q, qd, *inputs):
        *others, error = inputs
        q, qd = ([a + b for a, b in zip(x, y, strict=True)] for x, y in ((q, error[:2]), (qd, error[2:])))
        return controller.function(eq, t, q, qd, *others)

    at = {"error": ("timed", lambda t: np.concatenate([x[round(t * RATE)] for x in (e, speed)]))}
    run = real.rollouts(
        motion.q[0],
        motion.qd[0],
        controller=InLoop(noisy, dict(controller.inputs) | at),
        sample=1.0 / RATE,
        step=5e-4,
        steps=2 * count,
        every=2,
        outputs={"tau": lambda eq, t, q, qd, tau: tau},
    )
    log = Log(run.t, run.q.reshape(-1, 2) + e[: count + 1], run.outputs["tau"].reshape(-1, 2), joints=arm.joint_names)
    return arm, log, Loop(controller, sample=1.0 / RATE, qd0=motion.qd[0]), motion


def off(fit, motion):
    q, qd, qdd = motion.q[::20], motion.qd[::20], motion.qdd[::20]
    return np.linalg.norm(fit.predict(q, qd, qdd) - motion.tau[::20]) / np.linalg.norm(motion.tau[::20])


@pytest.mark.slow
def test_didim_beats_measured_positions():
    """Torques of the true arm on the motion without noise: nearer from simulated positions than from measured ones."""
    options = {"filter": Filter(parallel=20.0), "width": 0.05, "accept": list(FAULTS)[4:]}
    for noise, ratio in ((0.0, 0.1), (3e-4, 0.7)):
        arm, log, loop, motion = in_the_loop(noise)
        didim = arm.identify(log, estimator="didim", loop=loop, **options)
        assert off(didim, motion) < ratio * off(arm.identify(log, estimator="wls", **options), motion)
        assert any("simulations of the closed loop" in note for note in didim.notes)


def test_didim():
    """Without noise: the parameters, but for what a sampled loop hides between samples."""
    arm, log, loop, motion = in_the_loop(0.0)
    options = {"filter": Filter(parallel=20.0), "width": 0.05, "accept": list(FAULTS)[4:], "estimator": "didim"}
    fit = arm.identify(log, loop=loop, **options)
    assert off(fit, motion) < SAMPLED_LOOP
    with pytest.raises(LinkwiseError, match="does not follow the log"):
        arm.identify(log, loop=Loop(linkwise.control.pd(arm, [0.0, 0.0], 10.0, 1.0)), **options)
    with pytest.raises(BadArray, match=r"a linkwise.identify.Loop was expected"):
        arm.identify(log, **options)
    with pytest.raises(BadArray, match="loop is the closed loop of a log"):
        arm.identify(log, loop=loop)


SUGGESTED = {
    "nothing": ({}, [0.0, 0.0, -9.81], None),
    "gears": ({"sqrt": 3.0, "load": 0.05}, [0.0, 0.0, -9.81], 'friction with "sqrt" and "load" too'),
    "tilt": ({}, [0.3, -0.2, -9.8], "tilted by about 1.1, 1.8 degrees"),
}


@pytest.mark.parametrize("name", [n if n == "tilt" else pytest.param(n, marks=pytest.mark.slow) for n in SUGGESTED])
def test_suggestions(name):
    more, gravity, says = SUGGESTED[name]
    arm = linkwise.load("ur5e")
    real = arm.with_friction(DriveFriction(2.0, 4.0, 0.5, width=0.02, **more)).with_gravity(gravity)
    notes = arm.identify(simulated_log(real, 20.0, noise=0.02)).notes
    found = [note for note in notes if "would lower the error" in note]
    assert len(found) == (says is not None) and all(says in note for note in found)


def test_what_the_prior_costs_is_told():
    """A gentle motion, and 1.2 kg that the file lacks: a fit says that the file pulls, and what it advises helps; by
    default it hardly pulls, and the torques of another motion are a third as far off as with ten times the strength."""
    arm, random, time = linkwise.load("ur5").without_friction(), np.random.default_rng(0), np.linspace(0.0, 20.0, 2001)
    a, b = random.uniform(-0.4, 0.4, (2, 3, 6))
    wave = Fourier([0.0, -1.2, 1.4, -0.5, 0.8, 0.2], a=a, b=b, frequency=0.1, duration=20.0)(time)
    tau = arm.with_payload(1.2, com=[0.01, 0.02, 0.06]).inverse_dynamics(wave.q, wave.qd, wave.qdd)
    log = Log(time, wave.q, tau + random.normal(0.0, 0.05, tau.shape), joints=arm.joint_names)
    options = {"friction": [], "suggest": False}
    strong = arm.identify(log, prior=1e-5, **options)
    (note,) = [note for note in strong.notes if "pulls towards" in note]
    assert "wrist_3_joint" in note
    told = arm.with_payload(1.0, com=[0.0, 0.0, 0.05], inertia=0.002 * np.eye(3))
    usual = arm.identify(log, **options)
    for fit in (told.identify(log, prior=1e-5, **options), arm.identify(log, prior=1e-8, **options), usual):
        assert not any("pulls towards" in note for note in fit.notes)
    other = simulated_log(arm.with_payload(1.2, com=[0.01, 0.02, 0.06]), 10.0)
    off = [abs(fit.predict(other.q, other.qd, other.qdd) - other.tau).max() for fit in (strong, usual)]
    assert off[1] < 0.5 * off[0]
