"""Rewrites model → model: exact ones leave joint-space dynamics as they are, the others do what they say."""

import math
from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError, Robot
from linkwise.algebra import Rotation, Transform, Vec3
from linkwise.calls.direct import ask
from linkwise.model import rewrite
from tests.robots import CATALOG, random_model, states
from tests.tolerances import AGREEMENT, NOT_ZERO, ONE_ROUNDING, SNAPPED

SOME = range(0, 60, 5)
"""The random robots of the default run: of other sizes each, chains and trees."""


def swept():
    """The built-in robots and 60 random ones, most of them in the slow run."""
    for name in CATALOG:
        yield pytest.param(linkwise.load(name), id=name)
    for seed in range(60):
        marks = [] if seed in SOME else [pytest.mark.slow]
        yield pytest.param(Robot(random_model(seed)), id=f"random{seed}", marks=marks)


def near(a, b):
    """As the formulations themselves answer: compiled programs are of rewritten models anyway."""
    assert np.abs(a - b).max() <= AGREEMENT * max(np.abs(b).max(), NOT_ZERO)


@pytest.mark.parametrize("robot", list(swept()))
@pytest.mark.parametrize("exact", rewrite.EXACT, ids=lambda f: f.__name__)
def test_exact_rewrites_leave_dynamics_unchanged(robot, exact):
    other = Robot(exact(robot.tree if exact is not rewrite.merge_fixed else robot.model))
    q, qd, qdd = states(robot.n, 4, seed=2)
    assert other.joint_names == robot.joint_names
    assert set(other.frames) == set(robot.frames)
    for question, given in (
        ("inverse_dynamics", (q, qd, qdd)),
        ("mass_matrix", (q,)),
        ("bias_forces", (q, qd)),
        ("kinetic_energy", (q, qd)),
    ):
        near(ask(other.tree, question, given), ask(robot.tree, question, given))
    for frame in robot.frames:
        for question in ("forward_kinematics", "jacobian"):
            near(ask(other.tree, question, (q,), frame=frame), ask(robot.tree, question, (q,), frame=frame))


@pytest.mark.parametrize(
    "seed", [s if s % 9 == 0 else pytest.param(s, marks=pytest.mark.slow) for s in range(0, 60, 3)]
)
def test_locked_joints_stand_still(seed):
    """A locked robot is the whole robot with the locked coordinates held: its forces are the other rows."""
    robot = Robot(random_model(seed))
    if robot.n < 2:
        robot = linkwise.load("scara")
    values = {robot.joint_names[0]: 0.3, robot.joint_names[-1]: -0.7}
    locked = robot.lock(values)
    free = [k for k, name in enumerate(robot.joint_names) if name not in values]
    assert locked.joint_names == tuple(robot.joint_names[k] for k in free)
    if not free:
        assert locked.mass_matrix(np.zeros((3, 0))).shape == (3, 0, 0)
        return
    q, qd, qdd = (np.zeros((4, robot.n)) for _ in range(3))
    q[:, free], qd[:, free], qdd[:, free] = states(len(free), 4, seed=1)
    q[:, 0], q[:, -1] = 0.3, -0.7
    whole = robot.without_friction().inverse_dynamics(q, qd, qdd)[:, free]
    near(locked.without_friction().inverse_dynamics(q[:, free], qd[:, free], qdd[:, free]), whole)
    for frame in robot.frames:
        place = ask(locked.tree, "forward_kinematics", (q[:, free],), frame=frame)
        near(place, ask(robot.tree, "forward_kinematics", (q,), frame=frame))


def test_payload_is_felt_as_its_weight():
    """A point mass at a frame adds Jᵀ (m g) to gravity and m JᵥᵀJᵥ to the mass matrix."""
    robot = linkwise.load("panda")
    loaded = robot.with_payload(1.5, [0.1, -0.2, 0.3], frame="panda_link8")
    (q,), _, _ = states(7, 1, seed=4)
    T = robot.forward_kinematics(q, "panda_link8")
    J = robot.jacobian(q, "panda_link8")
    r = T[:3, :3] @ [0.1, -0.2, 0.3]
    Jv = J[3:] + np.cross(J[:3].T, r).T
    near(loaded.gravity_forces(q) - robot.gravity_forces(q), -Jv.T @ (1.5 * robot.gravity))
    near(loaded.mass_matrix(q), robot.mass_matrix(q) + 1.5 * Jv.T @ Jv)


def test_snapping_is_never_on_by_default_and_does_what_it_says():
    model = linkwise.load("ur5").model
    off = Rotation.rpy(1e-9, 0.0, 0.0)
    bodies = tuple(
        replace(b, placement=(b.placement @ Transform(off, Vec3(0.0, 3e-10, 0.0))).tagged(b.placement.to, b.name))
        for b in model.bodies
    )
    blurred = replace(model, bodies=bodies)
    assert rewrite.near_misses(blurred, 1e-8) > 0 == rewrite.near_misses(blurred, 0.0)
    snapped = rewrite.snap(blurred, 1e-8)
    assert rewrite.near_misses(snapped, 1e-8) == 0
    q, qd, qdd = states(6, 3, seed=0)
    a, b = Robot(blurred).inverse_dynamics(q, qd, qdd), Robot(snapped).inverse_dynamics(q, qd, qdd)
    assert 0 < np.abs(a - b).max() < SNAPPED  # snapping is not exact
    for body in snapped.bodies:
        R = np.array(body.placement.R.rows)
        assert np.abs(R @ R.T - np.eye(3)).max() < ONE_ROUNDING


@pytest.mark.parametrize("tolerance", [-1.0, math.nan, 0.5, math.inf])
def test_senseless_tolerances_are_refused(tolerance):
    with pytest.raises(LinkwiseError, match="tolerance"):
        rewrite.snap(linkwise.load("ur5").model, tolerance)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda r: r.lock("joint9"), "no joint 'joint9'"),
        (lambda r: r.lock("joint1", math.nan), "joint1"),
        (lambda r: r.lock("joint1", "0.3"), "joint1"),
        (lambda r: r.lock("joint1", True), "joint1"),
        (lambda r: r.with_payload(-1.0), r"mass is -1\.\n  A number ≥ 0 was expected"),
        (lambda r: r.with_payload(math.nan), "payload"),
        (lambda r: r.with_payload(1.0, [0, 0]), "shape"),
        (lambda r: r.with_payload(1.0, [0, 0, 0], [[1, 2, 3]]), "3×3"),
        (lambda r: r.with_payload(1.0, [0, 0, 0], -np.eye(3)), "principal moments -1, -1, -1"),
        (lambda r: r.with_payload(1.0, [0, 0, 0], np.diag([1.0, 1.0, 5.0])), "principal moments 1, 1, 5"),
        (lambda r: r.with_payload(1.0, [0, 0, 0], [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]), "symmetric"),
        (lambda r: r.with_payload(1.0, name=3), "name of a payload"),
        (lambda r: r.lock(["joint1"]), "is not the name of a joint"),
        (lambda r: r.lock("joint1", 10**400), "joint1"),
        (lambda r: r.with_payload(1.0, frame="hand"), "no frame 'hand'"),
        (lambda r: r.with_payload(1.0, name="link1"), "already"),
        (lambda r: r.with_gravity([0, 0]), "shape"),
        (lambda r: r.with_gravity([0, 0, math.inf]), "gravity"),
        (lambda r: r.with_gravity("down"), "gravity"),
    ],
)
def test_bad_variants_are_refused(call, says):
    with pytest.raises(LinkwiseError, match=says):
        call(linkwise.load("scara"))
