"""The worked example of the source: angular velocities of the RX-90.

Khalil & Dombre (2002), Example 9.4: the variables it lists, and its formulas, corrected as ERRATA E4-5 says.
"""

import math

import pytest

import linkwise
from linkwise.algebra import ZERO, note
from linkwise.backends.listing import listing
from linkwise.program import Port, Signature, trace
from tests.backends.listings import flat, function_of
from tests.robots import states
from tests.tolerances import ONE_ROUNDING

LISTED = ["WI12", "WI22", "WI13", "WI23", "W33", "WI14", "WI24", "W34", "WI15", "WI25", "W35", "WI16", "WI26", "W36"]
"""The intermediate variables as printed, in their order; with them S_j and C_j for j = 2, …, 6."""

PRINTED = {
    "WI12": "S2*QP1",
    "WI22": "C2*QP1",
    "WI13": "C3*WI12 + S3*WI22",
    "WI23": "-S3*WI12 + C3*WI22",
    "W33": "QP2 + QP3",
    "WI14": "C4*WI13 - S4*W33",
    "WI24": "-S4*WI13 - C4*W33",
    "W34": "WI23 + QP4",
    "WI15": "C5*WI14 + S5*W34",
    "WI25": "-S5*WI14 + C5*W34",
    "W35": "-WI24 + QP5",
    "WI16": "C6*WI15 - S6*W35",
    "WI26": "-S6*WI15 - C6*W35",
    "W36": "WI25 + QP6",
}
"""The right sides; the print has WI12 for WI13 in WI24."""


def velocities(q, qd):
    """[9.84] and [9.85]; what is carried over from the link before is ωI."""
    tree = linkwise.load("rx90").tree
    ω = [ZERO] * (tree.n + 1)
    for j, body in enumerate(tree.bodies):
        carried = body.pose(q[j]).R.T @ ω[body.parent]
        ω[j] = carried + body.S.ω * qd[j]
        note(j + 1, ωI=carried)
        note(j + 1, ω=ω[j])
    return [component for vector in ω[:-1] for component in vector.components]


@pytest.fixture(scope="module")
def made():
    program = trace(velocities, {"q": 6, "qd": 6}, "velocities")
    return listing(program, Signature((Port("q", (6,)), Port("qd", (6,))), (Port("ω", (6, 3)),)))


def terms(expression):
    """A sum as a set of signed terms, the factors of each in order."""
    signed = expression.replace(" - ", " + -").split(" + ")
    return {(term.startswith("-"), tuple(sorted(term.lstrip("-").split("*")))) for term in signed}


def test_the_variables_are_those_listed(made):
    names = [line.name for line in made.lines]
    assert names == [f"{letter}{j}" for j in range(2, 7) for letter in "SC"] + LISTED


def test_the_formulas_are_those_printed(made):
    for line in made.lines[10:]:
        assert terms(line.expression) == terms(PRINTED[line.name]), line.name
    assert {line.name: line.expression for line in made.lines}["WI24"] == "-S4*WI13 - C4*W33"


def test_results_without_an_operation_are_not_variables(made):
    end = made.text[made.text.index("\nw = ") :]
    assert end.startswith("\nw = [[0, 0, QP1],\n     [WI12, WI22, QP2],\n     [WI13, WI23, W33],")


def test_links_are_sections(made):
    sections = list(dict.fromkeys(line.section for line in made.lines))
    assert sections == ["joint angles", "link 2", "link 3", "link 4", "link 5", "link 6"]


def test_the_numbers(made):
    """The printed formulas, worked out by hand, beside the listing's Python."""
    q, qd, _ = (x[0].tolist() for x in states(6, 1, seed=1))
    space = {f"QP{j}": x for j, x in enumerate(qd, 1)}
    space |= {f"S{j}": math.sin(x) for j, x in enumerate(q, 1)} | {f"C{j}": math.cos(x) for j, x in enumerate(q, 1)}
    for name, expression in PRINTED.items():
        space[name] = eval(expression, {}, space)
    found = function_of(made.python)(q, qd)
    last = [space[name] for name in ("WI16", "WI26", "W36")]
    assert max(abs(a - b) for a, b in zip(found[5], last, strict=True)) < ONE_ROUNDING
    assert len(flat(found)) == 18
