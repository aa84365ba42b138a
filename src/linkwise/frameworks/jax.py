"""`robot.jax`: a robot's answers as functions of JAX."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..backends import BACKENDS
from ..errors import UnsupportedByBackend, shown

if TYPE_CHECKING:
    from typing import Unpack

    from ..calls.kernel import Kernel
    from ..calls.kernel_options import KernelOptions
    from ..robot import Robot

CODE, OPERATIONS = "jax", "jax_operations"
"""The two backends: a program as a call of machine code, and as JAX's operations."""

REFUSED = ("backend", "width", "threads")
"""Options of kernels that functions of JAX do not have."""


def jax(
    robot: Robot, *questions: str, operations: bool = False, dtype: str | None = None, **options: Unpack[KernelOptions]
) -> Kernel[Any]:
    """The answer to one or several questions as a function of JAX: for jit, vmap, grad, jvp, jacfwd, jacrev, sharding.

    It takes and gives arrays as a kernel of `robot.compile` does, and the options are those of `robot.compile`. Numbers
    are float32, as is usual in JAX, or float64 if `jax_enable_x64` is set. First derivatives are computed by linkwise's
    own programs of derivatives, forwards and backwards; JAX takes second ones through the steps of these.

    On this processor and on NVIDIA GPUs the function calls machine code. Where there is none for the device, or with
    `operations=True`, it is made of JAX's operations, which XLA compiles for every device, fused with those around it;
    this takes seconds, and the result is several times slower. `function.backend` says which of the two it is:
    "jax" or "jax_operations".

    >>> import linkwise
    >>> import jax
    >>> tau = linkwise.load("pendulum").jax("inverse_dynamics")
    >>> print(jax.jit(tau)([0.0], [0.0], [3.0]).round(3))
    [1.]
    >>> stiffness = jax.jacrev(tau)
    >>> print(stiffness(jax.numpy.zeros(1), jax.numpy.zeros(1), jax.numpy.zeros(1)).round(3))
    [[4.905]]
    """
    for name in REFUSED:
        if name in options:
            what = f"a function of JAX has no {shown(name)}."
            raise UnsupportedByBackend(what, "JAX shares out the work.", f"leave {name} out.")
    BACKENDS[OPERATIONS].require("program", "float32", "rows")
    import_module("jax")  # what there is for its devices, and in which precision, is known from then on
    backend = OPERATIONS if operations or BACKENDS[CODE].missing() else CODE
    return robot.compile(*questions, backend=backend, dtype=dtype, **options)
