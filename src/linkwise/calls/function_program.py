"""A function around a robot's equations, as one program: controllers, observers, equations of motion."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import LinkwiseError, shown
from ..model import Model
from ..model.field_types import expect_model
from ..program import Port, Program, Signature, to_text, trace
from ..program.names import is_name
from .answers import answered
from .arrays import assembled, batch_shape, columns, nested_shape
from .checks import real
from .equations import Equations
from .question_program import QuestionProgram
from .traceable import AbstractTraceable, ReplayedProgram

Shapes = Mapping[str, tuple[int, ...]]
"""The shapes of arrays by name."""

MOST = 100_000
"""The most entries of an array: a program names each of them."""


@dataclass(frozen=True, eq=False)
class FunctionProgram(AbstractTraceable):
    """A user's function over scalars, traced with a robot's equations into one straight-line program.

    `function(eq, *groups)` gets the `Equations` of the robot and, for each name in `takes`, the flat list of its
    numbers; it returns a list (for the one name in `gives`), or a dict of nested lists by the names in `gives`. It runs
    once: it is written with + − × ÷ and the functions of `linkwise.algebra`, and what it decides holds for all states.
    Names in `parameters` ("gravity", "inertia", "payload", "friction") come after `takes` and reach the equations only.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> def hold(eq, q, qd):
    ...     return [g - 2.0 * v for g, v in zip(eq.gravity_forces(q), qd)]
    >>> program = FunctionProgram(robot.tree, hold, {"q": (1,), "qd": (1,)}, {"tau": (1,)})
    >>> program.kernel()([1.5707963267948966], [1.0])
    array([2.905])
    """

    tree: Model
    function: Callable[..., Any]
    takes: Shapes
    gives: Shapes
    name: str = "function"
    parameters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        expect_model(self.tree)
        if not callable(self.function):
            raise LinkwiseError(f"{shown(repr(self.function))} is not a function.", "A scalar function was expected.")
        if not is_name(self.name):
            raise LinkwiseError(
                f"the name of the function is {shown(repr(self.name))}.", "An identifier was expected.", 'name="hold"'
            )
        if not isinstance(self.parameters, tuple | list) or not all(isinstance(x, str) for x in self.parameters):
            what = f"the parameters of function {shown(self.name)} are {shown(repr(self.parameters))}."
            raise LinkwiseError(what, "A tuple of names was expected.", 'parameters=("gravity",), say.')
        object.__setattr__(self, "parameters", tuple(self.parameters))
        for side in ("takes", "gives"):
            object.__setattr__(self, side, shapes_of(self.name, side, getattr(self, side)))
        names = [*self.takes, *self.gives, *self.parameters]
        if not self.takes or not self.gives or len(set(names)) != len(names):
            taken, given = (", ".join(side) or "nothing" for side in ((*self.takes, *self.parameters), self.gives))
            raise LinkwiseError(
                f"function {shown(self.name)} takes {taken} and gives {given}.",
                "At least one input and one output were expected, each with its own name.",
            )
        _ = self.signature  # which checks the parameters

    def __repr__(self) -> str:
        return f"FunctionProgram({self.title})"

    def __reduce__(self) -> Any:
        """Pickled as its program: the function itself need not exist where it is unpickled."""
        return ReplayedProgram, (self.tree, self.program, self.signature)

    @property
    def program_name(self) -> str:
        """The name it was given."""
        return self.name

    @cached_property
    def signature(self) -> Signature:
        """The arrays it takes and gives."""
        left_open = QuestionProgram(self.tree, ("inverse_dynamics",), parameters=self.parameters).signature.takes[3:]
        takes, gives = ([Port(name, shape) for name, shape in side.items()] for side in (self.takes, self.gives))
        return Signature((*takes, *left_open), tuple(gives))

    @cached_property
    def key(self) -> str:
        """The program's text: a function has no other lasting identity."""
        return to_text(self.program)

    @cached_property
    def program(self) -> Program:
        """The function traced."""
        ports = {port.name: port.size for port in self.signature.takes}
        return trace(self._ordered, ports, self.name)

    def run_directly(self, *states: ArrayLike) -> Any:
        """Run the function on columns of the arrays, without tracing it; arrays come in the order of `takes`.

        >>> import linkwise
        >>> tree = linkwise.load("planar2r").tree
        >>> program = FunctionProgram(tree, lambda eq, q: eq.mass_matrix(q), {"q": (2,)}, {"M": (2, 2)})
        >>> program.run_directly([[0.0, 0.0]] * 3).shape
        (3, 2, 2)
        """
        given = {
            name: real(name, value, prod(shape), "one entry per joint")
            for (name, shape), value in zip(self.takes.items(), states, strict=True)
        }
        batch = batch_shape(given)
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            answer = self.function(Equations(self.tree), *(columns(x, batch == ()) for x in given.values()))
            nests = answer if isinstance(answer, dict) else {next(iter(self.gives)): answer}
            parts = [
                assembled(_scalar(nests[name]) if shape == () else nests[name], batch, shape)
                for name, shape in self.gives.items()
            ]
        return parts[0] if len(parts) == 1 else answered(tuple(self.gives), tuple(parts))

    def _ordered(self, *groups: Any) -> dict[str, Any]:
        open_parameters = dict(zip(self.parameters, groups[len(self.takes) :], strict=True))
        answer = self.function(Equations(self.tree, open_parameters), *groups[: len(self.takes)])
        answers = answer if isinstance(answer, dict) else {next(iter(self.gives)): answer}
        shapes = {name: shape_of(nest) for name, nest in answers.items()}
        if shapes.keys() != self.gives.keys() or not all(
            shape == self.gives[name] or (len(shape) < 2 and prod(shape) == prod(self.gives[name]))
            for name, shape in shapes.items()
        ):
            given, expected = (
                ", ".join(f"{name} of shape {shape}" for name, shape in side.items()) for side in (shapes, self.gives)
            )
            raise LinkwiseError(
                f"function {shown(self.name)} returned {given or 'nothing'}.",
                f"Expected: {expected}.",
                "return a list, or a dict of lists by name.",
            )
        return {name: flat(answers[name]) for name in self.gives}


def shapes_of(function: str, side: str, given: Any) -> dict[str, tuple[int, ...]]:
    """The shapes of what a function takes or gives, checked.

    >>> shapes_of("hold", "takes", {"q": [2]})
    {'q': (2,)}
    """
    if not isinstance(given, Mapping):
        what = f"the arrays that function {shown(function)} {side} are {shown(repr(given))}."
        raise LinkwiseError(what, "A dict of names and shapes was expected.", '{"q": (6,)}, say.')
    for name, shape in given.items():
        if not isinstance(name, str) or not name.isidentifier() or iskeyword(name) or name.startswith("_"):
            what = f"function {shown(function)} {side} an array {shown(repr(name))}."
            raise LinkwiseError(what, "A name of letters, digits and underscores was expected.", "name it q, say.")
        whole = isinstance(shape, tuple | list) and all(type(k) is int and k > 0 for k in shape)
        if not whole or prod(shape) > MOST:
            raise LinkwiseError(
                f"function {shown(function)} {side} {shown(name)} of shape {shown(repr(shape))}.",
                f"A tuple of whole numbers above 0 was expected, of {MOST} entries at most.",
                "(6,), or () for a scalar.",
            )
    return {name: tuple(shape) for name, shape in given.items()}


def shape_of(nest: Any) -> tuple[int, ...]:
    """The shape of nested lists; if rows differ in length, the number of all entries.

    >>> shape_of([[1.0, 2.0], [3.0, 4.0]]), shape_of([[1.0], [2.0, 3.0]])
    ((2, 2), (3,))
    """
    shape = nested_shape(nest)
    return (len(flat(nest)),) if shape is None else shape


def flat(nest: Any) -> list[Any]:
    """The entries of nested lists, or of an array (of traced values, say).

    >>> flat([[1.0, 2.0], (3.0, np.array([4.0]))])
    [1.0, 2.0, 3.0, 4.0]
    """
    nest = nest.tolist() if isinstance(nest, np.ndarray) else nest
    return [x for part in nest for x in flat(part)] if isinstance(nest, list | tuple) else [nest]


def _scalar(nest: Any) -> Any:
    """A scalar, given alone or in a list of one."""
    return nest[0] if isinstance(nest, list | tuple) else nest
