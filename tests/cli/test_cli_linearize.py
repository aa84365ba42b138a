"""`linkwise linearize`: a model in tables, as JSON, in files."""

import json

import numpy as np
import pytest

import linkwise
from linkwise.linearize import lqr
from tests.cli.command_line import ARM, answer, assert_refused, run
from tests.tolerances import AGREEMENT, NINE_DIGITS

AT = ("--q", "0.1 0.5")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(ARM)
    return tmp_path


def test_json_is_the_library():
    model = linkwise.load("planar2r").linearize([0.1, 0.5], [1.0, -2.0], tau=[3.0, 4.0])
    found = answer(
        "linearize", "planar2r", *AT, "--qd", "1 -2", "--tau", "3 4", "--lqr", "--Q", "1 2 3 4", "--R", "0.5"
    )
    for name in ("D", "V", "P", "A", "B", "tau"):
        assert np.abs(np.array(found[name]) - getattr(model, name)).max() < AGREEMENT, name
    assert np.abs(found["K"] - lqr(model, [1, 2, 3, 4], 0.5).K).max() < NINE_DIGITS
    assert found["states"] == list(model.states) and found["step"] is None
    poles = np.array(found["poles"])
    assert poles.shape == (4, 2) and (poles[:, 0] < 0).all() and (np.diff(poles[:, 0]) <= 0).all()


def test_sampled_and_cartesian():
    model = linkwise.load("planar2r").linearize([0.1, 0.5]).cartesian("zyx", rows=["x", "y"]).discrete(0.01, "tustin")
    options = ("--cartesian", "zyx", "--rows", "x y", "--discrete", 0.01, "--method", "tustin")
    found = answer("linearize", "planar2r", *AT, *options)
    assert np.abs(found["A"] - model.A).max() < AGREEMENT and np.abs(found["B"] - model.B).max() < AGREEMENT
    assert found["states"] == ["x", "y", "d:x", "d:y"] and found["step"] == 0.01


def test_tables(here):
    said = run("linearize", "arm.urdf", "--q", "0.1 0.2 0.3", "--lqr").stdout
    for word in ("tau:shoulder", "q:rail", "qd:wrist", "Eigenvalues", "Poles"):
        assert word in said


@pytest.mark.parametrize("name", ["model.npz", "model.json"])
def test_files(here, name):
    result = run("linearize", "planar2r", *AT, "--discrete", 0.01, "--out", name)
    assert result.exit_code == 0 and result.stdout == "" and name in result.stderr
    found = np.load(here / name) if name.endswith("npz") else json.loads((here / name).read_text())
    expected = linkwise.load("planar2r").linearize([0.1, 0.5]).discrete(0.01)
    assert np.abs(np.array(found["A"]) - expected.A).max() < AGREEMENT and float(found["step"]) == 0.01
    assert answer("linearize", "planar2r", *AT, "--out", name) == {"robot": "planar2r", "out": name}


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ((), 2, ["--q"]),
        (("--qd", "1 1"), 2, ["--q"]),
        ((*AT, "--discrete", "1e9"), 1, ["too long"]),
        (("--q", "0.1"), 1, ["2 numbers"]),
        ((*AT, "--qdd", "0 0", "--tau", "0 0"), 2, ["--tau"]),
        ((*AT, "--rows", "x y"), 2, ["--rows", "--cartesian"]),
        ((*AT, "--frame", "tip"), 2, ["--frame", "--cartesian"]),
        ((*AT, "--method", "euler"), 2, ["--method", "--discrete"]),
        ((*AT, "--Q", "1"), 2, ["--Q", "--lqr"]),
        ((*AT, "--lqr", "--Q", "one"), 1, ["--Q"]),
        ((*AT, "--lqr", "--R", "0"), 1, ["R has the eigenvalue"]),
        ((*AT, "--discrete", "0"), 1, ["above 0"]),
        ((*AT, "--discrete", "0.1", "--method", "rk"), 1, ["exact"]),
        ((*AT, "--cartesian", "zyx"), 1, ["6 coordinates"]),
        ((*AT, "--cartesian", "abc"), 1, ["geometric"]),
        (("--q", "0.1 0", "--cartesian", "zyx", "--rows", "x y"), 1, ["smallest singular value"]),
        ((*AT, "--out", "model.txt"), 1, [".npz"]),
        ((*AT, "--out", "nowhere/model.npz"), 1, ["folder"]),
        (("--q", "0.1 nan"), 1, ["nan"]),
    ],
)
def test_refused(here, options, code, words):
    assert_refused(run("linearize", "planar2r", *options), *words, code=code)


def test_rows_by_the_name_of_a_task():
    """A wrist of three joints: its orientation is a task, too."""
    options = ("--q", "0.3 0.5 0.7", "--cartesian", "zyx", "--rows")
    said = run("linearize", "planar3r", *options, "orientation").stderr
    assert "Jacobian of angle1, angle2, angle3" in said  # all turn about z


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
@pytest.mark.parametrize("more", [(), ("--lqr",), ("--discrete", 0.01, "--lqr")])
def test_pictures(here, kind, more):
    result = run("linearize", "planar2r", *AT, "--plot", f"poles.{kind}", *more)
    assert result.exit_code == 0 and (here / f"poles.{kind}").stat().st_size > 1000 and "poles" in result.stderr
    assert "Eigenvalues" in result.stdout
    assert_refused(run("linearize", "planar2r", *AT, "--plot", "poles.txt"), ".png")


def test_a_frame_off_the_tip():
    at = ["0.1", "-0.9", "0.7", "0.4", "0.8", "0.2"]
    asked = ("linearize", "ur5", "--q", " ".join(at), "--cartesian", "zyx")
    model = linkwise.load("ur5").linearize([float(x) for x in at])
    found, tip = answer(*asked, "--frame", "wrist_3_link"), answer(*asked)
    expected = model.cartesian("zyx", frame="wrist_3_link").P
    assert np.abs(found["P"] - expected).max() < AGREEMENT * np.abs(expected).max()
    assert np.abs(np.array(tip["P"]) - expected).max() > 1e-3 * np.abs(expected).max()
