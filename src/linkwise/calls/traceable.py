"""What a kernel compiles: anything that can be traced into one program customised to a robot."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..backends.interpreter import run
from ..errors import shown
from ..model import Model
from ..program import Port, Program, Signature, jacobian, to_text, without_dead_code
from .arrays import Array

if TYPE_CHECKING:
    from .kernel import Kernel


class AbstractTraceable(ABC):
    """Something with a signature that is traced into a program when the program is first needed."""

    tree: Model
    """The robot, without fixed joints."""

    @property
    @abstractmethod
    def program_name(self) -> str:
        """The name of its program."""

    @property
    @abstractmethod
    def signature(self) -> Signature:
        """The arrays it takes and gives, known before it is traced."""

    @property
    @abstractmethod
    def program(self) -> Program:
        """The program, traced once."""

    @property
    def key(self) -> str:
        """What compiled code is cached under: everything the program depends on, or the program's text."""
        return to_text(self.program)

    @property
    def examples(self) -> Mapping[str, Array]:
        """What code is tested on, for the uniform arrays that cannot be any numbers."""
        return {}

    @property
    def title(self) -> str:
        """The program, the robot and the shapes, in one line."""
        return f"{self.program_name} of {shown(self.tree.name)}: {self.signature.text}"

    def kernel(self, **options: Any) -> "Kernel[Any]":
        """The program compiled; options are those of `Kernel`.

        >>> import linkwise
        >>> from linkwise.calls.function_program import FunctionProgram
        >>> tree = linkwise.load("planar2r").tree
        >>> program = FunctionProgram(tree, lambda eq, q: eq.mass_matrix(q), {"q": (2,)}, {"M": (2, 2)})
        >>> program.kernel()([[0.0, 0.0]] * 3).shape
        (3, 2, 2)
        """
        from .kernel import Kernel

        return Kernel(self, **options)

    def derivatives(self) -> tuple[Program, Signature]:
        """∂gives/∂takes as another program: for each array given, one for each array taken, of shape (given, taken).

        >>> import linkwise
        >>> from linkwise.calls.question_program import QuestionProgram
        >>> program, signature = QuestionProgram(linkwise.load("pendulum").tree, ("gravity_forces",)).derivatives()
        >>> signature.text
        'q(1) -> dgravity_forces_dq(1, 1)'
        """
        return differentiated(self.program, self.signature, self.signature.takes)

    def doubted(self, derivative: Program, takes: Sequence[Port]) -> Program:
        """A derivative of the program as another program, whose numbers are NaN where the answers are not determined:
        for most programs the derivative itself."""
        return derivative


def differentiated(program: Program, signature: Signature, by: Sequence[Port]) -> tuple[Program, Signature]:
    """The derivatives of all outputs of a program with respect to some of the arrays it takes."""
    starts, at = {}, 0
    for port in signature.takes:
        starts[port.name], at = at, at + port.size
    inputs = [program.inputs[starts[port.name] + k] for port in by for k in range(port.size)]
    J = jacobian(program, inputs)
    gives, outputs, names, row = [], [], [], 0
    for given in signature.gives:
        column = 0
        for taken in by:
            port = Port(f"d{given.name}_d{taken.name}", (*given.shape, *taken.shape))
            places = [(row + i) * len(inputs) + column + k for i in range(given.size) for k in range(taken.size)]
            outputs += [J.outputs[place] for place in places]
            names += [f"{port.name}_{k}" for k in range(1, port.size + 1)]
            gives.append(port)
            column += taken.size
        row += given.size
    derivative = replace(J, name=f"d{program.name}", output_names=tuple(names), outputs=tuple(outputs))
    return derivative, Signature(signature.takes, tuple(gives))


@dataclass(frozen=True)
class ReplayedProgram(AbstractTraceable):
    """A program that was traced before: what a pickled function becomes.

    >>> import linkwise
    >>> from linkwise.calls.question_program import QuestionProgram
    >>> question = QuestionProgram(linkwise.load("pendulum").tree, ("gravity_forces",))
    >>> ReplayedProgram(question.tree, question.program, question.signature).title == question.title
    True
    """

    tree: Model
    traced: Program
    arrays: Signature

    def __repr__(self) -> str:
        return f"ReplayedProgram({self.title})"

    @property
    def program_name(self) -> str:
        """The name of the program."""
        return self.traced.name

    @property
    def signature(self) -> Signature:
        """The arrays it takes and gives."""
        return self.arrays

    @property
    def program(self) -> Program:
        """The program itself."""
        return self.traced

    @cached_property
    def key(self) -> str:
        """The program's text, written once."""
        return to_text(self.traced)

    def function(self, eq: Any, *groups: Sequence[Any]) -> dict[str, list[Any]]:
        """What the program does, over any scalar: arrays by name, each as a flat list. Parameters that were left open
        are taken from the equations."""
        left_open = [eq.open_parameters[port.name] for port in self.arrays.takes[len(groups) :]]
        values = iter(run(self.traced, [x for group in (*groups, *left_open) for x in group]))
        return {port.name: [next(values) for _ in range(port.size)] for port in self.arrays.gives}


def lower_triangles(program: Program, signature: Signature, symmetric: Collection[str]) -> Program:
    """Without the outputs above the diagonals of symmetric answers.

    >>> import linkwise
    >>> whole = linkwise.load("planar2r").compile("mass_matrix")
    >>> lower_triangles(whole.program, whole.signature, {"mass_matrix"}).output_names
    ('mass_matrix1_1', 'mass_matrix2_1', 'mass_matrix2_2')
    """
    kept, first = list[int](), 0
    for port in signature.gives:
        n = port.shape[-1] if port.name in symmetric else 0
        kept += [first + n * i + j for i in range(n) for j in range(i + 1)] or range(first, first + port.size)
        first += port.size
    names, outputs = tuple(program.output_names[k] for k in kept), tuple(program.outputs[k] for k in kept)
    return without_dead_code(replace(program, output_names=names, outputs=outputs))
