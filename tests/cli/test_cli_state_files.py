"""States from files and answers to files."""

import csv
import io
import json
import warnings

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwise.cli import state_files
from linkwise.errors import LinkwiseError
from linkwise.load import load
from tests.cli.command_line import ARM, assert_refused, run
from tests.tolerances import AGREEMENT, ILL_CONDITIONED

RANDOM = np.random.default_rng(7)
Q, QD, QDD = RANDOM.normal(size=(3, 5, 3))


def truth(q, qd, qdd):
    model = pin.buildModelFromXML(ARM)
    data = model.createData()
    places = np.column_stack([q[:, :2], np.cos(q[:, 2]), np.sin(q[:, 2])])
    return np.array([pin.rnea(model, data, *state) for state in zip(places, qd, qdd, strict=True)])


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(ARM)
    return tmp_path


def save_csv(path, header, *blocks):
    lines = [",".join(header), *(",".join(map(repr, row)) for row in np.column_stack(blocks).tolist())]
    path.write_text("\n".join(lines) + "\n")


def columns(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    return {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}


def numbered(found, letter):
    return np.column_stack([found[f"{letter}{k}"] for k in (1, 2, 3)])


def names(letter):
    return [f"{letter}{k}" for k in (1, 2, 3)]


def test_csv_in_csv_out(here):
    save_csv(here / "s.csv", [*names("q"), *names("qd"), *names("qdd")], Q, QD, QDD)
    result = run("id", "arm.urdf", "--states", "s.csv", "--out", "out.csv")
    assert (result.exit_code, result.stdout) == (0, "")
    found = columns((here / "out.csv").read_text())
    np.testing.assert_array_equal(numbered(found, "q"), Q)
    np.testing.assert_allclose(numbered(found, "tau"), truth(Q, QD, QDD), rtol=AGREEMENT, atol=AGREEMENT * 100)


def test_columns_by_joint_name_in_any_order(here):
    header = ["q:wrist", "qd2", "q:shoulder", "qd:wrist", "q2", "qd1", "t"]
    save_csv(here / "s.csv", header, Q[:, 2], QD[:, 1], Q[:, 0], QD[:, 2], Q[:, 1], QD[:, 0], np.arange(5))
    result = run("id", "arm.urdf", "--states", "s.csv")
    assert "taken as 0: qdd" in result.stderr and "not used: t" in result.stderr
    tau = numbered(columns(result.stdout), "tau")
    np.testing.assert_allclose(tau, truth(Q, QD, 0 * QD), rtol=AGREEMENT, atol=AGREEMENT * 100)


def test_npz_in_npz_out_keeps_the_batch(here):
    np.savez(here / "s.npz", q=Q.reshape(5, 1, 3), qd=QD[:1], qdd=QDD.astype(">f8"))
    assert run("id", "arm.urdf", "--states", "s.npz", "--out", "OUT.NPZ").exit_code == 0
    with np.load(here / "OUT.NPZ") as found:
        assert found["tau"].shape == (5, 5, 3)
        expected = truth(np.repeat(Q, 5, axis=0), np.repeat(QD[:1], 25, axis=0), np.tile(QDD, (5, 1)))
        np.testing.assert_allclose(found["tau"].reshape(25, 3), expected, rtol=AGREEMENT, atol=AGREEMENT * 100)


def test_the_answer_of_one_question_is_a_state_of_the_next(here):
    save_csv(here / "s.csv", [*names("q"), *names("qd"), *names("qdd")], Q, QD, QDD)
    run("id", "arm.urdf", "--states", "s.csv", "--out", "tau.csv")
    result = run("fd", "arm.urdf", "--states", "tau.csv", "--out", "again.npz")
    assert result.exit_code == 0 and "not used: qdd" in result.stderr
    with np.load(here / "again.npz") as found:
        np.testing.assert_allclose(
            found["qdd"], QDD, rtol=ILL_CONDITIONED
        )  # through the inverse of M: times its condition


def test_matrices_go_row_by_row(here):
    save_csv(here / "s.csv", names("q"), Q)
    found = columns(run("mass", "arm.urdf", "--states", "s.csv").stdout)
    one = json.loads(run("mass", "arm.urdf", "--q", " ".join(map(repr, Q[3].tolist())), "--json").stdout)["M"]
    for i in range(3):
        for j in range(3):
            assert found[f"M{i + 1}_{j + 1}"][3] == pytest.approx(one[i][j], rel=AGREEMENT)


def test_no_states_give_no_answers(here):
    (here / "s.csv").write_text("q1,q2,q3\n")
    result = run("gravity", "arm.urdf", "--states", "s.csv")
    assert (result.exit_code, result.stdout) == (0, "q1,q2,q3,g1,g2,g3\n")


def test_json_beside_a_file_names_it(here):
    save_csv(here / "s.csv", names("q"), Q)
    result = run("gravity", "arm.urdf", "--states", "s.csv", "--out", "g.csv", "--json")
    assert json.loads(result.stdout)["out"] == "g.csv" and json.loads(result.stdout)["states"] == 5


BAD_CSV = {
    "empty": (b"", "the file is empty"),
    "blank lines": (b"\n\n\n", "the file is empty"),
    "too few": (b"q1,q2,q3\n1,2,3\n1,2\n", "s.csv:3: 2 values"),
    "too many": (b"q1,q2,q3\n1,2,3,4\n", "s.csv:2: 4 values"),
    "text": (b"q1,q2,q3\n1,2,3\n1,two,3\n", "s.csv:3 column 2 ('q2'): 'two'"),
    "hole": (b"q1,q2,q3\n1,,3\n", "s.csv:2 column 2 ('q2')"),
    "nan": (b"q1,q2,q3\n1,nan,3\n", "s.csv:2 column 2 ('q2'): 'nan'"),
    "no header": (b"1,2,3\n", "s.csv:1 column 1: '1'"),
    "semicolons": (b"q1;q2;q3\n1;2;3\n", "separate columns with commas"),
    "part": (b"q1,q3\n1,2\n", "columns are missing: 'q2'"),
    "beyond": (b"q1,q2,q3,q4\n1,2,3,4\n", "column 4: 'q4': robot 'arm' has 3 coordinates"),
    "zeroth": (b"q0,q1,q2\n1,2,3\n", "column 1: 'q0'"),
    "joint": (b"q:elbow,q2,q3\n1,2,3\n", "column 1: 'q:elbow': robot 'arm' has the joints 'shoulder', 'rail', 'wrist'"),
    "twice": (b"q1,q2,q3,q:rail\n1,2,3,4\n", "column 4: 'q:rail'"),
    "no q": (b"qd1,qd2,qd3\n1,2,3\n", "has no q"),
    "binary": (bytes(range(256)), "not UTF-8"),
    "utf-16": ("q1,q2,q3\n".encode("utf-16"), "not UTF-8"),
    "nul": (b"q1,q2,q3\n1,2,\0\n", "s.csv:2: a NUL byte"),
    "quote": (b'q1,q2,q3\n"1,2,3\n', "not comma-separated values"),
    "flood": (b"q1,q2,q3\n1,2," + b"9" * 200_000 + b"\n", "s.csv:2"),
}


@pytest.mark.parametrize("case", BAD_CSV)
def test_bad_csv(here, case):
    data, words = BAD_CSV[case]
    (here / "s.csv").write_bytes(data)
    assert_refused(run("gravity", "arm.urdf", "--states", "s.csv"), "s.csv", words)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["fd"], "must give q and tau; qd is 0 if left out."),
        (["id"], "must give q; qd and qdd are 0 if left out."),
        (["mass"], "must give q."),
    ],
)
def test_what_a_file_must_give(here, command, words):
    name = "q" if command == ["fd"] else "qd"
    save_csv(here / "s.csv", names(name), Q)
    assert_refused(run(*command, "arm.urdf", "--states", "s.csv"), "s.csv", "has no", words)


def test_every_fault_of_a_file_is_named(here):
    (here / "s.csv").write_text("q1,q2,q3\n1,x,3\n1,2\ny,2,3\n")
    assert_refused(run("gravity", "arm.urdf", "--states", "s.csv"), "3 faults", "s.csv:2", "s.csv:3", "s.csv:4")


BAD_NPZ = {
    "shape": ({"q": np.zeros((2, 4))}, "q has shape (2, 4)"),
    "scalar": ({"q": np.float64(1.0)}, "q has shape ()"),
    "complex": ({"q": np.zeros(3, complex)}, "complex128"),
    "text": ({"q": np.array(["1", "2", "3"])}, "str"),
    "unknown": ({"q": np.zeros(3), "qdot": np.zeros(3)}, "'qdot'"),
    "object": ({"q": np.array([None, 1, 2])}, "plain arrays"),
    "batch": ({"q": np.zeros((2, 3)), "qd": np.zeros((4, 3))}, "do not broadcast together"),
    "no q": ({"qd": np.zeros(3)}, "has no q"),
}


@pytest.mark.parametrize("case", BAD_NPZ)
def test_bad_npz(here, case):
    arrays, words = BAD_NPZ[case]
    np.savez(here / "s.npz", **arrays)
    assert_refused(run("id", "arm.urdf", "--states", "s.npz"), words)


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04" + bytes(100)])
def test_npz_that_is_none(here, data):
    (here / "s.npz").write_bytes(data)
    assert_refused(run("id", "arm.urdf", "--states", "s.npz"), "ReadError", "s.npz", "not an .npz file")


def test_a_single_array_or_a_damaged_archive_is_no_npz(here):
    np.save(here / "s.npy", np.zeros(3))
    (here / "s.npy").rename(here / "s.npz")
    assert_refused(run("id", "arm.urdf", "--states", "s.npz"), "not an .npz file")
    np.savez(here / "s.npz", q=np.zeros((50, 3)))
    data = bytearray((here / "s.npz").read_bytes())
    data[200:260] = bytes(60 * [255])
    (here / "s.npz").write_bytes(data)
    assert_refused(run("id", "arm.urdf", "--states", "s.npz"), "not an .npz file")


def test_files_that_cannot_be(here):
    save_csv(here / "s.csv", names("q"), Q)
    ask = ("gravity", "arm.urdf", "--states")
    assert_refused(run(*ask, "none.csv"), "none.csv", "No such file")
    assert_refused(run(*ask, "s.txt"), "s.txt", ".csv, .npz")
    assert_refused(run(*ask, "s.csv", "--out", "x.txt"), "x.txt", ".csv, .npz")
    assert_refused(run(*ask, "s.csv", "--out", "nowhere/x.csv"), "nowhere/x.csv", "folder")
    assert_refused(run(*ask, "s.csv", "--out", "s.csv"), "is also the input")
    (here / "d.csv").mkdir()
    assert_refused(run(*ask, "s.csv", "--out", "d.csv"), "is a folder")
    assert_refused(run(*ask, "s.csv", "--out", "x" * 300 + ".csv"), "WriteError", "cannot be written")
    assert_refused(run(*ask, "d.csv"), "d.csv", "cannot be read")


ROBOT = load("planar2r")


def read_or_refuse(path):
    """Either arrays for two joints, or an error of ours that names the file."""
    try:
        found = state_files.read(path, ROBOT)
    except LinkwiseError as error:
        assert path.name in str(error)
    else:
        assert all(array.shape[-1] == 2 for array in found.values())


PIECES = [
    "q1",
    "q2",
    "q:joint1",
    "qd1",
    "tau2",
    ",",
    ",",
    "\n",
    "\r",
    '"',
    "1",
    "-2.5e3",
    "nan",
    " ",
    "\0",
    "é",
    "M1_1",
    ";",
]


@settings(max_examples=300, deadline=None)
@given(text=st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_is_read_or_refused(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("fuzz") / "s.csv"
    path.write_bytes(text.encode())
    read_or_refuse(path)


@settings(max_examples=300, deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=4),
    cut=st.integers(0, 900),
)
def test_any_damaged_archive_is_read_or_refused(tmp_path_factory, changes, cut):
    path = tmp_path_factory.mktemp("fuzz") / "s.npz"
    np.savez(path, q=np.zeros((3, 2)), qd=np.ones(2))
    data = bytearray(path.read_bytes())
    for at, value in changes:
        data[at % len(data)] = value
    path.write_bytes(data[: len(data) - cut] if cut % 3 == 0 else data)
    with warnings.catch_warnings(action="ignore"):  # NumPy may remark on a header it then refuses
        read_or_refuse(path)
