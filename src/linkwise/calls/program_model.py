"""The model a program is traced with: rewritten where that saves operations and changes no answer.

Joint-space questions are answered in Denavit–Hartenberg frames, or as near to them as costs no digits, with the robot's
inertial parameters regrouped, Khalil & Dombre (2002) §9.6; all others, and those with a named formulation, for the
robot as it is.                                                                                         [khalil2002]
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ..algebra import Scalar
from ..model import Model, rewrite
from .question_checks import JOINT_SPACE, REGRESSORS, STRUCTURE

if TYPE_CHECKING:
    from .question_program import QuestionProgram


def program_model(asked: "QuestionProgram", question: str, inputs: Mapping[str, list[Scalar]]) -> Model:
    """The model that answers one of the questions, with these scalars for what is left open.

    >>> import linkwise
    >>> from linkwise.calls.question_program import QuestionProgram
    >>> program = QuestionProgram(linkwise.load("pendulum").tree, ("gravity_forces",), parameters=("gravity",))
    >>> program_model(program, "gravity_forces", {"gravity": [0.0, 0.0, -1.62]}).gravity.components
    (0.0, 0.0, -1.62)
    """
    model, regrouped = asked.tree, question in JOINT_SPACE
    as_it_is = asked.formulation is not None or "inertia" in asked.parameters or question in REGRESSORS | STRUCTURE
    if not as_it_is and (regrouped or len(asked.questions) > 1):
        any_gravity = "gravity" in (*asked.parameters, *asked.base)
        model = _rewritten(model, regrouped, any_gravity, bool({"velocity", "acceleration"} & {*asked.base}))
    tip = asked.tree.frame_or_tip(None).name if "payload" in inputs else ""
    seen = {"gravity": inputs["base_gravity"]} if "gravity" in asked.base else {}
    model = rewrite.with_open_parameters(model, tip, {**inputs, **seen})
    if "placement" in inputs:
        model = rewrite.with_placements(model, asked.tree, asked.placed, inputs["placement"])
    return model


@lru_cache(maxsize=64)
def _rewritten(tree: Model, regrouped: bool, any_gravity: bool, base_moves: bool) -> Model:
    model = rewrite.near_gauge(tree)
    return rewrite.regroup(model, any_gravity, base_moves) if regrouped else model
