"""CUDA as a backend: programs and rollouts run on an NVIDIA GPU, a thread for each state or rollout, statistics of
rollouts are made there, and programs are written as files of CUDA C."""

import shlex
from pathlib import Path
from typing import Any, ClassVar

from ...program import Integration, Iteration, Loop, Program, Rollout, Signature, fused
from ..backend import AbstractBackend, Ranges
from ..modules import AbstractModule, ModuleSpec
from . import driver, nvrtc
from .arrays import CUDA_ARRAYS


class CudaBackend(AbstractBackend):
    """Runs programs, on request or when asked with arrays that lie on the GPU, and rollouts and tallies on request."""

    kinds = frozenset({"program", "rollout", "tally"})
    dtypes = ("float64", "float32")
    layouts = ("rows", "columns", "tiles")
    arrays = CUDA_ARRAYS
    sweep_block, sweeps_side_by_side = 2**15, True
    suffixes: ClassVar[dict[str, str]] = {".cu": "CUDA C, which nvcc compiles as it is"}
    languages: ClassVar[dict[str, tuple[str, ...]]] = {"cuda": (".cu",)}

    def how_to_use(self, path: Path, name: str, signature: Signature) -> str:
        """How to compile and test a file.

        >>> print(CudaBackend().how_to_use(Path("code/arm.cu"), "arm", Signature((), ())))
        compile: nvcc -O3 -arch=native --fmad=false -c code/arm.cu
        test:    nvcc -O3 -arch=native --fmad=false -DLINKWISE_SELFTEST code/arm.cu -o code/arm_test && code/arm_test
        """
        file, test = shlex.quote(str(path)), shlex.quote(str(path.with_name(f"{path.stem}_test")))
        nvcc, run = "nvcc -O3 -arch=native --fmad=false", test if "/" in test else f"./{test}"
        return f"compile: {nvcc} -c {file}\ntest:    {nvcc} -DLINKWISE_SELFTEST {file} -o {test} && {run}"

    def missing(self) -> str:
        """Says that there is no GPU, or no compiler for it: then files can be written but not run."""
        return driver.missing() or nvrtc.missing()

    def about(self) -> dict[str, Any]:
        """The GPU, what code is compiled for, the compiler and the driver."""
        return {
            "device": driver.device_name(),
            "target": driver.architecture(),
            "compiler": "NVRTC {}.{}".format(*nvrtc.version()),
            "driver": f"CUDA {driver.driver_version()}",
        }

    def fingerprint(self) -> tuple[str, ...]:
        """The GPU, on which launches were tried, and the compiler."""
        return driver.device_name(), driver.architecture(), *map(str, nvrtc.version())

    def compile(self, spec: ModuleSpec, built: Program | Loop | Rollout | Iteration | Integration) -> bytes:
        """How the kernel is launched best, and its machine code; of tallies the code alone."""
        from .rollouts import tuning as of_rollouts
        from .tallies.source import unit
        from .tuning import best

        if spec.kind == "tally":
            return nvrtc.cubin(unit(spec.dtype), driver.architecture())
        if isinstance(built, Rollout):
            return of_rollouts.best(spec, built)
        assert isinstance(built, Program)
        return best(spec, fused(built))

    def load(self, spec: ModuleSpec, code: bytes) -> AbstractModule:
        """The machine code, loaded when a device first runs it."""
        from .module import CudaModule
        from .rollouts.module import CudaRollouts
        from .tallies.module import CudaTallies

        if spec.kind == "tally":
            return CudaTallies(spec, code)
        return CudaRollouts(spec, code) if spec.kind == "rollout" else CudaModule(spec, code)

    def source(self, spec: ModuleSpec) -> str:
        """The text of the kernel that is tried first."""
        from .rollouts import source as of_rollouts
        from .shape import Shape
        from .source import unit
        from .tallies import source as of_tallies

        if spec.kind == "tally":
            return of_tallies.unit(spec.dtype)
        built = spec.build()
        if isinstance(built, Rollout):
            return of_rollouts.unit(built, spec.dtype, Shape())
        return unit(fused(built), spec.signature, spec.dtype, spec.layout, Shape())

    def files(
        self,
        program: Program,
        signature: Signature,
        target: Path,
        prefix: str,
        dtype: str,
        ranges: Ranges | None = None,
    ) -> dict[str, str]:
        """The text of a file with kernels for both precisions and layouts, and functions that launch them."""
        from .file import file

        return {target.suffix: file(fused(program), signature, prefix)}


BACKEND = CudaBackend()
