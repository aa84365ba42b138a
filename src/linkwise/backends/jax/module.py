"""A program as a function of JAX whose answers, and whose derivatives, come from machine code."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ...program import Port, Program, Signature
from ..jax_operations.derivatives import differentiable
from ..jax_operations.module import AbstractJaxModule
from ..jax_operations.operations import count_of, function_of
from ..modules import ModuleSpec
from .call import call_of
from .target import target_of

Function = Callable[..., tuple[Any, ...]]


class JaxModule(AbstractJaxModule):
    """Calls of machine code for a platform of JAX's. Second derivatives are taken through the operations of the program
    of first ones."""

    def __init__(self, spec: ModuleSpec, platform: str):
        self.spec, self.platform = spec, platform
        self._call = self._called(replace(spec, signature=_varied(spec.signature), derivatives=None))

    def _called(self, spec: ModuleSpec) -> Function:
        return call_of(target_of(spec, self.platform), spec.signature, spec.dtype, spec.layout)

    @property
    def own(self) -> Function:
        """One call of the code."""
        return self._repeating(self._call)

    @cached_property
    def function(self) -> Function:
        """One call of the code, with the rule that differentiates it by another."""
        if self.spec.derivatives is None:
            return self.own
        return self._repeating(differentiable(self._call, self._along_slopes))

    def _repeating(self, function: Function) -> Function:
        """The function of arrays some of which are the same for all states: these are repeated for each."""
        ports, layout = self.spec.signature.takes, self.spec.layout

        def repeated(*takes: Any) -> tuple[Any, ...]:
            count = count_of(ports, takes, layout)
            pairs = zip(ports, takes, strict=True)
            return function(*(_for_each(x, count, layout) if port.uniform else x for port, x in pairs))

        return repeated

    def _along_slopes(self, takes: Sequence[Any], moving: Mapping[int, Any]) -> tuple[Any, ...]:
        """How the answers change along changes of some arrays: the derivatives times these."""
        ports, columns, slopes = self.spec.signature, self.spec.layout == "columns", iter(self._slopes(*takes))
        changes = []
        for give in ports.gives:
            parts = []
            for k, take in enumerate(ports.takes):
                slope, m, n = next(slopes), len(give.shape), len(take.shape)
                if k not in moving:
                    continue
                if columns:
                    parts.append((slope * moving[k]).sum(axis=tuple(range(m, m + n))))
                else:
                    step = moving[k].reshape(-1, *[1] * m, *take.shape)
                    parts.append((slope * step).sum(axis=tuple(range(1 + m, 1 + m + n))))
            changes.append(sum(parts[1:], parts[0]))
        return tuple(changes)

    @cached_property
    def _slopes(self) -> Function:
        """The derivatives, by machine code."""
        spec = self.spec
        assert spec.derivatives is not None
        program, ports = spec.derivatives()
        ports = _varied(ports)
        key, name = f"derivatives of {spec.key}", f"derivatives_of_{spec.name}"
        own = replace(spec, key=key, build=lambda: program, signature=ports, name=name, derivatives=None)
        return differentiable(self._called(own), _through_operations(program, own))


def _varied(ports: Signature) -> Signature:
    """The signature with arrays of each state's own: inside vmap what is the same for all may no longer be."""
    return replace(ports, takes=tuple(Port(port.name, port.shape) for port in ports.takes))


def _for_each(array: Any, count: int, layout: str) -> Any:
    """An array repeated for each state."""
    import jax.numpy as jnp

    if layout == "columns":
        return jnp.broadcast_to(array[..., None], (*array.shape, count))
    return jnp.broadcast_to(array, (count, *array.shape))


def _through_operations(program: Program, spec: ModuleSpec) -> Callable[..., tuple[Any, ...]]:
    """How the outputs of a program change, by JAX's own rules for each of its steps."""
    steps = function_of(program, spec.signature, spec.dtype, spec.layout)

    def along(takes: Sequence[Any], moving: Mapping[int, Any]) -> tuple[Any, ...]:
        import jax

        def of_moving(*some: Any) -> tuple[Any, ...]:
            places = dict(zip(moving, some, strict=True))
            return steps(*(places.get(k, x) for k, x in enumerate(takes)))

        changes: tuple[Any, ...] = jax.jvp(of_moving, tuple(takes[k] for k in moving), tuple(moving.values()))[1]
        return changes

    return along
