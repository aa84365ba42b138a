"""The robot's equations of motion, to read and to copy: closed where they are short, else step by step."""

from __future__ import annotations

import re
from typing import Any

from ...errors import LinkwiseError, MissingExtra, NoClosedForm, shown
from ...formulas import formula_of
from ...formulas.page import as_document, as_text, broken, entries
from ...formulas.printing import latex
from ...formulations import QUESTIONS
from ...robot import Robot

MOST = 400
"""Terms of a closed form that is shown; beyond, its listing is."""

LONGEST = 3000
"""Lines of a listing that is shown."""


def questions(robot: Robot) -> list[dict[str, Any]]:
    """What there are formulas of, and which formulations can be written out.

    >>> import linkwise
    >>> questions(linkwise.load("planar2r"))[0]["name"]
    'inverse_dynamics'
    """
    return [{"name": name, "frame": row.frame} for name, row in QUESTIONS.items()]


def written(
    robot: Robot, question: str = "inverse_dynamics", form: str = "closed", numbers: bool = False, base: bool = False
) -> dict[str, Any]:
    """The equations as LaTeX, each by itself, and as text, Python, C and MATLAB to copy.

    The `form` is "closed", where there is one short enough, or "listing". With `numbers` the constants of the robot are
    numbers in it, with `base` inertial parameters are grouped.

    >>> import linkwise
    >>> found = written(linkwise.load("pendulum"), "gravity_forces")
    >>> found["form"], found["text"]
    ('closed', 'Q[1] = G3*MY1*S1')
    """
    if question not in QUESTIONS:
        raise LinkwiseError(f"there is no question {shown(question)}.", "Questions are those of robot.formulations.")
    symbols: Any = () if numbers else "all"
    listing = robot.listing(question, symbols=[] if numbers else "all", base=base)
    copies = {"python": listing.python, "c": listing.c, "matlab": listing.matlab}
    why = ""
    if form == "closed":
        try:
            answer = formula_of(robot.tree, question, symbols, base, None, None, MOST)
            lines = [f"{name} &= {broken(latex(x))}" for _, name, x in entries(question, answer)]
            whole = as_document(f"{question} of {robot.name}", question, answer)
            return {
                "form": "closed",
                "why": "",
                "equations": [rf"\begin{{aligned}}{line}\end{{aligned}}" for line in lines],
                "latex": whole,
                "text": as_text(question, answer),
                **copies,
            }
        except (NoClosedForm, MissingExtra) as error:
            why = f"{error.what} Hence step by step:"
    blocks = re.findall(r"\\begin{align\*}\n(.*?)\n\\end{align\*}", listing.latex, re.S)
    sections = re.findall(r"\\subsection\*{(.*?)}\n\\begin{align\*}", listing.latex)
    found = len(listing.lines)
    return {
        "form": "listing",
        "why": why,
        "sections": [
            {"title": re.sub(r"\\(.)", r"\1", title), "equations": rf"\begin{{aligned}}{body}\end{{aligned}}"}
            for title, body in zip(sections, blocks, strict=True)
        ]
        if found <= LONGEST
        else [],
        "lines": found,
        "count": vars(listing.count),
        "latex": listing.latex,
        "text": listing.text,
        **copies,
    }
