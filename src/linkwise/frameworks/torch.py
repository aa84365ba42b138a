"""`robot.torch`: a robot's answers as functions of PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import MissingExtra, UnsupportedByBackend, shown

if TYPE_CHECKING:
    from typing import Unpack

    from ..calls.kernel_options import KernelOptions
    from ..robot import Robot
    from .torch_function import TorchFunction

REFUSED = ("backend", "dtype", "layout", "width")
"""Options of kernels that functions of PyTorch do not have."""


def torch(robot: Robot, *questions: str, **options: Unpack[KernelOptions]) -> TorchFunction:
    """The answer to one or several questions as a function of PyTorch: tensors in, tensors out, with derivatives.

    The options are those of `robot.compile`. Tensors on the processor are answered by machine code, tensors on an
    NVIDIA GPU by CUDA kernels, both without copies if they are contiguous. The function has gradients and second
    gradients, backwards and forwards, by linkwise's own programs; it works under `torch.func` and within
    `torch.compile`, which does not look into it. See docs/torch.md.

    >>> import linkwise
    >>> import torch
    >>> gravity_forces = linkwise.load("pendulum").torch("gravity_forces")
    >>> q = torch.zeros(1, dtype=torch.float64, requires_grad=True)
    >>> gravity_forces(q).backward()
    >>> q.grad.round(decimals=3)
    tensor([4.9050], dtype=torch.float64)
    """
    try:
        from .torch_function import TorchFunction
    except ImportError:
        raise MissingExtra("robot.torch", "torch") from None

    for name in REFUSED:
        if name in options:
            what = f"a function of PyTorch has no {shown(name)}."
            expected = "States are rows, (..., n), and the tensors say in which precision and on which device."
            raise UnsupportedByBackend(what, expected, f"leave {name} out.")
    kernel = robot.compile(*questions, **options)
    return TorchFunction(kernel.traceable, kernel.threads)
