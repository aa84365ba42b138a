"""What is shown while something is compiled."""

import io
import sys
import time

import linkwise
from linkwise.calls import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_compiling_that_takes_long_is_shown(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.compiling_shown("the mass matrix"):
        end = time.monotonic() + 20.0
        while "the mass matrix" not in screen.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
    assert "compiling the mass matrix" in screen.getvalue()


def test_short_compiling_and_other_streams_stay_silent(monkeypatch, capsys):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert linkwise.load("pendulum").compile("mass_matrix")([0.0]).shape == (1, 1)
    assert screen.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.compiling_shown("nothing"):
        time.sleep(0.05)
    assert sys.stderr.getvalue() == ""
