"""What follows from the equations of elastic arms: derivatives under wrenches, regressors, kinematics, task spaces."""

import numpy as np
import pytest

import linkwise
from linkwise.calls.equations import Equations
from linkwise.elastic import derivatives
from linkwise.model import Friction, Smooth

from ..tolerances import AGREEMENT, IN_A_TASK, NUDGED, ROUNDING
from .arms import ARMS, coupled_stiffness, states

SMOOTH = Smooth(Friction(0.4, 0.6), 0.5)


def rubbing(name="ur5"):
    """Smooth friction on both sides, damped springs that couple joints."""
    robot = linkwise.load(name).with_friction(SMOOTH)
    k = coupled_stiffness(robot.n, 150.0)
    return robot.with_elastic_joints(k, damping=0.02 * k, rotors=0.5, motor_friction=Smooth(Friction(0.2, 0.3), 0.4))


@pytest.mark.parametrize("wrenched", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize(
    "name", ["planar2r", pytest.param("ur5", marks=pytest.mark.slow), pytest.param("scara", marks=pytest.mark.slow)]
)
def test_derivatives_by_differences(name, wrenched):
    """Of accelerations by x, ẋ and Γ, and D, V, P: friction and damping on both sides, and a wrench that stays."""
    arm = rubbing(name)
    wrenches = {arm.frames[-1]: [1.0, -2.0, 0.5, 3.0, 5.0, -4.0]} if wrenched else None
    x, xd, tau = (state[0] for state in states(arm, 1, seed=4))
    found = arm.forward_dynamics_derivatives(x, xd, tau, wrenches=wrenches)
    h = 1e-6
    for k, J in enumerate(found):
        at = [x, xd, tau]
        columns = []
        for i in range(len(at[k])):
            step = h * np.eye(len(at[k]))[i]
            ahead, behind = ([s + way * step if j == k else s for j, s in enumerate(at)] for way in (1.0, -1.0))
            ahead, behind = (arm.forward_dynamics(*state, wrenches=wrenches) for state in (ahead, behind))
            columns.append((ahead - behind) / (2.0 * h))
        assert np.abs(J - np.array(columns).T).max() <= NUDGED * np.abs(J).max()
    model = arm.linearize(x, xd, tau, wrenches=wrenches)
    n = arm.n
    assert np.abs(model.A[n:, :n] - found.dqdd_dq).max() <= AGREEMENT * np.abs(found.dqdd_dq).max()
    assert np.abs(model.A[n:, n:] - found.dqdd_dqd).max() <= AGREEMENT * np.abs(found.dqdd_dqd).max()
    assert np.abs(model.B[n:] - found.dqdd_dtau).max() <= AGREEMENT * np.abs(found.dqdd_dtau).max()


def test_derivatives_are_one_kernel_and_a_batch_gives_each_state():
    arm = rubbing("planar2r")
    x, xd, tau = states(arm, 3)
    batch = arm.forward_dynamics_derivatives(x, xd, tau)
    for k in range(3):
        one = arm.forward_dynamics_derivatives(x[k], xd[k], tau[k])
        assert all((a[k] == b).all() for a, b in zip(batch, one, strict=True))
    assert "forward_dynamics_derivatives" in repr(arm.kernels)
    springs = arm.springs
    direct = derivatives.forward_dynamics_derivatives(
        springs.equations(), Equations(springs.links), *(list(s[0]) for s in (x, xd, tau))
    )
    assert np.abs(np.array(direct["dqdd_dq"]) - batch.dqdd_dq[0]).max() <= AGREEMENT * np.abs(batch.dqdd_dq).max()


@pytest.mark.parametrize(
    "name", ["planar2r", *(pytest.param(arm, marks=pytest.mark.slow) for arm in ("scara", "panda"))]
)
def test_the_regressor_times_parameters_are_the_forces(name):
    """Of a motion [0; Γ]; and M ẍ + forces of any state, with damped springs, and after the parameters changed."""
    arm = ARMS[name]().without_friction()
    x, xd, xdd, tau = arm.motion(*np.random.default_rng(2).normal(size=(5, arm.inputs)))
    forces = arm.regressor(x, xd, xdd) @ arm.parameters().values
    assert (
        np.abs(forces - np.concatenate([0.0 * tau, tau])).max()
        <= AGREEMENT * np.abs(arm.gravity_forces(x)).max() * 10.0
    )
    k = np.diag(arm.springs.stiffness)
    damped = arm.robot.with_elastic_joints(
        k, damping=0.01 * coupled_stiffness(len(k), 100.0), rotors=arm.springs.rotors
    )
    x, xd, _ = (state[0] for state in states(damped, 1))
    xdd = np.random.default_rng(3).normal(size=damped.n)
    wanted = damped.mass_matrix(x) @ xdd + damped.bias_forces(x, xd) + damped.friction_forces(xd, x)
    found = damped.regressor(x, xd, xdd) @ damped.parameters().values
    assert np.abs(found - wanted).max() <= AGREEMENT * np.abs(wanted).max() * 10.0
    names = damped.parameters().names
    assert len(names) == len(set(names)) == damped.regressor(x, xd, xdd).shape[-1] and "d1,2" in names


def test_stiffness_is_found_again_from_forces():
    """Least squares for k alone, the links known: the columns of k are those of k."""
    arm = linkwise.load("planar2r").with_elastic_joints(coupled_stiffness(2, 400.0), rotors=0.5)
    x, xd, _ = states(arm, 20)
    xdd = np.random.default_rng(0).normal(size=x.shape)
    forces = (arm.mass_matrix(x) @ xdd[..., None])[..., 0] + arm.bias_forces(x, xd)
    Y, (names, values) = arm.regressor(x, xd, xdd), arm.parameters()
    of_k = np.array([name.startswith("k") for name in names])
    rest = forces - Y[..., ~of_k] @ values[~of_k]
    found = np.linalg.lstsq(Y[..., of_k].reshape(-1, of_k.sum()), rest.ravel(), rcond=None)[0]
    assert np.abs(found - values[of_k]).max() <= 1e3 * ROUNDING * np.abs(values[of_k]).max()


def test_kinematics_are_those_of_the_joints():
    arm = ARMS["planar2r"]()
    x, xd, _ = (state[0] for state in states(arm, 1))
    q, qd, robot = x[:2], xd[:2], arm.robot
    zeros = np.zeros((6, 2))
    assert (arm.jacobian_dot(x, xd) == np.hstack([robot.jacobian_dot(q, qd), zeros])).all()
    assert (arm.momentum_matrix(x) == np.hstack([robot.momentum_matrix(q), zeros])).all()
    assert np.abs(arm.center_of_mass_jacobian(x) @ xd - robot.center_of_mass_jacobian(q) @ qd).max() <= ROUNDING
    assert (arm.center_of_mass(x) == robot.center_of_mass(q)).all() and (
        arm.momentum(x, xd) == robot.momentum(q, qd)
    ).all()
    assert list(arm.poses(x)) == list(arm.frames)
    drawn = arm.random_configuration(4, seed=1)
    assert (drawn[:, :2] == drawn[:, 2:]).all() and arm.limits.within(drawn).all()
    assert arm.joint_dict(arm.joint_array({"joint2 motor": 0.5}, others=0.0))["joint2 motor"] == 0.5


def test_the_task_space_is_that_of_the_links_under_the_forces_of_the_springs():
    """ẍ of the task from the elastic arm's own accelerations."""
    arm = ARMS["planar2r"]()
    x, xd, tau = (state[0] for state in states(arm, 1))
    space = arm.task_space(x, xd, rows=["x", "y"])
    xdd = arm.forward_dynamics(x, xd, tau)
    accelerations = (arm.jacobian(x) @ xdd + arm.jacobian_dot(x, xd) @ xd)[3:5]
    force = space.consistent_inverse.T @ (arm.springs.stiffness @ (x[2:] - x[:2]))
    found = space.inertia @ accelerations + space.velocity_forces + space.gravity_forces
    assert np.abs(found - force).max() <= IN_A_TASK * np.abs(force).max()
