"""What reaches stdout and stderr of a process, and its exit status."""

import json
import os
import subprocess
import sys
from importlib.metadata import version

import pytest

from linkwise.readers import catalog
from tests.cli.command_line import ARM, run, spawn
from tests.tolerances import FEW_ROUNDINGS


def test_result_and_remarks_are_apart():
    done = spawn("gravity", "planar2r", "--q", "0 0", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["g"][1] == pytest.approx(2.1 * 0.9 * 9.81, rel=FEW_ROUNDINGS)
    assert b"gravity_forces at 1 state" in done.stderr


def test_exit_statuses():
    refused = spawn("show", "no_such_robot")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr.startswith(b"UnknownName: ") and b"Traceback" not in refused.stderr
    misunderstood = spawn("shew")
    assert (misunderstood.returncode, misunderstood.stdout) == (2, b"")
    assert spawn("--version").stdout.decode().strip() == f"linkwise {version('linkwise')}"


def test_alone_it_prints_its_help():
    alone = run()
    assert alone.exit_code == 0
    for command in ("show", "convert", "id", "fd", "mass", "gravity", "demo"):
        assert f"  {command} " in alone.stdout
        assert run(command, "--help").exit_code == 0
    assert 'Joint velocities, one per joint, such as "0.1 -0.5". [default: 0]' in " ".join(
        run("id", "--help").stdout.split()
    )


def test_the_help_names_all_robots_and_cuts_no_sentence():
    text = " ".join(run().stdout.split())
    assert f"({', '.join(catalog.names())})" in text
    commands = run().stdout.partition("Commands:\n")[2].splitlines()
    assert len(commands) > 15 and all(line.endswith(".") and not line.endswith("...") for line in commands)


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONUTF8": "0", "LC_ALL": "POSIX"},
        *(
            pytest.param(e, marks=pytest.mark.slow)
            for e in ({"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}, {"LANG": "C"})
        ),
    ],
)
def test_narrow_encodings(tmp_path, environment):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM.replace('"wrist"', '"ручка τ"'), encoding="utf-8")
    settled = ("LC_", "LANG", "PYTHONIOENCODING", "PYTHONUTF8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(settled)}
    for arguments in (("show", path), ("id", path, "--q", "0 0"), ("demo", "--out", tmp_path / "τ.png"), ("--help",)):
        done = spawn(*arguments, env=clean | environment)
        assert b"Traceback" not in done.stderr and b"UnicodeEncodeError" not in done.stderr
        assert done.returncode == (1 if arguments[0] == "id" else 0), done.stderr
    assert b"wrist" not in spawn("show", path, env=clean | environment).stdout


def test_no_colours_in_a_pipe():
    done = spawn("show", "panda", env=os.environ | {"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert b"\x1b" not in done.stdout and b"\x1b" not in done.stderr


def test_control_characters_of_the_command_line_are_not_echoed():
    done = spawn("show", "a\x1b[31mb")
    assert done.returncode == 1 and b"\x1b" not in done.stderr and b"\\x1b" in done.stderr


# Where Python keeps output until the end, writing fails late: so it is by default.
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


@pytest.mark.skipif(os.name != "posix", reason="pipes that break are POSIX")
@pytest.mark.parametrize("arguments", [("show", "panda"), ("show", "panda", "--json"), ("--help",)])
def test_a_reader_that_leaves_is_no_news(arguments):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "linkwise", *arguments]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, timeout=120, check=False, env=BUFFERED)
    os.close(write)
    assert done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_full_disk_is_an_error_without_traceback(form):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "linkwise", "show", "panda", *form]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=120, check=False, env=BUFFERED)
    assert done.returncode == 1
    assert b"No space left" in done.stderr and b"Traceback" not in done.stderr and b"ignored" not in done.stderr


def test_an_interrupt_is_quiet(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("linkwise.cli.show.load", interrupted)
    result = run("show", "panda")
    assert result.exit_code != 0 and "Traceback" not in result.output


def test_a_mistake_of_ours_is_not_hidden(monkeypatch):
    """Only the library's own errors become messages: anything else keeps its traceback."""

    def broken(*_, **__):
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("linkwise.cli.show.load", broken)
    assert isinstance(run("show", "panda").exception, ZeroDivisionError)


def test_heavy_packages_wait_until_they_are_needed():
    heavy = ["matplotlib", "mujoco", "scipy", "sympy", "example_robot_data", "xacro"]
    code = f"import sys, linkwise.cli; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=120, check=True)
    assert done.stdout.split() == []
