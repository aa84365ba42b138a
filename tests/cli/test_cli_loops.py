"""Robots with closed loops on the command line: simulated as they are, refused where loops would be ignored."""

import numpy as np
import pytest

import linkwise
from tests.cli.command_line import answer, assert_refused, run
from tests.tolerances import LONG_RUN, STRICT_RUN


def test_simulate():
    closed = linkwise.load("fourbar").closed()
    told = answer("simulate", "fourbar", "--time", 0.3)
    q = np.array(told["last"]["q"])
    assert np.abs(closed.closure_error(q)).max() < STRICT_RUN
    same = closed.simulate(closed.close(np.zeros(3)), t=0.3)
    assert np.abs(same.q[-1] - q).max() < LONG_RUN


def test_hold_and_torques_of_motors():
    held = answer("simulate", "fivebar", "--hold", "--time", 0.2)
    assert np.abs(np.array(held["last"]["qd"])).max() < LONG_RUN
    assert run("simulate", "fivebar", "--tau", "0.1 0", "--time", 0.1).exit_code == 0
    assert_refused(run("simulate", "fivebar", "--tau", "0 0 0 0"), "2 numbers")


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "fourbar", "--pd", "10,1"],
        ["verify", "fourbar"],
        ["formulas", "fourbar"],
        ["count", "fourbar"],
        ["compare", "fivebar"],
        ["mass", "fourbar", "--q", "0 0 0"],
        ["linearize", "fourbar", "--q", "0 0 0"],
        ["base", "fourbar"],
        ["approximate", "fourbar"],
    ],
    ids=lambda words: words[0],
)
def test_refused(command):
    assert_refused(run(*command), "closed loops")
