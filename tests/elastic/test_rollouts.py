"""Elastic arms in rollouts and sweeps: the steps of `simulate`, MuJoCo's motion, energy, stiff springs, parameters."""

import mujoco
import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, UnknownName
from linkwise.model import Friction, Smooth
from linkwise.sweep import LogNormal, Normal

from ..tolerances import AGREEMENT, DEFAULT_STEP, ENERGY_OF_SPRINGS, TRACKED
from .arms import coupled_stiffness, planar
from .test_peers import mujoco_twin, set_state

SMOOTH = Smooth(Friction(0.4, 0.6), 0.1)


def soft(name, law=None, **more):
    robot = linkwise.load(name)
    robot = robot.without_friction() if law is None else robot.with_friction(law)
    return robot.with_elastic_joints(coupled_stiffness(robot.n, 150.0), rotors=0.5, **more)


ARMS = {
    "planar2r": lambda: soft("planar2r", damping=0.5),
    "scara, friction of joints": lambda: soft("scara", SMOOTH, friction="joint"),
    "ur5, friction on both sides": lambda: soft("ur5", SMOOTH, motor_friction=Smooth(Friction(0.2, 0.3), 0.1)),
}


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("planar2r", "rk4"),
        pytest.param("planar2r", "semi_implicit_euler", marks=pytest.mark.slow),
        pytest.param("scara, friction of joints", "rk4", marks=pytest.mark.slow),
        pytest.param("ur5, friction on both sides", "rk4", marks=pytest.mark.slow),
        pytest.param("ur5, friction on both sides", "gauss_legendre_4", marks=pytest.mark.slow),
    ],
)
def test_step_for_step_as_simulate(name, method):
    """Under a torque that changes with time, and a wrench at the tip."""
    arm, rng = ARMS[name](), np.random.default_rng(1)
    x0, xd0 = rng.uniform(-0.4, 0.4, (3, arm.n)), rng.normal(size=(3, arm.n))
    tip, wrench = arm.frames[-1], [0.1, 0.2, -0.1, 1.0, -2.0, 0.5]

    def tau(t):
        return np.full(arm.inputs, 2.0 * np.sin(7.0 * t))

    options = {"wrenches": {tip: wrench}, "friction_width": "as is"}
    motions = arm.rollouts(x0, xd0, tau=tau, step=1e-3, steps=40, every=1, method=method, **options)
    run = arm.simulate(
        x0[1], xd0[1], tau=lambda t, x, xd: tau(t), t=0.04, step=1e-3, method=method, wrenches={tip: wrench}
    )
    size = np.abs(run.qd).max()
    off = max(np.abs(motions.q[1] - run.q).max(), np.abs(motions.qd[1] - run.qd).max())
    assert motions.finished.all() and off <= (AGREEMENT if method != "gauss_legendre_4" else ENERGY_OF_SPRINGS) * size


def test_as_mujoco():
    """Links, wheels and tendons, by the same Runge–Kutta steps, for half a second."""
    arm = linkwise.load("ur5").without_friction().with_elastic_joints(300.0, damping=0.7, rotors=0.4)
    model, data, order = mujoco_twin(arm, damping=0.7)
    model.opt.timestep = 0.002
    tau, x0 = np.array([1.0, -30.0, 10.0, 0.5, 0.2, -0.1]), np.repeat([0.3, 0.35], 6)
    set_state(data, order, x0, np.zeros(12), tau)
    for _ in range(250):
        mujoco.mj_step(model, data)
    found = arm.rollouts(x0, tau=tau, step=0.002, steps=250)
    assert np.abs(found.q[-1] - 0.3).max() > 0.2  # it went somewhere
    assert np.abs(found.q[-1] - data.qpos[order]).max() <= TRACKED


def test_energy_is_kept():
    """Of an undamped arm with bent springs, by a symplectic method, over some thirty vibrations."""
    arm = planar()

    def energy(eq, t, x, xd, tau):
        return [eq.kinetic_energy(x, xd) + eq.potential_energy(x), eq.kinetic_energy(x, xd)]

    x0 = np.array([[0.3, -0.4, 0.35, -0.3], [0.3, -0.4, 0.3, -0.4]])
    motions = arm.rollouts(
        x0, step=1e-3, steps=1000, every=10, method="gauss_legendre_4", outputs={"E": energy}, states=True
    )
    total, kinetic = motions["E"][..., 0], motions["E"][..., 1]
    drift = np.abs(total - total[:, :1]).max(axis=1) / kinetic.max(axis=1)
    assert (drift <= DEFAULT_STEP).all()
    numbers = arm.kinetic_energy(motions.q, motions.qd) + arm.potential_energy(motions.q)
    assert np.abs(numbers - total).max() <= AGREEMENT * np.abs(total).max()


def test_stiff_springs_leave_the_rigid_arm():
    """Apart from the rigid arm's motion by a part that falls with 1/k."""
    robot, tau, q0 = linkwise.load("planar2r"), [3.0, 1.0], [0.2, 0.4]
    rotor = linkwise.model.Rotor(0.8)
    rigid = robot.with_rotors({"joint1": rotor, "joint2": rotor})
    wanted = rigid.rollouts(q0, tau=tau, step=1e-4, duration=0.2).q[-1]
    apart = []
    for k in (1e4, 1e5):
        arm = rigid.with_elastic_joints(k, damping=2.0 * np.sqrt(k))  # the vibrations of the start die out
        x0 = arm.equilibrium(q0).x
        apart.append(np.abs(arm.rollouts(x0, tau=tau, step=1e-4, duration=0.2).q[-1, :2] - wanted).max())
    assert 0.0 < apart[1] < 0.15 * apart[0] and apart[0] < 1e3 / 1e4


MADE = {
    "stiffness": ([300.0, 200.0], lambda robot, v: robot.with_elastic_joints(v, damping=0.4, rotors=[0.8, 0.3])),
    "damping": ([0.1, 2.0], lambda robot, v: robot.with_elastic_joints(250.0, damping=v, rotors=[0.8, 0.3])),
    "rotors": ([1.0, 0.2], lambda robot, v: robot.with_elastic_joints(250.0, damping=0.4, rotors=v)),
    "gravity": (
        [1.0, -3.0, 0.0],
        lambda robot, v: robot.with_gravity(v).with_elastic_joints(250.0, damping=0.4, rotors=[0.8, 0.3]),
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_a_parameter_of_each_rollout(name):
    """As rollouts of a robot made with that value; the others keep the robot's own."""
    robot = linkwise.load("planar2r")
    value, made = MADE[name]
    arm, x0 = robot.with_elastic_joints(250.0, damping=0.4, rotors=[0.8, 0.3]), [0.3, -0.4, 0.35, -0.3]
    own = {"gravity": robot.gravity, "stiffness": [250.0] * 2, "damping": [0.4] * 2, "rotors": [0.8, 0.3]}[name]
    how = {"step": 1e-3, "steps": 200, "tau": [1.0, -0.5]}
    found = arm.rollouts([x0, x0], parameters={name: [own, value]}, **how).q[:, -1]
    wanted = np.array([arm.rollouts(x0, **how).q[-1], made(robot, np.array(value)).rollouts(x0, **how).q[-1]])
    assert np.abs(found - wanted).max() <= AGREEMENT and np.abs(wanted[0] - wanted[1]).max() > 1e-3


def test_a_payload_and_a_full_stiffness_matrix():
    robot, x0 = linkwise.load("planar2r"), [0.3, -0.4, 0.35, -0.3]
    k, other = coupled_stiffness(2, 300.0), coupled_stiffness(2, 500.0)
    loaded = robot.with_payload(2.0, com=[0.1, 0.05, 0.0])
    at_tip = [2.0 * 0.0025, -2.0 * 0.005, 0.0, 2.0 * 0.01, 0.0, 2.0 * 0.0125, 0.2, 0.1, 0.0, 2.0]
    how = {"step": 1e-3, "steps": 200}
    given = {"payload": at_tip, "stiffness": other}
    found = robot.with_elastic_joints(k, rotors=0.5).rollouts(x0, parameters=given, **how).q[-1]
    wanted = loaded.with_elastic_joints(other, rotors=0.5).rollouts(x0, **how).q[-1]
    assert np.abs(found - wanted).max() <= AGREEMENT


@pytest.mark.parametrize("side", ["motor", "joint"])
def test_open_friction_is_on_the_side_where_friction_acts(side):
    robot, x0 = linkwise.load("planar2r").with_friction(Friction(0.1, 0.2)), [0.3, -0.4, 0.35, -0.3]
    arm = robot.with_elastic_joints(250.0, rotors=0.5, friction=side)
    found = arm.rollouts(x0, step=1e-3, steps=200, parameters={"friction": [[1.0, 0.5]] * 2}).q[-1]
    other = robot.with_friction(Friction(1.0, 0.5)).with_elastic_joints(250.0, rotors=0.5, friction=side)
    wanted = other.rollouts(x0, step=1e-3, steps=200).q[-1]
    assert np.abs(found - wanted).max() <= AGREEMENT
    assert np.abs(found - arm.rollouts(x0, step=1e-3, steps=200).q[-1]).max() > 1e-3


def test_a_sweep_of_stiffness_and_payload():
    """Each drawn rollout again, as a robot with that stiffness and payload; factors on it are factors."""
    arm = planar()
    spreads = {
        "q0": Normal([0.3, -0.4, 0.35, -0.3], 0.01),
        "stiffness": {"joint1": LogNormal(300.0, 0.1)},
        "payload.mass": 0.7,
        "rotors.factor": [1.0, 1.5],
    }
    sweep = arm.sweep(50, spreads, step=1e-3, steps=100, seed=3)
    assert sweep.failed.count == 0
    given = sweep.arguments(7)
    k = given["parameters"]["stiffness"].ravel()
    assert k[1] == 200.0 and k[0] != 300.0
    made = arm.robot.with_payload(0.7).with_elastic_joints(k, rotors=[0.8, 0.45])
    again = arm.compile_rollouts(parameters=["stiffness", "payload", "rotors"])(**given, step=1e-3, steps=100)
    wanted = made.rollouts(given["q0"], step=1e-3, steps=100)
    assert np.abs(again.q - wanted.q).max() <= AGREEMENT
    assert sweep.statistics["q"].sd.shape == (4,) and (sweep.statistics["q"].sd > 0.0).all()


def test_a_controller_sees_joints_and_motors():
    """The same controller over scalars in rollouts and over arrays in `simulate`."""
    arm = planar()

    def controller(eq, t, x, xd):
        assert (eq.n, eq.links.n, len(x)) == (4, 2, 4)
        g = eq.links.gravity_forces(x[:2])
        return [g[k] - 30.0 * (x[2 + k] - 0.2) - 3.0 * xd[2 + k] for k in range(2)]

    def numbers(t, x, xd):
        return arm.links.gravity_forces(x[:2]) - 30.0 * (x[2:] - 0.2) - 3.0 * xd[2:]

    x0 = [0.3, -0.4, 0.35, -0.3]
    found = arm.rollouts(x0, controller=controller, step=1e-3, steps=100, every=1)
    wanted = arm.simulate(x0, controller=numbers, t=0.1, step=1e-3, method="rk4")
    assert np.abs(found.q - wanted.q).max() <= AGREEMENT
    assert np.abs(found.qd - wanted.qd).max() <= AGREEMENT * 10.0


def test_what_a_loop_of_an_elastic_arm_refuses():
    arm = planar()
    with pytest.raises(BadArray, match=r"tau"):
        arm.rollouts([0.0] * 4, tau=[0.0] * 4, step=1e-3, steps=2)
    with pytest.raises(BadArray, match=r"q0"):
        arm.rollouts([0.0] * 2, step=1e-3, steps=2)
    with pytest.raises(UnknownName, match="no parameter"):
        arm.compile_rollouts(parameters=["springs"])
    with pytest.raises(linkwise.errors.NotOffered, match="have no regressor"):
        arm.rollouts([0.0] * 4, controller=lambda eq, t, x, xd: eq.regressor(x, xd, xd), step=1e-3, steps=2)
    with pytest.raises(linkwise.errors.LinkwiseError, match="4 entries"):
        arm.rollouts([0.0] * 4, controller=lambda eq, t, x, xd: [0.0] * 4, step=1e-3, steps=2)
    assert arm.rollouts([0, 0, 0, 0], step=1e-3, steps=2).q.shape == (1, 4)  # lists, and whole numbers


def test_unbent_springs_do_not_move_in_free_fall():
    """No gravity, no torque, equal rates: joints and motors turn together."""
    robot = linkwise.load("pendulum").with_gravity([0, 0, 0])
    found = robot.with_elastic_joints(100.0, rotors=0.3).rollouts([0.1, 0.1], [2.0, 2.0], step=1e-3, duration=0.5)
    assert np.abs(found.q[-1] - 1.1).max() <= AGREEMENT  # of 500 roundings
