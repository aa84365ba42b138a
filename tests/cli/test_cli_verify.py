"""`linkwise verify`: a certificate on stdout, its outcome in the exit status."""

import json
import re
from pathlib import Path

import pytest

import linkwise
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
    assert result.exit_code == 0 and f"{len(LAWS)} do not apply" in result.stdout


@pytest.mark.parametrize("name", HOSTILE[:5])
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
