"""The gallery of formulations: its pages stand as `make docs` writes them, and their examples run."""

import doctest
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from linkwise.cli import app
from linkwise.formulations import FORMULATIONS

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import gallery  # noqa: E402

PAGES = ["which_formulation.md", "conventions_of_the_sources.md", "parameters.md", "formulas.md"]


@pytest.mark.parametrize("name", FORMULATIONS)
def test_docstring_has_what_a_page_needs(name):
    told = gallery.told(name)
    sentences = re.split(r"(?<=[.!?])\s+(?=[^a-z])", told["idea"])
    assert len(sentences) == 3, sentences
    assert told["source"] and told["when"].endswith(".")


@pytest.mark.parametrize("name", ["README", *FORMULATIONS])
def test_page_is_up_to_date(name):
    expected = gallery.index() if name == "README" else gallery.page(name)
    found = DOCS / "formulations" / f"{name}.md"
    assert found.exists() and found.read_text(encoding="utf-8") == expected, "run `make docs`"


def test_no_page_is_left_over():
    assert {page.stem for page in (DOCS / "formulations").glob("*.md")} == {"README", *FORMULATIONS}


@pytest.mark.parametrize("page", [*PAGES, *(f"formulations/{name}.md" for name in FORMULATIONS)])
def test_examples_run(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    assert example.examples
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("page", ["parameters.md", "formulas.md"])
def test_commands_run(page):
    blocks = re.findall(r"^```sh\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    commands = [line.split()[1:] for line in "".join(blocks).splitlines()]
    assert commands
    for command in commands:
        result = CliRunner().invoke(app, command)
        assert result.exit_code == 0 and result.stdout, command


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", (DOCS / page).read_text(encoding="utf-8")):
        assert (DOCS / target).exists(), target
