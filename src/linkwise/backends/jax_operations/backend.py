"""JAX as a backend: programs become functions of JAX, for jit, vmap, grad and sharding."""

import os
import sys
from importlib.util import find_spec
from typing import Any

from ...errors import UnsupportedByBackend, shown
from ...program import Integration, Iteration, Loop, Program, Rollout
from ..backend import AbstractBackend
from ..modules import AbstractModule, ModuleSpec
from .arrays import JAX_ARRAYS

YES = ("1", "true", "yes", "on", "t", "y")
"""What JAX takes for yes in the environment."""


class AbstractJaxBackend(AbstractBackend):
    """What the backends for JAX have in common."""

    kinds = frozenset({"program"})
    layouts = ("rows", "columns")
    arrays = JAX_ARRAYS
    reproducible = False  # XLA compiles each size of a batch by itself
    differentiates = True
    packages = ("jax", "jaxlib")

    @property
    def dtypes(self) -> tuple[str, ...]:  # type: ignore[override]
        """The usual precision of JAX first: float64 is there if x64 is enabled, or will be once JAX is imported."""
        jax = sys.modules.get("jax")
        wide = jax.config.jax_enable_x64 if jax else os.environ.get("JAX_ENABLE_X64", "").lower() in YES
        return ("float64", "float32") if wide else ("float32",)

    def missing(self) -> str:
        """Says that JAX is not installed."""
        try:
            installed = find_spec("jax") is not None
        except (ImportError, ValueError):  # something hides it
            installed = False
        return "" if installed else "JAX is not installed (it comes with `linkwise[jax]`)"

    def require(self, kind: str, dtype: str, layout: str) -> None:
        """Says how to get float64, where JAX is set to do without."""
        if dtype == "float64" and dtype not in self.dtypes:
            raise UnsupportedByBackend(
                f"backend {shown(self.name)} does not run float64.",
                "JAX computes in float32 unless it is told otherwise.",
                'jax.config.update("jax_enable_x64", True) at the start of the program.',
            )
        super().require(kind, dtype, layout)

    def about(self) -> dict[str, Any]:
        """The version of JAX, and the devices it has."""
        import jax

        return {"compiler": f"JAX {jax.__version__}", "devices": [str(device) for device in jax.devices()]}


class JaxOperationsBackend(AbstractJaxBackend):
    """Runs programs on whatever device JAX has."""

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """The program's text: JAX compiles the function when it is called."""
        return self.source(spec).encode()

    def load(self, spec: ModuleSpec, code: bytes) -> AbstractModule:
        """The program as a function."""
        from .module import JaxOperationsModule

        return JaxOperationsModule(spec, spec.build())


BACKEND = JaxOperationsBackend()
"""Programs as operations of JAX."""
