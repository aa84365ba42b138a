"""Springs at joints and compensated weights: MuJoCo's, differences of energy, every way an answer is computed."""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.calls.long_chains import LongKernel
from linkwise.errors import InvalidModel, LinkwiseError
from linkwise.model import Lift, Spring
from linkwise.readers import mjcf
from tests.peers.agreement import off
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, CONDITIONED, DEFAULT_RUN, FINE_FIXED_STEPS, solving

ARM = """<mujoco model="sprung"><option timestep="0.001"/><worldbody>
<body name="upper"><joint name="shoulder" axis="0 1 0" stiffness="12" springref="20" damping="0.3"/>
  <inertial pos="0.1 0.02 0.2" mass="2" diaginertia="0.02 0.03 0.01"/>
  <body name="fore" pos="0 0 0.4" gravcomp="1"><joint name="elbow" axis="1 0 0" stiffness="5" ref="10" springref="-15"/>
    <inertial pos="0 0.1 0.2" mass="1.5" diaginertia="0.02 0.01 0.01"/>
    <body name="hand" pos="0 0 0.3" gravcomp="0.4"><joint name="slide" type="slide" axis="0 0.6 0.8" stiffness="80"/>
      <inertial pos="0.05 0 0.1" mass="0.7" diaginertia="0.004 0.005 0.006"/>
      <body name="tool" pos=".1 0 0" gravcomp="2"><inertial pos="0 0 0.1" mass="0.2" diaginertia=".001 .001 .001"/>
</body></body></body></body></worldbody></mujoco>"""


def sprung(seed: int) -> Robot:
    """A random robot, springs at some joints, some of the weight of some links carried."""
    robot, rng = Robot(random_model(seed)), np.random.default_rng(seed)
    names = robot.model.moving_joint_names
    springs = {name: Spring(*rng.uniform(0.5, 30.0, 2)) for name in names if rng.random() < 0.7}
    shares = {body.name: float(rng.uniform(0.0, 1.5)) for body in robot.model.bodies if rng.random() < 0.7}
    return robot.with_springs(springs or {names[0]: Spring(4.0)}).with_gravity_compensation(shares)


def test_mujoco():
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
    robot = Robot(*mjcf.read_text(ARM))
    assert [(s.stiffness, round(np.degrees(s.rest), 9)) for s in (b.joint.spring for b in robot.tree.bodies)] == [
        (12.0, 20.0),
        (5.0, -15.0),
        (80.0, 0.0),
    ]
    model = mujoco.MjModel.from_xml_string(ARM)
    data = mujoco.MjData(model)
    for q, qd, qdd in zip(*states(3, 5, seed=1), strict=True):
        data.qpos, data.qvel, data.qacc = q, qd, qdd
        mujoco.mj_inverse(model, data)
        assert off(robot.inverse_dynamics(q, qd, qdd), data.qfrc_inverse) < AGREEMENT
        data.qfrc_applied = [0.3, -0.2, 0.1]
        mujoco.mj_forward(model, data)
        assert off(robot.forward_dynamics(q, qd, [0.3, -0.2, 0.1]), data.qacc) < AGREEMENT
        mujoco.mj_energyPos(model, data)
        carried = sum(lift.mass * robot.gravity @ _point(robot, q, lift) for lift in robot.model.lifts)
        assert (
            off(robot.potential_energy(q) - carried, np.array(data.energy[0])) < AGREEMENT
        )  # MuJoCo counts springs only
        data.qfrc_applied = 0.0


def _point(robot: Robot, q, lift: Lift):
    T = robot.forward_kinematics(q, lift.link)
    return T[:3, :3] @ np.array(lift.com.components) + T[:3, 3]


@pytest.mark.parametrize("seed", [4, *(pytest.param(s, marks=pytest.mark.slow) for s in (13, 26, *range(30, 60, 2)))])
def test_every_way(seed):
    """Forces are the slopes of the energy, derivatives those of the forces; q̈ undoes τ."""
    robot = sprung(seed)
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed))
    bare = robot.without_springs()
    more = robot.spring_forces(q)
    assert more.any()
    for name in (None, robot.formulations("inverse_dynamics")[0], "newton_euler.featherstone"):
        τ = robot.inverse_dynamics(q, qd, qdd, formulation=name)
        assert off(τ, bare.inverse_dynamics(q, qd, qdd) + more) < AGREEMENT
    h = 1e-6 * np.eye(robot.n)
    slope = np.array([robot.potential_energy(q + d) - robot.potential_energy(q - d) for d in h]) / 2e-6
    assert off(robot.gravity_forces(q), slope, np.abs(slope).max() + 1.0) < CENTRAL_DIFFERENCES
    found = robot.inverse_dynamics_derivatives(q, qd, qdd)
    bending = np.array([robot.spring_forces(q + d) - robot.spring_forces(q - d) for d in h]).T / 2e-6
    by_hand = bare.inverse_dynamics_derivatives(q, qd, qdd).dtau_dq + bending
    assert off(found.dtau_dq, by_hand, np.abs(bending).max()) < CENTRAL_DIFFERENCES
    M = robot.mass_matrix(q)
    τ = robot.inverse_dynamics(q, qd, qdd)
    for name in (None, robot.formulations("forward_dynamics")[0]):
        assert off(robot.forward_dynamics(q, qd, τ, formulation=name), qdd) < max(AGREEMENT, solving(M))
    slopes = robot.forward_dynamics_derivatives(q, qd, τ)
    assert off(M @ slopes.dqdd_dq, -found.dtau_dq) < max(AGREEMENT, solving(M))


@pytest.mark.parametrize(
    "question", ["inverse_dynamics", "bias_forces", "gravity_forces", "forward_dynamics", "potential_energy"]
)
def test_loops(question):
    robot = Robot(random_model(14)).with_springs({name: Spring(9.0, 0.2) for name in ["joint0", "joint1"]})
    assert not robot.tree.coordinates.trivial
    given = [x[:3] for x in states(robot.n, 3, seed=3)][: len(linkwise.formulations.QUESTIONS[question].takes)]
    assert off(LongKernel(robot.tree, question)(*given), getattr(robot, question)(*given)) < CONDITIONED
    slopes, compiled = (
        LongKernel(robot.tree, "inverse_dynamics_derivatives")(*states(robot.n, 1, seed=3)),
        robot.inverse_dynamics_derivatives(*states(robot.n, 1, seed=3)),
    )
    assert off(slopes.dtau_dq, compiled.dtau_dq) < CONDITIONED


def test_reactions_feel_what_lifts():
    """All of a link's weight carried: at rest its joint transmits nothing."""
    robot = linkwise.load("ur5").with_gravity_compensation()
    rest = robot.reaction_wrenches(*np.zeros((3, 6)))
    assert np.abs(rest).max() < AGREEMENT


def test_laws_and_motions():
    robot = Robot(*mjcf.read_text(ARM)).without_friction()
    assert robot.verify().holds
    q0 = [0.4, -0.3, 0.02]
    run = robot.simulate(q0, t=2.0)
    assert run.drift < DEFAULT_RUN
    rolled = robot.rollouts([q0], duration=2.0, step=1e-3)
    assert off(rolled.q[0, -1], run.q[-1]) < FINE_FIXED_STEPS


def test_a_spring_swings_as_it_must():
    """Without gravity, a rod on a spring swings about its rest position with ω² = k / (m l²/3)."""
    robot = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_springs({"joint1": Spring(3.0, rest=0.4)})
    t = np.linspace(0.0, 3.0, 7)
    run = robot.simulate([1.0], t=t, rtol=1e-10)
    assert off(run.q[:, 0], 0.4 + 0.6 * np.cos(3.0 * t)) < DEFAULT_RUN


def test_written_and_read_back(tmp_path):
    robot = Robot(*mjcf.read_text(ARM))
    linkwise.save(robot, tmp_path / "arm.dh.toml")
    back = linkwise.load(tmp_path / "arm.dh.toml")
    q, qd, qdd = states(3, 3, seed=7)
    assert off(back.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd)) < AGREEMENT
    assert off(back.potential_energy(q), robot.potential_energy(q)) < AGREEMENT


def test_a_floating_base_written_and_read_back(tmp_path):
    robot = linkwise.load("scara").with_floating_base("xyz")
    linkwise.save(robot, tmp_path / "arm.dh.toml")
    back = linkwise.load(tmp_path / "arm.dh.toml")
    assert back.model.groups == robot.model.groups
    q, qd, qdd = states(robot.n, 3, seed=7)
    assert off(back.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd)) < AGREEMENT
    assert off(back.to_quaternion(q), robot.to_quaternion(q)) < AGREEMENT


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ('[[lift]]\nframe = "nothing"\nmass = 1.0', "no link or frame has that name"),
        ('[[lift]]\nframe = "link1"', "mass"),
        ('[[group]]\nname = "a"\nkind = "helical"\njoints = ["joint1"]', "one of floating, planar, ball"),
        ('[[group]]\nname = "a"\nkind = "ball"\njoints = ["joint1"]', "has 3 of them"),
        ('[[group]]\nname = "a"\nkind = "ball"\njoints = 3', "a list of texts"),
    ],
)
def test_bad_tables(wrong, why, tmp_path):
    file = tmp_path / "arm.dh.toml"
    linkwise.save(linkwise.load("planar2r"), file)
    file.write_text(f"{file.read_text()}\n{wrong}\n")
    with pytest.raises(LinkwiseError, match=why):
        linkwise.load(file)


def test_adaptive_control_knows_the_springs():
    robot = linkwise.load("planar2r").with_springs({"joint2": Spring(40.0, rest=-0.5)})
    motion = linkwise.trajectories.Quintic([0.0, 0.0], [0.5, 0.7], 1.0)
    learner = linkwise.control.adaptive(robot, motion, 5.0, 20.0, 0.0)
    run = robot.simulate([0.0, 0.0], controller=learner, t=1.5)
    assert np.abs(run.q[-1] - [0.5, 0.7]).max() < DEFAULT_RUN


def test_bad_input():
    robot = linkwise.load("planar2r")
    with pytest.raises(InvalidModel, match="stiffness of a spring is -1"):
        Spring(-1.0)
    with pytest.raises(InvalidModel, match="stiffness of a spring is nan"):
        Spring(float("nan"))
    for springs in ({"joint3": Spring(1.0)}, {"joint1": 3.0}, [Spring(1.0)], {"joint1": Spring(1.0, float("inf"))}, {}):
        with pytest.raises(LinkwiseError):
            robot.with_springs(springs)
    for shares in ({"nothing": 1.0}, {"link1": "all"}, {"link1": float("nan")}, "link1"):
        with pytest.raises(LinkwiseError):
            robot.with_gravity_compensation(shares)
    with pytest.raises(LinkwiseError, match="a negative one drives the joint away"):
        mjcf.read_text(ARM.replace('stiffness="12"', 'stiffness="-12"'))
    assert robot.with_springs({"joint1": Spring(1.0)}).without_springs().spring_forces([0.1, 0.2]).tolist() == [
        0.0,
        0.0,
    ]
