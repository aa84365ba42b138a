"""Customised models of a robot as listings, with numbers or symbols for its constants.

Khalil & Dombre (2002) §9.6.2–9.6.3: the recursion expanded for one robot, on base parameters.          [khalil2002]
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..algebra import Scalar
from ..backends.files import stem
from ..backends.listing import Listing, listing
from ..calls.question_checks import JOINT_SPACE
from ..calls.question_program import QuestionProgram
from ..errors import InvalidModel, UnknownName, shown
from ..formulations import QUESTIONS, answer_by
from ..model import Model
from ..model.constants import letter_of, with_constants
from ..program import Port, Program, Signature, check, trace
from .on_base_parameters import REPLACED, UNCHANGED, base_symbols, on_base_parameters
from .symbols import Symbols, chosen_constants


def listing_of(
    tree: Model,
    question: str = "inverse_dynamics",
    symbols: Symbols = (),
    base: bool = True,
    frame: str | None = None,
    formulation: str | None = None,
) -> Listing:
    """The listing of the program that answers a question for one robot.

    Constants that are `symbols` are arguments; the remarks state their values in this robot. With `base`, inertial
    parameters are regrouped to base parameters, if that does not change the answer.

    >>> import linkwise
    >>> model = listing_of(linkwise.load("planar2r").tree, "gravity_forces", symbols=["inertia", "gravity"])
    >>> [f"{line.name} = {line.expression}" for line in model.lines][-2:]
    ['M32 = MX2*VP22', 'm31 = M32 - MXR1*VP22a']
    """
    if not isinstance(question, str) or question not in QUESTIONS:
        raise UnknownName("question", question, "linkwise", QUESTIONS)
    if frame is not None and not QUESTIONS[question].frame:
        raise InvalidModel(f"frame {shown(frame)} would not be used.", f"{question} does not depend on a frame.")
    values = chosen_constants(tree, symbols)
    prefix = stem(question, tree.name)
    if not values and (base or question not in JOINT_SPACE):
        question_program = QuestionProgram(tree, (question,), formulation, frame=frame)
        return listing(
            question_program.program, question_program.signature, title=_title(question, tree), prefix=prefix
        )
    program, signature, values = _symbolic(tree, question, values, base and question in UNCHANGED, frame, formulation)
    equations = ", ".join(f"{name} = {x:.12g}" for name, x in values.items())
    remarks = [f"This robot has {equations}."] if equations else []
    return listing(program, signature, title=_title(question, tree), remarks=remarks, prefix=prefix)


def _title(question: str, tree: Model) -> str:
    return f"{question} of {tree.name}"


def _symbolic(
    tree: Model, question: str, values: dict[str, float], base: bool, frame: str | None, formulation: str | None
) -> tuple[Program, Signature, dict[str, float]]:
    """The program with an input for each symbol, its signature, and the values of the symbols."""
    open_inertia = any(letter_of(name) in REPLACED for name in values)
    values = base_symbols(tree, values) if base else values
    question_program = QuestionProgram(tree, (question,), formulation, frame=frame)
    row = QUESTIONS[question]
    best = formulation or (row.direct if open_inertia else row.compiled)
    by = answer_by(question, best if tree.coordinates.trivial or not row.coupled else formulation, tree)

    def answers(*groups: list[Scalar]) -> dict[str, Any]:
        inputs = dict(zip(ports, groups, strict=True))
        scalars = {name: inputs[name][0] for name in values}
        arm = with_constants(tree, on_base_parameters(tree, scalars) if base else scalars)
        return question_program.answer(question, arm, by, inputs)

    states = list(question_program.signature.takes)
    ports = {port.name: port.size for port in states} | dict.fromkeys(values, 1)
    program = _renamed(trace(answers, ports, question), [*values])
    takes = (*states, *(Port(name, ()) for name in values))
    return program, Signature(takes, question_program.signature.gives), values


def _renamed(program: Program, scalars: list[str]) -> Program:
    """The program with its last inputs called D3, not D31: a trace numbers the entries of every input."""
    first = len(program.inputs) - len(scalars)
    labels = tuple(label for label in program.labels if label[1] not in scalars)
    renamed = replace(program, inputs=(*program.inputs[:first], *scalars), labels=labels)
    check(renamed)
    return renamed
