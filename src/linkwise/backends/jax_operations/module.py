"""A program as a function of JAX, ready to be called and transformed."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any

from ...program import Program
from ..known_answers import Numbers
from ..modules import TRIED, AbstractBatchModule, Arrays, ModuleSpec
from .arrays import JAX_ARRAYS
from .derivatives import Along, along_program, differentiable
from .operations import function_of


class AbstractJaxModule(AbstractBatchModule):
    """A function of JAX that is called compiled."""

    arrays = JAX_ARRAYS

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spec.name})"

    @property
    @abstractmethod
    def own(self) -> Callable[..., tuple[Any, ...]]:
        """The function without its derivatives, which JAX would have to find by itself."""

    @property
    @abstractmethod
    def function(self) -> Callable[..., tuple[Any, ...]]:
        """The function as JAX sees it: arrays of states in, arrays of answers out."""

    @cached_property
    def _compiled(self) -> Callable[..., tuple[Any, ...]]:
        import jax

        return jax.jit(self.function)

    def answers(self, takes: Arrays, count: int) -> list[Any]:
        """Compiled by JAX; inside a function that it compiles, a part of that."""
        return list(self._compiled(*takes))

    def slopes(self, takes: Arrays, count: int) -> list[Any]:
        """The derivatives that JAX finds, state by state."""
        import jax

        ports = self.spec.signature.takes
        axes = [None if port.uniform else 0 for port in ports]

        def of_one(*takes: Any) -> tuple[Any, ...]:
            several = [x if port.uniform else x[None] for port, x in zip(ports, takes, strict=True)]
            return tuple(answer[0] for answer in self.function(*several))

        found = jax.vmap(jax.jacrev(of_one, tuple(range(len(ports)))), axes)(*takes)
        return [slope for of_answer in found for slope in of_answer]

    def answers_to(self, inputs: dict[str, Numbers], count: int = TRIED) -> Numbers:
        """At once, also while JAX traces or differentiates the caller's function. It is not compiled: to run operation
        by operation takes less time."""
        import jax

        with jax.ensure_compile_time_eval():
            return _Plain(self.spec, self.own).answers_to(inputs, count)


class _Plain(AbstractBatchModule):
    """A function, called as it is."""

    arrays = JAX_ARRAYS

    def __init__(self, spec: ModuleSpec, function: Callable[..., tuple[Any, ...]]):
        self.spec, self.function = spec, function

    def answers(self, takes: Arrays, count: int) -> list[Any]:
        return list(self.function(*takes))


class JaxOperationsModule(AbstractJaxModule):
    """The steps of a program as operations, its derivatives by the program of them."""

    def __init__(self, spec: ModuleSpec, program: Program):
        self.spec, self.program = spec, program

    @cached_property
    def own(self) -> Callable[..., tuple[Any, ...]]:
        """Operation by operation."""
        return function_of(self.program, self.spec.signature, self.spec.dtype, self.spec.layout)

    @cached_property
    def function(self) -> Callable[..., tuple[Any, ...]]:
        """The operations, with the rule that differentiates them."""
        if self.spec.derivatives is None:
            return self.own
        return differentiable(self.own, lambda takes, moving: self._along(takes, moving))  # made when it is needed

    @cached_property
    def _along(self) -> Along:
        assert self.spec.derivatives is not None
        program, slopes = self.spec.derivatives()
        return along_program(program, slopes, self.spec.signature.gives, self.spec.dtype, self.spec.layout)
