"""Questions to a robot, as one program customised to it.

The customised symbolic modelling of Khalil & Dombre (2002) §9.6, done by running a formulation once on a tracer: what
is constant for this robot folds away.                                                                  [khalil2002]
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..algebra import Force, Scalar
from ..errors import NotForThisRobot, shown
from ..formulations import (
    BASE_INPUTS,
    QUESTIONS,
    SYMMETRIC,
    BaseMotion,
    Columns,
    Reactions,
    answer_by,
    determinacy,
    formulations_for,
    shape_of,
    terms,
)
from ..model import Model, rewrite
from ..program import Port, Program, Signature, to_text, trace
from .arrays import Array
from .doubted import doubted, doubted_derivative, with_doubt
from .program_model import program_model
from .question_checks import DERIVED, SOLVING, check_questions, frame_names, frames_of, shape_of_parameter
from .traceable import AbstractTraceable, ReplayedProgram, differentiated, lower_triangles

A_BODY = (1.0, 0.1, -0.15, 1.2, 0.05, 0.9, 0.1, -0.2, 0.15, 0.8)
"""XX XY XZ YY YZ ZZ MX MY MZ M of some body."""


@dataclass(frozen=True)
class QuestionProgram(AbstractTraceable):
    """Questions to a robot, and the parameters left open until the program runs. Of symmetric answers only the lower
    triangle is given, row after row, if they are `packed`.

    >>> import linkwise
    >>> program = QuestionProgram(linkwise.load("planar2r").tree, ("mass_matrix", "gravity_forces"))
    >>> program.signature.gufunc
    '(2)->(2,2),(2)'
    """

    tree: Model
    questions: tuple[str, ...]
    formulation: str | None = None
    wrenches: tuple[str, ...] = ()
    frame: str | tuple[str, ...] | None = None
    parameters: tuple[str, ...] = ()
    columns: Columns | None = None
    base: tuple[str, ...] = ()
    reactions: Reactions | None = None
    packed: bool = False

    def __post_init__(self) -> None:
        check_questions(self)

    def __repr__(self) -> str:
        return f"QuestionProgram({self.title})"

    @cached_property
    def signature(self) -> Signature:
        """What the program takes and gives, known before it is traced."""
        tree = self.tree
        if self.packed:
            whole, half = self._whole.signature, tree.n * (tree.n + 1) // 2
            gives = [port._replace(shape=(half,)) if port.name in SYMMETRIC else port for port in whole.gives]
            return replace(whole, gives=tuple(gives))
        rows = [QUESTIONS[question] for question in self.questions]
        states = {name: None for name in ("q", "qd", "qdd", "tau") if any(name in row.takes for row in rows)}
        takes = [Port(name, (tree.n,)) for name in states]
        takes += [Port(f"wrench_{k}", (6,)) for k, _ in enumerate(self.wrenches, 1)]
        takes += [Port(f"base_{name}", (BASE_INPUTS[name][0],)) for name in self.base]
        placed = len(self.placed)
        takes += [Port(name, shape_of_parameter(name, tree, placed), uniform=True) for name in self.parameters]
        several = (len(self.frame),) if isinstance(self.frame, tuple) else ()
        gives = [
            Port(part, (*(several if row.frame else ()), *shape_of(row.gives, tree, self.columns, self.reactions)))
            for question, row in zip(self.questions, rows, strict=True)
            for part in (row.parts or (question,))
        ]
        return Signature(tuple(takes), tuple(gives))

    @property
    def placed(self) -> tuple[str, ...]:
        """The frames whose placement can be left open: those that questions, and then those that wrenches are about.

        >>> import linkwise
        >>> QuestionProgram(linkwise.load("planar2r").tree, ("jacobian",)).placed
        ('tip',)
        """
        frames: str | tuple[str, ...] = ()
        if any(QUESTIONS[question].frame for question in self.questions):
            frames = frame_names(self.tree, self.frame)
        return tuple(dict.fromkeys(((frames,) if isinstance(frames, str) else frames) + self.wrenches))

    @property
    def program_name(self) -> str:
        """The questions, joined."""
        return "_and_".join(self.questions)

    @property
    def title(self) -> str:
        """The questions, the robot and the shapes, in one line.

        >>> import linkwise
        >>> QuestionProgram(linkwise.load("planar2r").tree, ("mass_matrix",)).title
        "mass_matrix of 'planar2r': q(2) -> mass_matrix(2, 2)"
        """
        return f"{' and '.join(self.questions)} of {shown(self.tree.name)}: {self.signature.text}"

    @cached_property
    def key(self) -> str:
        """Everything the program depends on; the program's text where that includes a user's function."""
        what = tuple(getattr(self, each.name) for each in fields(self) if each.name != "tree")
        by_text = all(body.joint.friction.repr_determines for body in self.tree.bodies)
        return f"{what!r} {self.tree.text}" if by_text else f"{what!r} {to_text(self.program)}"

    @property
    def examples(self) -> dict[str, Array]:
        """Bodies, for the inertias left open of a program that checks its pivots: with random numbers no link is one,
        and all answers of its test would be NaN.

        >>> import linkwise
        >>> QuestionProgram(linkwise.load("planar2r").tree, ("forward_dynamics",), parameters=("inertia",)).examples
        {}
        """
        sizes = {"inertia": len(self.tree.bodies), "payload": 1}
        wanted = [name for name in self.parameters if name in sizes and self.checks_pivots]
        return {name: np.outer(np.linspace(1.0, 2.0, sizes[name]), A_BODY) for name in wanted}

    @cached_property
    def program(self) -> Program:
        """All questions traced into one program, common work done once."""
        if self.packed:
            return lower_triangles(self._whole.program, self._whole.signature, SYMMETRIC)
        ports = {port.name: port.size for port in self.signature.takes}
        if (self.wrenches or self.base) and self.questions[0] in DERIVED:
            other, derivative = self._differentiated
            return other.doubted(derivative, self.signature.takes)
        return trace(
            lambda *groups: self._checked_answers(dict(zip(ports, groups, strict=True))), ports, self.program_name
        )

    @property
    def _whole(self) -> "QuestionProgram":
        return replace(self, packed=False)

    def derivatives(self) -> tuple[Program, Signature]:
        """∂gives/∂takes; for inverse and forward dynamics by the formulation that answers their derivatives."""
        found = next((question for question, (of, _) in DERIVED.items() if (of,) == self.questions), None)
        if found is None or self.formulation or self.wrenches or self.parameters or self.base or self.packed:
            program, signature = super().derivatives()
            return self.doubted(program, signature.takes), signature
        other = replace(self, questions=(found,))
        ports = [
            Port(f"d{self.questions[0]}_d{taken.name}", part.shape)
            for taken, part in zip(self.signature.takes, other.signature.gives, strict=True)
        ]
        return other.program, Signature(self.signature.takes, tuple(ports))

    @cached_property
    def without_doubt(self) -> ReplayedProgram:
        """Derivatives under wrenches or on a moving base, whether or not a joint may move no inertia."""
        return ReplayedProgram(self.tree, self._differentiated[1], self.signature)

    def doubted(self, derivative: Program, takes: Sequence[Port]) -> Program:
        """A derivative, NaN where a joint may move no inertia."""
        if not self.checks_pivots:
            return derivative
        beside = (self.wrenches or self.base) and self.questions[0] in DERIVED
        by = self._differentiated[0] if beside else self
        return doubted_derivative(derivative, takes, lambda inputs: by._with_doubt(inputs)[1])

    @cached_property
    def _differentiated(self) -> tuple["QuestionProgram", Program]:
        """An answer under wrenches or on a moving base, and the derivatives that are asked for, from its program."""
        question, groups = DERIVED[self.questions[0]]
        if self.formulation is not None and self.formulation in formulations_for(self.questions[0]):
            raise NotForThisRobot(
                f"{self.formulation} takes neither wrenches nor the motion of the base.",
                f"With these {self.questions[0]} are computed by differentiating {question}.",
                f"leave the formulation out, or name one that answers {question}.",
            )
        n, other = self.tree.n, replace(self, questions=(question,))
        by = [port for port in other.signature.takes if port.name in groups]
        program, _ = differentiated(other.program, other.signature, by)
        names = [
            f"{port.name}{i}_{k}" for port in self.signature.gives for i in range(1, n + 1) for k in range(1, n + 1)
        ]
        return other, replace(program, name=self.program_name, output_names=tuple(names))

    def answers(self, inputs: dict[str, list[Scalar]]) -> dict[str, Any]:
        """The answers over scalars, by name, given the inputs of the signature by name.

        >>> import linkwise
        >>> QuestionProgram(linkwise.load("pendulum").tree, ("gravity_forces",)).answers({"q": [0.0]})
        {'gravity_forces': [0.0]}
        """
        answers: dict[str, Any] = {}
        for question in self.questions:
            answers |= self.answer(question, program_model(self, question, inputs), self._by(question), inputs)
        return answers

    def _checked_answers(self, inputs: dict[str, list[Scalar]]) -> dict[str, Any]:
        """The answers, not numbers where a joint may move no inertia."""
        if not self.checks_pivots:
            return self.answers(inputs)
        answers, doubt = self._with_doubt(inputs)
        for question in self.questions:
            for part in (QUESTIONS[question].parts or (question,)) if question in SOLVING else ():
                answers[part] = doubted(answers[part], doubt)
        return answers

    def _with_doubt(self, inputs: dict[str, list[Scalar]]) -> tuple[dict[str, Any], Scalar]:
        """The answers, and the doubt about them, for the inertias that the robot has when the program runs."""
        tip = self.tree.frame_or_tip(None).name if "payload" in inputs else ""
        weighed = rewrite.with_open_parameters(self.tree, tip, inputs)
        return with_doubt(weighed, lambda: self.answers(inputs))

    @property
    def checks_pivots(self) -> bool:
        """Whether the program's answers are NaN where a joint may move no inertia: it cannot be certain beforehand.

        >>> import linkwise
        >>> QuestionProgram(linkwise.load("panda").tree, ("forward_dynamics",)).checks_pivots
        False
        """
        solves = self.formulation is None and not set(SOLVING).isdisjoint(self.questions)
        return solves and determinacy.has_numbers(self.tree) and not determinacy.certain(self.tree)

    def answer(self, question: str, model: Model, by: Callable[..., Any], inputs: Mapping[str, list[Scalar]]) -> Any:
        """One question answered for a model, which need not be this program's own: the parts of the answer by name.

        >>> import linkwise
        >>> from linkwise.formulations import answer_by
        >>> tree = linkwise.load("pendulum").tree
        >>> by = answer_by("mass_matrix", None)
        >>> list(QuestionProgram(tree, ("mass_matrix",)).answer("mass_matrix", tree, by, {"q": [0.0]}))
        ['mass_matrix']
        """
        row = QUESTIONS[question]
        more: dict[str, Any] = {}
        if row.columns:
            more["columns"] = self.columns or Columns.of(self.tree)
        if row.wrenches:
            more["wrenches"] = {
                frame: Force.of_numbers(inputs[f"wrench_{k}"], model.base) for k, frame in enumerate(self.wrenches, 1)
            }
        if row.reactions:
            more["reactions"] = self.reactions or Reactions.of(self.tree)
        if row.frame:
            more["frame"] = frames_of(model, frame_names(self.tree, self.frame))
        velocity, acceleration = inputs.get("base_velocity"), inputs.get("base_acceleration")
        if row.moves_with_base and (velocity is not None or acceleration is not None):
            more["base"] = BaseMotion.of_numbers(velocity, acceleration, model.base)
        answer = getattr(terms, question)(model, by, *(inputs[name] for name in row.takes), **more)
        return dict(zip(row.parts, answer, strict=True)) if row.parts else {question: answer}

    def _by(self, question: str) -> Callable[..., Any]:
        row, coupled = QUESTIONS[question], not self.tree.coordinates.trivial
        best = row.compiled if self.formulation is None and not (coupled and row.coupled) else self.formulation
        return answer_by(question, best, self.tree)
