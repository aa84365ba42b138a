"""`linkwise doctor --self`: sound, degraded and wrong machines, made by hand."""

import json
import os
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise.backends import cache
from linkwise.backends.llvm import target
from linkwise.cli.doctor_self import STATUSES
from linkwise.doctor import InstallationReport, examine_installation
from linkwise.doctor.installation import answers, known_numbers, speed, surroundings
from linkwise.doctor.installation.surroundings import EXTRAS
from linkwise.errors import LinkwiseError
from tests.cli.command_line import assert_refused, run, spawn
from tests.house.test_without_llvmlite import without
from tests.peers.pinocchio import Pinocchio
from tests.tolerances import AGREEMENT

ROOT = Path(__file__).parents[2]
FAST = {"seconds": 0.01, "backends": ["python"]}


@pytest.fixture
def quick(monkeypatch):
    """The command, with one backend and little timing."""
    monkeypatch.setattr("linkwise.cli.doctor.examine_installation", lambda: examine_installation(**FAST))


def test_this_machine(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path))
    report = examine_installation(seconds=0.01, backends=["llvm", "python"])
    assert not report.of("wrong"), str(report)
    parts = ("versions", "extras", "machine", "backends", "cache", "first_answer", "speed")
    assert all(getattr(report, part) for part in parts)
    assert {(each.backend, each.dtype) for each in report.answers} == {
        ("llvm", "float64"),
        ("llvm", "float32"),
        ("python", "float64"),
    }
    assert report.cache["works"] and report.cache["folder"] == str(tmp_path)
    assert report.speed["share"] > 0.0 and report.machine["lanes"]["float64"] in (2, 4, 8)
    assert json.loads(json.dumps(report.data))["verdict"] == report.verdict
    for name, text in report.rows():
        assert name in str(report) and text in str(report)
    assert not list(tmp_path.glob("*.lwpart"))


@pytest.mark.slow
def test_every_backend_on_this_machine():
    report = examine_installation(seconds=0.05)
    assert not report.of("wrong"), str(report)
    assert {each.backend for each in report.answers} == {name for name, why in report.backends.items() if not why}
    assert report.seconds > 0.05, "rates of each backend alone take this long"


# ---- the known answers ----------------------------------------------------------------------------------------------


def test_the_known_numbers_are_pinocchios():
    peer, state = Pinocchio.of_model(linkwise.load("panda").model), known_numbers.PANDA_STATE
    q, qd, qdd, tau = (np.array(state[name]) for name in ("q", "qd", "qdd", "tau"))
    rubbing = 0.003 * qd  # as the file says; Pinocchio has no friction
    for question, theirs in (
        ("inverse_dynamics", peer.inverse_dynamics(q, qd, qdd) + rubbing),
        ("mass_matrix", peer.mass_matrix(q)),
        ("forward_dynamics", peer.forward_dynamics(q, qd, tau - rubbing)),
    ):
        ours = np.array(known_numbers.PANDA[question])
        assert np.abs(ours - theirs).max() <= AGREEMENT * np.abs(theirs).max(), question


@pytest.mark.slow
def test_the_known_numbers_are_those_that_are_written():
    from tests.doctor.known_numbers import text

    written: dict = {}
    exec(text(), written)
    assert all(getattr(known_numbers, name) == value for name, value in written.items() if name.isupper())


def test_a_wrong_answer(monkeypatch, quick):
    case = answers.CASES[0]
    bent = [x * (1 + 1e-9) for x in case.answers["inverse_dynamics"]]
    monkeypatch.setattr(answers, "CASES", (case._replace(answers={"inverse_dynamics": bent}),))
    result = run("doctor", "--self")
    assert result.exit_code == 1
    text = "inverse_dynamics of panda by backend python in float64 is wrong: off by 1.0e-09, allowed are 1.0e-13"
    assert text in result.stdout and "This installation is wrong." in result.stdout


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_an_answer_that_is_no_number(monkeypatch, value):
    case = answers.CASES[0]._replace(answers={"inverse_dynamics": [value] * 7})
    monkeypatch.setattr(answers, "CASES", (case,))
    with np.errstate(all="ignore"):
        assert not answers.answered(["python"])[0].right


def test_a_backend_that_fails(monkeypatch):
    def broken(*_, **__):
        raise OSError("no more memory")

    monkeypatch.setattr(linkwise.Robot, "compile", broken)
    [trouble] = answers.answer_troubles(answers.answered(["python"]))
    assert trouble.kind == "wrong" and "not answered" in trouble.what
    assert trouble.consequence == "OSError: no more memory"


# ---- degraded machines ----------------------------------------------------------------------------------------------


def test_a_cache_that_is_a_file(tmp_path, monkeypatch, quick):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path / "file"))
    result = run("doctor", "--self", "--json")
    assert result.exit_code == STATUSES["degraded"] == 3
    found = json.loads(result.stdout)
    assert found["verdict"] == "degraded" and "is not a folder" in found["cache"]["why_not"]
    [trouble] = [each for each in found["troubles"] if "not kept on disk" in each["what"]]
    assert "every process compiles anew" in trouble["consequence"] and "LINKWISE_CACHE" in trouble["remedy"]


def test_a_cache_that_is_off_is_only_noted(monkeypatch):
    monkeypatch.setenv("LINKWISE_CACHE", "off")
    report = examine_installation(**FAST)
    assert report.cache["off"] and [each.what for each in report.of("note")] == [
        "the cache of compiled code is turned off"
    ]


def test_damaged_entries_are_counted_and_left_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path))
    for k in range(3):
        cache.put(cache.key(str(k)), b"code")
    for file in sorted(tmp_path.iterdir())[:2]:
        file.write_bytes(file.read_bytes()[:-1] + b"X")
    before = set(os.listdir(tmp_path))
    report = examine_installation(**FAST)
    assert (report.cache["entries"], len(report.cache["damaged"])) == (3, 2)
    assert before <= set(os.listdir(tmp_path)) and any("2 of 3 entries" in each.what for each in report.troubles)


def test_without_llvmlite(tmp_path):
    said = without(
        """
        from typer.testing import CliRunner
        from linkwise.cli import app
        import linkwise.cli.doctor as command
        right = command.examine_installation
        command.examine_installation = lambda: right(seconds=0.01, backends=["interpreter"])
        done = CliRunner().invoke(app, ["doctor", "--self"])
        print(done.exit_code, done.stdout, done.exception)
        """,
        tmp_path,
    )
    assert said.startswith("3 ") and "degraded: llvmlite is not installed: the interpreter answers" in said
    assert "To do: pip install llvmlite" in said
    assert "backend interpreter float64 4 of 4 known answers" in " ".join(said.split())


@pytest.mark.slow
def test_no_home_and_an_ascii_terminal(tmp_path):
    (tmp_path / "home").write_text("")
    hidden = ("LINKWISE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA")
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    done = spawn("doctor", "--self", env=clean | {"HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 3 and b"Traceback" not in done.stderr
    assert b"compiled code is not kept on disk" in done.stdout and b"known answers" in done.stdout


def test_a_processor_without_fma(monkeypatch):
    host = target.host()._replace(triple="x86_64-unknown-linux-gnu", features="+sse2,-fma")
    monkeypatch.setattr(target, "host", lambda: host)
    assert any("no fused multiply-add" in each.what for each in surroundings.machine_troubles(surroundings.machine()))
    for found in ({"fused_multiply_add": True}, {}):  # the last: a backend that does not say
        assert not any("fused" in each.what for each in surroundings.machine_troubles(found))


def test_a_slow_machine():
    first, usual = {"total": 0.3}, {"call": 2e-7, "state": 1e-8, "share": 0.5}
    assert list(speed.speed_troubles(first, usual)) == []
    assert list(speed.speed_troubles(first, usual | {"share": None, "call": 1.0})) == [], "the interpreter is slow"
    slow = list(speed.speed_troubles({"total": 60.0}, {"call": 1e-3, "state": 1e-6, "share": 0.01}))
    assert [each.kind for each in slow] == ["degraded"] * 3


def test_old_and_missing_packages(monkeypatch):
    found = surroundings.versions() | {"numpy": "1.26.4", "scipy": None}
    texts = [str(each) for each in surroundings.version_troubles(found)]
    assert any(text.startswith("degraded: numpy is 1.26.4: linkwise needs 2.0 or newer") for text in texts)
    assert any(text.startswith("degraded: scipy is not installed") for text in texts)


@pytest.mark.parametrize("room", ["versions", "extras", "machine", "backends"])
def test_a_part_that_fails_does_not_hide_the_others(monkeypatch, room):
    def broken():
        raise MemoryError("all of it\nis gone")

    monkeypatch.setattr(surroundings, room, broken)
    report = examine_installation(**FAST)
    [trouble] = report.of("wrong")
    assert "could not be examined" in trouble.what and trouble.consequence == "MemoryError: all of it"
    assert report.cache and report.speed and report.answers and "This installation is wrong." in str(report)


# ---- the result and the command -------------------------------------------------------------------------------------


def test_the_keys_that_scripts_rely_on():
    keys = "verdict troubles versions extras machine backends cache first_answer answers speed seconds"
    assert list(InstallationReport().data) == keys.split()


def test_verdicts_and_statuses():
    report = InstallationReport()
    wrong, degraded, note = (surroundings.Trouble(kind, "a", "b", "c") for kind in ("wrong", "degraded", "note"))
    for troubles, verdict in (((), "sound"), ((note,), "sound"), ((degraded, note), "degraded"), ((wrong,), "wrong")):
        assert replace(report, troubles=troubles).verdict == verdict
    assert STATUSES == {"sound": 0, "wrong": 1, "degraded": 3}


def test_statuses_are_documented():
    texts = [run("doctor", "--help").stdout, (ROOT / "docs/doctor.md").read_text(encoding="utf-8")]
    for text in texts:
        after = " ".join(text.split()).partition("--self")[2]
        assert all(f" {status} " in after for status in STATUSES.values())


def test_a_robot_or_the_machine():
    assert_refused(run("doctor"), "name a robot", code=2)
    assert_refused(run("doctor", "panda", "--self"), "takes no robot", code=2)
    assert_refused(run("doctor", "--self", "--against", "panda"), "takes no robot", code=2)


@pytest.mark.parametrize("given", [{"seconds": 0}, {"backends": ["cobol"]}])
def test_bad_calls(given):
    with pytest.raises(LinkwiseError):
        examine_installation(**given)


def test_the_extras_are_those_of_the_package():
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert sorted(EXTRAS) == sorted(name for name in written if name != "test")
    for name, (packages, _) in EXTRAS.items():
        for text in written[name]:
            assert text.partition(">")[0].partition("[")[0] in packages


def test_in_a_notebook():
    table = InstallationReport(versions={"python": "<3>"})._repr_html_()
    assert "&lt;3&gt;" in table and "sound" in table
