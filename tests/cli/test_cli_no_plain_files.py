"""Pipes, devices and folders where a file is meant: refused at once, for reading and for writing."""

import os
import stat
import subprocess

import numpy as np
import pytest

from linkwise.cli import states_npz
from tests.cli.command_line import ARM, assert_refused, run, spawn

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices with names are POSIX")

AT_ONCE = 30
"""Seconds after which a process is taken to hang: it starts in about one."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(ARM)
    return tmp_path


def pipe(path):
    os.mkfifo(path)


def endless(path):
    path.symlink_to("/dev/zero")


def folder(path):
    path.mkdir()


def in_time(*arguments):
    """Run a command where it could hang, and hold it to the rules of a refusal."""
    done = spawn(*arguments, timeout=AT_ONCE, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (1, b""), done.stderr
    assert b"Traceback" not in done.stderr
    return done.stderr.decode()


@pytest.mark.parametrize("name", ["s.csv", "s.npz"])
@pytest.mark.parametrize("make", [pipe, endless, folder])
def test_states_from_what_is_no_file(here, name, make):
    make(here / name)
    said = in_time("gravity", "arm.urdf", "--states", name)
    assert said.startswith("ReadError: ") and name in said and "not a file" in said


@pytest.mark.parametrize(
    "command",
    [
        ("convert", "arm.urdf", "out.toml"),
        ("convert", "arm.urdf", "out.urdf", "--force"),
        ("gravity", "arm.urdf", "--q", "0 0 0", "--out", "out.csv"),
        ("gravity", "arm.urdf", "--q", "0 0 0", "--out", "out.npz"),
        ("demo", "--out", "out.png"),
    ],
    ids=" ".join,
)
def test_answers_to_what_is_no_file(here, command):
    name = next(word for word in command if word.startswith("out."))
    pipe(here / name)
    assert name in in_time(*command)
    assert stat.S_ISFIFO((here / name).stat().st_mode)
    (here / name).unlink()
    endless(here / name)
    assert_refused(run(*command), "WriteError", name, "pipe or device")
    (here / name).unlink()
    folder(here / name)
    assert_refused(run(*command), "WriteError", name, "is a folder")


def test_a_file_too_large_is_refused_unread(here):
    with open(here / "s.csv", "wb") as file:
        file.truncate(2**40)  # a hole: no disk is used
    assert_refused(run("gravity", "arm.urdf", "--states", "s.csv"), "s.csv", f"{2**40} bytes")


def test_an_archive_that_grows_when_unpacked_is_refused(here, monkeypatch):
    monkeypatch.setattr(states_npz, "MOST", 100_000)
    np.savez_compressed(here / "s.npz", q=np.zeros((10_000, 3)))
    assert (here / "s.npz").stat().st_size < 10_000
    assert_refused(run("gravity", "arm.urdf", "--states", "s.npz"), "s.npz", "when unpacked, more than the 100000")


@pytest.mark.parametrize("axes", [31, 40, 64])
def test_more_axes_than_answers_can_have(here, axes):
    """NumPy's own limit is 32 axes, 64 since version 2."""
    if axes > 32 and int(np.__version__.partition(".")[0]) < 2:
        pytest.skip("this NumPy has no such arrays")
    np.savez(here / "s.npz", q=np.zeros((1,) * (axes - 1) + (3,)))
    assert_refused(run("mass", "arm.urdf", "--states", "s.npz"), "s.npz", f"q has {axes} axes")
