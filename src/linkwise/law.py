"""A function around a robot's equations, as one program: controllers, observers, equations of motion."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .equations import Equations
from .errors import LinkwiseError, shown
from .model import Model
from .program import Port, Program, Signature, trace

if TYPE_CHECKING:
    from .kernel import Kernel

Shapes = Mapping[str, tuple[int, ...]]
"""The shapes of arrays by name."""


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
        if not callable(self.function):
            raise LinkwiseError(f"{shown(repr(self.function))} is no function.", "One over scalars was expected.")
        if not self.takes or not self.gives or set(self.takes) & set(self.gives):
            raise LinkwiseError(
                f"the law {shown(self.name)} takes {list(self.takes)} and gives {list(self.gives)}.",
                "At least one array on each side was expected, each name once.",
            )

    @property
    def questions(self) -> tuple[str, ...]:
        """What its ufunc is called."""
        return (self.name,)

    @cached_property
    def signature(self) -> Signature:
        """The arrays it takes and gives."""
        from .task import Task  # the shapes of parameters are its business

        opened = Task(self.tree, ("inverse_dynamics",), parameters=self.parameters).signature.takes[3:]
        takes = tuple(Port(name, tuple(shape)) for name, shape in self.takes.items())
        return Signature((*takes, *opened), tuple(Port(name, tuple(shape)) for name, shape in self.gives.items()))

    @property
    def title(self) -> str:
        """The law, the robot and the shapes, in one line."""
        sides = [", ".join(f"{p.name}({str(p.shape).strip('(,)')})" for p in side)
                 for side in (self.signature.takes, self.signature.gives)]  # fmt: skip
        return f"{self.name} of {shown(self.tree.name)}: {' -> '.join(sides)}"

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
        sizes = {port.name: port.size for port in self.signature.gives}
        flat = {name: _flat(nest) for name, nest in found.items()}
        if {name: len(numbers) for name, numbers in flat.items()} != sizes:
            given = ", ".join(f"{name} of {len(numbers)}" for name, numbers in flat.items())
            expected = ", ".join(f"{name} of {size}" for name, size in sizes.items())
            raise LinkwiseError(f"the law {shown(self.name)} gave {given} numbers.", f"Expected were {expected}.")
        return {name: flat[name] for name in sizes}

    def kernel(self, **options: Any) -> "Kernel":
        """The law compiled: arrays in the order of `signature.takes`, batches with leading axes.

        >>> import linkwise
        >>> tree = linkwise.load("planar2r").tree
        >>> law = Law(tree, lambda eq, q: eq.mass_matrix(q), {"q": (2,)}, {"M": (2, 2)})
        >>> law.kernel()([[0.0, 0.0]] * 3).shape
        (3, 2, 2)
        """
        from .kernel import Kernel

        return Kernel(self, **options)


def _flat(nest: Any) -> list[Any]:
    return [x for part in nest for x in _flat(part)] if isinstance(nest, list | tuple) else [nest]
