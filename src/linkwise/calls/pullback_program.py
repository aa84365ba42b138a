"""How a framework differentiates answers backwards: from weights of an answer's entries to those of what was given."""

from dataclasses import dataclass
from functools import cached_property

from ..model import Model
from ..program import Port, Program, Signature, pullback
from .traceable import AbstractTraceable


@dataclass(frozen=True)
class PullbackProgram(AbstractTraceable):
    """The pullback of another program: it takes what that takes and a weight for each number that it gives, and gives
    Σ weight · ∂given/∂taken for each number taken. Its own pullback has the second derivatives.

    >>> import linkwise
    >>> from linkwise.calls.question_program import QuestionProgram
    >>> tree = linkwise.load("pendulum").tree
    >>> PullbackProgram(QuestionProgram(tree, ("gravity_forces",))).signature.text
    'q(1), weight_gravity_forces(1) -> pullback_q(1)'
    """

    of: AbstractTraceable

    def __repr__(self) -> str:
        return f"PullbackProgram({self.title})"

    @property
    def tree(self) -> Model:  # type: ignore[override]  # it is that of the other program
        """The robot of the other program."""
        return self.of.tree

    @property
    def program_name(self) -> str:
        """The name of the other program, and what this one is of it."""
        return f"{self.of.program_name}_pullback"

    @property
    def key(self) -> str:
        """The other program's."""
        return f"pullback of {self.of.key}"

    @cached_property
    def signature(self) -> Signature:
        """The arrays of the other program, and others like those that it gives."""
        takes, names = list(self.of.signature.takes), {port.name for port in self.of.signature.takes}
        for port in self.of.signature.gives:
            name = f"weight_{port.name}"
            while name in names:  # the pullback of a pullback takes weights already
                name = f"weight_{name}"
            takes.append(Port(name, port.shape))
        return Signature(tuple(takes), tuple(Port(f"pullback_{x.name}", x.shape) for x in self.of.signature.takes))

    @cached_property
    def program(self) -> Program:
        """The program."""
        takes = self.signature.takes
        weights = takes[len(self.of.signature.takes) :]
        names = [f"{port.name}{k}" for port in weights for k in range(1, port.size + 1)]
        return self.of.doubted(pullback(self.of.program, names), takes)
