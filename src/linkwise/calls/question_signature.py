"""What a program of questions takes and gives, as arrays: known before it is traced."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ..formulations import BASE_INPUTS, QUESTIONS, SYMMETRIC, shape_of
from ..program import Port, Signature
from .question_checks import shape_of_parameter

if TYPE_CHECKING:
    from .question_program import QuestionProgram


def signature_of(asked: "QuestionProgram", whole: Signature | None = None) -> Signature:
    """States, wrenches, the motion of the base and open parameters; answers, part by part. Of the `whole` signature
    of a packed program symmetric answers become lower triangles.

    >>> import linkwise
    >>> from linkwise.calls.question_program import QuestionProgram
    >>> signature_of(QuestionProgram(linkwise.load("planar2r").tree, ("bias_forces",), wrenches=("tip",))).text
    'q(2), qd(2), wrench_1(6) -> bias_forces(2)'
    """
    tree = asked.tree
    if whole is not None:
        half = tree.n * (tree.n + 1) // 2
        gives = [port._replace(shape=(half,)) if port.name in SYMMETRIC else port for port in whole.gives]
        return replace(whole, gives=tuple(gives))
    rows = [QUESTIONS[question] for question in asked.questions]
    states = {name: None for name in ("q", "qd", "qdd", "tau") if any(name in row.takes for row in rows)}
    takes = [Port(name, (tree.n,)) for name in states]
    takes += [Port(f"wrench_{k}", (6,)) for k, _ in enumerate(asked.wrenches, 1)]
    takes += [Port(f"base_{name}", (BASE_INPUTS[name][0],)) for name in asked.base]
    placed = len(asked.placed)
    takes += [Port(name, shape_of_parameter(name, tree, placed), uniform=True) for name in asked.parameters]
    several = (len(asked.frame),) if isinstance(asked.frame, tuple) else ()
    gives = [
        Port(part, (*(several if row.frame else ()), *shape_of(row.gives, tree, asked.columns, asked.reactions)))
        for question, row in zip(asked.questions, rows, strict=True)
        for part in (row.parts or (question,))
    ]
    return Signature(tuple(takes), tuple(gives))
