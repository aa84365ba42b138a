"""Every formulation says where it came from: a key that exists in the bibliography, and equation numbers."""

import inspect
import re
from pathlib import Path

import pytest

import linkwise
from linkwise.formulations import FORMULATIONS, QUESTIONS

ROOT = Path(__file__).parents[2]
KEYS = set(re.findall(r"^@\w+\{([^,\s]+),", (ROOT / "BIBLIOGRAPHY.bib").read_text(encoding="utf-8"), re.MULTILINE))
ERRATA = set(re.findall(r"^\| (E\d-\d+) ", (ROOT / "ERRATA.md").read_text(encoding="utf-8"), re.MULTILINE))
NUMBERED = re.compile(r"\(\d{1,3}(\.\d+)*[a-z,–]*\)|\[\d+\.\d+[a-z]?\]|Algorithm \d|Table \d")
CITED = re.compile(r"\[([a-z]+_?[a-z]*\d*)\]")


@pytest.mark.parametrize("name", FORMULATIONS)
def test_formulation_cites_its_source(name):
    text = inspect.getdoc(FORMULATIONS[name])
    cited = set(CITED.findall(text))
    assert cited and cited <= KEYS, f"{name} cites {cited - KEYS or 'nothing'}"
    assert NUMBERED.search(text), f"{name} gives no equation numbers"


@pytest.mark.parametrize(
    ("name", "question"), [(n, q) for n, m in FORMULATIONS.items() for q in QUESTIONS if hasattr(m, q)]
)
def test_answers_say_how_they_differ(name, question):
    text = inspect.getdoc(getattr(FORMULATIONS[name], question))
    definition = name.startswith("kinematics") and question != "jacobian"  # one line, no page to differ from
    assert text and ("Differs from" in text) != definition


def test_every_misprint_pointed_at_is_listed():
    for path in Path(linkwise.__file__).parent.rglob("*.py"):
        for entry in re.findall(r"E\d-\d+", path.read_text(encoding="utf-8")):
            assert entry in ERRATA, f"{path.name} points to {entry}, which ERRATA.md lacks"


def test_every_key_cited_anywhere_exists():
    source = Path(linkwise.__file__).parent
    for path in source.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if re.search(r"\[[a-z]+\d{4}\]( \[[a-z]+\d{4}\])*$", line.strip()):
                assert set(re.findall(r"\[([a-z]+\d{4})\]", line)) <= KEYS, f"{path.name}: {line.strip()}"
    for path in (source / "readers" / "catalog").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        found = re.search(r'^source = "(\w+)"', text, re.MULTILINE)
        assert found[1] in KEYS if found else "illustrative" in text, path.name


def test_errata_are_all_pointed_at_or_checked():
    files = (ROOT / "tests" / "books").glob("test_errata_*.py")
    checked = "".join(path.read_text(encoding="utf-8") for path in files)
    for entry in ERRATA:
        assert f'"{entry}"' in checked, f"{entry} has no test"
