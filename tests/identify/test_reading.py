"""Logs from files: what is read, and what is refused, by name."""

import json

import numpy as np
import pytest

import linkwise
from linkwise.errors import ReadError
from linkwise.identify import read_log, simulated_log
from tests.cli.command_line import run

ROBOT = linkwise.load("planar2r")
LOG = simulated_log(ROBOT, 5.0, noise=0.01)
HEADER = "t,q_joint1,q_joint2,qd_joint1,qd_joint2,tau_joint1,tau_joint2"
TABLE = np.column_stack([LOG.time, LOG.q, LOG.qd, LOG.tau])


def write_csv(path, header=HEADER, table=TABLE):
    np.savetxt(path, table, delimiter=",", header=header, comments="", fmt="%.17g")
    return path


def same(log, other):
    for name in ("time", "q", "qd", "tau"):
        np.testing.assert_array_equal(getattr(log, name), getattr(other, name))


def test_the_same_from_every_format(tmp_path):
    same(read_log(write_csv(tmp_path / "log.csv"), ROBOT), LOG)
    same(read_log(write_csv(tmp_path / "numbered.csv", "time,q1,q2,qd1,qd2,tau1,tau2"), ROBOT), LOG)
    np.savez(tmp_path / "log.npz", t=LOG.time, q=LOG.q, qd=LOG.qd, tau=LOG.tau)
    same(read_log(tmp_path / "log.npz", ROBOT), LOG)
    polars = pytest.importorskip("polars")
    polars.DataFrame(dict(zip(HEADER.split(","), TABLE.T, strict=True))).write_parquet(tmp_path / "log.parquet")
    same(read_log(tmp_path / "log.parquet", ROBOT), LOG)


def test_other_names_order_and_currents(tmp_path):
    file = write_csv(tmp_path / "log.csv", "stamp,p1,p0,x,y,c1,c0")
    columns = {"time": "stamp", "q": ["p0", "p1"], "i": ["c0", "c1"]}
    log = read_log(file, ROBOT, columns=columns, gains={"joint1": 10.0, "joint2": 20.0})
    np.testing.assert_array_equal(log.q, LOG.q[:, ::-1])
    np.testing.assert_array_equal(log.tau, LOG.tau[:, ::-1] * [10.0, 20.0])
    assert log.qd is None


REFUSED = {
    "another joint": ("t,q_joint1,q_jont2,qd_joint1,qd_joint2,tau_joint1,tau_joint2", "columns of q do not match"),
    "no time": ("x,q_joint1,q_joint2,qd_joint1,qd_joint2,tau_joint1,tau_joint2", "no column of times"),
    "twice": ("t,q_joint1,q_joint1,qd_joint1,qd_joint2,tau_joint1,tau_joint2", "two columns have this name"),
    "no torques": ("t,q_joint1,q_joint2,qd_joint1,qd_joint2,qdd_joint1,qdd_joint2", "no columns of torques"),
    "currents": (
        "t,q_joint1,q_joint2,qd_joint1,qd_joint2,i_joint1,i_joint2",
        "currents of 'joint1', 'joint2' without a gain",
    ),
    "one velocity": (
        "t,q_joint1,q_joint2,qd_joint1,qdd_joint1,tau_joint1,tau_joint2",
        "columns of qd do not match the robot's 2 joints 'joint1', 'joint2': 'qd_joint1'",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_headers_that_are_refused(name, tmp_path):
    header, says = REFUSED[name]
    with pytest.raises(ReadError) as caught:
        read_log(write_csv(tmp_path / "log.csv", header), ROBOT)
    assert says in str(caught.value)


TEXTS = {
    "empty": ("", "the file is empty"),
    "no header": ("0,1,2,3,4\n0,1,2,3,4\n", "the first line has numbers"),
    "words": (HEADER + "\n0,1,2,3,4,5,six\n", "log.csv:2: 'six': a number was expected in column 'tau_joint2'"),
    "a short line": (HEADER + "\n0,1,2,3,4,5,6\n0,1,2\n0,1,2,3,4,5,6\n", "log.csv:3: 3 values in a line, and 7 names"),
    "fewer values": (HEADER + "\n0,1,2\n", "3 values in a line, and 7 names"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_files_that_are_refused(name, tmp_path):
    text, says = TEXTS[name]
    (tmp_path / "log.csv").write_text(text)
    with pytest.raises(ReadError) as caught:
        read_log(tmp_path / "log.csv", ROBOT)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("file", "says"), [("log.doc", "a file ending in .csv"), ("none.csv", "there is no such file")]
)
def test_files_that_are_not_there(file, says, tmp_path):
    with pytest.raises(ReadError, match=says):
        read_log(tmp_path / file, ROBOT)
    for ending in (".npz", ".parquet"):
        (tmp_path / f"log{ending}").write_bytes(b"not this")
        with pytest.raises(ReadError, match="not a"):
            read_log(tmp_path / f"log{ending}", ROBOT)


def test_the_command(tmp_path):
    logs = [tmp_path / "a.csv", tmp_path / "b.csv"]
    write_csv(logs[0])
    other = simulated_log(ROBOT, 5.0, noise=0.01, seed=5)
    write_csv(logs[1], table=np.column_stack([other.time, other.q, other.qd, other.tau]))
    arguments = ("identify", logs[0], "--robot", "planar2r", "--friction", "viscous,coulomb")
    found = run(*arguments, "--validate", logs[1], "--physical", "-o", tmp_path / "arm.toml")
    assert found.exit_code == 0, found.output
    assert "ZZR1" in found.stdout and "b.csv" in found.stdout and "condition number" in found.stdout
    assert linkwise.load(tmp_path / "arm.toml", strict=True).n == 2
    less = run("identify", logs[0], "--robot", "planar2r", "--estimator", "wls", "-o", tmp_path / "arm.urdf")
    assert less.exit_code == 0 and "URDF has no room for offset of friction" in less.stderr
    whole = run(*arguments, "--estimator", "wls", "--validate", "blocks", "--json")
    assert whole.exit_code == 0 and '"held' not in whole.stderr and "4 contiguous blocks" in whole.stdout
    broken = TABLE.copy()
    broken[100:, 0] += 3.0
    refused = run("identify", write_csv(tmp_path / "gap.csv", table=broken), "--robot", "planar2r")
    assert refused.exit_code == 1 and "gap 'time'" in refused.stderr
    assert run(*arguments, "--estimator", "ols", "--physical").exit_code == 2


def test_the_command_estimates_gains(tmp_path):
    """Of currents: one gain is known and gives the other its scale."""
    table = np.column_stack([LOG.time, LOG.q, LOG.qd, LOG.tau / [2.0, 5.0]])
    path = write_csv(tmp_path / "log.csv", "t,q_joint1,q_joint2,qd_joint1,qd_joint2,i_joint1,i_joint2", table)
    gains = ("--gain", "joint1=2", "--gain", "joint2=unknown")
    found = run("identify", path, "--robot", "planar2r", *gains, "--friction", "none", "--estimator", "wls", "--json")
    assert found.exit_code == 0, found.output
    (gain,) = (value for name, value in json.loads(found.stdout)["values"].items() if name == "G2")
    assert abs(gain["value"] - 5.0) < min(5.0 * gain["sigma"], 0.05)


def test_the_command_reads_what_python_reads(tmp_path):
    """Motor-side data without times, in degrees, with currents, late, and with names of its own."""
    N, lag = np.array([[50.0, 0.0], [10.0, -20.0]]), 0.05
    motors = (LOG.q - [0.1, 0.0]) @ N.T
    current = LOG.without_lag(-lag).tau @ np.linalg.inv(N) / [2.0, 3.0]
    table = np.column_stack([np.degrees(motors), current])
    path = write_csv(tmp_path / "log.csv", "alpha_1,alpha_2,beta_1,beta_2", table)
    (tmp_path / "motors.toml").write_text("coupling = [[50, 0], [10, -20]]\nzero = [0.1, 0]\n")
    reading = ("--column", "q=alpha_{}", "--column", "i=beta_1,beta_2", "--unit", "q=deg", "--rate", "200")
    reading += ("--gain", "joint1=2", "--gain", "joint2=3", "--coupling", tmp_path / "motors.toml", "--lag", "auto")
    more = ("--filter", "derivative=spline", "--filter", "measured=no", "--deviations", "white", "--friction", "none")
    page = tmp_path / "fit.html"
    found = run(
        "identify", path, "--robot", "planar2r", *reading, *more, "--estimator", "ols", "--json", "--report", page
    )
    assert found.exit_code == 0, found.output
    assert "torques come 5" in found.stderr and "wrote" in found.stderr and page.read_text().startswith("<!DOCTYPE")
    values = json.loads(found.stdout)["values"]
    same = ROBOT.base_parameters()
    for name, value in zip(same.names, same.values, strict=True):
        assert abs(values[name]["value"] - value) < 0.02 * max(abs(same.values))
    wrong = {
        ("--column", "q"): "not of the form NAME=VALUE",
        ("--ratios", "1 2"): "two ways to say the same",
        ("--filter", "cutoff=3"): "is none of",
        ("--gain", "joint1=x"): "is given twice",
    }
    for options, says in wrong.items():
        refused = run("identify", path, "--robot", "planar2r", *reading, *options)
        assert refused.exit_code == 2 and says in refused.stderr, refused.output
    odd = run("identify", path, "--robot", "planar2r", "--rate", "200")
    assert odd.exit_code == 1 and "--column q=alpha_{}" in odd.stderr
    assert run("identify", path, "--robot", "planar2r", "--report", tmp_path / "fit.txt").exit_code == 1
