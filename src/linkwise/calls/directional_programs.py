"""How frameworks differentiate answers: backwards, from weights of their entries, and forwards, along a direction.

Both take fewer operations than the whole Jacobian, and have derivatives of their own.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ..model import Model
from ..program import Port, Program, Signature
from ..program.derive.pullback import pullback
from ..program.derive.pushforward import pushforward
from .traceable import AbstractTraceable


@dataclass(frozen=True)
class AbstractDirectionalProgram(AbstractTraceable):
    """A derivative of another program, which takes more arrays than that one."""

    of: AbstractTraceable

    kind: ClassVar[str]
    """What it is of the other program."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.title})"

    @property
    def tree(self) -> Model:  # type: ignore[override]
        """The robot of the other program."""
        return self.of.tree

    @property
    def program_name(self) -> str:
        """The name of the other program, and what this one is of it."""
        return f"{self.of.program_name}_{self.kind}"

    @property
    def key(self) -> str:
        """The other program's, and what this one is of it."""
        return f"{self.kind} of {self.of.key}"

    def _takes(self, prefix: str, ports: tuple[Port, ...]) -> tuple[Port, ...]:
        """The arrays that the other program takes, and others like these; where a name is taken the prefix is repeated,
        as for the pullback of a pullback."""
        takes = list(self.of.signature.takes)
        taken = {port.name for port in takes}
        for port in ports:
            name = f"{prefix}_{port.name}"
            while name in taken:
                name = f"{prefix}_{name}"
            taken.add(name)
            takes.append(port._replace(name=name))
        return tuple(takes)

    def _names(self) -> list[str]:
        """Those of the numbers in the arrays that the other program does not take."""
        more = self.signature.takes[len(self.of.signature.takes) :]
        return [f"{port.name}{k}" for port in more for k in range(1, port.size + 1)]


class PullbackProgram(AbstractDirectionalProgram):
    """It takes a weight for each number that the other program gives, and gives Σ weight · ∂given/∂taken for each
    number taken.

    >>> import linkwise
    >>> from linkwise.calls.question_program import QuestionProgram
    >>> tree = linkwise.load("pendulum").tree
    >>> PullbackProgram(QuestionProgram(tree, ("gravity_forces",))).signature.text
    'q(1), weight_gravity_forces(1) -> pullback_q(1)'
    """

    kind = "pullback"

    @cached_property
    def signature(self) -> Signature:
        """The arrays of the other program and the weights; one array for each that the other takes."""
        takes = self._takes("weight", self.of.signature.gives)
        return Signature(takes, tuple(Port(f"pullback_{x.name}", x.shape) for x in self.of.signature.takes))

    @cached_property
    def program(self) -> Program:
        """The program."""
        return self.of.doubted(pullback(self.of.program, self._names()), self.signature.takes)


class PushforwardProgram(AbstractDirectionalProgram):
    """It takes a change of each number that the other program takes, and gives Σ ∂given/∂taken · change for each number
    given.

    >>> import linkwise
    >>> from linkwise.calls.question_program import QuestionProgram
    >>> tree = linkwise.load("pendulum").tree
    >>> forward = PushforwardProgram(QuestionProgram(tree, ("gravity_forces",)))
    >>> forward.signature.text
    'q(1), change_q(1) -> pushforward_gravity_forces(1)'
    >>> forward.kernel()([0.0], [2.0])
    array([9.81])
    """

    kind = "pushforward"

    @cached_property
    def signature(self) -> Signature:
        """The arrays of the other program and their changes; one array for each that the other gives."""
        takes = self._takes("change", self.of.signature.takes)
        return Signature(takes, tuple(Port(f"pushforward_{x.name}", x.shape) for x in self.of.signature.gives))

    @cached_property
    def program(self) -> Program:
        """The program."""
        return self.of.doubted(pushforward(self.of.program, self._names()), self.signature.takes)
