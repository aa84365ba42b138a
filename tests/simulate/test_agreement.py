"""The same motions by others: Pinocchio's recursion in SciPy's integrator, MuJoCo with its own."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from tests.tolerances import CONDITIONED, LONG_RUN, SAME_INTEGRATOR, TIGHT_INTEGRATION

from .arms import iiwa

ARMS = {"panda": lambda: linkwise.load("panda"), "iiwa": iiwa, "ur5": lambda: linkwise.load("ur5")}
SWAY = 0.5


def torques(robot):
    weights = np.linspace(8.0, 0.5, robot.n)
    return lambda t, q, qd: weights * np.sin(2.0 * t + np.arange(robot.n)) - SWAY * qd


@pytest.mark.parametrize("name", ARMS)
def test_pinocchio_in_scipy(name):
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    robot = ARMS[name]().without_friction()
    peer, tau, n = Pinocchio.of_model(robot.model), torques(robot), robot.n
    q0, qd0 = np.linspace(-0.8, 0.9, n), np.linspace(0.5, -0.4, n)

    def rates(t, x):
        q, qd = x[:n], x[n:]
        return np.concatenate([qd, peer.forward_dynamics(q, qd, tau(t, q, qd))])

    theirs = solve_ivp(rates, (0.0, 1.0), np.concatenate([q0, qd0]), method="DOP853", rtol=1e-12, atol=1e-12)
    ours = robot.simulate(q0, qd0, tau=tau, t=1.0, rtol=1e-12)
    last = np.concatenate([ours.q[-1], ours.qd[-1]])
    assert np.abs(last - theirs.y[:, -1]).max() < TIGHT_INTEGRATION * np.abs(last).max()
    if name == "panda":
        implicit = robot.simulate(q0, qd0, tau=tau, t=1.0, method="gauss_legendre_4", step=0.002)
        assert np.abs(implicit.q[-1] - theirs.y[:n, -1]).max() < LONG_RUN


@pytest.mark.parametrize("name", ["panda", "ur5"])
def test_mujoco_with_its_own_runge_kutta(name):
    """Step for step: RK4 of 2 ms on the same smooth model, joint damping included."""
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
    from linkwise.model import Friction
    from tests.peers.mujoco import OFF, built

    robot = ARMS[name]().with_friction(Friction(viscous=0.3))
    n, tau = robot.n, np.linspace(5.0, 0.5, robot.n)
    model = built(robot.model)
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, 0.002
    model.opt.disableflags |= OFF.mjDSBL_CONSTRAINT | OFF.mjDSBL_CONTACT
    data = mujoco.MjData(model)
    v = np.array([model.joint(joint).dofadr[0] for joint in robot.joint_names])
    q0, qd0 = np.linspace(-0.8, 0.9, n), np.linspace(0.5, -0.4, n)
    data.qpos[v], data.qvel[v], data.qfrc_applied[v] = q0, qd0, tau
    for _ in range(500):
        mujoco.mj_step(model, data)
    ours = robot.simulate(q0, qd0, tau=tau, t=1.0, method="rk4", step=0.002)
    scale = np.abs(ours.qd[-1]).max()
    assert np.abs(ours.q[-1] - data.qpos[v]).max() < SAME_INTEGRATOR * scale
    assert np.abs(ours.qd[-1] - data.qvel[v]).max() < 10 * SAME_INTEGRATOR * scale
    assert ours.energies.lost_to_friction[-1] > 1.0


def test_an_elastic_arm_is_a_system_too():
    """A rod on a spring, without gravity: the two swing against each other with ω² = k (1/I + 1/I_a)."""
    arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
    from linkwise.simulate import simulate

    ω = np.sqrt(100.0 * (3.0 + 10.0))
    run = simulate(arm, [0.0, 0.1], t=np.linspace(0.0, 1.0, 51))
    bent = run.q[:, 1] - run.q[:, 0]
    np.testing.assert_allclose(bent, 0.1 * np.cos(ω * run.t), atol=LONG_RUN)
    assert run.tau.shape == (51, 1) and run.drift < LONG_RUN
    pushed = simulate(arm, [0.0, 0.0], tau=[2.0], t=1.0)
    middle = (pushed.q[-1, 0] / 3 + 0.1 * pushed.q[-1, 1]) / (1 / 3 + 0.1)
    assert middle == pytest.approx(0.5 * 2.0 / (1 / 3 + 0.1), abs=LONG_RUN)
    assert pushed.power.shape == (len(pushed.t), 1) and pushed.drift < LONG_RUN


@pytest.mark.parametrize("held", [False, True])
def test_canonical_equations_by_program_and_by_matrices(held):
    """(q̇, ṗ) by the compiled program, by M and C, and ṗ = d(M q̇)/dt along the motion."""
    from linkwise.simulate.canonical import Canonical
    from linkwise.simulate.dry_friction import STUCK
    from linkwise.simulate.inputs import inputs
    from linkwise.simulate.plant import Plant

    robot = linkwise.load("panda")
    n, tip = robot.n, robot.frames[-1]
    given = inputs(robot, torques(robot), None, {tip: [0.1, 0.2, 0.3, 1.0, 2.0, 3.0]}, None, False)
    plant = Plant(robot, given)
    q, qd = np.linspace(-0.8, 0.9, n), np.linspace(0.5, -0.4, n)
    if held:
        qd[2], plant.modes[2], plant.sticks = 0.0, STUCK, True
    by_program = Canonical(plant)
    by_matrices = Canonical(plant)
    by_matrices._compiled = None
    y = plant.start(q, qd)
    x = by_program.momenta(y)
    found, other = by_program.rates(0.2, x), by_matrices.rates(0.2, x)
    np.testing.assert_allclose(found, other, rtol=0, atol=CONDITIONED * np.abs(found).max())
    qdd, h = plant.rates(0.2, y)[n : 2 * n], 1e-6
    ahead, back = (robot.mass_matrix(q + s * h * qd) @ (qd + s * h * qdd) for s in (1, -1))
    free = plant.modes != STUCK
    np.testing.assert_allclose(found[n : 2 * n][free], ((ahead - back) / (2 * h))[free], atol=LONG_RUN)
