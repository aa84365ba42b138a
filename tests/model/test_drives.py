"""Motors that move several joints, motors as coordinates, and rotors that spin on moving links."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError, Robot
from linkwise.errors import BadArray, InvalidModel, UnknownName
from linkwise.model import Coordinates, Friction, Limits, Rotor
from linkwise.readers import dh
from tests.peers.pinocchio import Pinocchio
from tests.rewrite.model_in_pinocchio import InPinocchio
from tests.robots import random_chain, random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, NINE_DIGITS

ARMS = ["planar3r", "puma560", "stanford", "panda"]


def near(a, b, bound=AGREEMENT):
    assert np.abs(np.asarray(a) - b).max() <= bound * max(np.abs(b).max(), 1.0)


RUBBING = Friction(1.5, 0.8)


def slopes(robot, q, qd, qdd):
    """The derivatives of inverse dynamics, which are those of its differences."""
    found, h = robot.inverse_dynamics_derivatives(q, qd, qdd), 1e-5
    for k, step in enumerate(h * np.eye(robot.n)):
        ahead, behind = robot.inverse_dynamics(q + step, qd, qdd), robot.inverse_dynamics(q - step, qd, qdd)
        near(found.dtau_dq[:, k], (ahead - behind) / (2 * h), CENTRAL_DIFFERENCES)
        ahead, behind = robot.inverse_dynamics(q, qd + step, qdd), robot.inverse_dynamics(q, qd - step, qdd)
        near(found.dtau_dqd[:, k], (ahead - behind) / (2 * h), CENTRAL_DIFFERENCES)
    return found


def coupled(robot, J=0.7, friction=RUBBING):
    """A motor between the last two joints, as in the wrist of the TX40."""
    first, second = robot.joint_names[-2:]
    row = np.zeros(robot.n)
    row[-2:] = 2.0, -3.0
    return robot.with_drive("shared", {first: 2.0, second: -3.0}, rotor=Rotor(J), friction=friction), row


@pytest.mark.parametrize("name", ARMS)
def test_a_shared_drive_adds_its_rotor_and_friction(name):
    """[9.33]: M + J c cᵀ and cᵀ (J c·q̈ + F(c·q̇)), whatever answers."""
    robot = linkwise.load(name)
    arm, c = coupled(robot)
    assert arm.joint_names == robot.joint_names
    q, qd, qdd = states(robot.n, 5, seed=1)
    near(arm.mass_matrix(q), robot.mass_matrix(q) + 0.7 * np.outer(c, c))
    force = 0.7 * (qdd @ c) + 1.5 * (qd @ c) + 0.8 * np.sign(qd @ c)
    tau = robot.inverse_dynamics(q, qd, qdd) + force[:, None] * c
    near(arm.inverse_dynamics(q, qd, qdd), tau)
    near(arm.forward_dynamics(q, qd, tau), qdd, 1e3 * AGREEMENT)
    near(arm.kinetic_energy(q, qd), robot.kinetic_energy(q, qd) + 0.35 * (qd @ c) ** 2)
    near(arm.forward_kinematics(q), robot.forward_kinematics(q))
    near(arm.gravity_forces(q), robot.gravity_forces(q))


@pytest.mark.parametrize("name", ARMS)
def test_shared_drives_have_derivatives_and_columns(name):
    robot, _ = coupled(linkwise.load(name), friction=Friction(1.5))
    (q,), (qd,), (qdd,) = states(robot.n, 1, seed=2)
    found = slopes(robot, q, qd, qdd)
    back = robot.forward_dynamics_derivatives(q, qd, robot.inverse_dynamics(q, qd, qdd))
    near(back.dqdd_dqd, -np.linalg.solve(robot.mass_matrix(q), found.dtau_dqd), 1e4 * AGREEMENT)
    rubbing = ["viscous", "coulomb", "offset"]
    every = robot.parameters(rotors=True, friction=rubbing)
    Y = robot.regressor(q, qd, qdd, rotors=True, friction=rubbing)
    near(Y @ every.values, robot.inverse_dynamics(q, qd, qdd))
    assert every.values[every.names.index(f"Ia{robot.n + 1}")] == 0.7


def test_motors_as_coordinates():
    """[9.31]–[9.33]: q = J_qm q_m and τ_m = J_qmᵀ Γ."""
    robot = linkwise.load("puma560")
    J = np.eye(6)
    J[4, 3], J[5, 3:5] = 0.2, (-0.3, 0.6)
    arm = robot.with_motors(J).with_drive("motor6", {"motor6": 1.0}, rotor=Rotor(0.5), limits=Limits(effort=3.0))
    assert arm.joint_names == tuple(f"motor{k}" for k in range(1, 7))
    assert arm.limits.effort[5] == 3.0
    q, qd, qdd = states(6, 4, seed=3)
    tau = robot.inverse_dynamics(q @ J.T, qd @ J.T, qdd @ J.T) @ J
    tau[:, 5] += 0.5 * qdd[:, 5]
    near(arm.inverse_dynamics(q, qd, qdd), tau)
    near(arm.forward_dynamics(q, qd, tau), qdd, 1e3 * AGREEMENT)
    near(arm.jacobian(q), robot.jacobian(q @ J.T) @ J)


def geared(model, inertias, ratios):
    """The robot with these rotors."""
    rows = zip(model.bodies, inertias, ratios, strict=True)
    bodies = [replace(body, joint=replace(body.joint, rotor=Rotor(J, N))) for body, J, N in rows]
    return Robot(replace(model, bodies=tuple(bodies)))


@pytest.mark.parametrize("in_links", [True, False])
def test_two_links_as_printed(in_links):
    """Sciavicco & Siciliano's two-link arm with motors: k_r2 I_m2 stands beside the diagonal.      [sciavicco2000]"""
    robot = linkwise.load("planar2r")
    k, I_m = 30.0, 0.004
    spinning = geared(robot.model, [I_m, I_m], [k, k]).with_spinning_rotors(in_links=in_links)
    added = spinning.mass_matrix([0.3, 0.9]) - robot.mass_matrix([0.3, 0.9])
    near(added, [[k * k * I_m + (0.0 if in_links else I_m), k * I_m], [k * I_m, k * k * I_m]])


@pytest.mark.parametrize("seed", [0, 3, *(pytest.param(s, marks=pytest.mark.slow) for s in (1, 2, 4, 5, 6, 7))])
def test_spinning_rotors_are_bodies(seed):
    """The energy of a gyrostat, from Pinocchio's velocities: ½ N² J q̇² + N J q̇ (a·ω) beside the links'."""
    plain = Robot(random_model(seed)) if seed else linkwise.load("puma560")
    tree = plain.without_rotors().without_friction().tree
    rng = np.random.default_rng(seed)
    ratios, inertias = rng.uniform(-50.0, 50.0, len(tree.bodies)), rng.uniform(0.0, 0.1, len(tree.bodies))
    inward = {b.joint.name: [0.6, 0.0, -0.8] for b in tree.bodies if b.parent >= 0 and b.joint.slides}
    robot = geared(tree, inertias, ratios).with_spinning_rotors(inward)
    (u,), (ud,), (udd,) = states(robot.n, 1, seed=seed)
    peer = Pinocchio.of_model(tree)
    q, qd = np.array(tree.coordinates.positions(list(u))), np.array(tree.coordinates.velocities(list(ud)))
    energy = float(Robot(tree).kinetic_energy(u, ud))
    for body, N, J, speed in zip(tree.bodies, ratios, inertias, qd, strict=True):
        energy += 0.5 * N * N * J * speed**2
        if body.parent >= 0:
            pose, jacobian, _ = peer.place(q, qd, tree.tag(body.parent))
            stands = np.array(tree.frame(tree.tag(body.parent)).placement.R.rows)
            a = stands.T @ np.array((body.placement.R @ body.joint.axis).components)
            a = pose[:3, :3] @ np.array(inward.get(body.joint.name, a))
            energy += N * J * speed * (a @ (jacobian @ qd)[:3])
    near(robot.kinetic_energy(u, ud), energy)
    near(robot.inverse_dynamics(u, ud, udd), InPinocchio(robot.tree).inverse_dynamics(u, ud, udd))
    near(robot.forward_dynamics(u, ud, robot.inverse_dynamics(u, ud, udd)), udd, 1e4 * AGREEMENT)
    C = robot.coriolis_matrix(u, ud)
    h = 1e-6
    Md = (robot.mass_matrix(u + h * ud) - robot.mass_matrix(u - h * ud)) / (2 * h)
    near(Md - C - C.T, 0.0 * C, CENTRAL_DIFFERENCES * max(np.abs(C).max(), 1.0))


@pytest.mark.parametrize("seed", [3, *(pytest.param(s, marks=pytest.mark.slow) for s in (0, 14))])
def test_spinning_rotors_and_motors_have_derivatives_and_columns(seed):
    """Differences of forces that Pinocchio confirms above; the regressor on parameters of links and rotors."""
    plain = Robot(random_model(seed)) if seed else linkwise.load("puma560")
    tree = plain.without_rotors().without_friction().tree
    rng = np.random.default_rng(seed)
    inertias, ratios = rng.uniform(0.0, 0.01, len(tree.bodies)), rng.uniform(-20.0, 20.0, len(tree.bodies))
    spinning = geared(tree, inertias, ratios).with_spinning_rotors()
    coupling = np.eye(spinning.n) + 0.3 * np.tril(rng.normal(size=(spinning.n, spinning.n)), -1)
    for robot in (spinning, spinning.with_motors(coupling)):
        (q,), (qd,), (qdd,) = states(robot.n, 1, seed=seed)
        found = slopes(robot, q, qd, qdd)
        near(found.mass_matrix, InPinocchio(robot.tree).mass_matrix(q))
        near(robot.regressor(q, qd, qdd) @ robot.parameters().values, robot.inverse_dynamics(q, qd, qdd))


def test_axes_are_seen_from_the_links_own_frames():
    """Of a standard Denavit–Hartenberg table these are not the bodies' frames."""
    puma = linkwise.load("puma560")
    tree, axes = puma.tree, {}
    for body in tree.bodies:
        if body.parent >= 0:
            stands = np.array(tree.frame(tree.tag(body.parent)).placement.R.rows)
            axes[body.joint.name] = stands.T @ np.array((body.placement.R @ body.joint.axis).components)
    assert any(np.abs(axis - [0.0, 0.0, 1.0]).max() < AGREEMENT for axis in axes.values())  # z of the frame before
    q, qd, qdd = states(6, 3, seed=9)
    said, meant = puma.with_spinning_rotors(axes), puma.with_spinning_rotors()
    near(said.inverse_dynamics(q, qd, qdd), meant.inverse_dynamics(q, qd, qdd))
    otherwise = puma.with_spinning_rotors({"joint3": [1.0, 0.0, 0.0]})
    assert np.abs(otherwise.bias_forces(q, qd) - meant.bias_forces(q, qd)).max() > 1e-4


def test_a_chain_with_a_drive_ends_where_it_ended():
    """Also one that names no tip: a drive is another branch."""
    robot = Robot(random_chain(7))
    assert not robot.model.tip
    arm = robot.with_drive("shared", {robot.joint_names[0]: 2.0}, rotor=Rotor(0.5))
    q = np.linspace(-1.0, 1.0, robot.n)
    near(arm.forward_kinematics(q), InPinocchio(robot.tree).pose(q, robot.tree.bodies[-1].name))


LIMITED, SKEW = Limits(effort=3.0), [[1.0, 0.0], [-1.0, 1.0]]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda r: r.with_drive("m", {"nobody": 1.0}), "no joint 'nobody'"),
        (lambda r: r.with_drive("m", {}), "the ratios '{}'"),
        (lambda r: r.with_drive("m", {"joint1": 0.0}), "'m' moves no joint"),
        (lambda r: r.with_drive("m", {"joint1": float("nan")}), "the ratio 'nan'"),
        (lambda r: r.with_drive("link1", {"joint1": 1.0}), "has a frame 'link1'"),
        (lambda r: r.with_drive("tip", {"joint1": 1.0}), "has a frame 'tip'"),
        (lambda r: r.with_drive("m", {"joint1": 1.0}).with_drive("m", {"joint1": 1.0}), "has a frame 'm'"),
        (lambda r: r.with_drive("m", {"joint1": 1.0}, limits=LIMITED), "limits of drive 'm' would not be used"),
        (lambda r: r.with_drive("m", {"joint1": 1.0}, limits=None), "the limits of joint 'm' is 'None'"),
        (
            lambda r: r.with_motors(SKEW).with_drive("motor1", {"motor1": 50.0}, limits=LIMITED),
            "does not turn with it",
        ),
        (lambda r: r.with_motors([[1.0, 0.0]]), "coupling has shape"),
        (lambda r: r.with_motors([[1.0, np.nan], [0.0, 1.0]]), r"coupling is nan at \[0, 1\]"),
        (lambda r: r.with_motors([[1.0, 1.0], [1.0, 1.0]]), "coupling is singular"),
        (lambda r: r.with_motors([[0.0, 1.0], [0.0, 1.0]]), "coupling is singular"),
        (lambda r: r.with_motors(np.eye(2), ["a", "a"]), "2 different names"),
        (lambda r: r.with_motors(np.eye(2), "ab"), "2 different names"),
        (lambda r: r.with_motors(np.eye(2), 3), "2 different names"),
        (
            lambda r: r.with_motors(SKEW, ["joint1", "joint2"]),
            "name of joint 'joint2', which does not move as the motor does",
        ),
        (lambda r: r.with_spinning_rotors({"joint2": [0.0, 0.0, 1.0]}), "has no inertia"),
        (lambda r: r.with_spinning_rotors({"joint9": [0.0, 0.0, 1.0]}), "no joint 'joint9'"),
        (lambda r: r.with_spinning_rotors(["joint2"]), "a dict of axes|A dict of axes"),
        (lambda r: r.with_spinning_rotors(in_links="no"), "in_links is"),
    ],
)
def test_wrong_drives_are_named(wrong, words):
    with pytest.raises(LinkwiseError, match=words):
        wrong(linkwise.load("planar2r"))


@pytest.mark.parametrize(
    "axis", [None, 1.0, "abc", [1.0, 0.0], ["1", "0", "0"], [0.0] * 3, [np.nan, 0.0, 1.0], [1j, 0, 0]]
)
def test_an_axis_is_a_direction(axis):
    with pytest.raises(LinkwiseError, match="three numbers, not all 0"):
        linkwise.load("puma560").with_spinning_rotors({"joint2": axis})


def test_slow_and_fast_gears_are_no_singular_coupling():
    """Condition numbers depend on units; whether motors move the robot in ways of their own does not."""
    robot, J = linkwise.load("planar2r"), np.array([[1e-7, 0.0], [-1e-7, 1e6]])
    near(robot.with_motors(J).gravity_forces([1e6, 1e-6]), J.T @ robot.gravity_forces(J @ [1e6, 1e-6]))


def test_motors_may_keep_the_names_of_joints_they_move_alone():
    """And then their limits."""
    robot, J = linkwise.load("panda"), np.eye(7)
    J[6, 5] = 2.0
    names = [*robot.joint_names[:6], "last"]
    upper = robot.with_motors(J, names).limits.upper
    np.testing.assert_array_equal(upper, [*robot.limits.upper[:6], np.inf])


@pytest.mark.parametrize("name", ["planar3r", "puma560", "stanford"])
@pytest.mark.parametrize("convention", ["khalil", "standard"])
def test_shared_drives_are_written_and_read(name, convention):
    arm, _ = coupled(linkwise.load(name))
    back = Robot(dh.read_text(dh.write(arm.model, convention=convention))[0])
    assert back.joint_names == arm.joint_names and back.model.tip == arm.model.tip
    q, qd, qdd = states(arm.n, 3, seed=5)
    near(back.inverse_dynamics(q, qd, qdd), arm.inverse_dynamics(q, qd, qdd))
    near(back.forward_kinematics(q), arm.forward_kinematics(q))


DRIVE = 'format = "linkwise-dh 1"\nname = "arm"\nconvention = "standard"\nlink = [{ mass = 1.0 }, { mass = 1.0 }]\n'


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('[[drive]]\nname = "m"', "a table of joints and numbers"),
        ('[[drive]]\nname = "m"\nratios = { joint3 = 1.0 }', "is not a joint that moves on its own"),
        ('[[drive]]\nname = "link1"\nratios = { joint1 = 1.0 }', "another link, joint or drive has that name"),
        ('[[drive]]\nname = "m"\nratios = { joint1 = "1" }', "a finite number"),
        ('[[drive]]\nname = "m"\nratios = { joint1 = 1.0 }\nmass = 2.0', "unknown key"),
        (
            '[[drive]]\nname = "m"\nratios = { joint1 = 1.0 }\nlimits = { effort = 2.0 }',
            "a drive has no limits of its own",
        ),
    ],
)
def test_wrong_drives_in_files_are_named(said, words):
    with pytest.raises(LinkwiseError, match=words):
        dh.read_text(DRIVE + said)
    model, report = dh.read_text(DRIVE + '[[drive]]\nname = "m"\nratios = { joint1 = 1.0, joint2 = -2.0 }')
    assert model.n == 2 and any(note.kind == "drive" for note in report.notes)


def test_a_law_for_every_joint_leaves_drives_and_rotors_alone():
    puma, one = linkwise.load("puma560"), np.ones(6)
    assert puma.with_spinning_rotors().with_friction(Friction(1.0)).friction_forces(one) == pytest.approx(one)
    coupled = puma.with_drive("motor6", {"joint5": 1.0, "joint6": 2.0}, friction=Friction(0.1))
    expected = one + 0.1 * 3.0 * np.array([0, 0, 0, 0, 1.0, 2.0])
    assert coupled.with_friction(Friction(1.0)).friction_forces(one) == pytest.approx(expected)
    named = coupled.with_friction({"motor6": Friction(0.0)}).friction_forces(one)
    assert named == pytest.approx(puma.friction_forces(one))
    turned = linkwise.load("planar2r").with_motors([[1.0, 0.0], [-1.0, 1.0]]).with_friction(Friction(1.0))
    assert turned.friction_forces([1.0, 3.0]) == pytest.approx([1.0 - 2.0, 2.0])  # q̇ = (1, 2), and Jᵀ of it


def test_rotors_of_joints():
    """In M, in every formulation of q̈, and spinning where that is asked for."""
    puma, bare = linkwise.load("puma560"), linkwise.load("puma560").without_rotors()
    rotors = {body.joint.name: body.joint.rotor for body in puma.model.bodies}
    again, q, qd, tau = bare.with_rotors(rotors), [0.1, -0.5, 0.4, 0.2, 0.7, 0.3], [0.5] * 6, [1.0] * 6
    assert again.model == puma.model
    for name in again.formulations("forward_dynamics"):
        found = again.forward_dynamics(q, qd, tau, formulation=name)
        assert found == pytest.approx(puma.forward_dynamics(q, qd, tau), abs=NINE_DIGITS), name
    assert "articulated.khalil_dombre" in again.formulations("forward_dynamics")
    assert (again.with_spinning_rotors().bias_forces(q, qd) == puma.with_spinning_rotors().bias_forces(q, qd)).all()
    with pytest.raises(UnknownName, match="elbow"):
        bare.with_rotors({"elbow": Rotor(1.0)})
    for wrong in ({"joint1": 1.0}, 0.5, {}):
        with pytest.raises(InvalidModel, match=r"[Rr]otor"):
            bare.with_rotors(wrong)


def test_limits_of_joints():
    arm = linkwise.load("planar2r").with_limits({"joint1": Limits(-1.0, 1.0, velocity=2.0, effort=50.0)})
    assert arm.limits.effort.tolist() == [50.0, np.inf] and arm.limits.lower.tolist() == [-1.0, -np.inf]
    run = arm.simulate([0.0, 0.0], tau=[500.0, 0.0], t=0.1, saturate=True)
    assert (run.tau[:, 0] == 50.0).all() and run.saturated[:, 0].all()
    with pytest.raises(BadArray, match="no effort limits"):
        linkwise.load("planar2r").simulate([0.0, 0.0], tau=[500.0, 0.0], t=0.1, saturate=True)
    for wrong in ({"joint1": 1.0}, 0.5, {}):
        with pytest.raises(InvalidModel, match="limits"):
            arm.with_limits(wrong)


def test_joints_that_follow_hold_their_coordinate():
    """q = (u, −2 u + 0.1): the second's range −1 … 2 is −0.95 … 0.55 of u, its 3 rad/s are 1.5."""
    laws = {"joint1": Limits(-0.9, 5.0, velocity=2.0), "joint2": Limits(-1.0, 2.0, velocity=3.0, effort=1.0)}
    model = linkwise.load("planar2r").with_limits(laws).model
    both = Robot(replace(model, coordinates=Coordinates(("joint1",), (((0, 1.0),), ((0, -2.0),)), (0.0, 0.1))))
    limits = both.limits
    assert limits.lower == pytest.approx([-0.9]) and limits.upper == pytest.approx([0.55])
    assert limits.velocity == pytest.approx([1.5]) and limits.effort.tolist() == [np.inf]
    run = both.with_gravity([0, 0, 0]).simulate([0.0], tau=[5.0], t=5.0, stops="stop")
    assert run.status == "stopped" and run.q[-1, 0] == pytest.approx(0.55)


@pytest.mark.parametrize("ratio", [0, 0.0, -0.0])
def test_a_gear_ratio_of_zero_is_refused(ratio):
    with pytest.raises(InvalidModel, match="gear ratio of a rotor is 0"):
        Rotor(0.1, gear_ratio=ratio)
