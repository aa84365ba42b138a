"""A function around a robot's equations, as one program: controllers, observers, equations of motion."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from ...errors import LinkwiseError, shown
from ...model import Model
from ...model.kinds import expect_model
from ...program import Port, Program, Signature, trace
from ...program.names import is_name
from ..equations import Equations
from .again import Again
from .shapes import Shapes, flat, shape_of, shapes_of

if TYPE_CHECKING:
    from ..kernel import Kernel


@dataclass(frozen=True, eq=False)
class Law:
    """A function of scalars, traced with a robot's equations into one straight-line program.

    `function(eq, *groups)` gets the `Equations` of the robot and, for each name in `takes`, the flat list of its
    numbers; it gives a list (of the one name in `gives`), or a dict of nests by the names in `gives`. It runs once: it
    is written with + − × ÷ and the functions of `linkwise.algebra`, and what it decides it decides for all states.
    Names in `parameters` ("gravity", "inertia", "payload", "friction") come after `takes` and reach the equations only.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> def hold(eq, q, qd):
    ...     return [g - 2.0 * v for g, v in zip(eq.gravity_forces(q), qd)]
    >>> law = Law(robot.tree, hold, {"q": (1,), "qd": (1,)}, {"tau": (1,)})
    >>> law.kernel()([1.5707963267948966], [1.0])
    array([2.905])
    """

    tree: Model
    function: Callable[..., Any]
    takes: Shapes
    gives: Shapes
    name: str = "law"
    parameters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        expect_model(self.tree)
        if not callable(self.function):
            raise LinkwiseError(f"{shown(repr(self.function))} is no function.", "One over scalars was expected.")
        if not is_name(self.name):
            raise LinkwiseError(f"the law is called {shown(repr(self.name))}.", "A word was expected.", 'name="law"?')
        if not isinstance(self.parameters, tuple | list) or not all(isinstance(x, str) for x in self.parameters):
            what = f"the parameters of law {shown(self.name)} are {shown(repr(self.parameters))}."
            raise LinkwiseError(what, "A tuple of names was expected.", 'parameters=("gravity",), say.')
        object.__setattr__(self, "parameters", tuple(self.parameters))
        for side in ("takes", "gives"):
            object.__setattr__(self, side, shapes_of(self.name, side, getattr(self, side)))
        names = [*self.takes, *self.gives, *self.parameters]
        if not self.takes or not self.gives or len(set(names)) != len(names):
            taken, given = (", ".join(side) or "nothing" for side in ((*self.takes, *self.parameters), self.gives))
            raise LinkwiseError(
                f"the law {shown(self.name)} takes {taken} and gives {given}.",
                "At least one array on each side was expected, each name once.",
            )
        _ = self.signature  # which knows the parameters

    def __getstate__(self) -> dict[str, Any]:
        """The law as its program: a function need not be known where it travels to."""
        kept = {name: getattr(self, name) for name in ("tree", "takes", "gives", "name", "parameters", "program")}
        return kept | {"function": Again(self.program, self.parameters, self.gives)}

    @property
    def questions(self) -> tuple[str, ...]:
        """What its ufunc is called."""
        return (self.name,)

    @cached_property
    def signature(self) -> Signature:
        """The arrays it takes and gives."""
        from ..question_program import Task  # the shapes of parameters are its business

        opened = Task(self.tree, ("inverse_dynamics",), parameters=self.parameters).signature.takes[3:]
        takes, gives = ([Port(name, shape) for name, shape in side.items()] for side in (self.takes, self.gives))
        return Signature((*takes, *opened), tuple(gives))

    @property
    def title(self) -> str:
        """The law, the robot and the shapes, in one line."""
        return f"{self.name} of {shown(self.tree.name)}: {self.signature.text}"

    @cached_property
    def key(self) -> str:
        """What its machine code is known by: the program itself, for a function has no other lasting name."""
        return str(self.program)

    @cached_property
    def program(self) -> Program:
        """The function traced."""
        ports = {port.name: port.size for port in self.signature.takes}
        return trace(self._ordered, ports, self.name)

    def _ordered(self, *groups: Any) -> dict[str, Any]:
        opened = dict(zip(self.parameters, groups[len(self.takes) :], strict=True))
        answer = self.function(Equations(self.tree, opened), *groups[: len(self.takes)])
        found = answer if isinstance(answer, dict) else {next(iter(self.gives)): answer}
        shapes = {name: shape_of(nest) for name, nest in found.items()}
        if shapes.keys() != self.gives.keys() or not all(
            shape == self.gives[name] or (len(shape) < 2 and prod(shape) == prod(self.gives[name]))
            for name, shape in shapes.items()
        ):
            given, expected = (
                ", ".join(f"{name} of shape {shape}" for name, shape in side.items()) for side in (shapes, self.gives)
            )
            raise LinkwiseError(
                f"the law {shown(self.name)} gave {given or 'nothing'}.", f"Expected were {expected}.",
                "it gives a list, or a dict of lists by name.",
            )  # fmt: skip
        return {name: flat(found[name]) for name in self.gives}

    def kernel(self, **options: Any) -> "Kernel":
        """The law compiled: arrays in the order of `signature.takes`, batches with leading axes.

        >>> import linkwise
        >>> tree = linkwise.load("planar2r").tree
        >>> law = Law(tree, lambda eq, q: eq.mass_matrix(q), {"q": (2,)}, {"M": (2, 2)})
        >>> law.kernel()([[0.0, 0.0]] * 3).shape
        (3, 2, 2)
        """
        from ..kernel import Kernel

        return Kernel(self, **options)
