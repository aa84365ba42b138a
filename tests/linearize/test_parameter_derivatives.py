"""∂τ/∂p, ∂q̈/∂p and ∂pose/∂p of lengths and angles: 50-digit differences and complex steps of robots built anew."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Rotation, Transform, Vec3
from linkwise.errors import LinkwiseError
from linkwise.formulations import answer_by, terms
from linkwise.linearize import Sensitivity, geometry_names
from linkwise.model.rewrite import merge_fixed
from linkwise.readers.dh import read_text
from tests.oracle.formulations import _body
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, ILL_CONDITIONED, RESIMULATED, ROUNDING

DIGITS, STEP = 50, mpmath.mpf(10) ** -20
PLACES = ("x", "y", "z", "rx", "ry", "rz")


def built_anew(model, i, place, p):
    """The robot in 50 digits with joint i's placement changed by p: Trans(p) T, or Rot(p) about T's own origin."""
    bodies = [_body(body) for body in model.bodies]
    T, k = bodies[i].placement, "xyz".index(place[-1])
    R, r = mpmath.matrix(T.R.rows), list(T.p.components)
    if len(place) == 1:
        r[k] += p
    else:
        c, s, (a, b) = mpmath.cos(p), mpmath.sin(p), [(k + 1) % 3, (k + 2) % 3]
        turn = mpmath.eye(3) * mpmath.mpc(1)
        turn[a, a], turn[a, b], turn[b, a], turn[b, b] = c, -s, s, c
        R = turn * R
    rows = tuple(tuple(R[u, v] for v in range(3)) for u in range(3))
    bodies[i] = replace(bodies[i], placement=Transform(Rotation(rows, T.to, T.of), Vec3(*r, T.to)))
    changed = object.__new__(type(model))  # its numbers are complex, which a model's checks do not know
    for name, value in vars(model).items():
        object.__setattr__(changed, name, value)
    object.__setattr__(changed, "bodies", tuple(bodies))
    return changed


def torques(model, q, qd, qdd):
    tree = merge_fixed(model) if any(not body.joint.moves for body in model.bodies) else model
    by = answer_by("inverse_dynamics", "newton_euler.khalil_dombre", tree)
    return np.array(terms.inverse_dynamics(tree, by, q.tolist(), qd.tolist(), qdd.tolist(), {}), dtype=object)


def exact(x):
    return np.array([mpmath.mpf(float(v)) for v in x], dtype=object)


@pytest.mark.parametrize("seed", [1, *(pytest.param(k, marks=pytest.mark.slow) for k in (5, 9, 30))])
def test_random_robots(seed):
    """Every length and angle of some joints: central differences of robots that were built otherwise."""
    robot = Robot(merge_fixed(random_model(seed)))
    rng = np.random.default_rng(seed)
    joints = rng.choice(len(robot.model.bodies), size=min(3, len(robot.model.bodies)), replace=False)
    chosen = [(int(i), place) for i in joints for place in PLACES]
    names = [f"{robot.model.bodies[i].joint.name}.{place}" for i, place in chosen]
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed))
    found = robot.parameter_derivatives(names).dtau_dp(q, qd, qdd)
    assert found.shape == (robot.n, len(names))
    with mpmath.workdps(DIGITS):
        given = [exact(x) for x in (q, qd, qdd)]
        for column, (i, place) in zip(found.T, chosen, strict=True):
            up, down = (torques(built_anew(robot.model, i, place, s * STEP), *given) for s in (1, -1))
            truth = (up - down) / (2 * STEP)
            scale = max(1.0, float(np.abs(torques(robot.model, *given)).max()))
            assert float(max(abs(x - y) for x, y in zip(truth, column, strict=True))) <= AGREEMENT * scale, place


def test_complex_step():
    """Im τ(p + i h) / h, without a difference; and the pose by its own."""
    robot = linkwise.load("puma560").without_friction()
    q, qd, qdd = (x[0] for x in states(6, 1, seed=3))
    names = [f"joint{j}.{place}" for j in (2, 4) for place in PLACES]
    by = robot.parameter_derivatives(names)
    tau, pose = by.dtau_dp(q, qd, qdd), by.dpose_dp(q)
    with mpmath.workdps(DIGITS):
        given, h = [exact(x) for x in (q, qd, qdd)], mpmath.mpf(10) ** -40
        for k, name in enumerate(names):
            model = built_anew(robot.model, int(name[5]) - 1, name[7:], mpmath.mpc(0, h))
            slope = [float(mpmath.im(x) / h) for x in torques(model, *given)]
            assert np.abs(tau[:, k] - slope).max() <= AGREEMENT * np.abs(tau).max(), name
            at = answer_by("forward_kinematics", None)(model, given[0].tolist(), model.frame_or_tip(None))
            moved = [float(mpmath.im(x) / h) for x in at.p.components]
            assert np.abs(pose[3:, k] - moved).max() <= ROUNDING, name
            R = np.array([[float(mpmath.re(x)) for x in row] for row in at.R.rows])
            W = np.array([[float(mpmath.im(x) / h) for x in row] for row in at.R.rows]) @ R.T
            assert np.abs(pose[:3, k] - [W[2, 1], W[0, 2], W[1, 0]]).max() <= ROUNDING, name


TWO = """format = "linkwise-dh 1"
name = "two"
convention = "{}"
gravity = [0.0, -9.81, 0.0]
[[link]]
{}
mass = 2.0
com = [{}, 0.0, 0.0]
inertia = [0.3, 0.0, 0.0, 0.3, 0.0, 0.3]
[[link]]
{}
mass = 1.5
com = [{}, 0.0, 0.0]
inertia = [0.2, 0.0, 0.0, 0.2, 0.0, 0.2]
"""


def closed(a1, a2, c1, c2, q, qd, qdd):
    """Forces of the planar arm of two links, lengths a1, centres of mass at c1 and c2 from the joints."""
    m1, m2, I1, I2, g = 2.0, 1.5, 0.3, 0.2, 9.81
    C, S = mpmath.cos(q[1]), mpmath.sin(q[1])
    M11 = I1 + I2 + m1 * c1**2 + m2 * (a1**2 + c2**2 + 2 * a1 * c2 * C)
    M12, M22, h = I2 + m2 * (c2**2 + a1 * c2 * C), I2 + m2 * c2**2, m2 * a1 * c2 * S
    g2 = m2 * g * c2 * mpmath.cos(q[0] + q[1])
    g1 = (m1 * c1 + m2 * a1) * g * mpmath.cos(q[0]) + g2
    return (
        M11 * qdd[0] + M12 * qdd[1] - h * (2 * qd[0] * qd[1] + qd[1] ** 2) + g1,
        M12 * qdd[0] + M22 * qdd[1] + h * qd[0] ** 2 + g2,
    )


def test_closed_form_of_two_links_in_both_conventions():
    """Modified: a of link 2 is the first link's length, its centre of mass stays. Standard: a of link 1 is, and takes
    the centre of mass, given from the far end, along; so does a of link 2."""
    a1, a2, c1, c2 = 0.7, 0.5, 0.3, 0.2
    q, qd, qdd = [0.3, -0.8], [1.1, 0.4], [0.6, -1.2]
    modified = Robot(read_text(TWO.format("modified", "a = 0.0", c1, f"a = {a1}", c2))[0])
    standard = Robot(read_text(TWO.format("standard", f"a = {a1}", c1 - a1, f"a = {a2}", c2 - a2))[0])

    def slope(f):
        return np.array([float(mpmath.diff(lambda p, r=row: f(p)[r], 0)) for row in (0, 1)])

    by = modified.parameter_derivatives(["link2.a", "link1.theta", "link2.theta"])
    found = by.dtau_dp(q, qd, qdd)
    scale = np.abs(modified.inverse_dynamics(q, qd, qdd)).max()
    assert np.abs(found[:, 0] - slope(lambda p: closed(a1 + p, a2, c1, c2, q, qd, qdd))).max() <= ROUNDING * scale
    turned = modified.inverse_dynamics_derivatives(q, qd, qdd).dtau_dq
    assert np.abs(found[:, 1:] - turned).max() <= ROUNDING * scale
    far = standard.parameter_derivatives(["link1.a", "link2.a"]).dtau_dp(q, qd, qdd)
    assert np.abs(far[:, 0] - slope(lambda p: closed(a1 + p, a2, c1 + p, c2, q, qd, qdd))).max() <= ROUNDING * scale
    assert np.abs(far[:, 1] - slope(lambda p: closed(a1, a2 + p, c1, c2 + p, q, qd, qdd))).max() <= ROUNDING * scale
    pose = standard.parameter_derivatives(["link1.a", "link2.d", "link2.alpha"]).dpose_dp(q)
    forearm = [np.cos(q[0] + q[1]), np.sin(q[0] + q[1]), 0.0]
    expected = [[0, 0, 0, np.cos(q[0]), np.sin(q[0]), 0], [0, 0, 0, 0, 0, 1], [*forearm, 0, 0, 0]]
    assert np.abs(pose - np.array(expected).T).max() <= ROUNDING


def test_accelerations_mixed_names_batches_and_fixed_joints():
    """∂q̈/∂p against robots with another length, in the order of the names, for lists and batches."""
    robot = linkwise.load("planar2r").with_payload(1.0, com=[0.0, 0.1, 0.0])
    names = ["joint2.x", "M2", "payload.y", "joint2.rz"]
    q, qd, tau = states(2, 4, seed=7)
    by, h = robot.parameter_derivatives(names), 1e-6
    found = by.dqdd_dp(q, qd, tau)
    assert found.shape == (4, 2, 4) and by.dpose_dp(q, ["link2", "payload"]).shape == (4, 2, 6, 4)
    assert (
        np.abs(by.dqdd_dp(q[0].tolist(), qd[0].tolist(), tau[0].tolist()) - found[0]).max()
        <= ILL_CONDITIONED * np.abs(found).max()
    )

    def moved(s):
        bodies = list(robot.model.bodies)
        k = next(i for i, body in enumerate(bodies) if body.joint.name == "payload")
        T = bodies[k].placement
        bodies[k] = replace(bodies[k], placement=replace(T, p=T.p + Vec3(0.0, s * h, 0.0, T.p.frame)))
        return Robot(replace(robot.model, bodies=tuple(bodies))).forward_dynamics(q, qd, tau)

    slope = (moved(1) - moved(-1)) / (2 * h)
    assert np.abs(found[..., 2] - slope).max() <= RESIMULATED * np.abs(slope).max()


def test_along_a_simulation():
    """The motion of an arm whose forearm sits farther out, integrated anew."""
    arm = linkwise.load("planar2r")
    forces = {"tau": [45.0, 18.0], "t": 0.5, "rtol": 1e-11, "atol": 1e-11}
    run = arm.simulate([0.2, 0.5], sensitivities=["joint2.x", "M2"], **forces)

    def longer(s):
        forearm = arm.model.bodies[1]
        T = forearm.placement
        placed = replace(forearm, placement=replace(T, p=T.p + Vec3(s * 1e-4, 0.0, 0.0, T.p.frame)))
        return Robot(replace(arm.model, bodies=(arm.model.bodies[0], placed))).simulate([0.2, 0.5], **forces).q[-1]

    slope = (longer(1) - longer(-1)) / 2e-4
    assert np.abs(run.sensitivities.q[-1, :, 0] - slope).max() <= RESIMULATED * np.abs(slope).max()
    assert Sensitivity(arm, ["joint2.x"]).size == 4


def test_what_is_refused():
    arm = linkwise.load("planar2r")
    assert set(geometry_names(arm.model)) >= {"joint1.rz", "link2.a"}
    for names, message in (
        ("joint1.x", "A list of names"),
        ([], "A list of names"),
        (["joint1.x", "joint1.x"], "name one twice"),
        (["joint1.w"], "has no parameter 'joint1.w'"),
        (["joint9.x"], "has no parameter 'joint9.x'"),
        (["M9"], "has no parameter 'M9'"),
        ([3], "has no parameter"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            arm.parameter_derivatives(names)
    with pytest.raises(LinkwiseError, match="has no convention 'craig'"):
        arm.parameter_derivatives(["link1.a"], convention="craig")
    first = arm.model.bodies[0]
    tilted = replace(first, joint=replace(first.joint, axis=Vec3(0.0, 1.0, 0.0)))
    other = Robot(replace(arm.model, bodies=(tilted, *arm.model.bodies[1:])))
    with pytest.raises(LinkwiseError, match="has no a in the modified convention: its joint's axis is not the z axis"):
        other.parameter_derivatives(["link1.a"])
    assert "link1.a" not in geometry_names(other.model)
