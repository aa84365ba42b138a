"""Joints of several degrees of freedom as chains: Pinocchio's and MuJoCo's own, and what a motion must keep."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Transform
from linkwise.doctor import examine
from linkwise.errors import BadArray, LinkwiseError, NoInertia, Singular, UnknownName
from linkwise.model import Body, Fixed, Friction, rewrite
from linkwise.readers import mjcf, urdf
from linkwise.taskspace.euler_angles import EulerAngles
from tests.robots import SPARSE_SEEDS, _inertia, random_chain, random_model
from tests.tolerances import AGREEMENT, DEFAULT_RUN, FEW_ROUNDINGS, ONE_ROUNDING, solving

from .agreement import off
from .peer import friction

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .several_in_pinocchio import InPinocchio, attitude  # noqa: E402


def several(seed: int) -> Robot:
    """A random robot on a base that floats, drives or rests, whose fixed joints are balls, floating or planar."""
    rng = np.random.default_rng(seed)
    model = replace(random_model(seed), base_inertia=_inertia(rng, "base"))
    for body in [body for body in model.bodies if not body.joint.moves and body.inertia.m]:
        model = rewrite.freed(model, body.joint.name, ("ball", "floating", "planar")[rng.integers(3)], ORDERS[seed % 3])
    base = ("floating", "planar", "rests")[seed % 3]
    if base == "rests" and model.groups:
        return Robot(model)
    return Robot(rewrite.with_base_joint(model, "floating" if base == "rests" else base, ORDERS[seed % 2]))


ORDERS = ("zyx", "zxz", "xyz")


def regular_states(robot: Robot, seed: int):
    """A state away from singular attitudes."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-2.0, 2.0, robot.n), *rng.normal(size=(2, robot.n))
    for group in robot.model.groups:
        if len(group.turns) == 3 and group.turns[1] in robot.joint_names:
            k = robot.joint_names.index(group.turns[1])
            q[k] = rng.uniform(0.5, 1.1) if group.order[0] == group.order[2] else rng.uniform(-1.0, 1.0)
    return q, qd, qdd


@pytest.mark.parametrize("seed", SPARSE_SEEDS)
def test_pinocchio(seed):
    robot = several(seed)
    assert robot.model.groups
    peer, (q, qd, qdd) = InPinocchio(robot), regular_states(robot, seed)
    τ, M = peer.inverse_dynamics(q, qd, qdd), peer.mass_matrix(q)
    assert off(robot.inverse_dynamics(q, qd, qdd), τ) < AGREEMENT
    assert off(robot.inverse_dynamics(q, qd, qdd, formulation="newton_euler.khalil_dombre"), τ) < AGREEMENT
    assert off(robot.mass_matrix(q), M) < AGREEMENT
    assert off(robot.gravity_forces(q), peer.gravity_forces(q), np.abs(τ).max()) < AGREEMENT
    E, U = peer.energies(q, qd)
    assert off(robot.kinetic_energy(q, qd), E) < AGREEMENT
    assert off(robot.potential_energy(q), U, np.abs(τ).max()) < AGREEMENT
    dq, dqd = peer.derivatives(q, qd, qdd)
    found = robot.inverse_dynamics_derivatives(q, qd, qdd)
    size = np.abs(τ).max() + np.abs(M).max() * np.abs(qd).max() ** 2
    assert off(found.dtau_dq, dq, size) < AGREEMENT
    assert off(found.dtau_dqd, dqd, size) < AGREEMENT
    assert off(robot.forward_dynamics(q, qd, τ), qdd) < max(AGREEMENT, solving(M))
    slopes = robot.forward_dynamics_derivatives(q, qd, τ)
    assert off(M @ slopes.dqdd_dq, -dq, size) < max(AGREEMENT, solving(M))


FLYING = """<mujoco><option gravity="0 0 -9.81"/><worldbody>
<body name="hull" pos="1 2 3" quat="0.6 0.8 0 0"><freejoint name="root"/>
  <inertial pos="0.02 -0.01 0.03" mass="4" diaginertia="0.1 0.12 0.08"/>
  <body name="arm" pos="0.2 0 0.1" euler="10 20 30"><joint name="socket" type="ball" pos="0.03 0.01 0"/>
    <inertial pos="0 0.1 0.2" mass="1.5" diaginertia="0.02 0.01 0.015"/>
    <body name="hand" pos="0 0 0.3"><joint name="wrist" axis="1 0 0"/><joint name="reach" type="slide" axis="0 0 1"/>
      <inertial pos="0.05 0 0.1" mass="0.7" diaginertia="0.004 0.005 0.006"/></body></body></body>
</worldbody></mujoco>"""


def mujoco_motion(peer: InPinocchio, q, qd, qdd):
    """T and Ṫ of MuJoCo's velocities: those of Pinocchio, but v of a free joint is seen from the world."""
    T, Td = peer.map(q, qd)
    x = peer.B @ q + peer.b
    for j, own, group in peer.maps:
        if group is not None and group.kind == "floating":
            at = peer.model.joints[j].idx_v
            v, R = slice(at, at + 3), attitude(group.order, x[own][3:])
            ω = T[at + 3 : at + 6] @ qd
            Td[v] = R @ (Td[v] + np.cross(ω, T[v], axisb=0).T)
            T[v] = R @ T[v]
    return T, T @ qd, T @ qdd + Td @ qd


def test_mujoco_reads_the_same_file():
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
    robot = Robot(*mjcf.read_text(FLYING))
    assert [(group.name, group.kind) for group in robot.model.groups] == [("root", "floating"), ("socket", "ball")]
    peer, model = InPinocchio(robot), mujoco.MjModel.from_xml_string(FLYING)
    data = mujoco.MjData(model)
    for seed in range(5):
        q, qd, qdd = regular_states(robot, seed)
        T, data.qvel, data.qacc = mujoco_motion(peer, q, qd, qdd)
        data.qpos[:7] = robot.to_quaternion(q, "root")
        data.qpos[7:11], data.qpos[11:] = robot.to_quaternion(q, "socket"), q[9:]
        mujoco.mj_inverse(model, data)
        assert off(robot.inverse_dynamics(q, qd, qdd), T.T @ data.qfrc_inverse) < AGREEMENT
        mujoco.mj_forward(model, data)
        for frame in ("hull", "arm", "hand"):
            assert off(robot.forward_kinematics(q, frame)[:3, 3], data.body(frame).xpos) < AGREEMENT


@pytest.mark.parametrize(
    "seed",
    [
        seed if seed in (1, 6) else pytest.param(seed, marks=pytest.mark.slow if seed % 8 == 1 else pytest.mark.soak)
        for seed in range(200)
    ],
)
def test_mujoco(seed):
    """Random chains on a free joint, with a ball in the hand of every second one; MuJoCo has no planar joint."""
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
    from .mujoco import QUIET, _hinge, _stand, _weigh

    rng = np.random.default_rng(seed)
    model = replace(random_chain(seed), base_inertia=_inertia(rng, "base"))
    if seed % 2:
        last = model.bodies[-1]
        hand = Body(
            "hand",
            len(model.bodies) - 1,
            last.placement.tagged(last.name, "hand"),
            Fixed("grip"),
            _inertia(rng, "hand"),
        )
        model = rewrite.freed(replace(model, bodies=(*model.bodies, hand)), "grip", "ball", "xyz")
    robot = Robot(rewrite.with_base_joint(model, "floating"))
    tree, spec = robot.tree, mujoco.MjSpec()
    spec.compiler.balanceinertia, spec.option.gravity = False, np.array(tree.gravity.components)
    made, chain = {-1: spec.worldbody}, {name: g for g in tree.groups for name in g.joints}
    for i, body in enumerate(tree.bodies):
        group = chain.get(body.joint.name)
        if group is None or body.joint.name == group.joints[-1]:
            on = body.parent if group is None else tree.bodies[i - len(group.joints) + 1].parent
            made[i] = made[on].add_body(name=body.name)
            _stand(made[i], body.placement if group is None else tree.bodies[i - len(group.joints) + 1].placement)
            _weigh(made[i], body.inertia)
            if group is None:
                _hinge(made[i], body, Transform.identity())
            elif group.kind == "ball":
                made[i].add_joint(name=group.name, type=mujoco.mjtJoint.mjJNT_BALL)
            else:
                made[i].add_freejoint(name=group.name)
    compiled = spec.compile()
    compiled.opt.disableflags |= QUIET
    data, peer = mujoco.MjData(compiled), InPinocchio(robot)
    q, qd, qdd = regular_states(robot, seed)
    T, data.qvel, data.qacc = mujoco_motion(peer, q, qd, qdd)
    data.qpos[:7] = robot.to_quaternion(q, "base")
    for body, value in zip(tree.bodies, q, strict=True):
        if body.joint.name not in chain:
            data.joint(body.joint.name).qpos = value + body.joint.offset
    if seed % 2:
        data.joint("grip").qpos = robot.to_quaternion(q, "grip")
    mujoco.mj_inverse(compiled, data)
    rubbing = friction(tree, qd)
    assert off(robot.inverse_dynamics(q, qd, qdd) - rubbing, T.T @ data.qfrc_inverse) < AGREEMENT


def test_what_mjcf_says_of_balls_and_free_joints_is_told():
    text = FLYING.replace('type="ball"', 'type="ball" range="0 60"')
    report = str(mjcf.read_text(text)[1])
    assert "'socket': the range of a ball" in report and "starts at (1, 2, 3), turned" in report


@pytest.mark.parametrize("what", ['armature="2"', 'damping="3"'])
def test_drives_of_balls_that_resist_are_refused(what):
    """MuJoCo adds them to all three degrees of freedom, which are not those of a chain."""
    drive = f'<actuator><motor name="m" joint="socket" gear="1 0 0" {what}/></actuator></mujoco>'
    assert mjcf.read_text(FLYING.replace("</mujoco>", drive.replace(what, "")))
    with pytest.raises(LinkwiseError, match="of balls and free joints: 'socket'"):
        mjcf.read_text(FLYING.replace("</mujoco>", drive))


def test_urdf():
    """A floating base, a planar joint across any normal: the link goes where it must."""
    text = """<robot name="r"><link name="world"/><link name="hull"><inertial><mass value="3"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="puck"><inertial>
    <mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="root" type="floating"><origin xyz="1 0 0" rpy="0 0 .5"/><parent link="world"/>
    <child link="hull"/></joint>
    <joint name="table" type="planar"><parent link="hull"/><child link="puck"/><axis xyz=".6 0 .8"/></joint></robot>"""
    robot = Robot(*urdf.read_text(text))
    assert robot.joint_names[:6] == ("root_x", "root_y", "root_z", "root_rz", "root_ry", "root_rx")
    assert robot.n == 9 and "read as joints 'table_x', 'table_y' and 'table_rz'" in str(robot.report)
    q = np.array([0.3, -0.2, 0.5, 0.4, -0.6, 0.9, 0.2, 0.7, 1.1])
    hull, puck = robot.forward_kinematics(q, ["hull", "puck"])
    c, s = np.cos(0.5), np.sin(0.5)
    placed = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    assert off(hull[:3, :3], placed @ attitude("zyx", q[3:6])) < FEW_ROUNDINGS
    assert off(hull[:3, 3], [1.0, 0.0, 0.0] + placed @ q[:3]) < FEW_ROUNDINGS
    slid = hull[:3, :3].T @ (puck[:3, 3] - hull[:3, 3])
    normal = np.array([0.6, 0.0, 0.8])
    assert abs(slid @ normal) < FEW_ROUNDINGS and abs(np.linalg.norm(slid) - np.hypot(*q[6:8])) < FEW_ROUNDINGS
    assert off((hull[:3, :3].T @ puck[:3, :3]) @ normal, normal) < FEW_ROUNDINGS


@pytest.mark.slow
def test_laws_of_a_floating_robot():
    assert linkwise.load("planar2r").with_payload(1.0, inertia=np.eye(3)).with_floating_base().verify().holds


def test_quaternions_and_twists():
    robot = linkwise.load("ur5").with_floating_base(order="xyz")
    rng = np.random.default_rng(1)
    q, qd = rng.uniform(-1.2, 1.2, (50, robot.n)), rng.normal(size=(50, robot.n))
    place = robot.to_quaternion(q)
    assert off(np.linalg.norm(place[:, 3:], axis=1), np.ones(50)) < ONE_ROUNDING
    assert off(robot.from_quaternion(place), q[:, :6]) < AGREEMENT
    assert off(robot.from_quaternion(place * ([1.0] * 3 + [-3.0] * 4)), q[:, :6]) < AGREEMENT
    R = robot.forward_kinematics(q, robot.model.bodies[5].name)
    for T, x in zip(R, place, strict=True):
        assert off(pin.Quaternion(*x[3:]).matrix(), T[:3, :3]) < FEW_ROUNDINGS
    twist = robot.base_twist(q, qd)
    J = robot.jacobian(q, robot.model.bodies[5].name)
    world = np.einsum("skj,sj->sk", J, qd)
    turned = [np.einsum("sij,si->sj", R[:, :3, :3], world[:, k : k + 3]) for k in (0, 3)]
    assert off(twist, np.concatenate(turned, axis=1)) < AGREEMENT
    assert off(robot.from_twist(q, twist), qd[:, :6]) < AGREEMENT
    cart = linkwise.load("ur5").with_mobile_base()
    assert off(cart.from_twist(q[:, :9], cart.base_twist(q[:, :9], qd[:, :9])), qd[:, :3]) < AGREEMENT


def test_a_free_arm_keeps_its_momentum_and_energy():
    """In free fall only gravity changes the momentum; angular momentum about the centre of mass and energy stay."""
    arm = linkwise.load("panda").model
    robot = Robot(replace(arm, base_inertia=_inertia(np.random.default_rng(2), arm.base)))
    free = robot.with_gravity([0, 0, 0]).with_floating_base().without_friction()
    rng = np.random.default_rng(3)
    q0, qd0 = (
        np.concatenate([rng.uniform(-0.4, 0.4, 6), [0.1, -0.4, 0.2, -1.6, 0.3, 1.5, 0.4]]),
        rng.normal(size=free.n),
    )
    run = free.simulate(q0, 0.5 * qd0, t=np.linspace(0.0, 1.0, 6))
    assert run.status == "finished" and run.drift < DEFAULT_RUN
    M = free.mass_matrix(run.q)
    momentum = np.einsum("sij,sj->si", M, run.qd)
    linear = momentum[:, :3]  # that of the slides, along the world's axes
    assert off(linear, np.broadcast_to(linear[0], linear.shape)) < DEFAULT_RUN
    spin = np.array([_spin(free, q, p) for q, p in zip(run.q, momentum, strict=True)])
    assert off(spin, np.broadcast_to(spin[0], spin.shape)) < DEFAULT_RUN


def _spin(robot, q, p):
    """Angular momentum about the world's origin: Bᵀ h = p of the turns, and what the slides' momentum adds."""
    h = np.linalg.solve(EulerAngles("zyx").B(q[3:6]).T, p[3:6])
    return h + np.cross(q[:3], p[:3])


def test_singular_attitudes():
    robot = Robot(replace(linkwise.load("planar2r").model, base_inertia=_inertia(np.random.default_rng(1), "base")))
    free = robot.with_floating_base()
    q, zero = np.zeros(free.n), np.zeros(free.n)
    q[4] = np.pi / 2
    with pytest.raises(NoInertia, match=r"'base_ry' at ±90° the attitude is singular: choose another order"):
        free.forward_dynamics(q, zero, zero)
    assert np.isfinite(free.inverse_dynamics(q, zero, zero)).all()
    with pytest.raises(Singular, match="singular: 'base_ry' at ±90°"):
        free.from_twist(q, np.ones(6))
    other = robot.with_floating_base("yxz")
    place = free.to_quaternion(q)
    same = np.concatenate([other.from_quaternion(place), q[6:]])
    assert off(other.to_quaternion(same), place) < FEW_ROUNDINGS
    assert np.isfinite(other.forward_dynamics(same, zero, zero)).all()
    found = [finding for finding in examine(free).findings if finding.check == "singular-attitude"]
    assert len(found) == 1 and "'base_ry' at ±90°" in str(found[0])


def on_a_hull() -> Robot:
    return Robot(replace(linkwise.load("planar2r").model, base_inertia=_inertia(np.random.default_rng(1), "base")))


def in_a_socket() -> Robot:
    """A pendulum that carries a weight on a ball."""
    loaded = linkwise.load("pendulum").with_payload(1.0, com=[0.1, 0.0, 0.2], inertia=np.diag([0.1, 0.2, 0.15]))
    return Robot(rewrite.freed(loaded.model, "payload", "ball"))


def test_singular_attitudes_are_refused_everywhere():
    """Under wrenches and on a moving base derivatives come from a program: it must not answer with rounding either."""
    robot, zero, q = in_a_socket(), np.zeros(4), np.array([0.0, 0.0, np.pi / 2, 0.0])
    for more in ({"wrenches": {"payload": np.arange(6.0)}}, {"base": {"velocity": np.ones(6)}}):
        with pytest.raises(NoInertia, match=r"in state 1 of the batch.*\n.*\n.*with_turn_order\('yxz'\)"):
            robot.forward_dynamics_derivatives(np.stack([zero, q]), zero, zero, **more)
    for model in (robot.linearize(q), robot.linearize(np.stack([zero, q]))[1]):
        with pytest.raises(NoInertia, match=r"'payload_r[zx]'"):
            _ = model.B
    for method in ("rk4", "implicit_midpoint"):
        motions = robot.rollouts([zero, q], steps=3, step=1e-3, method=method, backend="interpreter")
        assert motions.status.tolist() == ["finished", "not finite"] and motions.ended[1] == 1
        assert "attitudes are singular with 'payload_ry' at ±90°" in motions.message


def test_near_a_singular_attitude_derivatives_are_judged():
    """Where a program doubts and the formulation does not, the answer is that of the derivatives without doubt."""
    robot, zero, q = in_a_socket(), np.zeros(4), np.array([0.0, 0.0, np.pi / 2 - 1.5e-6, 0.0])
    press = {"payload": np.zeros(6)}
    assert np.isnan(
        robot.compile("forward_dynamics_derivatives", wrenches=["payload"])(q, zero, zero, np.zeros(6))[2]
    ).any()
    found = robot.forward_dynamics_derivatives(q, zero, zero, wrenches=press)
    plain = robot.forward_dynamics_derivatives(q, zero, zero)
    assert off(found.dqdd_dtau, plain.dqdd_dtau) < solving(robot.mass_matrix(q))


@pytest.mark.parametrize("order", ORDERS)
def test_another_order_of_turns(order):
    """The same robot in other coordinates: kinetic energy and attitude are the same, singular attitudes are not."""
    free = on_a_hull().with_floating_base(order)
    group = free.model.groups[0]
    other = free.with_turn_order(group.other_order)
    assert other.model == on_a_hull().with_floating_base(group.other_order).model
    rng = np.random.default_rng(4)
    q, qd = rng.uniform(0.3, 1.0, 8), rng.normal(size=8)
    there = np.concatenate([other.from_quaternion(free.to_quaternion(q)), q[6:]])
    rates = np.concatenate([other.from_twist(there, free.base_twist(q, qd)), qd[6:]])
    assert off(other.to_quaternion(there), free.to_quaternion(q)) < FEW_ROUNDINGS
    assert off(other.kinetic_energy(there, rates), free.kinetic_energy(q, qd)) < AGREEMENT
    q[4] = 0.0 if order[0] == order[2] else np.pi / 2
    there = np.concatenate([other.from_quaternion(free.to_quaternion(q)), q[6:]])
    with pytest.raises(NoInertia, match=f"with_turn_order\\('{group.other_order}'\\)"):
        free.forward_dynamics(q, 0 * q, 0 * q)
    assert np.isfinite(other.forward_dynamics(there, 0 * q, 0 * q)).all()


def test_an_order_that_cannot_be_changed():
    free = on_a_hull().with_floating_base()
    for call in (
        lambda: on_a_hull().with_turn_order("zyx"),
        lambda: on_a_hull().with_mobile_base().with_turn_order("zyx"),
        lambda: free.with_turn_order("zzx"),
        lambda: free.with_turn_order(["z", "y", "x"]),
        lambda: free.with_turn_order("yxz", joint="root"),
        lambda: free.with_turn_order("yxz", joint=3),
        lambda: free.with_friction({"base_rx": Friction(1.0)}).with_turn_order("yxz"),
        lambda: free.with_payload(1.0, frame="base:base_z").with_turn_order("yxz"),
    ):
        with pytest.raises(LinkwiseError):
            call()


@pytest.mark.parametrize("seed", [0, 1])
def test_written_to_urdf_and_read_back(seed):
    """As floating and planar joints where the file means the same chain, else as the chain: the motion is the same."""
    robot = several(seed)
    back = Robot(*urdf.read_text(urdf.write(robot.model, lossy=True)))
    held = {group for group in robot.model.groups if group.kind != "ball" and group.order in ("zyx", "z")}
    assert held and set(back.model.groups) == held and back.joint_names == robot.joint_names
    same = robot.with_gravity([0, 0, -9.81]).without_rotors().without_friction()
    q, qd, qdd = regular_states(robot, seed)
    assert off(back.without_friction().inverse_dynamics(q, qd, qdd), same.inverse_dynamics(q, qd, qdd)) < AGREEMENT


def test_quaternions_of_any_length():
    free = linkwise.load("planar2r").with_floating_base()
    unit = np.array([1.0, 2.0, 3.0, 0.1, 0.7, -0.5, 0.5])
    for length in (1e-300, 1e-170, 1.0, 1e200, 1e300):
        assert off(free.from_quaternion(unit * ([1.0] * 3 + [length] * 4)), free.from_quaternion(unit)) < FEW_ROUNDINGS


def test_bad_input():
    robot = linkwise.load("planar2r")
    free = robot.with_floating_base()
    for call in (
        lambda: free.to_quaternion([0.0] * 8, joint=[]),
        lambda: free.to_quaternion([float("nan")] * 8),
        lambda: free.base_twist(np.zeros((2, 8)), np.zeros((3, 8))),
        lambda: free.from_twist(np.zeros((2, 8)), np.zeros((3, 6))),
        lambda: free.from_twist([float("inf")] * 8, [0.0] * 6),
    ):
        with pytest.raises(LinkwiseError):
            call()
    with pytest.raises(BadArray, match="a quaternion has length 0"):
        free.from_quaternion([1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0])
    for wrong in ([1.0] * 6, [float("nan")] * 7, "here"):
        with pytest.raises(BadArray):
            free.from_quaternion(wrong)
    for order in ("xxy", "zy", 3, None):
        with pytest.raises(UnknownName):
            robot.with_floating_base(order)
    for call in (
        lambda: robot.to_quaternion([0.0, 0.0]),
        lambda: robot.with_mobile_base().to_quaternion([0.0] * 5),
        lambda: free.to_quaternion([0.0] * 8, joint="root"),
        lambda: free.with_floating_base(),
        lambda: free.base_twist([0.0] * 8, [0.0] * 7),
    ):
        with pytest.raises(LinkwiseError):
            call()
    twice = free.with_mobile_base(joint="cart", world="ground")
    assert [group.name for group in twice.model.groups] == ["base", "cart"]
    assert free.lock("base_rx", 0.0).model.groups == ()
