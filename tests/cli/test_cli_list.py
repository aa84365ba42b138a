"""`linkwise list`: the table, a search, what does not load, JSON."""

import json

import linkwise
from linkwise.readers import catalog
from tests.cli.command_line import assert_refused, run


def test_all_names_are_printed_and_fit():
    result = run("list")
    assert result.exit_code == 0
    first = {line.split()[0] for line in result.stdout.splitlines() if line.strip()}
    assert {*catalog.names(), *catalog.installed_names()} <= first
    assert max(map(len, result.stdout.splitlines())) <= 104
    assert "KUKA LBR iiwa 14 R820" in result.stdout and "illustrative" in result.stdout


def test_a_search():
    result = run("list", "kuka")
    assert result.exit_code == 0 and "iiwa14" in result.stdout and "panda" not in result.stdout
    refused = run("list", "zebra")
    assert refused.exit_code == 1 and "the catalog has no robot 'zebra'" in refused.stderr
    assert "did you mean 'panda'" in run("list", "pnada").stderr


def test_all_says_what_does_not_load():
    if not catalog.installed_names():
        return
    assert "romeo_laas_small" not in run("list").stdout
    result = run("list", "--all")
    assert "romeo_laas_small" in result.stdout and "--allow indefinite-inertia" in result.stdout
    assert run("list", "alex_psyonic").exit_code == 1 and run("list", "alex_psyonic", "--all").exit_code == 0


def test_json():
    data = json.loads(run("list", "--json").stdout)
    assert [robot["name"] for robot in data["robots"]] == list(linkwise.catalog().names)
    assert {"name", "joints", "title", "source", "licence", "note", "origin"} <= set(data["robots"][0])
    assert json.loads(run("list", "zebra", "--json").stdout) == {"robots": [], "refused": []}


def test_a_word_that_no_robot_has():
    assert_refused(run("list", "zzz"), "UnknownName", "without a word prints them all")
