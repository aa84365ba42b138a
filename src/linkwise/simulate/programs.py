"""Equations that many steps ask for, as one compiled program where a robot is short enough."""

from collections.abc import Callable
from typing import Any

from ..calls.function_program import FunctionProgram, Shapes
from ..calls.kernel_cache import AbstractKernel, KernelKey
from ..errors import LinkwiseError

LONGEST = 10
"""Bodies: programs of longer robots take long to compile."""


def program(system: Any, name: str, function: Callable[..., Any], takes: Shapes, gives: Shapes) -> Any:
    """A law of a robot (see `FunctionProgram`) as a function of contiguous arrays, made once; None for a robot
    that is too long or cannot be traced, and for other systems."""
    tree, kernels = getattr(system, "tree", None), getattr(system, "kernels", None)
    if tree is None or kernels is None or len(tree.bodies) > LONGEST:
        return None
    try:
        return kernels.made(KernelKey(name), lambda: _kernel(FunctionProgram(tree, function, takes, gives, name)))
    except LinkwiseError:  # a friction function for numbers alone
        return None


def _kernel(program: FunctionProgram) -> AbstractKernel:
    _ = program.program  # it is traced now: what cannot be is asked of the robot itself
    return program.kernel()
