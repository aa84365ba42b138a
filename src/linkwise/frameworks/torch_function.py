"""Answers as a function of PyTorch: the caller's tensors and lists checked, and brought to one type and device."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..calls.answers import named
from ..calls.call_arrays import checked_input
from ..calls.thread_count import ThreadCount, threads_of
from ..calls.traceable import AbstractTraceable
from ..errors import BadArray
from ..program import Port
from .torch_operator import operator_of

PRECISIONS = (torch.float32, torch.float64)
"""The types of tensors that are answered; integers become floats."""


class TorchFunction:
    """One or several questions: call it with tensors or lists in the order of `signature.takes`, or by their names.

    Leading axes are a batch and broadcast. Answers are float32 if all tensors of floats are, and lie on the device of
    the tensors; several answers are a named tuple.
    """

    def __init__(self, traceable: AbstractTraceable, threads: ThreadCount = None):
        self.traceable, self.threads = traceable, threads_of(threads)
        self.signature = traceable.signature
        names = tuple(port.name for port in self.signature.gives)
        self.result = named(names) if len(names) > 1 else None
        self.operator = operator_of(traceable, self.threads)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.__signature__ = inspect.Signature([inspect.Parameter(port.name, kind) for port in self.signature.takes])

    def __repr__(self) -> str:
        return f"TorchFunction({self.traceable.title})"

    def __reduce__(self) -> Any:
        return TorchFunction, (self.traceable, self.threads)

    def __call__(self, *states: Any, **by_name: Any) -> Any:
        """The answer, a tensor; of several questions or parts, a named tuple of tensors."""
        ports = self.signature.takes
        if by_name:
            states = self.__signature__.bind(*states, **by_name).args
        if len(states) != len(ports):
            listed = ", ".join(port.name for port in ports)
            raise BadArray(f"{len(states)} arrays were given.", f"{self!r} takes {listed}.")
        dtype, device = _common(states)
        answer = self.operator(*[_tensor(x, port, dtype, device) for x, port in zip(states, ports, strict=True)])
        return answer if self.result is None else self.result(*answer)


def _common(states: tuple[Any, ...]) -> tuple[torch.dtype, torch.device | None]:
    """The wider type of the tensors of floats, and the device of the first tensor; float64 on the processor if there
    are lists only."""
    tensors = [x for x in states if isinstance(x, Tensor)]
    single = any(x.dtype == torch.float32 for x in tensors) and not any(x.dtype == torch.float64 for x in tensors)
    return torch.float32 if single else torch.float64, tensors[0].device if tensors else None


def _tensor(value: Any, port: Port, dtype: torch.dtype, device: torch.device | None) -> Tensor:
    """One of the arrays, checked."""
    if not isinstance(value, Tensor):
        traced = torch.compiler.is_compiling()  # torch.compile follows no checks of NumPy's arrays
        value = torch.as_tensor(value if traced else checked_input(port, value, "rows"), dtype=dtype, device=device)
    if value.dtype not in PRECISIONS and (value.is_floating_point() or value.is_complex() or value.dtype == torch.bool):
        what = f"{port.name} is a tensor of {str(value.dtype).removeprefix('torch.')}."
        raise BadArray(what, "float32 or float64 was expected.", f"{port.name}.float() makes one of it.")
    if value.shape[max(0, value.ndim - len(port.shape)) :] != port.shape:
        checked_input(port, np.broadcast_to(0.0, tuple(value.shape)), "rows")  # refuses it
    if device is not None and value.device != device:
        what = f"{port.name} is on {value.device}, another tensor on {device}."
        raise BadArray(what, "All tensors on one device were expected.", f"{port.name}.to({str(device)!r}) copies it.")
    return value.to(dtype)
