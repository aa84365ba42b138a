"""Whatever linkwise prints for people can be printed: on Windows' cp1252, and on a terminal with nothing but ASCII."""

import io
import json
import os
import subprocess
import sys
from time import sleep

import pytest

from linkwise.calls.progress import progress_bar
from linkwise.doctor import CHECKS
from linkwise.plain_text import SPELLED, encodable
from linkwise.verify import LAWS
from tests.golden.command_line import WITH_JSON, write_log

NARROW = ["cp1252", pytest.param("ascii", marks=pytest.mark.slow)]

COMMANDS = """
import json, sys
from linkwise.cli import app
for words in json.loads(sys.argv[1]):
    print("----", *words)
    app(words, standalone_mode=False)
"""


def process(encoding, *arguments, cwd=None):
    """What a process prints on stdout, an error of its own excluded."""
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    environment["PYTHONPATH"] = os.pathsep.join([os.getcwd(), *sys.path])
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, timeout=300, check=False, env=environment, cwd=cwd)
    assert done.returncode == 0, done.stderr.decode(encoding, "replace")
    return done.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", NARROW)
def test_every_result_can_be_printed(encoding):
    text = process(encoding, "-m", "tests.house.printed_results")
    assert "tau = M qdd + bias + friction" in text, "the formulas are spelled out"
    assert "holds           gravity                g = dU/dq" in text
    assert "\\u0440" in text, "names keep every letter, escaped"


def test_a_terminal_with_greek_gets_greek():
    text = process("utf-8", "-c", "import linkwise; print(linkwise.load('pendulum').verify(states=1))")
    assert "τ = M q̈ + bias + friction" in text


QUICK = ("show", "base", "verify", "doctor", "formulas")
"""Commands that are quick, with results of every form."""


@pytest.mark.parametrize(
    ("encoding", "names"),
    [("cp1252", QUICK), pytest.param("ascii", tuple(WITH_JSON), marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_every_command_can_print(encoding, names, tmp_path):
    write_log(tmp_path / "log.csv")
    words = [[name, *(word.replace("FOLDER", str(tmp_path)) for word in WITH_JSON[name])] for name in names]
    text = process(encoding, "-c", COMMANDS, json.dumps(words), cwd=tmp_path)
    assert all(f"---- {name}" in text for name in names) and "\\u03c4" not in text


def test_spellings_are_ascii_and_complete():
    """Every character in a text of ours that may reach a terminal has a spelling; only letters of names are escaped."""
    letters = {c for law in LAWS for c in law.formula + law.bound.reason if not c.isascii()}
    letters |= {c for check in CHECKS for c in check.expected + check.hint if not c.isascii()}
    spelled = {c: c.encode("ascii", SPELLED).decode() for c in letters}
    assert letters and not [c for c, spelling in spelled.items() if "\\" in spelling]
    assert "é".encode("ascii", SPELLED) == b"\\xe9"


@pytest.mark.parametrize("stream", [None, io.StringIO(), object()])
def test_a_stdout_that_says_nothing_of_its_encoding(monkeypatch, stream):
    monkeypatch.setattr(sys, "stdout", stream)
    assert encodable("τ") == "τ"


def test_an_encoding_that_python_does_not_know(monkeypatch):
    class Stream:
        encoding = "no such encoding"

    monkeypatch.setattr(sys, "stdout", Stream())
    assert encodable("τ") == "τ"


# ---- progress -------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("delay", "drawn"), [(0.0, True), (0.01, True), (60.0, False)])
def test_a_progress_bar_is_drawn_after_a_while(monkeypatch, delay, drawn):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar(True, 22, "laws", delay=delay) as advance:
        advance(3)
        sleep(0.3 if drawn else 0.0)
    assert ("3 of 22 laws" in sys.stderr.getvalue()) == drawn
