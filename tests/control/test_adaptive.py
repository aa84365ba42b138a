"""Slotine and Li: the regressor with two velocities by Pinocchio's matrices, the errors by Lyapunov's function."""

import numpy as np
import pytest

import linkwise
from linkwise.control import adaptive, two_velocity_regressor
from linkwise.model import Friction
from linkwise.trajectories import Fourier
from tests.robots import states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, ILL_CONDITIONED, TRACKED

PERIOD, PERIODS = 2.0, 6


def wave(periods, seed=1):
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(-0.6, 0.6, (2, 2, 6))
    return Fourier([0.0, -1.0, 1.2, -0.5, 1.0, 0.0], a, b, 1.0 / PERIOD, duration=periods * PERIOD)


@pytest.mark.parametrize(("name", "kind"), [("panda", "base"), ("stanford", "standard"), ("rx90", "base")])
def test_two_velocities_by_pinocchio(name, kind):
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    robot = linkwise.load(name).without_friction()
    peer = Pinocchio.of_model(robot.model)
    Y = two_velocity_regressor(robot, None if kind == "base" else robot.parameters())
    q, v, a = states(robot.n, 3, 5)
    w = states(robot.n, 3, 6)[1]
    found = Y(q, v, w, a) @ Y.parameters.values

    def matrix(q, v):
        C = pin.computeCoriolisMatrix(peer.model, peer.data, peer._q(q), peer._v(v)).copy()
        return C[np.ix_(peer.v, peer.v)]

    for k in range(3):
        # Pinocchio's matrix is the one of Christoffel symbols: its product with another velocity is symmetric in both.
        np.testing.assert_allclose(matrix(q[k], v[k]) @ w[k], matrix(q[k], w[k]) @ v[k], atol=ILL_CONDITIONED)
        M, still = peer.mass_matrix(q[k]), np.zeros(robot.n)
        true = M @ a[k] + matrix(q[k], v[k]) @ w[k] + peer.inverse_dynamics(q[k], still, still)
        np.testing.assert_allclose(found[k], true, rtol=0, atol=AGREEMENT * max(1.0, np.abs(true).max()))


def test_two_velocities_by_christoffel_symbols():
    """C_ij = Σ_k ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) v_k, from differences of M."""
    robot = linkwise.load("planar3r")
    q, v, w = (x[0] for x in states(3, 1, 9))
    h = 1e-5
    dM = np.stack([(robot.mass_matrix(q + d) - robot.mass_matrix(q - d)) / (2 * h) for d in h * np.eye(3)], axis=-1)
    C = 0.5 * (dM @ v + np.einsum("ikj,k->ij", dM, v) - np.einsum("jki,k->ij", dM, v))
    Y = two_velocity_regressor(robot)
    found = Y(q, v, w, np.zeros(3)) @ Y.parameters.values - robot.gravity_forces(q)
    np.testing.assert_allclose(found, C @ w, rtol=0, atol=CENTRAL_DIFFERENCES * 10)


def test_columns_of_friction_are_at_the_arms_own_velocity():
    robot = linkwise.load("planar2r").with_friction(Friction(viscous=0.7, coulomb=0.4))
    Y = two_velocity_regressor(robot, robot.base_parameters(friction=("viscous", "coulomb")))
    (q, v, a), w = (x[0] for x in states(2, 1, 1)), np.array([0.3, -1.0])
    bare = two_velocity_regressor(robot)
    found = Y(q, v, w, a) @ Y.parameters.values - bare(q, v, w, a) @ bare.parameters.values
    np.testing.assert_allclose(found, robot.friction_forces(v), rtol=0, atol=AGREEMENT)


@pytest.fixture(scope="module")
def loaded():
    """A UR5 with 2 kg in its hand, driven by a controller that does not know."""
    believed = linkwise.load("ur5")
    true = believed.with_payload(2.0, com=[0.0, 0.05, 0.05])
    moving, Γ, Λ = wave(PERIODS), 1.0, 5.0
    q0, qd0, _ = moving(0.0)
    kd = 10.0 * np.diag(believed.mass_matrix(q0))
    controller = adaptive(believed, moving, slope=Λ, kd=kd, adaptation=Γ)
    run = true.simulate(
        q0, qd0, controller=controller, t=np.linspace(0.0, PERIODS * PERIOD, 100 * PERIODS + 1), rtol=1e-7
    )
    return believed, true, moving, controller, run, (Λ, kd, Γ)


def windows(run, moving):
    """The root mean square error of each period."""
    e = run.q - moving(run.t).q
    return np.array([np.sqrt((part**2).mean()) for part in np.split(e[:-1], PERIODS)])


def test_errors_shrink_period_by_period(loaded):
    _, true, moving, controller, run, _ = loaded
    assert run.status == "finished"
    errors = windows(run, moving)
    assert (np.diff(errors) < 0.0).all() and errors[-1] < errors[0] / 5.0, errors
    assert np.abs(controller.estimates(run)[-1] - controller.estimates(run)[0]).max() > 0.1
    assert controller.names == true.base_parameters().names


def test_without_estimation_they_stay(loaded):
    believed, true, moving, _, run, (Λ, kd, _) = loaded
    q0, qd0, _ = moving(0.0)
    stubborn = adaptive(believed, moving, slope=Λ, kd=kd, adaptation=0.0)
    same = true.simulate(q0, qd0, controller=stubborn, t=np.linspace(0.0, 2 * PERIOD, 201), rtol=1e-6)
    e = np.sqrt(((same.q - moving(same.t).q)[101:] ** 2).mean())
    assert e > 3.0 * windows(run, moving)[1]


def test_lyapunovs_function_falls_as_it_must(loaded):
    """V̇ = −sᵀ K_d s: V never grows, and what it loses is the integral of that."""
    _, true, moving, controller, run, (Λ, kd, Γ) = loaded
    desired = moving(run.t)
    s = run.qd - desired.qd + Λ * (run.q - desired.q)
    off = controller.estimates(run) - true.base_parameters().values
    V = 0.5 * np.einsum("ki,kij,kj->k", s, true.mass_matrix(run.q), s) + 0.5 * (off**2).sum(axis=1) / Γ
    assert (np.diff(V) < TRACKED).all()
    from scipy.integrate import simpson

    lost = simpson((s * s * kd).sum(axis=1), x=run.t)
    assert abs(V[0] - V[-1] - lost) < 2e-3 * lost  # Simpson's rule on samples 0.02 s apart


def test_friction_is_estimated():
    """Viscous friction that the controller knows nothing of is a parameter as others: V falls."""
    true = linkwise.load("pendulum").with_friction(Friction(viscous=0.8))
    believed, kind = linkwise.load("pendulum"), {"friction": ("viscous",)}
    moving = Fourier([0.0], [[1.5]], [[0.0]], 0.5, duration=2.0)
    own = believed.base_parameters(**kind)
    controller = adaptive(believed, moving, slope=5.0, kd=2.0, adaptation=10.0, parameters=own)
    run = true.simulate(*moving(0.0)[:2], controller=controller, t=np.linspace(0.0, 2.0, 41))
    off = controller.estimates(run) - true.base_parameters(**kind).values
    desired = moving(run.t)
    s = run.qd - desired.qd + 5.0 * (run.q - desired.q)
    V = 0.5 * s[:, 0] ** 2 * true.mass_matrix([0.0])[0, 0] + 0.5 * (off**2).sum(axis=1) / 10.0
    assert off[0].tolist() == [0.0, 0.0, 0.0, -0.8]
    assert (np.diff(V) < TRACKED).all()
    assert V[-1] < 0.99 * V[0]


@pytest.mark.parametrize("columns", [{}, {"friction": ("viscous", "coulomb")}])
def test_without_an_error_the_forces_are_those_of_the_motion(columns):
    """The robot's own friction is compensated, whether or not it is estimated."""
    robot = linkwise.load("planar2r").with_friction(Friction(viscous=0.8, coulomb=0.4))
    moving = Fourier([0.1, 0.2], [[0.5, -0.3]], [[0.2, 0.4]], 0.5, duration=4.0)
    made = adaptive(robot, moving, 5.0, 10.0, 1.0, parameters=robot.base_parameters(**columns))
    q, qd, qdd = moving(0.7)
    found = made.force(0.7, q, qd, made.start(q, qd))
    np.testing.assert_allclose(found, robot.inverse_dynamics(q, qd, qdd), rtol=0, atol=AGREEMENT * 100)


def test_leak_and_dead_zone():
    """The rate of the estimates as the formulas have it: −Γ (Yᵀ s_Δ + σ (π̂ − π̂0))."""
    robot = linkwise.load("planar2r")
    q, v = np.array([0.4, -0.3]), np.array([0.5, 0.05])
    z = robot.base_parameters().values + 0.1
    Γ = np.diag([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    Γ[0, 1] = Γ[1, 0] = 0.5
    made = adaptive(robot, q, slope=3.0, kd=1.0, adaptation=Γ, sigma=0.2, deadzone=0.1)
    Y = two_velocity_regressor(robot)(q, v, np.zeros(2), -3.0 * v)
    s = np.array([0.4, 0.0])  # 0.5 − 0.1, and 0.05 within the dead zone
    expected = -Γ @ (Y.T @ s + 0.2 * 0.1)
    np.testing.assert_allclose(made.rate(0.0, q, v, None, z), expected, rtol=0, atol=AGREEMENT * 100)
