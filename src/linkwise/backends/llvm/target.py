"""Processors to compile for: this machine's, or another."""

import ctypes
import re
import sys
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

from ..compiling import COMPILING


@cache
def binding() -> Any:
    """llvmlite, loaded when something is compiled."""
    with COMPILING:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        return llvm


class Target(NamedTuple):
    """A processor as LLVM knows it, the version of the compiler, and what the kernel says of the processor where LLVM
    cannot tell. All of it is part of the name under which code is kept on disk."""

    triple: str
    cpu: str
    features: str = ""
    compiler: str = ""
    kernel: str = ""

    @property
    def register_bytes(self) -> int:
        """The widest vector register: 64 with AVX-512, 32 with AVX2, else 16 (SSE2, NEON).

        >>> Target("x86_64-unknown-linux-gnu", "haswell", "+avx2,+fma").register_bytes
        32
        """
        features = self.features.split(",")
        if "+avx512f" in features:
            return 64
        return 32 if "+avx2" in features and "+fma" in features else 16

    @property
    def fuses(self) -> bool:
        """Whether it has an instruction for a b + c, rounded once; elsewhere that would be a call of the C library.

        >>> Target("x86_64-unknown-linux-gnu", "x86-64", "+sse2,-fma").fuses
        False
        """
        features = self.features.split(",")
        if "+fma" in features or "-fma" in features:
            return "+fma" in features
        return self.triple.startswith(("aarch64", "arm64")) or _fuses(self)

    @property
    def windows(self) -> bool:
        """Whether it runs Windows."""
        return "-windows-" in self.triple

    def machine(self, effort: int = 2) -> Any:
        """LLVM's compiler for it, which optimises with an effort of 0 to 3; the caller closes it.

        On Windows LLVM loads ELF objects only, whose calls and constants may be anywhere in memory. RISC-V passes
        floating-point numbers in registers, as its C libraries do.
        """
        triple = f"{self.triple}-elf" if self.windows else self.triple
        model = {"reloc": "static", "codemodel": "large"} if self.windows else {"reloc": "pic", "codemodel": "default"}
        abi = {"abiname": "lp64d"} if triple.startswith("riscv64") else {}
        target = binding().Target.from_triple(triple)
        return target.create_target_machine(cpu=self.cpu, features=self.features, opt=effort, **model, **abi)


@cache
def _fuses(target: Target) -> bool:
    """Whether the compiler has an instruction for a multiply-add: it is asked for one, and may call `fma` instead."""
    text = """
declare double @llvm.fma.f64(double, double, double)
define double @f(double %a, double %b, double %c) {
  %d = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %d
}"""
    with COMPILING, closing(binding().parse_assembly(text)) as module, closing(target.machine()) as machine:
        return re.search(r"\b_?fma\b", machine.emit_assembly(module)) is None


@cache
def host() -> Target:
    """This machine."""
    llvm = binding()
    with COMPILING:
        triple, name = llvm.get_process_triple(), llvm.get_host_cpu_name()
        try:
            features = llvm.get_host_cpu_features().flatten()
        except RuntimeError:  # LLVM cannot tell
            features = ""
        version = ".".join(map(str, llvm.llvm_version_info))
    if triple.startswith("riscv64") and not features:
        features = "+m,+a,+f,+d,+c"  # what every Linux for it needs
    return Target(triple, name, features, version, _capabilities() if name == "generic" or not features else "")


def _capabilities() -> str:
    """The processor's capabilities as the kernel hands them to each process; empty if it does not."""
    if not sys.platform.startswith("linux"):
        return ""
    try:
        ask = ctypes.CDLL(None).getauxval
    except (AttributeError, OSError):
        return ""
    ask.restype, ask.argtypes = ctypes.c_ulong, [ctypes.c_ulong]
    return "-".join(f"{ask(which):x}" for which in (16, 26))  # AT_HWCAP, AT_HWCAP2
