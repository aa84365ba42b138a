"""The LLVM backend: machine code for this processor, without a C compiler."""

import struct
import sysconfig
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...program import Integration, Iteration, Loop, Program, Rollout, Signature, fused
from ..backend import AbstractBackend, Ranges
from ..fast_calls import AbstractFastEntry, FrameEntry, FrameLayout, Relay
from ..modules import AbstractModule, ModuleSpec, PeakLoop
from . import machine, target
from .lanes import Shape

FEATURES = ("sse2", "fma", "avx2", "avx512f", "neon", "fp-armv8", "sve", "vsx", "f", "d", "v")
"""Features of processors that decide how fast answers are."""


HOLDS = 1 << 62
"""A bit that says, beside the size of its scratch memory, that a rollout takes the steps between samples too."""


class LlvmBackend(AbstractBackend):
    """Runs all kinds but tallies; as many states go side by side as the widest registers hold."""

    kinds = frozenset({"program", "loop", "rollout", "iteration", "integration"})
    preference = 2
    dtypes = ("float64", "float32")
    layouts = ("single", "rows", "columns", "tiles")
    widths = (1, 2, 4, 8, 16)
    packages = ("llvmlite",)
    suffixes: ClassVar[dict[str, str]] = {".ll": "LLVM text of the function for single states"}

    def missing(self) -> str:
        """Says that llvmlite, with which the compiler comes, is not installed, or not good for this system."""
        if sysconfig.get_platform() == "win-arm64":  # LLVM aborts there on the objects that it can load
            return "it does not compile for Windows on ARM"
        try:
            installed = find_spec("llvmlite") is not None
        except (ImportError, ValueError):  # something hides it
            installed = False
        return "" if installed else "llvmlite is not installed"

    def about(self) -> dict[str, Any]:
        """The processor as LLVM knows it, the features that matter to speed, and the width of its registers."""
        host = target.host()
        lanes = {dtype: host.register_bytes // np.dtype(dtype).itemsize for dtype in self.dtypes}
        has = [name for name in FEATURES if f"+{name}" in host.features.split(",")]
        return {
            "compiler": f"LLVM {host.compiler}",
            "target": host.cpu,
            "features": has,
            "fused_multiply_add": host.fuses,
            "lanes": lanes,
        }

    def fingerprint(self) -> tuple[str, ...]:
        """The processor, its features, and the compiler."""
        return target.host()

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """The size of its scratch memory, for a rollout with whether forces are held, then the object code."""
        text, scratch = self._written(spec, built)
        if isinstance(built, Rollout) and built.memory.holds:
            scratch |= HOLDS
        # a straight line of single numbers: a sixth of the time less, and no speed lost
        effort = 1 if spec.kind == "integration" or (spec.layout == "single" and spec.kind == "program") else None
        return struct.pack("<Q", scratch) + machine.compiled(text, machine.mark(spec.digest), effort)

    def load(self, spec: ModuleSpec, code: bytes) -> AbstractModule:
        """The object code, linked into memory."""
        from .compiled_module import CompiledIntegration, CompiledIteration, CompiledModule, CompiledRollout

        (scratch,) = struct.unpack_from("<Q", code)
        if spec.kind == "rollout":
            return CompiledRollout(spec, code[8:], scratch & ~HOLDS, _shape(spec).lanes, bool(scratch & HOLDS))
        if spec.kind == "integration":
            return CompiledIntegration(spec, code[8:], scratch)
        if spec.kind == "iteration":
            return CompiledIteration(spec, code[8:], scratch)
        return CompiledModule(spec, code[8:], scratch)

    def source(self, spec: ModuleSpec) -> str:
        """LLVM text."""
        return self._written(spec, spec.build())[0]

    def files(
        self,
        program: Program,
        signature: Signature,
        target: Path,
        prefix: str,
        dtype: str,
        ranges: Ranges | None = None,
    ) -> dict[str, str]:
        """LLVM text of the function for single states."""
        from .module import single

        return {target.suffix: single(fused(program), signature, Shape(1, dtype))}

    def fast_entry(self, signature: Signature, dtype: str | None, result: type | None) -> AbstractFastEntry | None:
        """A C-level Python function; None if this interpreter lays out arrays differently than it expects."""
        from . import cpython
        from .fast_entry import FastEntry

        return FastEntry(signature, dtype, result) if cpython.readable() else None

    def relay(self, target: Callable[..., Any], owner: Any, name: str, doc: str) -> Relay | None:
        """A C-level Python function; None where there are no fast entries."""
        from . import cpython
        from .fast_entry import relay

        return relay(target, owner, name, doc) if cpython.readable() else None

    def frame_entry(self, module: AbstractModule, layout: FrameLayout, otherwise: int) -> FrameEntry | None:
        """For modules that answer batches; arrays are those of each state's own."""
        from .compiled_module import CompiledModule
        from .frame_entry import frame_entry

        if not isinstance(module, CompiledModule) or module.spec.layout not in self.layouts:
            return None
        return frame_entry(module, layout, otherwise)

    def peak_loops(self) -> dict[str, PeakLoop]:
        """One for each width of vectors."""
        from .peak import peak_loops

        return peak_loops()

    def _written(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> tuple[str, int]:
        """The module as LLVM text, and its scratch memory in numbers. What writes each kind is imported when it is
        first written: code from the disk needs none of it."""
        if isinstance(built, Rollout):
            from .rollouts.module import rollout_module

            return rollout_module(built, _shape(spec))
        if isinstance(built, Integration):
            from .integrations.module import integration_module

            return integration_module(built, _shape(spec))
        if isinstance(built, Iteration):
            from .iterations import iteration_module

            return iteration_module(built, _shape(spec))
        if isinstance(built, Loop):
            from .loops.module import loop_module

            return loop_module(built, _shape(spec), spec.layout, _widest(spec))
        from .module import batch, single

        if spec.layout == "single":
            return single(fused(built), spec.signature, _shape(spec)), 0
        return batch(fused(built), spec.signature, _shape(spec), spec.layout)


def _widest(spec: ModuleSpec) -> int:
    return target.host().register_bytes // np.dtype(spec.dtype).itemsize


def _shape(spec: ModuleSpec) -> Shape:
    return Shape(1 if spec.layout == "single" else spec.width or _widest(spec), spec.dtype, target.host().fuses)


BACKEND = LlvmBackend()
