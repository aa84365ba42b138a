"""docs/frameworks.md: what it says is answered is answered, and what it says is refused is refused."""

import inspect
import re
from pathlib import Path

import pytest

import linkwise
from linkwise.errors import UnsupportedByBackend
from linkwise.formulations import QUESTIONS
from tests.kernels.cases import framed

PAGE = (Path(__file__).parents[2] / "docs" / "frameworks.md").read_text(encoding="utf-8")
FRAMEWORKS = ("jax", "torch", "casadi")
ARM = linkwise.load("planar2r")

OPTIONS = {
    "several questions": (("mass_matrix", "gravity_forces"), {}),
    "`formulation`": (("inverse_dynamics",), {"formulation": "newton_euler.luh_walker_paul"}),
    "`parameters`": (("gravity_forces",), {"parameters": ["gravity"]}),
    "`wrenches`": (("inverse_dynamics",), {"wrenches": ["tip"]}),
    "`base`": (("inverse_dynamics",), {"base": ["gravity"]}),
    "`frame`": (("jacobian",), {"frame": "tip"}),
    "`frame`, several": (("jacobian",), {"frame": ["base", "tip"]}),
    "`columns`": (("regressor",), {"columns": ARM.parameters().columns}),
    "`at`": (("reaction_wrenches",), {"at": ARM.joint_names[0]}),
    "`axes`": (("reaction_wrenches",), {"axes": "base"}),
    "`packed`": (("mass_matrix",), {"packed": True}),
    "`layout`": (("mass_matrix",), {"layout": "columns"}),
    "`dtype`": (("mass_matrix",), {"dtype": "float32"}),
    "`threads`": (("mass_matrix",), {"threads": 1}),
    "`width`": (("mass_matrix",), {"width": 4}),
    "`backend`": (("mass_matrix",), {"backend": "llvm"}),
}
"""A use of each row of the second table."""


def rows(heading: str) -> dict[str, list[str]]:
    """The table below a heading: the words of each row behind its name."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = [line.strip("|").split("|") for line in re.findall(r"^\|.*\|$", section, re.MULTILINE)]
    return {name.strip(): [word.strip() for word in words] for name, *words in cells[2:]}


def test_every_question_and_option_has_its_row():
    assert list(rows("Questions")) == list(QUESTIONS) and list(rows("Options")) == list(OPTIONS)
    named = {name for used in OPTIONS.values() for name in used[1]}
    taken = inspect.signature(linkwise.Robot.compile).parameters.values()
    assert named == {option.name for option in taken if option.kind is option.KEYWORD_ONLY}


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_the_table_is_true(framework):
    pytest.importorskip(framework)
    column, make = FRAMEWORKS.index(framework), getattr(ARM, framework)
    used = {name: ((name,), framed(ARM, name)) for name in QUESTIONS} | OPTIONS
    for name, words in (rows("Questions") | rows("Options")).items():
        questions, options = used[name]
        try:
            make(*questions, **options)
        except UnsupportedByBackend:
            said = "no"
        else:
            said = "yes"
        assert words[column] == said, name
