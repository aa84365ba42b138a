"""`linkwise verify`: a certificate on stdout, its outcome in the exit status."""

import json
import re
from pathlib import Path

import pytest

import linkwise
from linkwise.cli.verify import STATUSES
from linkwise.verify import LAWS, verify
from tests.cli.command_line import ARM, HOSTILE, answer, assert_refused, run

NEGATIVE = ARM.replace('<inertia ixx="0.002" iyy="0.003" izz="0.0025"', '<inertia ixx="0.002" iyy="0.003" izz="-0.5"')
RIGID = re.sub(r'type="(revolute|prismatic|continuous)"', 'type="fixed"', ARM)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"arm": ARM, "negative": NEGATIVE, "rigid": RIGID}.items():
        (tmp_path / f"{name}.urdf").write_text(text)
    return tmp_path


def test_a_certificate_is_printed():
    result = run("verify", "planar2r", "--states", 4, "--seed", 3)
    assert result.exit_code == 0
    assert result.stdout == f"{verify(linkwise.load('planar2r'), states=4, seed=3)}\n"
    assert f"{len(LAWS)} laws hold, 0 fail, 0 do not apply." in result.stdout


def test_json():
    found = answer("verify", "pendulum", "--states", 2)
    assert found["holds"] is True and found["robot"] == "pendulum" and found["states"] == 2
    assert [law["law"] for law in found["laws"]] == [law.name for law in LAWS]


def test_a_robot_from_a_file(here):
    assert run("verify", "arm.urdf", "--states", 2).exit_code == 0


def test_a_failing_law_is_the_exit_status(here):
    given = ("verify", "negative.urdf", "--states", 3, "--allow", "indefinite-inertia")
    result = run(*given)
    assert result.exit_code == 1, result.output
    assert "fails           mass matrix positive" in result.stdout and "smallest eigenvalue of M -" in result.stdout
    found = json.loads(run(*given, "--json").stdout)
    assert [law["law"] for law in found["laws"] if law["outcome"] == "fails"] == ["mass matrix positive"]


def test_nothing_moves(here):
    result = run("verify", "rigid.urdf")
    assert result.exit_code == 3 and f"{len(LAWS)} do not apply" in result.stdout
    assert "Nothing to certify, no law of dynamics applies: " in result.stdout


def test_a_robot_without_mass_is_not_certified(here):
    """Three laws of geometry hold, which says nothing about its dynamics."""
    (here / "massless.urdf").write_text(re.sub(r"<inertial>.*?</inertial>", "", ARM, flags=re.DOTALL))
    result = run("verify", "massless.urdf", "--states", 2)
    assert result.exit_code == 3 and "Nothing to certify" in result.stdout
    found = json.loads(run("verify", "massless.urdf", "--states", 2, "--json").stdout)
    assert (found["verdict"], found["holds"]) == ("nothing to certify", False)


def test_a_budget_that_is_spent_is_an_exit_status(here):
    result = run("verify", "arm.urdf", "--budget", 1e-9)
    assert result.exit_code == 4 and "not reached     mass matrix symmetric" in result.stdout
    assert (
        f"Not certified, the budget was spent: 0 laws hold, 0 fail, 0 do not apply, {len(LAWS)} were not reached."
        in (result.stdout)
    )
    assert_refused(run("verify", "arm.urdf", "--budget", 0), "budget is 0.0")


def test_all_statuses_are_documented():
    for text in (" ".join(run("verify", "--help").stdout.split()), PAGE):
        for status in map(str, STATUSES.values()):
            assert re.search(rf"\b{status}\b", text.partition("exit status")[2]), status


@pytest.mark.parametrize("name", [HOSTILE[0], *(pytest.param(n, marks=pytest.mark.slow) for n in HOSTILE[1:5])])
def test_names_are_harmless(here, name):
    from dataclasses import replace

    arm = linkwise.load("pendulum")
    text = str(verify(replace(arm, model=replace(arm.model, name=name)), states=1))
    assert all(line.isprintable() for line in text.splitlines())


def test_bad_options():
    assert run("verify", "pendulum", "--states", 0).exit_code == 2
    assert_refused(run("verify", "no_such_robot"), "no_such_robot")


# ---- the page -------------------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs/verify.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_page_names_every_law():
    assert [law.name for law in LAWS if law.name not in PAGE] == []
    head = str(verify(linkwise.load("panda"), states=32)).splitlines()[:3]
    assert "\n".join(head) in PAGE, "put what the command prints into docs/verify.md"
