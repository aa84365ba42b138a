"""Equations that are evaluated at every step, as one compiled program if the robot is short enough."""

from collections.abc import Callable
from typing import Any

from ..calls.function_program import FunctionProgram, Shapes
from ..calls.kernel_cache import AbstractKernel, KernelKey
from ..errors import LinkwiseError

MOST_BODIES = 10
"""Programs of longer robots take long to compile."""


def compiled(system: Any, name: str, function: Callable[..., Any], takes: Shapes, gives: Shapes) -> Any:
    """A function of a robot's equations (see `FunctionProgram`), compiled once for contiguous arrays.

    None for a robot that is too long or whose function cannot be traced, and for systems other than robots.
    """
    tree, kernels = getattr(system, "tree", None), getattr(system, "kernels", None)
    if tree is None or kernels is None or len(tree.bodies) > MOST_BODIES:
        return None
    try:
        return kernels.get_or_make(
            KernelKey(name), lambda: _kernel(FunctionProgram(tree, function, takes, gives, name))
        )
    except LinkwiseError:  # a friction function that takes numbers only
        return None


def _kernel(program: FunctionProgram) -> AbstractKernel:
    _ = program.program  # traced here, so that a function that cannot be traced fails here and not in a step
    return program.kernel()
