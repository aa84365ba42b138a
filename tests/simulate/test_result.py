"""What a run can be asked for, and the files it can be kept in."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.errors import BadArray, LinkwiseError, ReadError, WriteError
from linkwise.model import Friction, Limits
from linkwise.simulate import read
from tests.tolerances import COARSE_RUN, DEFAULT_RUN, FEW_ROUNDINGS, LONG_RUN, ONE_ROUNDING, ROUGH_RUN

from .test_companions import Distance


@pytest.fixture(scope="module")
def run():
    arm = linkwise.load("planar2r").with_friction(Friction(0.1, 2.0))
    first, *others = arm.model.bodies
    weak = replace(first, joint=replace(first.joint, limits=Limits(effort=0.9)))
    arm = Robot(replace(arm.model, bodies=(weak, *others)))
    return arm.simulate(
        [0.5, 0.2], tau=[1.0, 0.5], t=1.5, companions={"way": Distance()}, events="limits", saturate=True
    )


@pytest.mark.parametrize("kind", ["npz", "csv", "parquet"])
def test_files_keep_everything(run, kind, tmp_path):
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'linkwise[frames]'")
    path = tmp_path / f"run.{kind}"
    run.save(path)
    again = read(path, run.robot)
    for name in ("t", "q", "qd", "qdd", "tau", "saturated"):
        np.testing.assert_array_equal(getattr(again, name), getattr(run, name))
    np.testing.assert_array_equal(again.companions["way"], run.companions["way"])
    assert run.saturated[:, 0].all() and not run.saturated[:, 1].any()
    assert len(run.events) > 0 and [(e.t, e.name) for e in again.events] == [(e.t, e.name) for e in run.events]
    assert (again.status, again.message, again.method) == (run.status, run.message, run.method)
    assert again.drift == run.drift and again.joint_names == run.joint_names
    np.testing.assert_array_equal(again.path(), run.path())
    with pytest.raises(LinkwiseError, match="has no robot"):
        read(path).path()


def test_a_table_is_read_by_others(run, tmp_path):
    polars = pytest.importorskip("polars", reason="polars is not installed: pip install 'linkwise[frames]'")
    run.save(tmp_path / "run.csv")
    frame = polars.read_csv(tmp_path / "run.csv", comment_prefix="#")
    np.testing.assert_array_equal(frame["q:joint2"].to_numpy(), run.q[:, 1])
    table = np.genfromtxt(tmp_path / "run.csv", delimiter=",", skip_header=2)
    np.testing.assert_array_equal(table[:, 0], run.t)


def test_files_that_cannot_be(run, tmp_path):
    with pytest.raises(WriteError, match="cannot hold a run"):
        run.save(tmp_path / "run.txt")
    with pytest.raises(WriteError, match="cannot be written"):
        run.save(tmp_path / "nowhere" / "run.npz")
    for wrong in (run.save, read):
        with pytest.raises(WriteError, match="not the path of a run"):
            wrong(3)
    for name, data in (("a.npz", b"junk"), ("a.csv", b"1,2,3\n"), ("b.csv", b""), ("a.txt", b"")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ReadError):
            read(tmp_path / name)
    run.save(tmp_path / "good.npz")
    run.save(tmp_path / "good.csv")
    packed, text = (tmp_path / "good.npz").read_bytes(), (tmp_path / "good.csv").read_text(encoding="utf-8")
    told, header, rows = text.split("\n", 2)
    for name, data in (
        ("empty.npz", b""),
        ("half.npz", packed[: len(packed) // 2]),
        ("hole.npz", packed[:300] + bytes(50) + packed[350:]),
        ("half.csv", text[: len(text) // 2].encode()),
        ("untold.csv", f"{header}\n{rows}".encode()),
        ("rowless.csv", f"{told}\n{header}\n".encode()),
        ("deep.csv", b"# " + b"[" * 100_000),
        ("status.csv", text.replace('"finished"', '"done"').encode()),
        ("inputs.csv", text.replace('"inputs": 2', '"inputs": 3').encode()),
        ("along.csv", text.replace('"along": {', '"along": {"more": 2, ').encode()),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ReadError, match="not a run saved by linkwise"):
            read(tmp_path / name)
    with pytest.raises(BadArray, match="joints of the run are 'joint1', 'joint2'"):
        read(tmp_path / "good.csv", linkwise.load("pendulum"))
    np.savez(tmp_path / "other.npz", q=np.zeros(3))
    with pytest.raises(ReadError, match="not a run saved by linkwise"):
        read(tmp_path / "other.npz")


def test_a_frame_s_path(run):
    tip = run.path("tip")
    k = len(run.t) // 2
    np.testing.assert_allclose(tip[k], run.robot.forward_kinematics(run.q[k], "tip")[:3, 3], rtol=FEW_ROUNDINGS)
    assert tip.shape == (len(run.t), 3)


def test_power_and_work(run):
    t = run.t
    power = run.power.sum(axis=1)
    assert np.trapezoid(power, t) == pytest.approx(run.energies.work_of_tau[-1], rel=2e-2)


def test_between_the_rows(run):
    middle = 0.5 * (run.t[3] + run.t[4])
    at = run.at(middle)
    again = run.robot.simulate([0.5, 0.2], tau=[1.0, 0.5], t=np.array([0.0, middle, 1.5]), saturate=True)
    np.testing.assert_allclose(at.q, again.q[1], atol=DEFAULT_RUN)
    np.testing.assert_allclose(at.qd, again.qd[1], atol=DEFAULT_RUN)
    for wrong in (2.0, np.nan):
        with pytest.raises(BadArray, match="Times from"):
            run.at(wrong)
    with pytest.raises(BadArray, match="t is an array of str"):
        run.at("noon")
    assert run.at(np.zeros((3, 2))).q.shape == (3, 2, 2)


def test_data_frames(run):
    polars = pytest.importorskip("polars", reason="polars is not installed: pip install 'linkwise[frames]'")
    pytest.importorskip("xarray", reason="xarray is not installed: pip install 'linkwise[frames]'")
    frame = run.to_polars()
    assert isinstance(frame, polars.DataFrame) and frame.height == len(run.t)
    np.testing.assert_array_equal(frame["qd:joint2"].to_numpy(), run.qd[:, 1])
    data = run.to_xarray()
    assert data.sizes["time"] == len(run.t) and list(data["joint"].values) == ["joint1", "joint2"]
    np.testing.assert_array_equal(data["tau"].sel(input="joint1").values, run.tau[:, 0])


def test_missing_packages_are_named(run, monkeypatch):
    import sys

    for name in ("polars", "xarray", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    for call in (run.to_polars, run.to_xarray, lambda: run.save("run.parquet")):
        with pytest.raises(linkwise.errors.MissingExtra, match=r"linkwise\[frames\]"):
            call()


def test_pictures(run, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'linkwise[plot]'")
    run.plot(tmp_path / "run.png")
    assert (tmp_path / "run.png").stat().st_size > 10_000
    with pytest.raises(WriteError):
        run.plot(tmp_path / "run.gif3")


def test_runs_travel(run):
    import pickle

    plain = linkwise.load("pendulum").simulate([1.0], t=1.0)
    again = pickle.loads(pickle.dumps(plain))
    np.testing.assert_array_equal(again.at(0.3).q, plain.at(0.3).q)
    assert repr(again) == repr(plain)


def test_output_times_and_spans():
    arm = linkwise.load("planar2r")
    t = np.array([1.0, 1.05, 1.333, 2.0])
    for given in ({}, {"method": "rk4", "step": 0.01}, {"method": "gauss_legendre_4", "step": 0.01}):
        run = arm.simulate([0.5, 0.2], t=t, **given)
        np.testing.assert_array_equal(run.t, t)
        span = arm.simulate([0.5, 0.2], t=(1.0, 2.0), **given)
        assert span.t[0] == 1.0 and span.t[-1] == 2.0
        np.testing.assert_allclose(span.at(1.333).q, run.q[2], atol=LONG_RUN)
    rows = arm.simulate([0.5, 0.2], t=0.105, method="rk4", step=0.01)
    assert len(rows.t) == 12 and rows.t[-1] == 0.105 and rows.t[-2] == pytest.approx(0.1)


@pytest.mark.parametrize(("what", "pictures"), [("motion", 4), ("power", 3), ("phase", 6), ("path", 3)])
def test_every_picture_can_be_drawn(tmp_path, what, pictures):
    robot = linkwise.load("puma560")
    wrench = {robot.frames[-1]: [0.0, 0.0, 0.0, 1.0, 2.0, 3.0]}
    run = robot.simulate([0.1] * 6, [0.5] * 6, tau=[1.0] * 6, wrenches=wrench, t=0.3)
    figure = run.plot(tmp_path / "run.png", what)
    assert len(figure.axes) == pictures and (tmp_path / "run.png").stat().st_size > 5000
    if what == "power":
        motors = figure.axes[0].lines[0].get_ydata()
        np.testing.assert_allclose(motors, (run.tau * run.qd).sum(axis=1))
        assert [line.get_label() for line in figure.axes[0].lines] == ["motors", "wrenches", "friction"]


def test_pictures_that_are_none():
    run = linkwise.load("pendulum").simulate([1.0], t=0.1)
    for given in ({"what": "movie"}, {"frame": "link1"}, {"what": "path", "frame": "nowhere"}):
        with pytest.raises(LinkwiseError):
            run.plot(**given)


@pytest.mark.parametrize("kind", ["npz", "csv", "parquet"])
def test_files_keep_sensitivities(kind, tmp_path):
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'linkwise[frames]'")
    run = linkwise.load("planar2r").simulate([0.1, 0.2], t=0.2, sensitivities=["M2", "payload.mass", "ZZ1"])
    run.save(tmp_path / f"run.{kind}")
    again = read(tmp_path / f"run.{kind}").sensitivities
    assert run.sensitivities.q.any()
    np.testing.assert_array_equal(again.q, run.sensitivities.q)
    np.testing.assert_array_equal(again.qd, run.sensitivities.qd)


@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_accelerations_between_the_rows(method):
    """Those of the equations at the states there."""
    arm = linkwise.load("ur5")
    run = arm.simulate([0.1] * 6, t=1.0, method=method)
    at = run.at(np.linspace(0.0, 1.0, 301))
    true = arm.forward_dynamics(at.q, at.qd, np.zeros_like(at.q))
    assert np.abs(at.qdd - true).max() < ROUGH_RUN * np.abs(true).max()


def test_drift_of_what_is_held_and_of_what_blew_up():
    arm, q0 = linkwise.load("panda"), [0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8]
    held = arm.simulate(q0, tau=arm.gravity_forces(q0), t=0.5)
    assert held.drift == 0.0 and held.message == ""
    broken = arm.simulate(q0, t=100.0, method="euler", step=0.2)
    assert broken.status == "not finite" and not broken.drift < np.inf


@pytest.mark.parametrize("method", ["DOP853", "rk4", "gauss_legendre_4"])
def test_a_function_that_fills_one_array_again(method):
    arm, kept = linkwise.load("planar2r"), np.zeros(2)

    def again(t, q, qd):
        kept[:] = np.sin(5.0 * t), 0.0
        return kept

    run = arm.simulate([0.1, 0.2], tau=again, t=np.linspace(0.0, 0.5, 6), method=method, **STEP[method])
    np.testing.assert_allclose(run.tau[:, 0], np.sin(5.0 * run.t), atol=ONE_ROUNDING)


STEP = {"DOP853": {}, "rk4": {"step": 0.01}, "gauss_legendre_4": {"step": 0.01}}


def test_pictures_are_curves():
    """DOP853 makes few steps; the curves are drawn through the states between."""
    run = linkwise.load("pendulum").simulate([2.0], t=4.0)
    phase = run.plot(what="phase").axes[0].lines[0].get_xydata()
    assert len(run.t) < 60 and len(phase) > 900
    energy = phase[:, 1] ** 2 / 6.0 - 0.5 * 9.81 * np.cos(phase[:, 0])
    assert np.ptp(energy) < COARSE_RUN
    path = run.plot(what="path").axes[0].lines[0].get_xydata()
    assert len(path) > 900
