"""Every page under docs/: a page is tested by existing. Its examples run, and so do the commands it shows."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.command_line import ARM, run

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page.name for page in DOCS.glob("*.md"))
WITHOUT_EXAMPLES = {"sources.md", "ledger.md", "speed.md"}  # tables of figures
NEEDS = {"torch.md": "torch"}
"""What a page needs that `make test` does not install, and `make test-…` of that name does."""

OWN_COMMANDS = {
    "doctor.md",
    "excitation.md",
    "identification.md",
    "payload.md",
    "programs.md",
    "verify.md",
}  # whose commands need files or shorter times: tests/cli


def blocks(page: str, language: str) -> str:
    text = (DOCS / page).read_text(encoding="utf-8")
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def commands(page: str) -> list[str]:
    return re.findall(r"^linkwise (.*?)(?: > .*)?(?:  +#.*)?$", blocks(page, "sh"), re.MULTILINE)


@pytest.mark.parametrize("page", [page for page in PAGES if page not in WITHOUT_EXAMPLES])
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
    ("page", "command"), [(page, line) for page in PAGES if page not in OWN_COMMANDS for line in commands(page)]
)
def test_commands_run(page, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("arm.urdf").write_text(ARM, encoding="utf-8")
    shutil.copytree(DOCS / "data", tmp_path / "data")
    result = run(*shlex.split(command))
    assert result.exit_code == 0 and result.stdout, result.output


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([\w./-]+)\)", (DOCS / page).read_text(encoding="utf-8")):
        assert (DOCS / target).exists(), target
