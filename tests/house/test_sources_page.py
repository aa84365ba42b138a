"""Every module and test that docs/sources.md names exists, and so does every key it cites."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/sources.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and "---" not in line][1:]


def test_there_are_rows():
    assert len(ROWS) > 20 and all(row.count("|") == 6 for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:30])
def test_row(row):
    modules, tests, page = row.split("|")[3:6]
    for module in re.findall(r"`([^`]+)`", modules):
        assert (ROOT / (module if module.startswith("tests/") else f"src/linkwise/{module}")).is_file(), module
    named = re.findall(r"`(tests/[^`]+)`", tests)
    assert named and all((ROOT / name).is_file() for name in named), named
    assert re.search(r"\]\([^)]+\.md\)", page)


def test_citations():
    keys = set(re.findall(r"^@\w+\{([^,\s]+),", (ROOT / "BIBLIOGRAPHY.bib").read_text(encoding="utf-8"), re.MULTILINE))
    cited = set(re.findall(r"\[([a-z_]+\d*)\](?!\()", PAGE))
    assert cited and cited <= keys
