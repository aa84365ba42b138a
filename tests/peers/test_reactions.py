"""What joints transmit: Pinocchio's forces of its recursion, MuJoCo's interaction forces."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia
from linkwise.errors import LinkwiseError
from linkwise.model import rewrite
from tests.robots import PEERS_SEEDS, everybody, random_model, states
from tests.tolerances import AGREEMENT

from .agreement import off
from .peer import coupling

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio  # noqa: E402


def transmitted(peer: Pinocchio, q, qd, qdd):
    """(n, f) at each joint by Pinocchio's recursion, in the joint's axes."""
    pin.rnea(peer.model, peer.data, peer._q(q), peer._v(qd), peer._v(qdd))
    return np.array([np.concatenate([peer.data.f[j.id].angular, peer.data.f[j.id].linear]) for j in peer.joints])


@pytest.mark.parametrize("seed", PEERS_SEEDS)
def test_random_robots(seed):
    robot = Robot(random_model(seed))
    peer, (B, b) = Pinocchio.of_model(robot.model), coupling(robot.model)
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed))
    truth = transmitted(peer, B @ q + b, B @ qd, B @ qdd)
    for name in (None, *everybody(robot, "reaction_wrenches")):
        found = robot.reaction_wrenches(q, qd, qdd, formulation=name)
        assert off(found, truth) < AGREEMENT, name
    pin.forwardKinematics(peer.model, peer.data, peer._q(B @ q + b))
    turned = robot.reaction_wrenches(q, qd, qdd, axes="base")
    for row, joint, wrench in zip(turned, peer.joints, truth, strict=True):
        R = peer.data.oMi[joint.id].rotation
        assert off(row, np.concatenate([R @ wrench[:3], R @ wrench[3:]]), np.abs(truth).max()) < AGREEMENT


@pytest.mark.parametrize("seed", [1, 8, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(0, 200, 10))])
def test_mujoco(seed):
    """MuJoCo's cfrc_int: the interaction force with the parent, world axes, about the centre of mass of the tree."""
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
    from .mujoco import MuJoCo

    robot = Robot(random_model(seed)).without_friction().without_rotors()
    tree = rewrite.merge_fixed(robot.model)
    peer, (B, b) = MuJoCo.of_model(tree), coupling(tree)
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed))
    m, d = peer.model, peer.data
    peer.inverse_dynamics(B @ q + b, B @ qd, B @ qdd)  # leaves the state in d
    mujoco.mj_rnePostConstraint(m, d)
    found = robot.reaction_wrenches(q, qd, qdd, axes="base")
    compared = 0
    for row, body in zip(found, tree.bodies, strict=True):
        k = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_BODY, body.name)
        if k < 0 or m.body_jntnum[k] != 1:
            continue  # links without mass are told as one body with two joints
        com, origin = d.subtree_com[m.body_rootid[k]], robot.forward_kinematics(q, body.name)[:3, 3]
        n, f = d.cfrc_int[k][:3], d.cfrc_int[k][3:]
        assert off(row, np.concatenate([n + np.cross(com - origin, f), f])) < AGREEMENT
        compared += 1
    assert compared


def test_at_fixed_joints_and_under_wrenches():
    """A sensor between arm and tool feels what the tool alone would take, and what presses on it."""
    robot = linkwise.load("puma560").with_payload(2.5, com=[0.02, 0.0, 0.1], inertia=np.diag([0.01, 0.02, 0.015]))
    q, qd, qdd = states(robot.n, 3, seed=2)
    press = np.array([0.1, -0.2, 0.3, 4.0, -5.0, 6.0])
    joints = [body.joint.name for body in robot.model.bodies]
    assert not robot.model.bodies[-1].joint.moves
    bare = Robot(_only_last(robot.model))
    found = robot.reaction_wrenches(q, qd, qdd, at="payload", axes="base", wrenches={"payload": press})
    alone = robot.reaction_wrenches(q, qd, qdd, at=["payload"], axes="base")[:, 0]
    assert off(found, alone - press) < AGREEMENT
    held = bare.reaction_wrenches(q, qd, qdd, axes="base")[:, -1]
    last, at = (robot.forward_kinematics(q, frame)[:, :3, 3] for frame in (robot.tree.bodies[-1].name, "payload"))
    moved = held[:, :3] + np.cross(last - at, held[:, 3:])
    assert off(alone, np.concatenate([moved, held[:, 3:]], axis=1)) < AGREEMENT
    both = robot.reaction_wrenches(q, qd, qdd, at=[joints[2], "payload"])
    assert both.shape == (3, 2, 6)
    assert off(both[:, 0], robot.reaction_wrenches(q, qd, qdd)[:, 2]) < AGREEMENT
    with pytest.raises(LinkwiseError, match="has no joint 'nothing'"):
        robot.reaction_wrenches(q, qd, qdd, at="nothing")
    with pytest.raises(LinkwiseError, match="at is an empty list"):
        robot.reaction_wrenches(q, qd, qdd, at=[])
    with pytest.raises(LinkwiseError, match="has no axes 'world'"):
        robot.reaction_wrenches(q, qd, qdd, axes="world")


def _only_last(model):
    """The arm whose links weigh nothing but for the fixed one at the end."""
    *arm, last = model.bodies
    return replace(model, bodies=(*(replace(body, inertia=Inertia.none(body.name)) for body in arm), last))


@pytest.mark.parametrize("axes", ["link", "base"])
@pytest.mark.parametrize("layout", ["rows", "columns"])
def test_one_joint_by_itself_has_no_axis_of_joints_compiled_or_not(axes, layout):
    robot = linkwise.load("panda")
    q, qd, qdd = states(7, 5, 3)
    truth = robot.reaction_wrenches(q, qd, qdd, axes=axes)[:, 3]
    assert off(robot.reaction_wrenches(q, qd, qdd, at="panda_joint4", axes=axes), truth) < AGREEMENT
    kernel = robot.compile("reaction_wrenches", at="panda_joint4", axes=axes, layout=layout)
    if layout == "rows":
        assert kernel(q[0], qd[0], qdd[0]).shape == (6,)
        assert off(kernel(q, qd, qdd), truth) < AGREEMENT
    else:
        assert off(kernel(q.T, qd.T, qdd.T).T, truth) < AGREEMENT
    listed = robot.compile("reaction_wrenches", at=["panda_joint4"], axes=axes)
    assert listed(q[0], qd[0], qdd[0]).shape == (1, 6)


def test_a_follower_and_a_drive():
    """Joints that follow have a row of their own, shared drives have none; friction does not matter."""
    robot = Robot(random_model(9))
    assert len(robot.tree.bodies) > robot.n
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed=9))
    rows = robot.reaction_wrenches(q, qd, qdd)
    assert rows.shape == (len(robot.tree.bodies), 6)
    driven = robot.with_drive("motor", {robot.joint_names[0]: 2.0})
    assert (driven.reaction_wrenches(q, qd, qdd) == rows).all()
    assert (robot.without_friction().reaction_wrenches(q, qd, qdd) == rows).all()
    assert robot.friction_forces(qd).any()


def test_rotors_and_drives_have_no_rows_of_their_own():
    """In whatever order they were added; what joints transmit includes the rotors' gyroscopic moments."""
    robot = linkwise.load("puma560")
    q, qd, qdd = (x[0] for x in states(6, 1, seed=9))
    driven = robot.with_drive("motor", {"joint5": 1.0, "joint6": 1.0})
    spinning = driven.with_spinning_rotors()
    rows = spinning.reaction_wrenches(q, qd, qdd)
    assert rows.shape == (6, 6) and driven.with_payload(1.0).reaction_wrenches(q, qd, qdd).shape == (6, 6)
    bearing = spinning.reaction_wrenches(q, qd, qdd, at="joint4 rotor")
    assert bearing.shape == (6,) and np.abs(rows - robot.reaction_wrenches(q, qd, qdd)).max() != 0.0
