"""A program as an operator of PyTorch: what runs it, what differentiates it, what maps it over an axis.

An operator is two things to PyTorch. What runs the kernel is a custom operator, which torch.compile does not look into.
Around it is an autograd function, for only these have rules for both directions of differentiation and for torch.func.
Derivatives are operators too, of the pullback and the pushforward, so they have derivatives of their own.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import torch
from torch import Tensor

from ..backends import cache
from ..calls.call_arrays import batch_of
from ..calls.directional_programs import PullbackProgram, PushforwardProgram
from ..calls.kernel import Kernel
from ..calls.traceable import AbstractTraceable
from ..errors import UnsupportedByBackend, shown
from ..program import Port

BACKENDS_OF_DEVICES = {"cpu": None, "cuda": "cuda"}
"""What answers tensors on a kind of device; None for the usual one."""

_OPERATORS: dict[str, "Operator"] = {}
"""By their names, which PyTorch keeps until the process ends."""


def operator_of(traceable: AbstractTraceable, threads: int | None = None) -> "Operator":
    """The operator of a program; programs that do the same share one."""
    digest = cache.key(traceable.key, traceable.signature.text, str(threads))[:16]
    name = f"{traceable.program_name}_{digest}"
    if name not in _OPERATORS:
        _OPERATORS[name] = Operator(name, traceable, threads)
    return _OPERATORS[name]


class Operator:
    """A function of tensors of one type, on one device; their leading axes broadcast."""

    def __init__(self, name: str, traceable: AbstractTraceable, threads: int | None):
        self.traceable, self.threads = traceable, threads
        self.takes, self.gives = traceable.signature.takes, traceable.signature.gives
        self.kernels: dict[str, Kernel[Any]] = {}
        results = ", ".join("Tensor" for _ in self.gives)
        schema = f"({', '.join(f'Tensor {port.name}' for port in self.takes)}) -> "
        schema += f"({results})" if len(self.gives) > 1 else results
        self.run = torch.library.custom_op(f"linkwise::{name}", self._run, mutates_args=(), schema=schema)
        self.run.register_fake(self._fake)
        function = _autograd_function(self)
        # torch.compile keeps the call as it is: it follows neither such functions' jvp nor their vmap
        self.call = torch.compiler.allow_in_graph(lambda *tensors: function.apply(*tensors))

    def __call__(self, *tensors: Tensor) -> Any:
        """One tensor, or a tuple of them."""
        return self.call(*tensors)

    # ---- the program ------------------------------------------------------------------------------------------------

    def kernel(self, device: str) -> Kernel[Any]:
        """What runs the program on this kind of device."""
        if device not in BACKENDS_OF_DEVICES:
            expected = f"Tensors on {' or '.join(BACKENDS_OF_DEVICES)} were expected."
            raise UnsupportedByBackend(f"no backend runs on {shown(device)}.", expected, "copy them there first.")
        if device not in self.kernels:
            self.kernels[device] = self.traceable.kernel(backend=BACKENDS_OF_DEVICES[device], threads=self.threads)
        return self.kernels[device]

    def _run(self, *tensors: Tensor) -> Any:
        device = tensors[0].device.type
        kernel, rows = self.kernel(device), _whole(self.takes, [tensor.detach() for tensor in tensors])
        if device != "cpu":
            return _one_or_all(_all(kernel(*rows)))
        answer = kernel(*(tensor.numpy() for tensor in rows))
        return _one_or_all([torch.from_numpy(x) for x in (answer if isinstance(answer, tuple) else (answer,))])

    def _fake(self, *tensors: Tensor) -> Any:
        """Tensors like the answers, without numbers."""
        pairs = zip(tensors, self.takes, strict=True)
        batch = torch.broadcast_shapes(*(x.shape[: x.ndim - len(port.shape)] for x, port in pairs))
        return _one_or_all([tensors[0].new_empty((*batch, *port.shape)) for port in self.gives])

    # ---- its derivatives --------------------------------------------------------------------------------------------

    @cached_property
    def pullback(self) -> "Operator":
        """From weights of the answers to those of what was given."""
        return operator_of(PullbackProgram(self.traceable), self.threads)

    @cached_property
    def pushforward(self) -> "Operator":
        """From changes of what was given to those of the answers."""
        return operator_of(PushforwardProgram(self.traceable), self.threads)

    def mapped(self, axes: Sequence[int | None], tensors: Sequence[Tensor]) -> list[Tensor]:
        """The tensors with the axis over which the operator is mapped in front of all others."""
        ahead = [
            x.ndim - len(port.shape) - (axis is not None)
            for x, port, axis in zip(tensors, self.takes, axes, strict=True)
        ]
        moved = []
        for x, axis, own in zip(tensors, axes, ahead, strict=True):
            if axis is not None:
                x = x.movedim(axis, 0)
                x = x.reshape(x.shape[0], *[1] * (max(ahead) - own), *x.shape[1:])
            moved.append(x)
        return moved


def _autograd_function(operator: Operator) -> Any:
    """The operator as an autograd function, each with the rules of its own program."""

    class Function(torch.autograd.Function):  # type: ignore[misc]  # where PyTorch is not installed
        @staticmethod
        def forward(*tensors: Tensor) -> Any:
            return operator.run(*tensors)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def backward(ctx: Any, *weights: Tensor) -> Any:
            found = _all(operator.pullback(*ctx.saved_tensors, *weights))
            return tuple(each.sum_to_size(x.shape) for each, x in zip(found, ctx.saved_tensors, strict=True))

        @staticmethod
        def jvp(ctx: Any, *changes: Tensor) -> Any:
            return operator.pushforward(*ctx.saved_tensors, *changes)

        @staticmethod
        def vmap(info: Any, axes: Sequence[int | None], *tensors: Tensor) -> Any:
            found = operator(*operator.mapped(axes, tensors))
            return found, _one_or_all([0] * len(operator.gives))

    return Function


def _whole(ports: Sequence[Port], tensors: list[Tensor]) -> list[Tensor]:
    """Contiguous tensors that all have the whole batch, which machine code reads fastest; one that is shared by all
    states stays as it is."""
    batch = batch_of(ports, tensors, "rows")
    shapes = [x.shape if port.uniform else (*batch, *port.shape) for x, port in zip(tensors, ports, strict=True)]
    return [(x if x.shape == shape else x.expand(shape)).contiguous() for x, shape in zip(tensors, shapes, strict=True)]


def _one_or_all(results: Sequence[Any]) -> Any:
    return results[0] if len(results) == 1 else tuple(results)


def _all(results: Any) -> tuple[Any, ...]:
    return (results,) if isinstance(results, Tensor) else tuple(results)
