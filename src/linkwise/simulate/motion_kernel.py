"""The machine code that follows one motion of a robot, and the robot's memory of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..backends import BACKENDS, AbstractIntegrationModule, ModuleSpec, default_backend
from ..backends.known_integrations import known_integration
from ..calls.arrays import Array
from ..calls.kernel_cache import AbstractKernel, KernelKey
from ..calls.routes import pairs
from ..errors import LinkwiseError
from ..model import Model
from ..program import DOP853, TABLEAUS, Integration, check_integration, to_text
from .motion_program import WORK, given_size, motion_program
from .scalar_inputs import ScalarInputs
from .system import System

MOST_PAIRS = 500
"""Robots with more pairs of a link and a joint that moves it are stepped in Python: a chain of thirty links has 465,
and takes three seconds to compile."""

LATEST = 8
"""Kernels of motions that a robot remembers."""


class MotionKernel(AbstractKernel):
    """The equations of motion with an integrator around them, for one way of driving the robot.

    >>> import linkwise
    >>> from .scalar_inputs import scalar_inputs
    >>> arm = linkwise.load("pendulum")
    >>> motion_kernel(arm, "rk4", scalar_inputs(arm, [0.0], None, None, None))
    MotionKernel('pendulum', rk4)
    """

    def __init__(self, tree: Model, method: str, inputs: ScalarInputs):
        self.tree, self.method, self.inputs = tree, method, inputs
        self.size, self.told = 2 * tree.n + WORK, tree.n if inputs.slides is None else 2 * tree.n

    def __repr__(self) -> str:
        return f"MotionKernel({self.tree.name!r}, {self.method})"

    def __call__(self, *states: Any, **options: Any) -> tuple[int, int]:
        """Steps of a motion: see `AbstractIntegrationModule.run`."""
        return self.module.run(*states, **options)

    @cached_property
    def recorded(self) -> int:
        """The columns of a record, known before anything is traced."""
        rows = 0 if self.method != "DOP853" else 13 if self.inputs.asks else 7
        return 1 + 2 * self.size + self.told + rows * self.size

    @cached_property
    def integration(self) -> Integration:
        """What is compiled."""
        method = DOP853 if self.method == "DOP853" else TABLEAUS[self.method]
        n, program = self.tree.n, motion_program(self.tree, self.inputs)
        sizes = self.size, given_size(self.inputs, n), self.told
        made = Integration(program, *sizes, method, n, self.inputs.asks, self.inputs.held)
        check_integration(made)
        return made

    @cached_property
    def module(self) -> AbstractIntegrationModule:
        """The code, from the disk if it is there: what has a lasting name need not even be traced."""
        text = self.inputs.text if all(b.joint.friction.repr_determines for b in self.tree.bodies) else None
        if text is None:
            key = f"{self.method} {self.inputs.held} {to_text(self.integration.rate)}"
        else:
            key = "\n".join([self.method, text, self.tree.text])
        spec = ModuleSpec(
            "integration",
            key,
            lambda: self.integration,
            name="motion",
            known_answers=lambda: known_integration(self.integration, self._given),
        )
        module = BACKENDS[default_backend("integration")].module(spec)
        assert isinstance(module, AbstractIntegrationModule)
        return module

    @cached_property
    def _given(self) -> Array:
        from .stretches import stretches

        return stretches(self.inputs.values, 0.0)[0, 1:]


def motion_kernel(system: System, method: str, inputs: ScalarInputs | None) -> MotionKernel | None:
    """The kernel for a robot's motion; None where there is none, and for equations that cannot be traced.

    >>> import linkwise
    >>> motion_kernel(linkwise.load("pendulum"), "Radau", None) is None
    True
    """
    tree, kernels = getattr(system, "tree", None), getattr(system, "kernels", None)
    if inputs is None or tree is None or kernels is None or pairs(tree) > MOST_PAIRS:
        return None
    if method != "DOP853" and (method not in TABLEAUS or TABLEAUS[method].implicit):
        return None
    if BACKENDS[default_backend("integration")].interprets:
        return None
    try:
        made = kernels.get_or_make(
            KernelKey("motion", options=(method, inputs.key)), lambda: _checked(tree, method, inputs), latest=LATEST
        )
    except LinkwiseError:  # something cannot be traced: a friction function that takes numbers only
        return None
    assert isinstance(made, MotionKernel)
    return made


def _checked(tree: Model, method: str, inputs: ScalarInputs) -> MotionKernel:
    kernel = MotionKernel(tree, method, inputs)
    _ = kernel.module
    return kernel
