"""Moving frames changes nothing a robot does, and puts them where Denavit and Hartenberg would."""

import math
from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Inertia, Rotation, Transform, Vec3
from linkwise.calls.long_chains import LongKernel
from linkwise.errors import InvalidModel
from linkwise.model import BASE, Body, Friction, Limits, Model, Prismatic, Revolute
from linkwise.model.dh import DHRow, X, Y, Z, slide, turn
from linkwise.model.rewrite.align_axes import align_axes, z_to
from linkwise.model.rewrite.common_normal import FAR
from linkwise.model.rewrite.dh_gauge import dh_gauge, dh_rows, gauged, near_gauge
from linkwise.model.rewrite.merge_fixed import merge_fixed
from linkwise.model.rewrite.regauge import regauge
from tests.peers.pinocchio import Pinocchio
from tests.rewrite.model_in_pinocchio import difference
from tests.rewrite.random_arms import PLACES, arm, body_inertia
from tests.robots import CATALOG
from tests.tolerances import AGREEMENT, FEW_ROUNDINGS, ONE_ROUNDING, SECOND_ORDER

H = math.pi / 2

ROBOTS = [
    arm(seed, n, tree=tree, fixed=fixed)
    for seed, n, tree, fixed in [
        *((s, 6, False, False) for s in range(20)),
        *((s, 8, True, False) for s in range(20, 35)),
        *((s, 8, True, True) for s in range(35, 45)),
    ]
]
FAMILIES = [(k, place, arm(100 + 10 * k + s, 5, places=(place,))) for k, place in enumerate(PLACES) for s in range(3)]


@pytest.mark.parametrize("rewrite", [align_axes, dh_gauge])
@pytest.mark.parametrize("robot", ROBOTS, ids=lambda m: m.name)
def test_motion_and_dynamics_stay(rewrite, robot):
    assert difference(robot, rewrite(robot)) < AGREEMENT


@pytest.mark.parametrize(("k", "place", "robot"), FAMILIES, ids=lambda x: x if isinstance(x, str) else "")
def test_hard_neighbours(k, place, robot):
    assert difference(robot, dh_gauge(robot)) < AGREEMENT


def chain(*placements: Transform, joint=Revolute, **drive) -> Model:
    rng = np.random.default_rng(5)
    bodies = [
        Body(
            f"l{i}",
            i - 1,
            T.tagged("base" if i == 0 else f"l{i - 1}", f"l{i}"),
            joint(f"j{i}", **drive),
            body_inertia(rng).seen_from(f"l{i}"),
        )
        for i, T in enumerate(placements)
    ]
    return Model("chain", tuple(bodies))


def table(model: Model) -> list[dict[str, float]]:
    return [{key: x for key, x in vars(row).items() if x != 0 and key != "parent"} for row in dh_rows(model)]


def product(row: DHRow) -> np.ndarray:
    """T as the docstring of model/dh.py prints it, by plain 4×4 matrices."""

    def Rot(axis, a):
        K = np.cross(np.eye(3), np.array(axis))
        R = np.eye(4)
        R[:3, :3] = np.eye(3) + math.sin(a) * K + (1 - math.cos(a)) * K @ K
        return R

    def Trans(x, y, z):
        return np.block([[np.eye(3), np.array([[x], [y], [z]])], [np.zeros((1, 3)), np.ones((1, 1))]])

    x, y, z = np.eye(3)
    return (
        Rot(z, row.gamma)
        @ Trans(0, 0, row.b)
        @ Rot(x, row.alpha)
        @ Trans(row.d, 0, 0)
        @ Rot(y, row.beta)
        @ Rot(z, row.theta)
        @ Trans(0, 0, row.r)
    )


def test_a_row_is_the_product_it_says():
    for row in (DHRow(0, 0.3, 0.2, -0.7, 0.5, 0.1, 1.1, -0.4), DHRow(0, 0.3, 0.2, -0.7, 0.5, 0.1, 1.1, -0.4, 1)):
        joint = (Prismatic if row.sigma else Revolute)("j", offset=row.offset)
        found = np.array((row.constant @ joint.transform(0.0)).matrix)
        assert np.max(np.abs(found - product(row))) < AGREEMENT


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda m: m.name)
def test_form_of_the_table(robot):
    model, rows = gauged(robot)
    following = {}
    for i, (body, row) in enumerate(zip(model.bodies, rows, strict=True)):
        following.setdefault(row.parent, []).append(i)
        assert body.joint.axis == Z
        assert body.joint.offset == row.offset
        assert np.array_equal(np.array(body.placement.matrix), np.array(row.constant.matrix))
        assert abs(row.beta) <= math.asin(1 / 30)
        assert -math.pi < min(row.alpha, row.theta, row.gamma) and max(row.alpha, row.theta, row.gamma) <= math.pi
    for parent, children in following.items():
        free = [rows[i] for i in children if rows[i].gamma == 0.0 and rows[i].b == 0.0]
        assert parent == BASE or free, "the main child needs no γ and b"


def test_regular_angles_need_no_hayati_parameter():
    assert all(row.beta == 0.0 for s in range(20) for row in dh_rows(arm(s, places=("any", "quarters", "parallel"))))


def test_nearly_parallel_axes_keep_their_tilt_and_stay_near():
    for tilt in (1e-9, 1e-6, 9e-4):
        model, (_, row, _) = gauged(chain(slide(Z, 0.1), slide(X, 0.5) @ slide(Y, 0.2) @ turn(X, tilt), slide(X, 0.3)))
        assert math.isclose(math.hypot(row.alpha, row.beta), tilt, rel_tol=SECOND_ORDER)
        assert max(abs(x) for body in model.bodies for x in body.placement.p.components) < 1.0


def test_nearly_parallel_axes_through_one_point_turn_no_frame():
    """A tilt of rounding size must not decide where x points: θ stays 0, α and β share the tilt."""
    tilted = turn(Z, 0.8) @ turn(X, 1e-6) @ turn(Z, -0.8)
    rows = dh_rows(chain(slide(Z, 0.1), tilted, slide(X, 0.3)))
    assert max(abs(row.theta) for row in rows) <= AGREEMENT  # ½αβ is left, the square of the tilt
    row = rows[1]
    assert row.alpha == pytest.approx(1e-6 * math.cos(0.8), rel=SECOND_ORDER)
    assert row.beta == pytest.approx(1e-6 * math.sin(0.8), rel=SECOND_ORDER)


@pytest.mark.parametrize("tilt", [0.1, 1e-2, 3e-3])
def test_programs_keep_frames_near_the_mass(tilt):
    """Common normals 3 to 100 lengths away are in the table, which is geometry, and not in programs."""
    robot = chain(slide(Z, 0.1), slide(X, 0.5) @ turn(Y, tilt) @ slide(Z, 0.2), slide(X, 0.3) @ turn(X, 1.0))
    assert max(abs(x) for body in near_gauge(robot).bodies for x in body.placement.p.components) < 1.0
    assert difference(robot, near_gauge(robot)) < AGREEMENT
    if tilt * FAR > 1.0:
        assert dh_rows(robot)[1].beta == 0.0
        assert max(abs(x) for body in dh_gauge(robot).bodies for x in body.placement.p.components) > 0.5 / tilt - 1.0


def test_the_end_of_a_long_link_stays_where_it_was():
    """For r = 0 the last frame would be 200 m from a link of 0.2 m."""
    robot = chain(slide(Z, 0.1), slide(Z, 200.0) @ slide(X, 200.0) @ turn(X, 1.0) @ slide(Z, 200.0))
    assert dh_rows(robot)[1].r == 0.0
    assert near_gauge(robot).bodies[1].inertia.I.zz == pytest.approx(robot.bodies[1].inertia.I.zz, rel=ONE_ROUNDING)
    assert near_gauge(robot).bodies[1].inertia.I.xx < 1.0 < dh_gauge(robot).bodies[1].inertia.I.xx


def test_payloads_on_links_without_mass_keep_their_digits():
    """The common normal is 25 lengths away: loops and programs with the payload open use the empty robot's frames."""
    leaning = slide(X, 0.3) @ slide(Y, 0.2) @ turn(X, 0.02)
    heavy = chain(slide(Z, 0.1), turn(X, 1.0), leaning, leaning)
    empty = [replace(body, inertia=Inertia.none().seen_from(body.name)) for body in heavy.bodies[2:]]
    robot = linkwise.Robot(replace(heavy, bodies=(*heavy.bodies[:2], *empty))).with_tip("l3")
    variant = robot.with_payload(1.5, [0.002, 0.0, 0.003], np.diag([2e-5, 3e-5, 4e-5]))
    q, load = np.random.default_rng(1).uniform(-1.0, 1.0, (30, 4)), variant.tree.bodies[-1].inertia.parameters
    true = np.array([*map(Pinocchio.of_model(variant.model).mass_matrix, q)])
    for found in (
        LongKernel(robot.tree, "mass_matrix", opened=True).of_variant(variant.tree)(q),
        robot.compile("mass_matrix", parameters=["payload"])(q, np.array(load)),
    ):
        of_joints = np.sqrt(np.einsum("kii,kjj->kij", true, true))
        assert (np.abs(found - true) / of_joints).max() <= FEW_ROUNDINGS


@pytest.mark.parametrize("name", CATALOG)
def test_built_in_robots_are_near_anyway(name):
    model = linkwise.load(name).model
    assert near_gauge(model).text == dh_gauge(model).text


def test_what_is_not_a_quarter_turn_stays_so():
    (_, row) = dh_rows(chain(slide(Z, 0.1), turn(X, 1.57079632679)))
    assert row.alpha == 1.57079632679


def test_quarter_turns_are_exact():
    rng = np.random.default_rng(3)
    for s in range(30):
        robot = arm(s, places=("quarters",))
        if any(0 < abs(x) < 1 for body in robot.bodies for x in body.joint.axis.components):
            continue
        for body in dh_gauge(robot).bodies:
            assert all(x in (0.0, 1.0, -1.0) for row in body.placement.R.rows for x in row)
    exact = [turn(Z, rng.uniform(-3, 3)) @ turn(X, k * H) @ turn(Z, rng.uniform(-3, 3)) for k in (1, -1, 2, 0, 1)]
    assert all(row.alpha in (0.0, H, -H, math.pi) for row in dh_rows(chain(*exact)))


def test_known_tables():
    """Unimation PUMA 560 (Corke's standard table shifted to the proximal form), and a planar chain."""
    standard = [(H, 0.0, 0.0), (0.0, 0.4318, 0.0), (-H, 0.0203, 0.15005), (H, 0.0, 0.4318), (-H, 0.0, 0.0)]
    placements, before = [], Transform.identity()
    for α, a, d in [*standard, (0.0, 0.0, 0.0)]:
        placements.append(before @ slide(Z, d))
        before = slide(X, a) @ turn(X, α)
    assert table(chain(*placements)) == [
        {},
        {"alpha": H},
        {"d": 0.4318, "r": 0.15005},
        {"alpha": -H, "d": 0.0203, "r": 0.4318},
        {"alpha": H},
        {"alpha": -H},
    ]
    # heights of parallel axes are free: only the first frame, on the base, and none of the others shows one
    assert table(chain(slide(Z, 0.3), slide(X, 0.5) @ slide(Z, 0.1), slide(X, 0.25) @ slide(Z, -0.2))) == [
        {},
        {"d": 0.5},
        {"d": 0.25},
    ]


def test_branches_have_gamma_and_b():
    stem = chain(slide(Z, 0.2), slide(X, 0.5) @ turn(X, H), slide(X, 0.5))
    side = Transform(Rotation.rpy(H, 0.0, 0.4), Vec3(0.0, 0.0, 0.3, "l0")).tagged("l0", "side")
    fork = Body("side", 0, side, Revolute("js"), body_inertia(np.random.default_rng(1)).seen_from("side"))
    tree = Model("fork", (*stem.bodies, fork))
    row = dh_rows(tree)[3]
    assert (row.parent, row.alpha, row.d) == (0, H, 0.0)
    assert row.b == pytest.approx(0.3, abs=ONE_ROUNDING)
    assert row.gamma == pytest.approx(0.4, abs=ONE_ROUNDING)
    assert difference(tree, dh_gauge(tree)) < AGREEMENT


def test_drives_limits_and_names_are_kept():
    drive = {"limits": Limits(-1.0, 2.0, 3.0, 4.0), "friction": Friction(0.1, 0.2, 0.3)}
    robot = chain(turn(X, 0.3), slide(X, 0.5), joint=Prismatic, axis=Vec3(0.6, 0.0, 0.8), **drive)
    for rewrite in (align_axes, dh_gauge):
        for body in rewrite(robot).bodies:
            assert (body.joint.limits, body.joint.friction) == (drive["limits"], drive["friction"])
            assert body.joint.kind == "prismatic"


def test_the_second_gauge_moves_nothing():
    for s in range(20):
        once, rows = gauged(arm(s, places=("any", "parallel", "collinear", "quarters", "same point")))
        for row, again in zip(rows, dh_rows(once), strict=True):
            assert np.max(np.abs(np.array(list(vars(row).values())) - list(vars(again).values()))) < AGREEMENT


@pytest.mark.parametrize("axis", [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
def test_axes_along_the_frame_turn_exactly(axis):
    R = z_to(Vec3(*map(float, axis)))
    assert np.linalg.det(R.rows) == 1.0
    assert tuple(row[2] for row in R.rows) == axis
    assert all(x in (0.0, 1.0, -1.0) for row in R.rows for x in row)


@pytest.mark.parametrize("axis", [(1e-9, 0.0, -1.0), (0.6, 0.0, 0.8), (1e-300, 0.0, 1.0), (3.0, -4.0, 12.0)])
def test_any_axis_turns_to_z(axis):
    R = np.array(z_to(Vec3(*axis)).rows)
    assert np.max(np.abs(R @ R.T - np.eye(3))) < ONE_ROUNDING
    assert np.max(np.abs(R[:, 2] - np.array(axis) / np.linalg.norm(axis))) < ONE_ROUNDING


def test_a_frame_may_not_leave_a_revolute_axis():
    with pytest.raises(InvalidModel, match="would leave the axis of joint 'j1'"):
        regauge(chain(slide(X, 0.1), slide(X, 0.1)), [slide(Z, 3.0), slide(X, 0.1)])
    slider = chain(slide(X, 0.1), slide(X, 0.1), joint=Prismatic)
    moved = regauge(slider, [slide(X, 0.3) @ turn(Y, 1.0), slide(Y, 0.1)])
    assert difference(slider, moved) < AGREEMENT


def test_long_chains():
    robot = arm(1, 2000)
    assert len(dh_rows(robot)) == 2000
    assert merge_fixed(robot) is robot
