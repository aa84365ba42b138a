"""`linkwise approximate`: what it prints is what the library finds, and the page about it is true."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise import approximate
from tests.cli.command_line import ARM, answer, assert_refused, run
from tests.tolerances import AGREEMENT, SAME_STEPS

PAGE = (Path(__file__).parents[2] / "docs/approximations.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^linkwise (.*)$", "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)), re.M)
TABLES = re.findall(r"^```\n(\w+: approximate .*?)^```", PAGE, re.M | re.S)


def test_the_document_is_what_the_library_finds():
    robot = linkwise.load("scara")
    found = answer("approximate", "scara", "--states", 200, "--significance", 0.05, "--points", 4, "--every", 5)
    reports = approximate.compare(robot, states=200, significance=0.05, points=4, every=5).reports
    assert found["states"] == 200 and found["joints"] == list(robot.joint_names) and found["refused"] == {}
    assert found["exact"] == vars(robot.compile("inverse_dynamics").count)
    assert [row["method"] for row in found["methods"]] == list(approximate.METHODS)
    for row, report in zip(found["methods"], reports, strict=True):
        assert row["setting"] == report.setting and row["bytes"] == report.cost.bytes
        assert row["each"] == vars(report.cost.each) and row["operations"] == report.cost.operations
        for key in ("largest", "worst", "rms", "relative_worst", "relative_rms", "wrong_sign"):
            np.testing.assert_allclose(row[key], getattr(report, key), rtol=SAME_STEPS)


def test_one_table_with_errors_and_costs():
    result = run("approximate", "scara", "--states", 200)
    assert result.exit_code == 0 and "200 states" in result.stderr
    lines = result.stdout.splitlines()
    exact = linkwise.load("scara").compile("inverse_dynamics").count
    assert [line.split()[0] for line in lines[3:11]] == ["exact", *approximate.METHODS]
    for word in ("worst", "rms", "wrong sign", "x", "+", "sin,cos", "bytes"):
        assert word in lines[1]
    assert f" {exact.multiplications} " in lines[3] and f" {exact.additions} " in lines[3]
    total = exact.multiplications + exact.additions
    assert f"The exact program (compiled) costs {total} operations for a state" in result.stdout


def test_choices(tmp_path):
    [row] = answer("approximate", "scara", "--method", "tabulated", "--interpolation", "nearest", "--states", 100)[
        "methods"
    ]
    assert row["setting"] == "5 points, nearest"
    rows = answer("approximate", "scara", "--method", "multirate,pruned", "--method", "pruned", "--states", 100)[
        "methods"
    ]
    assert [row["method"] for row in rows] == ["multirate", "pruned"]
    found = answer("approximate", "scara", "--speed", 0.5, "--method", "pruned", "--states", 100)
    assert found["box"]["velocity"] == [0.5] * 4
    coupled = ARM.replace('<axis xyz="0 0 1"/></joint>', '<axis xyz="0 0 1"/><mimic joint="shoulder"/></joint>')
    (tmp_path / "coupled.urdf").write_text(coupled)
    found = answer("approximate", tmp_path / "coupled.urdf", "--significance", 0, "--every", 1, "--states", 100)
    errors = {row["method"]: max(row["relative_worst"]) for row in found["methods"]}
    assert (
        len(found["joints"]) == 2
        and errors["pruned"] < AGREEMENT
        and errors["multirate"] < AGREEMENT < errors["tabulated"]
    )


def test_tables_that_are_too_large_are_said():
    result = run("approximate", "panda", "--points", 12, "--states", 100)
    assert result.exit_code == 0 and "tabulated: the tables of robot 'panda' would have 12^6" in result.stdout
    assert_refused(
        run("approximate", "panda", "--points", 12, "--method", "aldon"), "TableTooLarge", "use fewer points"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--significance", -0.1], ["significance is -0.1", "0 leaves out nothing"]),
        (["--significance", "nan"], ["significance is nan"]),
        (["--points", 1], ["points is 1", "at least 2"]),
        (["--every", 0], ["every is 0", "at least 1"]),
        (["--states", 0], ["states is 0", "Hint: --states 1000"]),
        (["--speed", -1], ["speed is -1.0", "above 0"]),
        (["--interpolation", "cubic"], ["no interpolation 'cubic'", "'linear', 'nearest'"]),
        (["--method", "guess"], ["no method 'guess'", "'without_coriolis'"]),
    ],
)
def test_bad_values_are_refused(arguments, words):
    assert_refused(run("approximate", "scara", *arguments), *words)


@pytest.mark.parametrize("option", ["--states", "--every"])
def test_numbers_that_would_fill_the_memory_are_refused(option):
    assert_refused(run("approximate", "scara", option, 10**9), option, "1000000", code=2)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(command):
    result = run(*shlex.split(command))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.split(":")[0])
def test_the_tables_of_the_page_are_printed(table):
    """All but the last column, which is a time."""
    printed = run("approximate", table.split(":")[0]).stdout.split("\n\n")[0].splitlines()
    assert len(TABLES) == 2

    def rows(lines):
        return [" ".join(line.split()[:-1]) for line in lines[3:]]

    assert rows(table.splitlines()) == rows(printed), "put what the command prints into docs/approximations.md"
