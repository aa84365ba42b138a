"""The tables that pages show are those that bench/results keeps: nothing is measured here."""

import json
import re

import pytest
from bench import estimators, recorded
from bench.recorded import RESULTS, ROOT, Table, as_markdown, filled, pages, written
from bench.series import PARTS

PAGES = [page.relative_to(ROOT).as_posix() for page in pages()]
RESULT = {
    "machine": {"processor": "P", "system": "S", "python": "3", "numpy": "2", "pin": "not installed", "date": "D"},
    "by": "python -m bench.x",
    "note": "",
    "tables": {"x": Table(["", "a"], [["b", "1"]])._asdict()},
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_is_kept(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert filled(text) == text, "`make tables` writes them"
    assert text.count("<!-- table: ") == len(recorded.BLOCK.findall(text)), "each table ends"


def test_results_as_markdown_are_those_kept():
    kept = {file: json.loads(file.read_text(encoding="utf-8")) for file in RESULTS.glob("*.json")}
    with_tables = {file: found for file, found in kept.items() if "tables" in found}
    assert with_tables
    for file, found in with_tables.items():
        assert file.with_suffix(".md").read_text(encoding="utf-8") == as_markdown(file.stem, found)


def test_the_tables_of_estimators_are_those_of_the_runs_beside_them():
    kept = json.loads((RESULTS / "estimators.json").read_text(encoding="utf-8"))
    assert {at: table._asdict() for at, table in estimators.tables(kept["runs"]).items()} == kept["tables"]


def test_every_table_of_the_page_on_speed_is_a_kept_one():
    text = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    assert not re.findall(r"^\|.*", recorded.BLOCK.sub("", text), re.MULTILINE)


def test_a_table_comes_into_a_page(tmp_path):
    written("x", RESULT, tmp_path)
    page = "before\n<!-- table: x -->\nold\n<!-- end -->\nafter\n"
    block = "<!-- table: x -->\n\n|  | a |\n|---|---|\n| b | 1 |\n\n*`python -m bench.x`, D, P.*\n\n<!-- end -->"
    assert filled(page, tmp_path) == f"before\n{block}\nafter\n"
    assert filled(filled(page, tmp_path), tmp_path) == filled(page, tmp_path)


def test_a_table_that_nobody_measured_is_named(tmp_path):
    written("x", RESULT, tmp_path)
    for name, there in (("x/y", "x"), ("z", "none")):
        with pytest.raises(LookupError, match=f"no table '{name}'.*{there}"):
            filled(f"<!-- table: {name} -->\n<!-- end -->", tmp_path)


def test_a_quick_run_keeps_nothing_unless_it_is_told_where(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(recorded, "RESULTS", tmp_path / "results")
    parser = recorded.options("x")
    for words, files in ((["--quick"], []), (["--quick", "--out", str(tmp_path / "a")], ["a"]), ([], ["a", "results"])):
        recorded.keep("x", "python -m bench.x", {"x": Table([""], [["b"]])}, parser.parse_args(words))
        assert sorted(folder.name for folder in tmp_path.iterdir()) == files
        assert "| b |" in capsys.readouterr().out


def test_the_parts_of_the_series_are_there():
    for part in PARTS.values():
        file = ROOT.joinpath(*part.module.split("."))
        assert file.with_suffix(".py").exists() or (file / "__main__.py").exists(), part.module
