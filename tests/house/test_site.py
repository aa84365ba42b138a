"""The documentation site: the reference has every public name, and the whole builds without a warning."""

import importlib
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.house.test_public_names import PUBLIC

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import docstrings  # noqa: E402
import reference_pages  # noqa: E402


@pytest.fixture(scope="module")
def reference():
    return reference_pages.pages()


def test_every_public_name_has_an_entry(reference):
    named = set(re.findall(r"^````\{py:\w+\} ([\w.]+)", "\n".join(reference.values()), re.MULTILINE))
    missing = {name for name in PUBLIC if name.removeprefix("rewrite.") not in named}
    assert not missing


def test_every_package_shows_what_it_offers(reference):
    for package in reference_pages.PACKAGES:
        module = importlib.import_module(f"linkwise.{package}")
        for name in reference_pages.public(module):
            assert re.search(rf"^````\{{py:\w+\}} {name}\b", reference[f"packages/{package}.md"], re.MULTILINE), name


def test_a_verb_is_said_once():
    names = " ".join(reference_pages.VERBS.values()).split()
    assert len(names) == len(set(names))


def test_a_docstring_as_markdown():
    class Sample:
        """One line with a*b and <c>, and `code*`.

            x = y
        >>> 1 + 1
        2
        """

    text = docstrings.markdown(Sample)
    assert "a\\*b and \\<c\\>, and `code*`" in text
    assert "```text\nx = y\n```" in text and "```python\n>>> 1 + 1\n2\n```" in text


class Links(HTMLParser):
    """Collects what a page links to and the anchors it has."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[key] for key in ("id", "name") if given.get(key)}
        self.targets |= {given[key] for key in ("href", "src") if given.get(key)}


@pytest.mark.slow
def test_the_site_builds_and_its_links_lead_somewhere(tmp_path):
    """From nothing, tutorials executed, a warning is an error; nothing is fetched from a network."""
    pytest.importorskip("myst_nb", reason="the extra docs")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-D", "nb_execution_mode=force"]
    command += ["-b", "html", "docs", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    pages = {path.resolve(): Links(path.read_text(encoding="utf-8")) for path in tmp_path.rglob("*.html")}
    assert len(pages) > 100
    for path, links in pages.items():
        for target in links.targets:
            file, _, anchor = target.partition("#")
            if re.match(r"(https?|mailto|data):", target):
                assert not re.search(r"\.(js|css|woff2?)($|\?)", target), target
                continue
            there = (path.parent / file.partition("?")[0]).resolve() if file else path
            assert there.exists(), (path.name, target)
            assert not anchor or there not in pages or anchor in pages[there].anchors, (path.name, target)
