"""The machine's peak: loops of nothing but multiply-adds of double vectors, fused if it can, all in registers."""

import ctypes
from typing import Any

from ..modules import PeakLoop
from . import machine, target

WIDTHS = (2, 4, 8)
"""Doubles in the vectors of SSE2 and NEON, AVX2, AVX-512."""

CHAINS = 14
"""Sums computed side by side: more than a processor's latency times its units, fewer than AVX2's 16 registers."""


def peak_loops() -> dict[str, PeakLoop]:
    """One for each width of vectors.

    >>> sorted(peak_loops())
    ['2 doubles', '4 doubles', '8 doubles']
    """
    return {f"{width} doubles": _loop(width) for width in WIDTHS}


def _loop(width: int) -> PeakLoop:
    name = machine.mark(f"peak{width}")
    code = machine.Code(
        machine.compiled(f"@outside = global [0 x ptr] zeroinitializer\n{_text(width, target.host().fuses)}", name),
        (),
        name,
    )
    function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_double)(code.address("peak"))

    def run(times: int, code: Any = code) -> None:  # which keeps the code alive
        function(times, 0.5)

    return PeakLoop(run, 2 * width * CHAINS)


def _text(width: int, fuses: bool) -> str:
    """Chains a ← a x + x in registers, `n` times over."""
    v, chains = f"<{width} x double>", range(CHAINS)
    wide = f'"prefer-vector-width"="{64 * width}" "min-legal-vector-width"="{64 * width}"'
    lines = [
        f"declare {v} @llvm.fma.v{width}f64({v}, {v}, {v})",
        "define double @peak(i64 %n, double %x) #0 {",
        "entry:",
        f"  %one = insertelement {v} poison, double %x, i32 0",
        f"  %xs = shufflevector {v} %one, {v} poison, <{width} x i32> zeroinitializer",
        # each chain starts at another value: equal ones would be computed once
        *(f"  %s{k} = fmul {v} %xs, {_constant(width, k + 1.0)}" for k in chains),
        "  br label %loop",
        "loop:",
        "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
        *(f"  %a{k} = phi {v} [ %s{k}, %entry ], [ %b{k}, %loop ]" for k in chains),
        *(line for k in chains for line in _multiply_add(v, width, k, fuses)),
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


def _multiply_add(v: str, width: int, k: int, fuses: bool) -> list[str]:
    if fuses:
        return [f"  %b{k} = call {v} @llvm.fma.v{width}f64({v} %a{k}, {v} %xs, {v} %xs)"]
    return [f"  %p{k} = fmul {v} %a{k}, %xs", f"  %b{k} = fadd {v} %p{k}, %xs"]


def _constant(width: int, value: float) -> str:
    return "<" + ", ".join(f"double {value + lane:.1f}" for lane in range(width)) + ">"
