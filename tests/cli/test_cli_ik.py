"""`linkwise ik`, and poses as goals of `plan` and `simulate`."""

import json

import numpy as np
import pytest

import linkwise
from tests.tolerances import AGREEMENT, NINE_DIGITS, POSE_REACHED

from .command_line import run

HERE = "0.4 0.2 0.3 0 3.14 0"


def _pose(text):
    x, y, z, roll, pitch, yaw = map(float, text.split())
    cr, sr, cp, sp, cy, sy = (f(angle) for angle in (roll, pitch, yaw) for f in (np.cos, np.sin))
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    pose = np.eye(4)
    pose[:3, :3] = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]]) @ about_y @ about_x
    pose[:3, 3] = x, y, z
    return pose


def test_all_branches():
    answer = run("ik", "ur5", "--pose", "0.4 0.2 0.3 0.1 3.0 -0.2", "--q0", "0 -1 1 0 0.5 0", "--json")
    data = json.loads(answer.stdout)
    assert answer.exit_code == 0 and data["status"] == "solved" and data["frame"] == "tool0"
    q, robot = np.array(data["solutions"]), linkwise.load("ur5")
    assert len(q) == 8
    poses = robot.forward_kinematics(q)
    expected = np.broadcast_to(_pose("0.4 0.2 0.3 0.1 3.0 -0.2"), poses.shape)
    np.testing.assert_allclose(poses, expected, rtol=0, atol=AGREEMENT)
    far = np.linalg.norm(q - [0, -1, 1, 0, 0.5, 0], axis=1)
    assert (np.diff(far) >= 0.0).all()
    table = run("ik", "ur5", "--pose", "0.4 0.2 0.3 0.1 3.0 -0.2")
    assert "ur5: 8 positions for tool0" in table.stdout and "wrist_3_joint" in table.stdout


def test_a_pose_may_have_commas_and_degrees():
    spaced = run("ik", "ur5", "--pose", "0.4 0.2 0.3 0.1 3.0 -0.2", "--json")
    assert run("ik", "ur5", "--pose", "0.4, 0.2,0.3 0.1 3.0 -0.2", "--json").stdout == spaced.stdout
    half = run("ik", "ur5", "--pose", "0.4,0.2,0.3,0,180,0", "--deg", "--solutions", "1", "--json")
    (q,) = json.loads(half.stdout)["solutions"]
    expected = _pose(f"0.4 0.2 0.3 0 {np.pi!r} 0")
    np.testing.assert_allclose(linkwise.load("ur5").forward_kinematics(q), expected, rtol=0, atol=AGREEMENT)


def test_a_point_and_another_frame():
    answer = run("ik", "panda", "--pose", "0.3 0.1 0.8", "--frame", "panda_link5", "--solutions", "1", "--json")
    (q,) = json.loads(answer.stdout)["solutions"]
    place = linkwise.load("panda").forward_kinematics(q, "panda_link5")[:3, 3]
    np.testing.assert_allclose(place, [0.3, 0.1, 0.8], rtol=0, atol=POSE_REACHED)


def test_limits():
    pose = "0.4 0.2 0.3 0 3.14 0"
    answers = [run("ik", "rx90", "--pose", pose, "--json", *more) for more in ((), ("--beyond-limits",))]
    within, beyond = (json.loads(answer.stdout)["solutions"] for answer in answers)
    assert 0 < len(within) <= len(beyond) and linkwise.load("rx90").limits.within(within).all()


def test_out_of_reach():
    answer = run("ik", "ur5", "--pose", "4 0 0 0 0 0")
    assert answer.exit_code == 1 and "ur5: no positions for tool0. The nearest pose found is off by" in answer.stdout
    answer = run("ik", "ur5", "--pose", "4 0 0 0 0 0", "--method", "closed-form")
    assert answer.exit_code == 1 and answer.stdout.strip() == "ur5: no positions for tool0."
    assert json.loads(run("ik", "ur5", "--pose", "4 0 0 0 0 0", "--json").stdout)["status"] == "not reached"


def test_plan_to_a_pose():
    answer = run("plan", "ur5", "--to-pose", HERE, "--acceleration", "2", "--duration", "3", "--json")
    data, robot = json.loads(answer.stdout), linkwise.load("ur5")
    nearest = robot.inverse_kinematics(_pose(HERE), q0=np.zeros(6)).q
    np.testing.assert_allclose(data["waypoints"][-1], nearest, rtol=0, atol=NINE_DIGITS)
    np.testing.assert_allclose(data["q"][-1], nearest, rtol=0, atol=NINE_DIGITS)
    assert "to: 0.217155" in answer.stderr


def test_simulate_to_a_pose(tmp_path):
    goal = ("--to-pose", "0.6 0 0.2 0 0 0.3", "--frame", "tip")
    answer = run("simulate", "planar3r", "--pd", "100,20", *goal, "--time", "0.2", "--json")
    assert answer.exit_code == 1 and "out of reach" in answer.stderr  # not in its plane
    robot = linkwise.load("planar3r")
    q = [0.3, 0.5, -0.2]
    x, y, z = robot.forward_kinematics(q)[:3, 3]
    answer = run(
        "simulate", "planar3r", "--pd", "100,20", "--to-pose", f"{x} {y} {z} 0 0 0.6", "--time", "0.2", "--json"
    )
    assert answer.exit_code == 0, answer.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ik", "ur5"), "--pose"),
        (("ik", "ur5", "--pose", "1 2"), "--pose has 2 numbers"),
        (("ik", "ur5", "--pose", "1 2 x"), "'x' is not a number"),
        (("ik", "ur5", "--pose", "0,4 0 0,5"), "decimals have points"),
        (("ik", "ur5", "--pose", HERE, "--solutions", "0"), "'0' is neither"),
        (("ik", "ur5", "--pose", HERE, "--solutions", "1.5"), "'1.5' is neither"),
        (("ik", "ur5", "--pose", HERE, "--method", "exact"), "no method 'exact'"),
        (("ik", "ur5", "--pose", HERE, "--q0", "1 2"), "--q0 has 2 numbers"),
        (("ik", "ur5", "--pose", HERE, "--frame", "hand"), "no frame 'hand'"),
        (("ik", "panda", "--pose", HERE, "--solutions", "all"), "no closed form"),
        (("ik", "fourbar", "--pose", HERE), "closed loops"),
        (("plan", "ur5"), "give one of --to and --to-pose"),
        (("plan", "ur5", "--to", "0 0 0 0 0 0", "--to-pose", HERE), "give one of --to and --to-pose"),
        (("plan", "ur5", "--to", "0 0 0 0 0 0", "--frame", "tool0"), "goes with --to-pose and --payload"),
        (("plan", "ur5", "--to-pose", "9 0 0"), "is out of reach"),
        (("simulate", "ur5", "--to-pose", HERE), "goes with --pd"),
        (
            ("simulate", "ur5", "--pd", "9,9", "--to", "0 0 0 0 0 0", "--to-pose", HERE),
            "only one of --to and --to-pose",
        ),
        (("simulate", "ur5", "--pd", "9,9", "--to-pose", "0 0"), "--to-pose has 2 numbers"),
        (("simulate", "fourbar", "--pd", "9,9", "--to-pose", HERE), "closed loops"),
    ],
)
def test_refused(arguments, said):
    answer = run(*arguments)
    assert answer.exit_code in (1, 2) and said in answer.stderr, answer.output


ONE_JOINT = """<robot name="one">
<link name="base"/>
<link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="tip"/>
<joint name="turn" type="revolute">
<parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="9" velocity="1"/>
</joint>
<joint name="end" type="fixed"><parent link="arm"/><child link="tip"/><origin xyz="1 0 0"/></joint>
</robot>"""


def test_beyond_the_limits_is_said(tmp_path):
    (tmp_path / "one.urdf").write_text(ONE_JOINT, encoding="utf-8")
    answer = run("plan", str(tmp_path / "one.urdf"), "--to-pose", "0 1 0", "--acceleration", "1")
    assert answer.exit_code == 1 and "is reached only beyond the joint limits, for example at q = 1.57" in answer.stderr
