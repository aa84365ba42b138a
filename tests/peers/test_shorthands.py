"""What is put together from questions: the Jacobian of the centre of mass, Jacobians in a frame's own axes, names."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, LinkwiseError, NotForThisRobot, UnknownName
from linkwise.model import Spring
from tests.robots import states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES

from .agreement import off

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio  # noqa: E402

ROBOTS = ["panda", "stanford", pytest.param("puma560", marks=pytest.mark.slow)]


@pytest.fixture(scope="module")
def panda():
    return linkwise.load("panda")


@pytest.mark.parametrize("name", ROBOTS)
def test_the_jacobian_of_the_centre_of_mass(name):
    robot = linkwise.load(name)
    peer, (q, _, _) = Pinocchio.of_model(robot.model), states(robot.n, 3, seed=1)
    ours = robot.center_of_mass_jacobian(q)
    for k in range(len(q)):
        theirs = pin.jacobianCenterOfMass(peer.model, peer.data, peer._q(q[k]))[:, peer.v]
        assert off(ours[k], theirs) < AGREEMENT


@pytest.mark.parametrize("name", ROBOTS)
def test_jacobians_in_the_axes_of_the_frame(name):
    robot = linkwise.load(name)
    frame = robot.frames[-1]
    peer, (q, qd, _) = Pinocchio.of_model(robot.model), states(robot.n, 3, seed=2)
    J, Jd = robot.jacobian(q, frame, axes="frame"), robot.jacobian_dot(q, qd, frame, axes="frame")
    number = peer.model.getFrameId(frame)
    for k in range(len(q)):
        at = peer.model, peer.data, peer._q(q[k])
        theirs = pin.computeFrameJacobian(*at, number, pin.ReferenceFrame.LOCAL)[:, peer.v]
        assert off(J[k], np.concatenate([theirs[3:], theirs[:3]])) < AGREEMENT
    h = 1e-6
    ahead, behind = (robot.jacobian(q + side * h * qd, frame, axes="frame") for side in (1, -1))
    assert off(Jd, (ahead - behind) / (2 * h)) < CENTRAL_DIFFERENCES


def test_several_frames_in_their_own_axes(panda):
    q, qd, _ = states(7, 4, seed=3)
    frames = ["panda_link4", "panda_link8"]
    for axes in ("base", "frame"):
        J, Jd = panda.jacobian(q, frames, axes=axes), panda.jacobian_dot(q, qd[0], frames, axes=axes)
        for k, frame in enumerate(frames):
            assert off(J[:, k], panda.jacobian(q, frame, axes=axes)) < AGREEMENT
            assert off(Jd[:, k], panda.jacobian_dot(q, qd[0], frame, axes=axes)) < AGREEMENT
    out = np.empty((6, 7))
    assert panda.jacobian(q[0], "panda_link8", axes="frame", out=out) is out
    assert off(out, J[0, 1]) < AGREEMENT


def test_poses_by_name(panda):
    q = states(7, 4, seed=4)[0]
    poses = panda.poses(q)
    assert tuple(poses) == panda.frames
    for frame, T in poses.items():
        assert off(T, panda.forward_kinematics(q, frame)) < AGREEMENT
    assert list(panda.poses(q[0], ["panda_link3"])) == ["panda_link3"] and panda.poses(q, []) == {}


def test_states_by_joint_name(panda):
    q, qd, qdd = states(7, 4, seed=5)
    at = [dict(reversed(panda.joint_dict(x).items())) for x in (q, qd, qdd)]
    assert (panda.inverse_dynamics(*at) == panda.inverse_dynamics(q, qd, qdd)).all()
    one = [panda.joint_dict(x[0]) for x in (q, qd, qdd)]
    fresh = linkwise.load("panda")
    assert (fresh.inverse_dynamics(*one) == panda.inverse_dynamics(q[0], qd[0], qdd[0])).all()
    assert (fresh.inverse_dynamics(q=one[0], qd=qd[0], qdd=qdd[0]) == panda.inverse_dynamics(*one)).all()
    assert (panda.jacobian(one[0], "panda_link4") == panda.jacobian(q[0], "panda_link4")).all()
    assert (panda.jacobian_dot(one[0], one[1], axes="frame") == panda.jacobian_dot(q[0], qd[0], axes="frame")).all()
    assert (panda.simulate(one[0], t=0.01).q == panda.simulate(q[0], t=0.01).q).all()
    assert (panda.linearize(one[0]).A == panda.linearize(q[0]).A).all()
    assert (panda.joint_array(at[0]) == q).all()


def test_other_doors_take_states_by_joint_name():
    arm = linkwise.load("planar2r").with_friction(linkwise.Friction(0.3)).with_springs({"joint2": Spring(10.0)})
    robot = arm.with_floating_base()
    q, qd = states(robot.n, 1, seed=6)[:2]
    q, qd = q[0], qd[0]
    at, rate = (dict(reversed(robot.joint_dict(x).items())) for x in (q, qd))
    assert (robot.friction_forces(rate) == robot.friction_forces(qd)).all()
    assert (robot.friction_forces(rate, at) == robot.friction_forces(qd, q)).all()
    assert (robot.spring_forces(at) == robot.spring_forces(q)).all() and robot.spring_forces(q).any()
    assert (robot.to_quaternion(at) == robot.to_quaternion(q)).all()
    assert (robot.base_twist(at, rate) == robot.base_twist(q, qd)).all()
    assert (robot.from_twist(at, np.ones(6)) == robot.from_twist(q, np.ones(6))).all()
    ways = [robot.rollouts(*x, step=1e-3, steps=3).q for x in ((q, qd), (at, rate))]
    assert (ways[0] == ways[1]).all()


def test_a_dict_where_none_is_taken_is_answered_with_the_way_out(panda):
    q = panda.joint_dict(np.zeros(7))
    for refuse in (panda.compile("gravity_forces"), panda.limits.within):
        with pytest.raises(BadArray, match=r"(?s)q is a dict\..*robot\.joint_array"):
            refuse(q)
    with pytest.raises(BadArray, match=r"pose is a dict\."):
        panda.inverse_kinematics({"x": 1.0})


def test_no_poses_of_a_state_that_is_none(panda):
    with pytest.raises(BadArray, match="q has shape"):
        panda.poses([0.0] * 3, [])
    with pytest.raises(BadArray, match="does not name"):
        panda.poses({"panda_joint1": 0.0}, [])


def test_random_configurations(panda):
    assert panda.random_configuration().shape == (7,) and panda.random_configuration(0).shape == (0, 7)
    assert (panda.random_configuration(3, seed=1) == panda.random_configuration(3, seed=1)).all()
    assert (panda.random_configuration(3) != panda.random_configuration(3)).any()
    for many in (10**11, 10**15, 2**62):
        with pytest.raises(BadArray, match=f"not enough memory for {many} configurations"):
            panda.random_configuration(many)


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda r: r.inverse_dynamics({"elbow": 1.0}, [0.0] * 7, [0.0] * 7), BadArray, "'panda_joint1'"),
        (lambda r: r.mass_matrix({"panda_jiont1": 1.0}), BadArray, "names 'panda_jiont1'"),
        (lambda r: r.mass_matrix({"panda_joint1": 1.0}), BadArray, "(?s)'panda_joint2'.*others="),
        (lambda r: r.mass_matrix(r.joint_dict([0.0] * 7) | {"panda_joint1": "a"}), BadArray, "'panda_joint1' is not a"),
        (lambda r: r.mass_matrix({n: [0.0] * k for k, n in enumerate(r.joint_names, 2)}), BadArray, "different shapes"),
        (lambda r: r.joint_array([1.0] * 7), BadArray, "by joint name"),
        (lambda r: r.joint_dict([1.0] * 6), BadArray, r"shape \(6,\)"),
        (lambda r: r.jacobian([0.0] * 7, axes="tool"), UnknownName, "'base', 'frame'"),
        (lambda r: r.jacobian_dot([0.0] * 7, [0.0] * 7, axes=None), UnknownName, "'base', 'frame'"),
        (lambda r: r.poses([0.0] * 7, "panda_link8"), BadArray, "A list of names"),
        (lambda r: r.poses([0.0] * 7, ["hand"]), UnknownName, "'hand'"),
        (lambda r: r.random_configuration(-1), BadArray, "count is -1"),
        (lambda r: r.random_configuration(1.5), BadArray, "count is 1.5"),
        (lambda r: r.random_configuration(seed=-1), BadArray, "seed is -1"),
    ],
)
def test_bad_input(panda, wrong, error, words):
    with pytest.raises(error, match=words) as caught:
        wrong(panda)
    assert isinstance(caught.value, LinkwiseError)


def test_a_random_configuration_would_open_a_loop():
    with pytest.raises(NotForThisRobot, match="closed loops"):
        linkwise.load("fourbar").closed().cut.with_closures(
            linkwise.load("fourbar").model.closures
        ).robot.random_configuration()
