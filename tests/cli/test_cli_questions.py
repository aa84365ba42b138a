"""`id`, `fd`, `mass` and `gravity` against Pinocchio."""

import re

import numpy as np
import pinocchio as pin
import pytest

from linkwise.errors import listed
from linkwise.load import load
from tests.cli.command_line import ARM, answer, assert_refused, run
from tests.tolerances import AGREEMENT, PRINTED_9, ROUNDING

Q, QD, QDD = [0.3, 0.2, -0.7], [1.1, -0.4, 2.0], [0.5, 0.9, -1.3]


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    return path


class Truth:
    """The arm in Pinocchio, where a continuous joint is a point on the circle."""

    def __init__(self):
        self.model = pin.buildModelFromXML(ARM)
        self.data = self.model.createData()

    def q(self, q):
        return np.array([q[0], q[1], np.cos(q[2]), np.sin(q[2])])

    def tau(self, q, qd, qdd):
        return pin.rnea(self.model, self.data, self.q(q), np.array(qd), np.array(qdd)).copy()

    def mass(self, q):
        upper = np.triu(pin.crba(self.model, self.data, self.q(q)))
        return upper + np.triu(upper, 1).T


def text(numbers):
    return " ".join(repr(float(x)) for x in numbers)


def close(found, truth):
    np.testing.assert_allclose(found, truth, rtol=AGREEMENT, atol=AGREEMENT * np.max(np.abs(truth)))


def test_inverse_dynamics(arm):
    found = answer("id", arm, "--q", text(Q), "--qd", text(QD), "--qdd", text(QDD))
    assert found["joints"] == ["shoulder", "rail", "wrist"]
    assert (found["q"], found["qd"], found["qdd"]) == (Q, QD, QDD)
    close(found["tau"], Truth().tau(Q, QD, QDD))


def test_forward_dynamics(arm):
    tau = Truth().tau(Q, QD, QDD)
    close(answer("fd", arm, "--q", text(Q), "--qd", text(QD), "--tau", text(tau))["qdd"], QDD)


def test_mass(arm):
    close(answer("mass", arm, "--q", text(Q))["M"], Truth().mass(Q))


def test_gravity(arm):
    close(answer("gravity", arm, "--q", text(Q))["g"], Truth().tau(Q, [0] * 3, [0] * 3))


@pytest.mark.parametrize("by", ["newton_euler.luh_walker_paul", "newton_euler.featherstone"])
def test_a_formulation_by_name(arm, by):
    found = answer("id", arm, "--q", text(Q), "--qd", text(QD), "--qdd", text(QDD), "--by", by)
    assert found["formulation"] == by
    close(found["tau"], Truth().tau(Q, QD, QDD))


ANSWERED_BY = {
    "id": "newton_euler.balafoutis_patel_56",
    "fd": "composite.direct_solve",
    "mass": "composite.balafoutis_patel_62",
    "gravity": "newton_euler.balafoutis_patel_56",
}
"""The formulations whose programs are compiled."""


@pytest.mark.parametrize("command", ANSWERED_BY)
def test_the_formulation_that_answers_is_named(command):
    """In the remark and in the document: the one that is compiled, not the one that answers directly."""
    zeros = text([0.0] * 7)
    ask = (command, "panda", "--q", zeros, *(("--tau", zeros) if command == "fd" else ()))
    assert answer(*ask)["formulation"] == ANSWERED_BY[command]
    assert f" by {ANSWERED_BY[command]} in " in run(*ask).stderr


def test_a_formulation_named_is_the_one_that_answers():
    ask = ("id", "panda", "--q", text([0.1] * 7), "--by", "newton_euler.luh_walker_paul")
    assert answer(*ask)["formulation"] == "newton_euler.luh_walker_paul"
    assert " by newton_euler.luh_walker_paul in " in run(*ask).stderr


def test_a_robot_that_is_answered_directly_names_that_formulation(arm):
    """Where a joint may move no inertia, the program looks at each state; where nothing moves, there is no program."""
    ask = ("fd", arm, "--q", text(Q), "--tau", text([0.0] * 3))
    assert answer(*ask)["formulation"] == "composite.direct_solve"
    arm.write_text(re.sub(r'(<link name="upper">)<inertial>.*?</inertial>', r"\1", ARM, flags=re.DOTALL))
    assert answer(*ask)["formulation"] == "composite.direct_solve"
    assert " by composite.direct_solve in " in run(*ask).stderr
    arm.write_text(re.sub(r'type="(revolute|prismatic|continuous)"', 'type="fixed"', ARM))
    assert answer("gravity", arm, "--q", "")["formulation"] == "newton_euler.khalil_dombre"


def test_velocity_and_acceleration_left_out_are_zero_and_said_so(arm):
    result = run("id", arm, "--q", text(Q))
    assert "taken as 0: qd, qdd" in result.stderr
    close(answer("id", arm, "--q", text(Q))["tau"], Truth().tau(Q, [0] * 3, [0] * 3))


def test_one_state_is_a_table_with_units(arm):
    lines = run("id", arm, "--q", text(Q)).stdout.splitlines()
    cells = [line.split() for line in lines if line and line.split()[0] in ("shoulder", "rail", "wrist")]
    expected = Truth().tau(Q, [0] * 3, [0] * 3)
    assert [cell[1] for cell in cells] == [f"{x:.6g}" for x in expected]
    assert [cell[2:] for cell in cells] == [["N", "m"], ["N"], ["N", "m"]]


def test_matrix_table_names_rows_and_columns(arm):
    lines = run("mass", arm, "--q", text(Q), "--digits", 9).stdout.splitlines()
    assert lines[0].split() == ["M", "shoulder", "rail", "wrist"]
    rows = [line.split() for line in lines[2:5]]
    assert [row[0] for row in rows] == ["shoulder", "rail", "wrist"]
    np.testing.assert_allclose(
        [[float(x) for x in row[1:]] for row in rows], Truth().mass(Q), rtol=PRINTED_9
    )  # 9 digits


@pytest.mark.parametrize(
    ("q", "words"),
    [
        ("0.3,,0.2,-0.7", ("'' is not a number",)),
        ("0.3 0,2 -0.7", ("--q", "comma", "point")),
        ("0.3 0.2", ("--q has 2 numbers", "3 numbers", "'shoulder', 'rail', 'wrist'")),
        ("0.3 0.2 0.1 0", ("--q has 4 numbers",)),
        ("", ("--q has 0 numbers",)),
        ("0.3 0.2 nan", ("'nan' is not a number",)),
        ("0.3 0.2 1e400", ("'1e400' is not a number",)),
        ("0.3 0.2 0x10", ("'0x10' is not a number",)),
        ("0.3 0.2 1.5rad", ("'1.5rad' is not a number",)),
        ("0.3 0.2 ١", ("is not a number",)),
    ],
)
def test_numbers_that_are_refused(arm, q, words):
    assert_refused(run("id", arm, "--q", q), "BadArray", *words)


def test_what_is_missing_or_too_much_is_a_usage_error(arm):
    assert_refused(run("id", arm), "--q", "--states", code=2)
    assert_refused(run("fd", arm, "--q", text(Q)), "--tau", code=2)
    assert_refused(run("id", arm, "--qd", text(Q)), "--q", code=2)
    assert_refused(run("id", arm, "--q", text(Q), "--states", "x.csv"), "--states", "--q", code=2)
    assert_refused(run("id"), "ROBOT", code=2)


def test_a_file_in_capitals(arm):
    capitals = arm.rename(arm.with_name("ARM.URDF"))
    close(answer("gravity", capitals, "--q", text(Q))["g"], Truth().tau(Q, [0] * 3, [0] * 3))


COUPLED = ARM.replace('<axis xyz="0 0 1"/></joint>', '<axis xyz="0 0 1"/><mimic joint="shoulder"/></joint>')
"""The arm with a wrist that follows the shoulder."""


@pytest.mark.parametrize("robot", [ARM, COUPLED], ids=["free", "coupled"])
@pytest.mark.parametrize(
    ("command", "question"),
    [("id", "inverse_dynamics"), ("fd", "forward_dynamics"), ("mass", "mass_matrix"), ("gravity", "gravity_forces")],
)
def test_who_can_answer_is_said_and_true(arm, robot, command, question):
    arm.write_text(robot)
    names = load(arm).formulations(question)
    zeros = text([0.0] * load(arm).n)
    ask = (command, arm, "--q", zeros, *(("--tau", zeros) if command == "fd" else ()))
    assert_refused(run(*ask, "--by", "nobody"), "UnknownName", "'nobody'", f"are: {listed(names)}.")
    assert answer(*ask)["formulation"] == ANSWERED_BY[command]
    for name in names:
        assert answer(*ask, "--by", name)["formulation"] == name


def test_hints_name_flags(arm):
    arm.write_text(COUPLED)
    ask = ("fd", arm, "--q", "0 0", "--tau", "0 0", "--by", "articulated.khalil_dombre")
    assert_refused(run(*ask), "NotForThisRobot", "use --by composite.direct_solve")
    arm.write_text(ARM.replace('ixx="0.02"', 'ixx="-0.02"'))
    assert_refused(run("show", arm), "ReadError", "--allow indefinite-inertia")
    arm.write_text(ARM.replace('ixx="0.02"', 'ixx="0.2"'))
    assert_refused(run("show", arm, "--strict"), "ReadError", "without --strict it loads")


def test_unknown_names(arm):
    assert_refused(run("id", "no_such_robot", "--q", "0"), "UnknownName", "'no_such_robot'", "'panda'")
    assert_refused(run("id", arm, "--q", text(Q), "--by", "nobody"), "'nobody'", "newton_euler.khalil_dombre")
    assert_refused(run("id", arm, "--q", text(Q), "--allow", "everything"), "'everything'", "indefinite-inertia")


def test_a_robot_without_mass_has_no_answer(tmp_path):
    path = tmp_path / "ghost.urdf"
    path.write_text(
        '<robot name="ghost"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
        '<parent link="a"/><child link="b"/></joint></robot>'
    )
    result = run("id", path, "--q", "0")
    assert_refused(result, "NoMass", "'ghost'", "no-inertial")
    assert_refused(run("id", path, "--q", "0", "--strict"), "ReadError")


def test_commas_separate_numbers_too(arm):
    expected = answer("id", arm, "--q", "0.3 0.2 -0.7")["tau"]
    for q in ("0.3,0.2,-0.7", "0.3, 0.2 , -0.7", " 0.3\t0.2,-0.7 "):
        assert answer("id", arm, "--q", q)["tau"] == expected


def test_states_outside_the_limits_are_remarked_and_answered(tmp_path):
    asked = run("gravity", "panda", "--q", "0 0 0 0 0 0 0")
    assert asked.exit_code == 0 and "outside the position limits of 'panda_joint4'" in asked.stderr
    assert "outside" not in run("gravity", "panda", "--q", "0 0 0 -1 0 1 0").stderr
    started = run("simulate", "panda", "--q0", "9 0 0 -1 0 1 0", "--time", 0.001)
    assert started.exit_code == 0 and "outside the position limits of 'panda_joint1'" in started.stderr
    np.savez(tmp_path / "states.npz", q=[[0.0] * 7, [0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0], [0.0, 2.0] + [0.0] * 5])
    asked = run("gravity", "panda", "--states", str(tmp_path / "states.npz"))
    assert "2 states are outside the position limits of 'panda_joint2', 'panda_joint4'" in asked.stderr


def test_angles_in_degrees(arm, tmp_path):
    """Of joints that turn, not of those that slide (the second one); torques and answers stay as they are."""
    turns = np.array([180 / np.pi, 1.0, 180 / np.pi])
    q, qd, qdd = np.array([0.3, 0.2, -0.7]), np.array([0.1, -0.4, 0.5]), np.array([1.0, 2.0, -1.0])
    state = [("--q", q), ("--qd", qd), ("--qdd", qdd)]
    radians = answer("id", arm, *(word for flag, x in state for word in (flag, text(x))))
    degrees = answer("id", arm, "--deg", *(word for flag, x in state for word in (flag, text(x * turns))))
    np.testing.assert_allclose(degrees["tau"], radians["tau"], rtol=ROUNDING)
    np.testing.assert_allclose(degrees["q"], q, rtol=ROUNDING)
    np.savez(tmp_path / "states.npz", q=[q * turns], qd=[qd * turns], qdd=[qdd * turns])
    out = tmp_path / "out.npz"
    assert run("id", arm, "--deg", "--states", tmp_path / "states.npz", "--out", out).exit_code == 0
    np.testing.assert_allclose(np.load(out)["tau"][0], radians["tau"], rtol=ROUNDING)
    ahead = answer("fd", arm, "--deg", "--q", text(q * turns), "--qd", text(qd * turns), "--tau", text(radians["tau"]))
    np.testing.assert_allclose(ahead["qdd"], qdd, rtol=AGREEMENT)
    assert answer("mass", arm, "--q", text(q))["q"] == q.tolist()  # the next command is in radians again


def test_motions_in_degrees():
    planned = answer("plan", "ur5", "--to", "0 -90 90 0 90,0", "--velocity", "57.29577951308232", "--deg")
    np.testing.assert_allclose(planned["waypoints"][1], np.pi / 2 * np.array([0, -1, 1, 0, 1, 0]), rtol=ROUNDING)
    peaks = [peak["value"] for peak in planned["peaks"] if peak["kind"] == "velocity"]
    assert 0.9 < max(peaks) <= 1.0 + AGREEMENT
    swing = answer("simulate", "pendulum", "--deg", "--q0", "90", "--time", "0.1")
    assert swing["q0"] == [np.pi / 2]
