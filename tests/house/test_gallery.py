"""The gallery of formulations: its pages stand as `make pages` writes them, and their examples run."""

import doctest
import inspect
import re
import sys
from pathlib import Path

import pytest

from linkwise.formulations import FORMULATIONS

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import draw_flows  # noqa: E402
import draw_recursions  # noqa: E402
import gallery  # noqa: E402
import typeset  # noqa: E402


@pytest.mark.parametrize("name", FORMULATIONS)
def test_docstring_has_what_a_page_needs(name):
    parts = gallery.docstring_parts(name)
    sentences = re.split(r"(?<=[.!?])\s+(?=[^a-z])", parts["idea"])
    assert len(sentences) == 3, sentences
    assert parts["source"] and parts["when"].endswith(".")


@pytest.fixture(scope="module")
def pages():
    return gallery.pages()


@pytest.mark.parametrize("name", ["README", *FORMULATIONS])
def test_page_is_up_to_date(name, pages):
    for file in (f"{name}.md", f"{name}.svg"):
        found = DOCS / "formulations" / file
        assert found.exists() == (file in pages), "run `make pages`"
        assert file not in pages or found.read_text(encoding="utf-8") == pages[file], "run `make pages`"


def test_no_page_is_left_over(pages):
    assert {page.name for page in (DOCS / "formulations").iterdir()} == set(pages)


def test_equations_are_typeset():
    line = "    ω̇_{i+1} = Aᵀ ω̇_i + σ [tilde(Aᵀ ω_i) z q̇ + z q̈]    (5.3.45b)"
    expected = (
        r"\dot{\omega}_{i+1} &= A^{\mathsf{T}} \dot{\omega}_{i} + \sigma "
        r"[\operatorname{tilde}(A^{\mathsf{T}} \omega_{i}) z \dot{q} + z \ddot{q}] && \text{(5.3.45b)}"
    )
    assert expected in typeset.block([line])
    assert typeset.latex("𝕁*_j ʲω_{j−1}") == r"\mathbb{J}_{j}^{*} {}^{j}\omega_{j-1}"


def test_a_recursion_is_read_from_its_source():
    module = FORMULATIONS["newton_euler.luh_walker_paul"]
    outward, inward = draw_recursions.sweeps(module)
    assert (outward.direction, outward.carried, outward.at_links) == ("outward", ("ω", "ω̇", "s̈"), ("f", "η"))
    assert (inward.direction, inward.carried, inward.results) == ("inward", ("f", "η"), ("τ",))


@pytest.mark.parametrize("name", FORMULATIONS)
def test_what_is_drawn_is_in_the_file(name):
    """Every letter of a drawing that is not read from the loops stands in the formulation's own file."""
    recursion = draw_recursions.WRITTEN.get(name, [])
    letters = [x for sweep in recursion for x in (*sweep.carried, *sweep.at_links, *sweep.results)]
    letters += [x for step in draw_flows.FLOWS.get(name, ()) for x in step.gives.split(", ")]
    source = inspect.getsource(FORMULATIONS[name]).replace("^", " ")
    assert [x for x in letters if x not in source] == []


def test_a_step_stands_after_what_it_takes_and_loops_are_drawn():
    flow = draw_flows.FLOWS["newton_euler.walker_orin_4"]
    columns = draw_flows._columns(flow)
    place = {node.label: k for k, column in enumerate(columns) for node in column}
    assert all(place[name] < place[step.gives] for step in flow for name in step.takes if name != "q")
    assert draw_flows.drawing(flow).count('class="back"') == 1
    assert all(draw_recursions.sweeps(module) or name in draw_flows.FLOWS for name, module in FORMULATIONS.items())


@pytest.mark.parametrize("page", [f"formulations/{name}.md" for name in FORMULATIONS])
def test_examples_run(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    assert example.examples
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)
