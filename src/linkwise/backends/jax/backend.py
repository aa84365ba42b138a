"""Machine code behind calls of JAX as a backend: as functions of JAX, at the speed of the code."""

import sys
from typing import Any

from ...program import Integration, Iteration, Loop, Program, Rollout
from ..jax_operations.backend import AbstractJaxBackend
from ..modules import AbstractModule, ModuleSpec


class JaxBackend(AbstractJaxBackend):
    """Runs programs on this processor and on NVIDIA GPUs, inside what JAX compiles."""

    def missing(self) -> str:
        """Says that JAX is not installed, or that there is no machine code for the device it uses."""
        if why := super().missing():
            return why
        from .machines import MACHINES

        if "jax" not in sys.modules:  # JAX would look for devices, which takes seconds
            lacks = [machine.missing() for machine in MACHINES.values()]
            return "" if "" in lacks else "; ".join(lacks)
        import jax

        platform = jax.default_backend()
        if platform not in MACHINES:
            return f"there is no machine code for {platform}, which JAX uses here"
        return MACHINES[platform].missing()

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """Nothing: the backend whose code is called compiles it, and keeps it on disk."""
        return b""

    def load(self, spec: ModuleSpec, code: bytes) -> AbstractModule:
        """The program as a function."""
        import jax

        from .module import JaxModule

        return JaxModule(spec, jax.default_backend())

    def about(self) -> dict[str, Any]:
        """The version of JAX, the devices it has, and whose code runs there."""
        from .machines import MACHINES

        return {**super().about(), "code": {key: one.missing() or "ready" for key, one in MACHINES.items()}}


BACKEND = JaxBackend()
"""Programs as calls of machine code."""
