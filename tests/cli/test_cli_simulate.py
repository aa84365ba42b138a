"""`linkwise simulate`: the state at the end, the energy balance, files, and what is refused."""

import json

import numpy as np
import pytest

import linkwise
from linkwise.simulate import read
from tests.cli.command_line import answer, assert_refused, run
from tests.tolerances import EVENT_FOUND, FIRST_ORDER_RUN

MOVES = 0.05
"""Less than this, in rad or m, is hardly a motion to look at."""


def test_the_end_and_the_balance_are_printed():
    result = run("simulate", "pendulum", "--q0", 1.0, "--time", 2)
    assert result.exit_code == 0
    last = linkwise.load("pendulum").simulate([1.0], t=2.0)
    assert f" {last.q[-1, 0]:.6g} " in result.stdout and "finished at t = 2 s" in result.stdout
    assert "energy balance within" in result.stdout


def test_json_and_files(tmp_path):
    found = answer(
        "simulate",
        "planar2r",
        "--q0",
        "0.1 0.2",
        "--tau",
        "1 0",
        "--time",
        0.5,
        "--method",
        "rk4",
        "--step",
        0.01,
        "--out",
        tmp_path / "run.npz",
        "--plot",
        tmp_path / "run.png",
    )
    again = read(tmp_path / "run.npz")
    assert found["status"] == "finished" and found["rows"] == 51 and found["last"]["q"] == again.q[-1].tolist()
    assert found["drift"] == again.drift and (tmp_path / "run.png").stat().st_size > 10_000


def test_holding_and_going_somewhere():
    held = answer("simulate", "planar2r", "--q0", "0.1 0.2", "--hold", "--time", 1)
    np.testing.assert_allclose(held["last"]["q"], [0.1, 0.2], atol=EVENT_FOUND)
    moved = answer("simulate", "planar2r", "--pd", "400,80", "--to", "0.5 -0.3", "--time", 5)
    np.testing.assert_allclose(moved["last"]["q"], [0.5, -0.3], atol=FIRST_ORDER_RUN)


@pytest.mark.parametrize("name", ["panda", "ur5", "planar2r"])
def test_a_controller_goes_somewhere_by_itself(name):
    """Every joint moves, within its limits of position and torque, and arrives."""
    arm = linkwise.load(name)
    result = run("simulate", name, "--pd", "100,20", "--time", 4, "--json")
    found = json.loads(result.stdout)
    q0, to = np.array(found["q0"]), np.array(found["to"])
    assert result.stderr.startswith("from: ") == bool(q0.any()) and "to: " in result.stderr
    assert (np.abs(to - q0) >= MOVES).all()
    for q in (q0, to):
        assert (arm.limits.lower < q).all() and (q < arm.limits.upper).all()
    np.testing.assert_allclose(found["last"]["q"], to, atol=FIRST_ORDER_RUN)
    first = arm.inverse_dynamics(q0, 0 * q0, arm.forward_dynamics(q0, 0 * q0, 100 * (to - q0) + arm.gravity_forces(q0)))
    assert (np.abs(first) < arm.limits.effort).all()


def test_torques_beyond_their_limits_are_named():
    result = run("simulate", "ur5", "--pd", "100,20", "--to", "0 0 0 1 0 0", "--time", 0.1)
    assert "beyond its torque limit: wrist_1_joint; --saturate" in result.stderr
    assert "beyond" not in run("simulate", "ur5", "--pd", "100,20", "--time", 0.1).stderr


def test_what_does_not_move_is_printed_as_0():
    """A stiff controller trembles by 1e-9: that is the integrator, and not a motion."""
    at = "0 0 0 -1.5 0 1.8 0"
    options = ("simulate", "panda", "--pd", "100,20", "--q0", at, "--to", at, "--time", 0.1)
    rows = [line.split() for line in run(*options).stdout.splitlines() if line.startswith("panda_joint")]
    assert [row[1:4] for row in rows] == [[x] * 3 for x in at.split()] and all(row[4] == "0" for row in rows)
    full = [line.split() for line in run(*options, "--digits", 17).stdout.splitlines() if line.startswith("panda_j")]
    assert any(row[4] != "0" for row in full)


def test_stops(tmp_path):
    found = answer("simulate", "panda", "--q0", "0 -0.3 0 -2.2 0 2 0.8", "--stops", "stop", "--time", 5)
    assert found["status"] == "stopped" and found["events"][0]["name"].startswith("stop of panda_joint")


def test_bounds():
    result = run("simulate", "pendulum", "--q0", 1.0, "--time", 5, "--max-steps", 3, "--max-wall", 100, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1 and found["status"] == "unfinished" and "max_steps = 3" in found["message"]
    assert 0.0 < found["last"]["t"] < 5.0


def test_a_run_that_ends_in_no_numbers_is_the_exit_status():
    result = run(
        "simulate", "panda", "--q0", "0 1 0 -2 0 2 0", "--method", "euler", "--step", 0.5, "--time", 500, "--json"
    )
    assert result.exit_code == 1 and json.loads(result.stdout)["status"] == "not finite"


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (("--q0", "1 2"), ("--q0 has 2 numbers",), 1),
        (("--tau", "1", "--hold"), ("give only one of --tau, --hold and --pd",), 2),
        (("--to", "1"), ("this option goes with --pd",), 2),
        (("--sample", "0.01"), ("this option goes with --pd",), 2),
        (("--pd", "1,2", "--sample", "0"), ("the sample period is 0.0",), 1),
        (("--pd", "1"), ("two numbers with a comma",), 2),
        (("--pd", "1,2,3"), ("two numbers with a comma",), 2),
        (("--digits", "0"), ("--digits",), 2),
        (("--digits", "99"), ("--digits",), 2),
        (("--digits", "many"), ("--digits",), 2),
        (("--plot", "nowhere/run.png"), ("does not exist",), 1),
        (("--method", "rk4"), ("step was not given", "--step"), 1),
        (("--method", "rk9"), ("no method 'rk9'", "gauss_legendre_4"), 1),
        (("--time", "-1"), ("t is",), 1),
        (("--stops", "maybe"), ("stops is",), 1),
        (("--out", "run.txt"), ("a run cannot be written to",), 1),
        (("--plot", "run.txt"), ("not the name of a picture",), 1),
        (("--out", "nowhere/run.npz"), ("does not exist",), 1),
    ],
)
def test_refused(arguments, words, code):
    assert_refused(run("simulate", "pendulum", *arguments), *words, code=code)


def test_the_path_of_a_frame(tmp_path):
    path = tmp_path / "path.png"
    asked = ("simulate", "planar2r", "--q0", "0.1 0.2", "--time", 0.1, "--plot", path, "--show", "path")
    result = run(*asked, "--frame", "link2")
    assert result.exit_code == 0 and path.stat().st_size > 5_000
    assert_refused(run(*asked, "--frame", "hand"), "hand")
    assert run("simulate", "planar2r", "--frame", "link2").exit_code == 2
