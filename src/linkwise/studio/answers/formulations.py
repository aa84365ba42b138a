"""The formulations of the books: who answers what, the cost on this robot, a page's equations beside the code."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Sequence
from typing import Any

from ...calls.progress import listener
from ...compare import compare
from ...errors import UnknownName
from ...formulations import FORMULATIONS, QUESTIONS
from ...robot import Robot


def listed_by_question(robot: Robot) -> dict[str, Any]:
    """The formulations of each question that this robot has, the default first.

    >>> import linkwise
    >>> listed_by_question(linkwise.load("planar2r"))["mass_matrix"][0]
    'composite.featherstone'
    """
    return {question: list(robot.formulations(question)) for question in QUESTIONS}


def page(robot: Robot, name: str) -> dict[str, Any]:
    """One formulation: title and source, and of each question it answers the book's equations and the code.

    >>> shown = page(None, "newton_euler.balafoutis_patel_57")
    >>> shown["parts"][0]["question"], "tilde" in shown["parts"][0]["equations"]
    ('inverse_dynamics', True)
    """
    if not isinstance(name, str) or name not in FORMULATIONS:
        raise UnknownName("formulation", name, "linkwise", FORMULATIONS)
    module = FORMULATIONS[name]
    text = inspect.getdoc(module) or ""
    title, _, rest = text.partition("\n")
    parts = []
    for question in QUESTIONS:
        function = getattr(module, question, None)
        if getattr(function, "__module__", None) == module.__name__:
            parts.append(
                {"question": question, "equations": inspect.getdoc(function) or "", "code": _code_of(function)}
            )
    return {"name": name, "title": title.rstrip("."), "about": rest.strip(), "parts": parts}


def compared(robot: Robot, questions: Sequence[str], budget: float = 20.0, time: bool = True) -> list[dict[str, Any]]:
    """All formulations of these questions on this robot: operations, least nanoseconds per state, how far they differ.

    >>> import linkwise
    >>> compared(linkwise.load("pendulum"), ["gravity_forces"], time=False)[0]["question"]
    'gravity_forces'
    """
    tell = listener()

    def progress(question: str, formulation: str) -> None:
        if tell is not None:
            tell(0.0, 0.0, f"{question}: {formulation}")

    found = compare(robot, questions, budget=budget, time=time, progress=progress)
    return [
        {
            "question": each.question,
            "allowed": each.allowed,
            "rows": [
                {
                    "formulation": row.formulation,
                    "multiplications": row.count.multiplications,
                    "additions": row.count.additions,
                    "others": row.others,
                    "nanoseconds": row.least,
                    "untimed": row.untimed,
                    "difference": worst,
                }
                for row, worst in zip(each.rows, each.worst, strict=True)
            ],
            "left_out": [vars(one) for one in each.left_out],
            "disagreeing": each.disagreeing,
        }
        for each in found.questions
    ]


def _code_of(function: Any) -> str:
    """A function and those of its module that it calls, without docstrings: the page shows the first one's."""
    module = sys.modules[function.__module__]
    found, waiting = [], [function]
    while waiting:
        one = waiting.pop(0)
        found.append(one)
        called = [getattr(module, name, None) for name in one.__code__.co_names]
        own = [each for each in called if inspect.isfunction(each) and each.__module__ == module.__name__]
        waiting += [each for each in own if each not in found and each not in waiting]
    return "\n\n".join(_without_docstring(each) for each in found)


def _without_docstring(function: Any) -> str:
    code, doc = inspect.getsource(function), function.__doc__
    return code.replace(f'    """{doc}"""\n', "", 1) if doc else code
