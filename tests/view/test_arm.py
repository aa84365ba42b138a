"""Pictures of arms: every rod where the robot's links are, and nothing that is only rounding looks like motion."""

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.trajectories import Quintic
from linkwise.view.arm import draw_arm, seen
from linkwise.view.curves import least_height, units
from linkwise.view.histories import balance, histories
from linkwise.view.picture import blank
from tests.tolerances import AGREEMENT, HALF_THE_DIGITS

T = np.linspace(0.0, 1.0, 51)
NOISE = 1e-15 * np.sin(1e4 * T)


def axes():
    return blank(4.0, 4.0).add_subplot()


def test_rods_are_where_the_links_are():
    arm, q = linkwise.load("panda"), np.array([0.3, -0.4, 0.2, -2.0, 0.1, 1.8, 0.7])
    picture = axes()
    draw_arm(picture, arm, [q], azimuth=0.4)
    shadow, _, rods, joints = (line.get_xydata() for line in picture.lines)
    names = [arm.model.base, *(body.name for body in arm.model.bodies), arm.model.tip]
    places = arm.forward_kinematics(q, names)[:, :3, 3]
    np.testing.assert_allclose(rods, seen(places, 0.4), atol=AGREEMENT)
    np.testing.assert_array_equal(rods, joints)
    np.testing.assert_allclose(shadow, seen(places * [1, 1, 0], 0.4), atol=AGREEMENT)


def test_later_postures_are_stronger_and_the_way_is_the_tips():
    arm = linkwise.load("ur5")
    reach = Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    picture = axes()
    draw_arm(picture, arm, reach(T[::10]).q, reach(T).q)
    strengths = [line.get_alpha() for line in picture.lines[2:-1:4]]
    assert len(strengths) == 6 and strengths == sorted(strengths) and strengths[-1] == 1.0
    np.testing.assert_allclose(
        picture.lines[-1].get_xydata(), seen(arm.forward_kinematics(reach(T).q)[:, :3, 3], 0.9), atol=AGREEMENT
    )


def test_a_tree_has_a_rod_for_each_branch():
    picture, robot = axes(), linkwise.load("palletiser")
    draw_arm(picture, robot, [np.zeros(robot.n)])
    drawn = {tuple(point) for line in picture.lines[2::4] for point in line.get_xydata().round(9)}
    names = [body.name for body in robot.model.bodies]
    places = seen(robot.forward_kinematics(np.zeros(robot.n), names)[:, :3, 3], 0.9).round(9)
    assert {tuple(point) for point in places} <= drawn


@pytest.mark.parametrize("q", [[0.0] * 6, np.zeros((0, 6)), np.zeros((2, 5)), [["a"] * 6]])
def test_postures_that_are_none(q):
    with pytest.raises(LinkwiseError):
        draw_arm(axes(), linkwise.load("ur5"), q)


# ---- rounding -------------------------------------------------------------------------------------------------------


def share_of_height(picture, curve):
    """How much of the height of a picture a curve takes."""
    low, high = picture.get_ylim()
    return np.ptp(curve) / (high - low)


def test_rounding_is_flat_in_histories():
    figure = histories(
        T, {"a": np.stack([NOISE, 2 + NOISE], axis=1), "b": np.stack([NOISE, NOISE], axis=1)}, ["x", "y"]
    )
    for picture in figure.axes:
        assert share_of_height(picture, picture.lines[0].get_ydata()) < HALF_THE_DIGITS
    [moving] = histories(T, {"a": 1e-6 * T[:, None]}, ["x"]).axes
    assert share_of_height(moving, moving.lines[0].get_ydata()) > 0.5, "a small motion is one"


def test_rounding_is_flat_in_balances():
    left = balance(T, {"motors": T}, {"kinetic": T}, NOISE).axes[2]
    assert share_of_height(left, NOISE) < 0.01
    left = balance(T, {"motors": T}, {"kinetic": T}, 1e-6 * T).axes[2]
    assert share_of_height(left, 1e-6 * T) > 0.5


def test_a_run_that_stands_still_is_flat():
    """A stiff controller trembles at the edge of stability; the picture shows an arm that holds still."""
    arm, q = linkwise.load("panda"), np.array([0.0, 0.0, 0.0, -1.5, 0.0, 1.8, 0.0])
    controller = linkwise.control.pd_gravity(arm, q, 100.0, 20.0)
    run = arm.simulate(q, controller=controller, t=0.2)
    assert np.abs(run.qd).max() > 0.0, "it does tremble"
    for picture, quantity in zip(run.plot(reference=q).axes, ("q", "qd", "tau", "energy"), strict=True):
        for line in picture.lines:
            assert share_of_height(picture, line.get_ydata()) < 0.01, quantity


def test_a_motion_has_its_reference_limits_and_units():
    arm = linkwise.load("panda")
    q0, q1 = np.array([0.0, 0.0, 0.0, -1.5, 0.0, 1.8, 0.0]), np.array([0.3, 0.2, 0.1, -1.2, 0.1, 1.9, 0.2])
    reach = Quintic(q0, q1, duration=0.5)
    run = arm.simulate(q0, controller=linkwise.control.computed_torque(arm, reach, kp=100.0, kd=20.0), t=0.5)
    position, velocity, torque, energy = run.plot(reference=reach).axes
    labels = ["position [rad]", "velocity [rad/s]", "torque [N m]", "energy [J]"]
    assert [each.get_ylabel() for each in (position, velocity, torque, energy)] == labels
    dashed = [line for line in position.lines if line.get_linestyle() == "--"]
    assert len(dashed) == 7 and len([line for line in velocity.lines if line.get_linestyle() == "--"]) == 7
    for k, line in enumerate(dashed):
        np.testing.assert_allclose(line.get_ydata(), reach(line.get_xdata()).q[:, k], atol=AGREEMENT)
    dotted = {round(line.get_ydata()[0], 4) for line in position.lines if line.get_linestyle() == ":"}
    bounds = {round(float(x), 4) for x in (*arm.limits.lower, *arm.limits.upper)}
    assert dotted <= bounds and -0.0698 in dotted and -0.0175 in dotted
    assert {"1, 3, 5, 7", "4, 6"} <= {text.get_text() for text in position.texts}


@pytest.mark.parametrize(
    "given",
    [
        {"reference": [0.0]},
        {"reference": [[0.0, 0.0]] * 3},
        {"reference": ["a", "b"]},
        {"reference": [0.0, 0.0], "what": "power"},
    ],
)
def test_references_that_are_none(given):
    run = linkwise.load("planar2r").simulate([0.1, 0.2], t=0.1)
    with pytest.raises(LinkwiseError):
        run.plot(**given)


def test_least_heights_and_units():
    assert least_height([]) == 1.0 and least_height([np.nan, np.inf]) == 1.0 and least_height([10.0, np.nan]) == 1.0
    assert units("torque", [True, False, True]) == "N m, N"
