"""Every page under docs/: a page is tested by existing. Its examples run, and so do the commands it shows."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.command_line import ARM, run

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WRITTEN_WHILE_BUILDING = {"reference", "project"}
PAGES = sorted(
    page.relative_to(DOCS).as_posix()
    for page in DOCS.rglob("*.md")
    if not WRITTEN_WHILE_BUILDING & set(page.relative_to(DOCS).parts)
)
GUIDES = [page for page in PAGES if "/" not in page]
WITH_EXAMPLES = [*GUIDES, *(page for page in PAGES if page.startswith(("recipes/", "teaching/")))]
"""Pages that are read beside a prompt; other tests run those of the tutorials, the gallery and other libraries."""

WITHOUT_EXAMPLES = {
    "checked.md",
    "command_line.md",
    "file_formats.md",
    "index.md",
    "ledger.md",
    "recipes/dask_cluster.md",
    "recipes/index.md",
    "recipes/ros2.md",
    "sources.md",
    "speed.md",
    "teaching/exercises.md",
    "teaching/index.md",
    "tour.md",
}  # tables and lists; tests/house/test_readme.py runs the first page, the tour and the commands

NEEDS = {"torch.md": "torch"}
"""What a page needs that `make test` does not install, and `make test-…` of that name does."""

OWN_COMMANDS = {
    "command_line.md",
    "doctor.md",
    "excitation.md",
    "identification.md",
    "index.md",
    "payload.md",
    "programs.md",
    "verify.md",
}  # whose commands need files or shorter times: tests/cli, tests/house/test_readme.py


def blocks(page: str, language: str) -> str:
    text = (DOCS / page).read_text(encoding="utf-8")
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def commands(page: str) -> list[str]:
    return re.findall(r"^linkwise (.*?)(?: > .*)?(?:  +#.*)?$", blocks(page, "sh"), re.MULTILINE)


@pytest.mark.parametrize("page", [page for page in WITH_EXAMPLES if page not in WITHOUT_EXAMPLES])
def test_examples_run(page, tmp_path, monkeypatch):
    if page in NEEDS:
        pytest.importorskip(NEEDS[page], reason=f"its package is not installed: make test-{NEEDS[page]}")
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DOCS / "data", tmp_path / "data")  # measured logs that pages read
    example = doctest.DocTestParser().get_doctest(blocks(page, "python"), {}, page, page, 0)
    assert example.examples, "a page shows how"
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize(
    ("page", "command"), [(page, line) for page in GUIDES if page not in OWN_COMMANDS for line in commands(page)]
)
def test_commands_run(page, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(ARM, encoding="utf-8")
    shutil.copytree(DOCS / "data", tmp_path / "data")
    result = run(*shlex.split(command))
    assert result.exit_code == 0 and result.stdout, result.output


def anchors(page: Path) -> set[str]:
    """The headings of a page as a link names them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [page for page in GUIDES if page != "index.md"])
def test_the_site_leads_to_it(page):
    """A guide stands in the table of one of the site's sections, with a word on what it is about."""
    indices = [DOCS / "index.md", *(DOCS / "guides").glob("*.md"), DOCS / "understanding" / "index.md"]
    shown = re.compile(rf"^\|.*\]\((?:\.\./)?{re.escape(page)}\)", re.MULTILINE)
    assert any(shown.search(index.read_text(encoding="utf-8")) for index in indices)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w.-]+))?\)", text):
        path = ((DOCS / page).parent / target).resolve() if target else DOCS / page
        if path.is_relative_to(DOCS) and path.relative_to(DOCS).parts[0] in WRITTEN_WHILE_BUILDING:
            continue  # tests/house/test_site.py builds these
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), f"{target}#{anchor}"
