"""The gallery of formulations: its pages stand as `make pages` writes them, and their examples run."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from linkwise.formulations import FORMULATIONS

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import gallery  # noqa: E402


@pytest.mark.parametrize("name", FORMULATIONS)
def test_docstring_has_what_a_page_needs(name):
    parts = gallery.docstring_parts(name)
    sentences = re.split(r"(?<=[.!?])\s+(?=[^a-z])", parts["idea"])
    assert len(sentences) == 3, sentences
    assert parts["source"] and parts["when"].endswith(".")


@pytest.mark.parametrize("name", ["README", *FORMULATIONS])
def test_page_is_up_to_date(name):
    expected = gallery.index() if name == "README" else gallery.page(name)
    found = DOCS / "formulations" / f"{name}.md"
    assert found.exists() and found.read_text(encoding="utf-8") == expected, "run `make pages`"


def test_no_page_is_left_over():
    assert {page.stem for page in (DOCS / "formulations").glob("*.md")} == {"README", *FORMULATIONS}


@pytest.mark.parametrize("page", [f"formulations/{name}.md" for name in FORMULATIONS])
def test_examples_run(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    assert example.examples
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)
