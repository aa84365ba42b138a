"""What the machine can do at best: fused multiply-adds of double vectors, as many at a time as it likes."""

import ctypes
import time

from .timing import AbstractContestant, round_robin

WIDTHS = (2, 4, 8)
"""Doubles in the vectors of SSE2 and NEON, AVX2, AVX-512."""

CHAINS = 14
"""Sums carried on side by side: more than latency times units of processors, fewer than the 16 registers of AVX2."""


class _Loop(AbstractContestant):
    """A compiled loop; a state is a floating-point operation, two to a fused multiply-add."""

    def __init__(self, width: int, engine: object, address: int):
        self.states = 2 * width * CHAINS * 1000
        self._engine = engine  # owns the code
        self._run = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_double)(address)

    def seconds(self, times: int) -> float:
        start = time.perf_counter()
        self._run(1000 * times, 0.5)
        return time.perf_counter() - start


def fma_peak(seconds: float = 0.3) -> float:
    """Floating-point operations per second of one core, measured; the best of all vector widths.

    >>> fma_peak(0.01) > 0.0
    True
    """
    timings = round_robin({str(width): _compiled(width) for width in WIDTHS}, seconds)
    return 1.0 / min(timing.minimum for timing in timings.values())


def _text(width: int) -> str:
    """Chains a ← a x + x in registers, `n` times over."""
    v, chains = f"<{width} x double>", range(CHAINS)
    wide = f'"prefer-vector-width"="{64 * width}" "min-legal-vector-width"="{64 * width}"'
    lines = [
        f"declare {v} @llvm.fma.v{width}f64({v}, {v}, {v})",
        "define double @peak(i64 %n, double %x) #0 {",
        "entry:",
        f"  %one = insertelement {v} poison, double %x, i32 0",
        f"  %xs = shufflevector {v} %one, {v} poison, <{width} x i32> zeroinitializer",
        # each chain starts elsewhere: equal ones would be computed once
        *(f"  %s{k} = fmul {v} %xs, {_constant(width, k + 1.0)}" for k in chains),
        "  br label %loop",
        "loop:",
        "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
        *(f"  %a{k} = phi {v} [ %s{k}, %entry ], [ %b{k}, %loop ]" for k in chains),
        *(f"  %b{k} = call {v} @llvm.fma.v{width}f64({v} %a{k}, {v} %xs, {v} %xs)" for k in chains),
        "  %next = add i64 %i, 1",
        "  %more = icmp slt i64 %next, %n",
        "  br i1 %more, label %loop, label %done",
        "done:",
        f"  %t0 = fadd {v} %b0, %b1",
        *(f"  %t{k - 1} = fadd {v} %t{k - 2}, %b{k}" for k in chains[2:]),
        f"  %sum = extractelement {v} %t{CHAINS - 2}, i32 0",
        "  ret double %sum",
        "}",
        f"attributes #0 = {{ {wide} }}",
    ]
    return "\n".join(lines)


def _constant(width: int, value: float) -> str:
    return "<" + ", ".join(f"double {value + lane:.1f}" for lane in range(width)) + ">"


def _compiled(width: int) -> _Loop:
    from llvmlite import binding  # type: ignore[import-untyped, unused-ignore]

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(), features=binding.get_host_cpu_features().flatten(), opt=2
    )
    engine = binding.create_mcjit_compiler(binding.parse_assembly(_text(width)), machine)
    engine.finalize_object()
    return _Loop(width, engine, engine.get_function_address("peak"))
