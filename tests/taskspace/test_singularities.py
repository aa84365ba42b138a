"""Near and on singularities: said so without damping, bounded with it, and what was done stands in the result."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import NoInertia, Singular
from linkwise.taskspace import DampingNearSingularity, FixedDamping, Truncation
from tests.calls.test_bad_calls import wrist
from tests.taskspace.states import arm
from tests.tolerances import AGREEMENT, CONDITIONED, FEW_ROUNDINGS, ILL_CONDITIONED, NINE_DIGITS, ONE_ROUNDING

OUT = [0.4, 0.0]
"""The two-link arm outstretched."""


def test_undamped_says_so():
    space = arm("planar2r").task_space(OUT, rows=["x", "y"])
    with pytest.raises(Singular, match=r"smallest singular value is (0|.*e-1)") as error:
        _ = space.inertia
    assert error.value.smallest < ONE_ROUNDING and "planar2r" in str(error.value)
    batch = arm("planar2r").task_space([[0.4, 1.0], OUT], rows=["x", "y"])
    with pytest.raises(Singular, match="at state 1"):
        _ = batch.consistent_inverse
    assert batch.manipulability[1] < ONE_ROUNDING < batch.manipulability[0]  # abilities are answered all the same
    assert np.isfinite(batch.mobility).all() and np.isfinite(batch.forward_dynamics([1.0, 0.0])).all()


def test_more_rows_than_joints():
    space = arm("scara").task_space([0.1, 0.7, 0.1, 0.2])
    with pytest.raises(Singular, match="it has 4 joints"):
        _ = space.inertia
    assert space.manipulability == 0.0 and space.condition == np.inf
    damped = arm("scara").task_space([0.1, 0.7, 0.1, 0.2], damping="truncate")
    assert damped.left_out == 2 and np.linalg.matrix_rank(damped.inertia) == 4
    ours = arm("scara").task_space([0.1, 0.7, 0.1, 0.2], rows=["rz", "x", "y", "z"])
    assert np.allclose(damped.inertia[2:, 2:], ours.inertia, atol=ILL_CONDITIONED)


@pytest.mark.parametrize("q2", [1e-1, 1e-3, 1e-5, 1e-7])
def test_close_to_it_the_inertia_is_still_right(q2):
    """The closed form of two point masses; a plain inverse of J M⁻¹ Jᵀ has no digit left at the last."""
    q1, l1, (m1, m2) = 0.4, 0.7, (1.3, 2.1)
    b = np.array([np.cos(q1 + q2), np.sin(q1 + q2)])
    row = b / (np.sin(q2) * l1)  # q̇1 = row · ẋ
    Λ = m2 * np.eye(2) + m1 * l1**2 * np.outer(row, row)
    found = arm("planar2r").task_space([q1, q2], rows=["x", "y"]).inertia
    assert np.abs(found - Λ).max() < FEW_ROUNDINGS / q2 * np.abs(Λ).max()


def test_fixed_damping_is_the_formula():
    robot = arm("panda")
    q = np.random.default_rng(0).uniform(-2, 2, (5, 7))
    space = robot.task_space(q, damping=0.2)
    A = space.jacobian @ np.linalg.solve(robot.mass_matrix(q), np.swapaxes(space.jacobian, 1, 2))
    Λ = np.linalg.inv(A + 0.04 * np.eye(6))
    assert np.allclose(space.inertia, Λ, rtol=0, atol=ILL_CONDITIONED)
    J_bar = np.linalg.solve(robot.mass_matrix(q), np.swapaxes(space.jacobian, 1, 2)) @ Λ
    assert np.allclose(space.consistent_inverse, J_bar, rtol=0, atol=NINE_DIGITS)
    assert np.array_equal(space.damping, np.full(5, 0.2)) and not space.left_out.any()
    on_it = arm("planar2r").task_space(OUT, rows=["x", "y"], damping=0.1).inertia
    assert abs(np.linalg.eigvalsh(on_it)[1] - 100.0) < NINE_DIGITS  # 1/λ²


def test_a_damping_lost_in_roundings_damps_nothing():
    """σ is 0 here but for 1e-17: its square is no inertia, and so small a λ adds nothing to it."""
    for λ in (1e-200, 1e-30, 1e-15):
        with pytest.raises(Singular, match="smallest singular value"):
            _ = arm("planar2r").task_space(OUT, rows=["x", "y"], damping=λ).inertia
    far = arm("planar2r").task_space([0.4, 1.0], rows=["x", "y"], damping=1e-200)  # where none is needed
    assert np.allclose(far.inertia, arm("planar2r").task_space([0.4, 1.0], rows=["x", "y"]).inertia, rtol=FEW_ROUNDINGS)
    rule = DampingNearSingularity(1e-3, 1e-300)
    assert arm("planar2r").task_space([0.4, 1.0], rows=["x", "y"], damping=rule).damping == 0.0


def test_auto_begins_at_its_border_and_bounds_the_inertia():
    robot, rule = arm("planar2r"), DampingNearSingularity(max_damping=0.1, threshold=0.1)
    q = np.stack([np.full(400, 0.4), np.linspace(-0.5, 0.5, 400)], axis=-1)
    space = robot.task_space(q, rows=["x", "y"], damping=rule)
    σ = space.singular_values[:, -1]
    assert (space.damping[σ >= 0.1] == 0.0).all() and (space.damping[σ < 0.0999] > 0.0).all()
    expected = 0.01 * (1 - (σ[σ < 0.1] / 0.1) ** 2)
    assert np.allclose(space.damping[σ < 0.1] ** 2, expected, rtol=0, atol=ONE_ROUNDING)
    assert np.linalg.eigvalsh(space.inertia).max() <= 100.0 * (1 + NINE_DIGITS)  # nothing beyond 1/λ0²
    assert np.abs(np.diff(space.inertia, axis=0)).max() < 10.0  # and no jump at the border
    auto = robot.task_space(q, rows=["x", "y"], damping="auto")
    assert np.linalg.eigvalsh(auto.inertia).max() <= 400.0 * (1 + NINE_DIGITS)


def test_truncation_leaves_out_one_direction_and_keeps_the_other():
    robot = arm("planar2r")
    space = robot.task_space(OUT, rows=["x", "y"], damping="truncate")
    along = np.array([np.cos(0.4), np.sin(0.4)])
    across = np.array([-along[1], along[0]])
    assert space.left_out == 1 and space.damping == 0.0
    assert np.abs(space.inertia @ along).max() < AGREEMENT
    assert abs(across @ space.inertia @ across - 2.1) < AGREEMENT  # the outer mass; the inner one stays
    assert np.allclose(space.nullspace @ space.nullspace, space.nullspace, atol=AGREEMENT)
    xdd = space.forward_dynamics(space.inverse_dynamics(3.0 * across))
    assert abs(xdd @ across - 3.0) < CONDITIONED


def test_truncation_begins_below_its_border():
    assert Truncation(0.4).kept(np.array([2.0, 0.5, 0.4, 0.39])).tolist() == [True, True, True, False]


def test_wrist_of_the_ur5():
    """q5 = 0 aligns two of the wrist's axes; a task of position does not mind."""
    robot = arm("ur5")
    q = [0.3, -1.0, 1.2, 0.4, 0.0, 0.7]
    with pytest.raises(Singular):
        _ = robot.task_space(q).inertia
    assert np.isfinite(robot.task_space(q, damping="auto").inertia).all()
    assert (np.linalg.eigvalsh(robot.task_space(q, rows="position").inertia) > 0).all()


def test_angles_that_are_singular():
    """At q = 0 the Panda's hand points straight down: no zyz angles have rates there, but zyx have."""
    robot = arm("panda")
    with pytest.raises(Singular, match="zyz angles of frame 'panda_link8'"):
        _ = robot.task_space([0.0] * 7, orientation="zyz").jacobian
    assert np.isfinite(robot.task_space([0.0] * 7, orientation="zyx").jacobian).all()


def test_a_joint_that_moves_nothing(tmp_path):
    text = """<robot name="light"><link name="base"/><link name="a"><inertial><mass value="1"/><origin xyz="0.1 0 0"/>
    <inertia ixx="1e-3" iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="b"/>
    <joint name="one" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint>
    <joint name="two" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    <origin xyz="0.3 0 0"/></joint></robot>"""
    path = tmp_path / "light.urdf"
    path.write_text(text)
    robot = linkwise.load(path)
    with pytest.raises(NoInertia, match="'two'"):
        _ = robot.task_space([0.0, 0.0], rows=["y"]).inertia


def test_a_task_that_nothing_moves():
    """All axes of the wrist meet in the frame: its rows are zero in every configuration."""
    space = wrist().task_space([0.3, 1.0, 0.2], [0.1] * 3, frame="link3", rows=["x", "y"])
    assert not space.jacobian.any()
    with pytest.raises(Singular, match="of robot 'wrist' is singular"):
        _ = space.inertia


@pytest.mark.parametrize("rule", [FixedDamping(0.1), DampingNearSingularity(0.2, 0.3), Truncation(0.1)])
def test_rules_can_be_given(rule):
    space = arm("panda").task_space([0.1] * 7, damping=rule)
    assert space.rule is rule and np.isfinite(space.inertia).all()
