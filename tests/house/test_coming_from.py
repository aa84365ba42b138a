"""The pages for people who come from another library: both sides of each line run, and their answers agree."""

import re
from pathlib import Path

import numpy as np
import pytest

import linkwise
from tests.tolerances import AGREEMENT, SAME_INTEGRATOR

PAGES = Path(__file__).parents[2] / "docs" / "coming_from"
COMPARED = [
    ("pinocchio", "pinocchio"),
    ("mujoco", "mujoco"),
    ("robotics_toolbox", "roboticstoolbox"),
    ("drake", "pydrake"),
]
"""Pages, and the module their left column needs."""


def rows(page):
    """The rows of a page's tables: their kind, what they are about, the other library's line, ours."""
    kind = ""
    for line in (PAGES / f"{page}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("| ") else []
        if len(cells) == 3 and cells[0] in ("question", "for"):
            kind = cells[0]
        elif len(cells) == 3:
            yield kind, cells[0], cells[1].strip("`"), cells[2].strip("`")


def setup(page):
    """The names that a page's first block makes."""
    script = re.search(r"^```python\n(.*?)^```", (PAGES / f"{page}.md").read_text(encoding="utf-8"), re.M | re.S)[1]
    names = {"Path": Path}
    exec(script, names)
    return names


def value(line, names):
    """What a line gives: of several statements the last one."""
    *before, last = line.split("; ")
    exec("; ".join(before), names)
    return eval(last, names)


@pytest.fixture
def arm(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    linkwise.save(linkwise.load("ur5"), "arm.urdf")


@pytest.mark.parametrize(("page", "module"), COMPARED, ids=[page for page, _ in COMPARED])
def test_both_sides_agree(page, module, arm):
    pytest.importorskip(module)
    names = setup(page)
    compared = [(what, theirs, ours) for kind, what, theirs, ours in rows(page) if kind == "question"]
    assert len(compared) > 8
    for what, theirs, ours in compared:
        off = SAME_INTEGRATOR if "simulate" in ours else AGREEMENT
        expected = np.copy(value(theirs, names))
        assert value(ours, names) == pytest.approx(expected, rel=off, abs=off * max(1.0, abs(expected).max())), what


@pytest.mark.parametrize("page", ["pinocchio", "mujoco", "matlab"])
def test_our_other_lines_run(page, arm):
    pytest.importorskip({"matlab": "linkwise"}.get(page, page))
    names = setup(page)
    for kind, what, _, ours in rows(page):
        assert kind == "question" or value(ours, names) is not None, what
