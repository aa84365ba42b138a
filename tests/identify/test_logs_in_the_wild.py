"""Tables as robots' own tools write them: what is clear is read and remarked on, what is not is refused by name."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import LinkwiseError, ReadError
from linkwise.identify import Log, read_log, simulated_log
from tests.tolerances import HALF_THE_DIGITS

ROBOT = linkwise.load("ur5e")
LOG = simulated_log(ROBOT, 5.0, noise=0.01, seed=4)
N, JOINTS = ROBOT.n, ROBOT.joint_names
SHORT = [joint.removesuffix("_joint") for joint in JOINTS]
DEGREES = 180.0 / np.pi


def header(time, *patterns, first=1, names=None):
    """Names of columns: each pattern with numbers from `first` on, or with names."""
    middle = names or [str(k + first) for k in range(N)]
    return [time, *(pattern.replace("*", name) for pattern in patterns for name in middle)]


def columns(time=1.0, q=1.0, qd=1.0, tau=1.0):
    return np.column_stack([time * LOG.time, q * LOG.q, qd * LOG.qd, tau * LOG.tau])


def write(path, names, table, separator=",", comma=False, more=()):
    lines = [separator.join(f"{x:.17g}" for x in row) for row in table]
    lines = [line.replace(".", ",") for line in lines] if comma else lines
    path.write_text("\n".join([separator.join(names), *more, *lines]) + "\n", encoding="utf-8")
    return path


WILD = {
    "numbers from 1": (header("t", "q*", "qd*", "tau*"), {}, "q, qd, tau: joints are numbered"),
    "numbers from 0": (header("time", "q_*", "dq_*", "effort_*", first=0), {}, "q, qd, tau: joints are numbered"),
    "words": (header("timestamp", "joint_position_*", "joint_velocity_*", "joint_torque_*"), {}, "numbered"),
    "brackets": (header("time", "actual_q[*]", "actual_qd[*]", "tau_J[*]", first=0), {}, "numbered"),
    "camel case": (header("Time", "jointPosition*", "jointVelocity*", "jointTorque*"), {}, "numbered"),
    "the joint first": (header("t", "J*_pos", "J*_vel", "J*_torque"), {}, "numbered"),
    "topics": (
        header("__time", "/arm/js/*/position", "/arm/js/*/velocity", "/arm/js/*/effort", names=JOINTS),
        {},
        None,
    ),
    "short names": (header("t", "q_*", "qd_*", "tau_*", names=SHORT), {}, "shoulder_pan is shoulder_pan_joint"),
    "capitals": (header("t", "q_*", "qd_*", "tau_*", names=[j.upper() for j in JOINTS]), {}, "other capitals"),
    "milliseconds": (header("time_ms", "q*", "qd*", "tau*"), {"time": 1e3}, "'time_ms' is in ms"),
    "seconds since 1970 in nanoseconds": (header("stamp", "q*", "qd*", "tau*"), None, "nanoseconds since 1970"),
    "degrees that are said": (
        header("t [s]", "q* [deg]", "qd* [deg/s]", "tau* [Nm]"),
        {"q": DEGREES, "qd": DEGREES},
        "are in deg/s: converted",
    ),
    "degrees at the end": (
        header("t_s", "q*_deg", "dq*_deg_s", "tau*_mNm"),
        {"q": DEGREES, "qd": DEGREES, "tau": 1e3},
        "are in m/nm: converted",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WILD)
def test_what_is_clear_is_read(name, tmp_path):
    names, sizes, remark = WILD[name]
    if sizes is None:
        stamps = 1_700_000_000_000_000_000 + np.round(1e9 * LOG.time).astype(np.int64)
        table = [[str(stamp), *(f"{x:.17g}" for x in row[1:])] for stamp, row in zip(stamps, columns(), strict=True)]
        path = tmp_path / "log.csv"
        path.write_text("\n".join(",".join(row) for row in [names, *table]))
    else:
        path = write(tmp_path / "log.csv", names, columns(**sizes))
    log = read_log(path, ROBOT)
    assert log.joints == JOINTS
    for what in ("time", "q", "qd", "tau"):
        np.testing.assert_allclose(getattr(log, what), getattr(LOG, what), rtol=HALF_THE_DIGITS, atol=HALF_THE_DIGITS)
    assert any(remark in each for each in log.remarks) if remark else log.remarks == ()


PLAIN = header("t", "q*", "qd*", "tau*")


@pytest.mark.parametrize("separator", [",", ";", "\t", " "])
@pytest.mark.parametrize("comma", [False, True])
def test_separators_and_decimal_commas(separator, comma, tmp_path):
    path = write(tmp_path / "log.csv", PLAIN, columns(), separator, comma)
    if comma and separator == ",":
        with pytest.raises(ReadError, match="decimal commas need another separator"):
            read_log(path, ROBOT)
        return
    log = read_log(path, ROBOT)
    np.testing.assert_array_equal(log.tau, LOG.tau)
    assert ("numbers have decimal commas" in log.remarks) == comma


def test_rows_besides_numbers(tmp_path):
    table = columns()[:100]
    units = ",".join(["s", *["deg"] * N, *["deg/s"] * N, *["Nm"] * N])
    log = read_log(write(tmp_path / "a.csv", PLAIN, table, more=[units]), ROBOT)
    np.testing.assert_allclose(log.q, np.radians(LOG.q[:100]), rtol=HALF_THE_DIGITS)
    commented = tmp_path / "b.csv"
    np.savetxt(commented, table, delimiter=",", header="recorded on Monday\n" + ",".join(PLAIN))
    np.testing.assert_array_equal(read_log(commented, ROBOT).q, LOG.q[:100])
    cut = tmp_path / "c.csv"
    cut.write_text("\n".join((tmp_path / "a.csv").read_text().splitlines())[:-90])
    log = read_log(cut, ROBOT)
    assert len(log) == 99 and "line 102, the last one, ends too soon and was left out" in log.remarks
    text = write(tmp_path / "d.csv", [*PLAIN, "mode"], np.column_stack([table, table[:, 0]])).read_text()
    (tmp_path / "d.csv").write_text("\n".join([line.rpartition(",")[0] + ",auto" for line in text.splitlines()]))
    log = read_log(tmp_path / "d.csv", ROBOT)
    np.testing.assert_array_equal(log.q, LOG.q[:100])
    empty = (tmp_path / "d.csv").read_text().splitlines()
    empty[7] = ",".join([empty[7].split(",")[0], "", *empty[7].split(",")[2:]])
    (tmp_path / "d.csv").write_text("\n".join(empty))
    assert np.isnan(read_log(tmp_path / "d.csv", ROBOT).q[6, 0])  # what a fit refuses by name


def test_stamps_in_two_columns_and_dates(tmp_path):
    table = columns()[:200]
    stamp = 1_700_000_000_999_000_000 + np.round(1e9 * table[:, 0]).astype(np.int64)
    two = np.column_stack([stamp // 10**9, stamp % 10**9, table[:, 1:]])
    log = read_log(write(tmp_path / "a.csv", ["header.stamp.sec", "header.stamp.nanosec", *PLAIN[1:]], two), ROBOT)
    np.testing.assert_allclose(log.time, LOG.time[:200], atol=HALF_THE_DIGITS)
    dates = (np.datetime64("2024-02-29T23:59:59.500000") + (stamp - stamp[0]) // 1000 * np.timedelta64(1, "us")).astype(
        str
    )
    rows = [",".join([date, *(f"{x:.17g}" for x in row[1:])]) for date, row in zip(dates, table, strict=True)]
    (tmp_path / "b.csv").write_text("\n".join([",".join(PLAIN), *rows]))
    np.testing.assert_allclose(read_log(tmp_path / "b.csv", ROBOT).time, LOG.time[:200], atol=HALF_THE_DIGITS)


def test_what_a_caller_says(tmp_path):
    odd = header("stamp", "alpha_*", "beta_*", "gamma_*")
    path = write(tmp_path / "a.csv", odd, columns(time=1e3, q=DEGREES))
    with pytest.raises(ReadError) as caught:
        read_log(path, ROBOT)
    said = str(caught.value)
    assert "'alpha_1', 'alpha_2'" in said and "sets of 6 are 'alpha_{}', 'beta_{}', 'gamma_{}'" in said
    assert "--column q=alpha_{}" in said
    named = {"q": "alpha_{}", "tau": [f"gamma_{k + 1}" for k in range(N)]}
    log = read_log(path, ROBOT, columns=named, units={"time": "ms", "q": "deg"})
    np.testing.assert_allclose(log.q, LOG.q, rtol=HALF_THE_DIGITS)
    np.testing.assert_allclose(log.time, LOG.time, rtol=HALF_THE_DIGITS)
    np.savetxt(tmp_path / "b.csv", columns()[:, 1:], delimiter=",")
    bare = {"q": range(N), "qd": range(N, 2 * N), "tau": range(2 * N, 3 * N)}
    log = read_log(tmp_path / "b.csv", ROBOT, columns=bare, rate=200.0)
    np.testing.assert_allclose(log.time, LOG.time, rtol=HALF_THE_DIGITS)
    np.testing.assert_allclose(log.tau, LOG.tau, rtol=HALF_THE_DIGITS)


def test_arrays_and_frames(tmp_path):
    order = [3, 1, 0, 2, 5, 4]
    arrays = {"positions": LOG.q[:, order], "vel": LOG.qd[:, order].T, "torques": LOG.tau[:, order]}
    np.savez(tmp_path / "a.npz", time=LOG.time, joint_names=np.array(JOINTS)[order], gain=3.0, **arrays)
    log = read_log(tmp_path / "a.npz", ROBOT)
    for what in ("q", "qd", "tau"):
        np.testing.assert_array_equal(getattr(log, what), getattr(LOG, what))
    assert any("transposed" in remark for remark in log.remarks)
    polars = pytest.importorskip("polars")
    stamps = (1e9 * LOG.time).round().astype(np.int64) + 1_700_000_000_000_000_000
    frame = polars.DataFrame(
        {"t": stamps, "position": LOG.q.tolist(), "effort": LOG.tau.tolist(), "mode": ["a"] * len(LOG)}
    )
    frame.with_columns(polars.col("t").cast(polars.Datetime("ns"))).write_parquet(tmp_path / "a.parquet")
    log = read_log(tmp_path / "a.parquet", ROBOT)
    np.testing.assert_array_equal(log.q, LOG.q)
    np.testing.assert_allclose(log.time, LOG.time, atol=HALF_THE_DIGITS)


REFUSED = {
    "a column twice": ([*PLAIN, "q3"], "'q3': two columns have this name"),
    "two names for one column": (
        [*PLAIN, "position_3"],
        "more than one column of q for '3': 'q3', 'position_3'",
    ),
    "two clocks": (["t", "stamp", *PLAIN[1:]], "more than one column of times: 't', 'stamp'"),
    "seven joints": (["t", *PLAIN[1:7], "q7", *PLAIN[7:]], "columns of q do not match the robot's 6 joints"),
    "five joints": (["t", *PLAIN[1:6], *PLAIN[7:]], "columns of q do not match the robot's 6 joints"),
    "what was asked for": (header("t", "target_q_*", "target_qd_*", "target_tau_*"), "no columns of positions q"),
    "at the motors": (header("t", "motor_pos_*", "motor_vel_*", "motor_torque_*"), "no columns of positions q"),
    "unknown units": (header("t", "q* [ticks]", "qd*", "tau*"), "the unit 'ticks' of q is unknown; units are rad"),
    "other joints": (header("t", "q_*", "qd_*", "tau_*", names=["a", "b", "c", "d", "e", "f"]), "do not match"),
    "numbers beside names in another order": (
        ["t", *[f"q_{j}" for j in JOINTS[::-1]], *PLAIN[7:]],
        "columns are numbered, and those of q named, in another order",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_clear_is_refused(name, tmp_path):
    names, says = REFUSED[name]
    rng = np.random.default_rng(0)
    path = write(tmp_path / "log.csv", names, rng.normal(size=(5, len(names))))
    with pytest.raises(ReadError) as caught:
        read_log(path, ROBOT)
    assert says in str(caught.value) and "columns there are: " in str(caught.value)


GARBAGE = {
    "garbage.csv": bytes(range(256)) * 20,
    "zeros.csv": bytes(5000),
    "one_line.csv": b"t,q1,q2,q3,q4,q5,q6,tau1,tau2,tau3,tau4,tau5,tau6",
    "quotes.csv": b't,"q1\n' * 50,
    "long.csv": b"t,q1," + b"x" * 300_000 + b"\n1,2,3\n",
    "blank.csv": b"\n\n \n",
    "comments.csv": b"# nothing\n# here\n",
    "garbage.npz": bytes(range(256)) * 20,
    "garbage.parquet": bytes(range(256)) * 20,
    "garbage.db3": bytes(range(256)) * 20,
    "garbage.mcap": bytes(range(256)) * 20,
    "empty.npz": b"",
    "empty.parquet": b"",
    "empty.db3": b"",
    "empty.mcap": b"",
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_refused(name, tmp_path):
    if name.endswith((".db3", ".mcap")):
        pytest.importorskip("rosbags")
    if name.endswith(".parquet"):
        pytest.importorskip("polars")
    (tmp_path / name).write_bytes(GARBAGE[name])
    with pytest.raises(LinkwiseError):
        ROBOT.identify(tmp_path / name, estimator="ols")


@pytest.mark.parametrize("ending", [".npz", ".parquet"])
def test_files_that_were_cut(ending, tmp_path):
    whole = tmp_path / f"whole{ending}"
    if ending == ".npz":
        np.savez_compressed(whole, t=LOG.time, q=LOG.q, tau=LOG.tau)
    else:
        polars = pytest.importorskip("polars")
        polars.DataFrame(columns(), schema=PLAIN, orient="row").write_parquet(whole)
    data = whole.read_bytes()
    for part in (0.1, 0.5, 0.99):
        (tmp_path / f"cut{ending}").write_bytes(data[: int(part * len(data))])
        with pytest.raises(ReadError, match="not a"):
            read_log(tmp_path / f"cut{ending}", ROBOT)


def test_turns_and_motors():
    wrapped = Log(LOG.time, np.angle(np.exp(1j * (2.0 * LOG.q))), LOG.tau, joints=JOINTS)
    np.testing.assert_allclose(
        np.diff(wrapped.unwrapped().q, axis=0), 2.0 * np.diff(LOG.q, axis=0), atol=HALF_THE_DIGITS
    )
    motors = Log(LOG.time, 50.0 * LOG.q, LOG.tau / 50.0, 50.0 * LOG.qd, joints=JOINTS, remarks=["kept"])
    log = motors.at_joints(coupling=[50.0] * N)
    np.testing.assert_allclose(log.qd, LOG.qd, rtol=HALF_THE_DIGITS)
    assert log.remarks == ("kept",)
