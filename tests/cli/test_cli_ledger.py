"""`linkwise count --ledger`."""

import io
import json
import re
import sys

import pytest

from linkwise.cli.ledger import show_ledger, sizes_of
from tests.cli.command_line import assert_refused, run, spawn

LUH = ("--formulation", "newton_euler.luh_walker_paul", "--n", "2-4")


def test_a_formulation_beside_the_prints():
    result = run("count", "--ledger", *LUH)
    assert result.exit_code == 0, result.output
    assert re.search(r"^ +needed +329 +245 +117n - 139 +90n - 115 *$", result.stdout, re.MULTILINE)  # for n = 4
    assert "150n - 48; 131n - 48" in result.stdout and "beaten" in result.stdout  # Table 5.3


def test_json_is_the_document():
    result = spawn("count", "--ledger", *LUH, "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["sizes"] == [2, 3, 4] and {line["arm"] for line in found["lines"]} == {"general", "quarter"}
    assert found["lines"][0]["counts"]["needed"][0][:2] == [95, 65]
    assert {row["by"] for row in found["printed"]} == {"newton_euler.luh_walker_paul"}


def test_one_question():
    result = run(
        "count", "--ledger", "--question", "mass_matrix", "--formulation", "composite.featherstone", "--n", "3"
    )
    assert result.exit_code == 0, result.output
    assert "mass_matrix" in result.stdout and "inverse_dynamics" not in result.stdout


def test_arms_of_two_joints_alone():
    """No print holds for them, and no formula."""
    result = run("count", "--ledger", *LUH[:2], "--n", "2")
    assert result.exit_code == 0 and result.stderr == ""
    assert re.search(r"needed +95 +65 +– +–", result.stdout) and "not comparable" in result.stdout
    assert not re.search(r" general .*(beaten|reproduced) \(", result.stdout)  # robots have their own numbers of joints


def test_what_is_said_of_a_row_stands_below_its_table():
    result = run("count", "--ledger", "--by", "newton_euler.balafoutis_patel_57", "--n", "2-4")
    lines = result.stdout.splitlines()
    [start] = [k for k, line in enumerate(lines) if line.startswith("printed in balafoutis1991, Table 5.2")]
    [row] = [line for line in lines[start:] if re.match(r"5\.3\.46a +quarter +13n - 13; 11n - 3 ", line)]
    number = row.split()[-1]
    assert any(line.startswith(f"{number}. Misprint E2-37") for line in lines[start:])
    assert max(map(len, lines[: start - 1])) < 200  # tables; notes are as long as they are


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_on_a_terminal(monkeypatch, capsys, terminal):
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stderr", stream)
    show_ledger("composite.featherstone", ["mass_matrix"], "3", json=True)
    rows = json.loads(capsys.readouterr().out)
    total = len(rows["lines"]) + len(rows["printed"])
    assert (f"{total} of {total} rows" in stream.getvalue()) == terminal
    assert terminal or stream.getvalue() == ""


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, ["give a ROBOT or --ledger"]),
        (["--ledger", "panda"], 2, ["do not give a ROBOT"]),
        (["--ledger", "--without-friction"], 2, ["or its options"]),
        (["panda", "--n", "3"], 2, ["--n goes with --ledger"]),
        (["--ledger", "--n", "1"], 2, ["2-10"]),
        (["--ledger", "--n", "5-3"], 2, ["2-10"]),
        (["--ledger", "--n", "many"], 2, ["2-10"]),
        (["--ledger", "--n", "３"], 2, ["2-10"]),
        (["--ledger", "--n", "\x1b[31m"], 2, ["2-10"]),
        (["--ledger", "--n", "3", "--by", "newton_euler.featherstone", "--question", "mass_matrix"], 1, ["nothing"]),
        (["--ledger", "--formulation", "newton.me"], 1, ["newton.me"]),
        (["--ledger", "--question", "why"], 1, ["why"]),
    ],
)
def test_refusals(arguments, code, words):
    assert_refused(run("count", *arguments), *words, code=code)


def test_sizes():
    assert sizes_of(" 2-3 ") == [2, 3] and sizes_of("7") == [7] and sizes_of(None) == list(range(2, 11))
