"""Sine and cosine of every lane by the same instructions, whatever the number of lanes.

By the numbers of sine_tables.py: at most 2 ulp for |x| ≤ `large`; beyond it, and only there, the C library computes a
lane again (`redo`). NaN and infinities give NaN.
"""

import math
from collections.abc import Sequence

from ..sine_tables import TABLES
from .lanes import Lanes, Shape


def sincos(f: Lanes, x: str) -> tuple[str, str]:
    """The names of the sine and cosine of x, right for |x| ≤ `large`."""
    shape, table = f.shape, TABLES[f.shape.dtype]
    const, whole, v = shape.const, shape.of(shape.whole), shape.vector
    shifted = f.fma(x, const(2 / math.pi), const(table.magic))
    k = f.op("fsub", shifted, const(table.magic))
    r = x
    for part in table.half_pi if shape.fuses else table.half_pi_short:
        r = f.fma(k, const(-part), r)
    z = f.op("fmul", r, r)
    sine = f.fma(polynomial(f, table.sine, z), f.op("fmul", r, z), r)
    # cos = (1 − z/2) + (what 1 − z/2 lost + z² p), so that the leading 1 costs no digits
    half = f.op("fmul", z, const(0.5))
    w = f.op("fsub", const(1.0), half)
    lost = f.op("fsub", f.op("fsub", const(1.0), w), half)
    cosine = f.op("fadd", w, f.fma(f.op("fmul", z, z), polynomial(f, table.cosine, z), lost))

    quadrant = f.put(f"bitcast {v} {shifted} to {whole}")
    odd = f.put(f"icmp ne {whole} {f.put(f'and {whole} {quadrant}, {shape.integer(1)}')}, {shape.integer(0)}")
    next_quadrant = f.put(f"add {whole} {quadrant}, {shape.integer(1)}")
    return (
        _signed(f, f.select(odd, cosine, sine), quadrant),
        _signed(f, f.select(odd, sine, cosine), next_quadrant),
    )


def polynomial(f: Lanes, coefficients: tuple[float, ...], z: str) -> str:
    """The name of c₀ + c₁ z + c₂ z² + …"""
    p = f.shape.const(coefficients[-1])
    for c in coefficients[-2::-1]:
        p = f.fma(p, z, f.shape.const(c))
    return p


def _signed(f: Lanes, value: str, quadrant: str) -> str:
    """The value, negated where bit 1 of the quadrant is set."""
    shape = f.shape
    whole = shape.of(shape.whole)
    bit = f.put(f"and {whole} {quadrant}, {shape.integer(2)}")
    sign = f.put(f"shl {whole} {bit}, {shape.integer(8 * shape.bytes - 2)}")
    bits = f.put(f"bitcast {shape.vector} {value} to {whole}")
    return f.put(f"bitcast {whole} {f.put(f'xor {whole} {bits}, {sign}')} to {shape.vector}")


def too_large(f: Lanes, angles: Sequence[str]) -> str:
    """Whether some lane of some angle is beyond `large`; NaN is not."""
    shape = f.shape
    mask = shape.of("i1")
    any_beyond = ""
    for x in angles:
        beyond = f.put(f"fcmp ogt {shape.vector} {f.call('fabs', x)}, {shape.const(TABLES[shape.dtype].large)}")
        any_beyond = f.put(f"or {mask} {any_beyond}, {beyond}") if any_beyond else beyond
    if shape.lanes == 1:
        return any_beyond
    return f.put(f"call i1 @llvm.vector.reduce.or.v{shape.lanes}i1({mask} {any_beyond})")


def redo(dtype: str) -> str:
    """The function @redo(angles, sines, cosines, count): the C library computes what is beyond `large` again.

    It works in double precision, and takes the addresses of sin and cos from the module's @outside table.
    """
    T, bits = ("double", 8) if dtype == "float64" else ("float", 4)
    wide, narrow = ("", "") if dtype == "float64" else ("fpext float %x to double", "fptrunc double {} to float")
    large = Shape(1, dtype).const(TABLES[dtype].large)
    lines = [
        "define internal void @redo(ptr %angles, ptr %sines, ptr %cosines, i64 %count) cold noinline nounwind {",
        "entry:",
        "  %sin = load ptr, ptr @outside",
        "  %cos = load ptr, ptr getelementptr (ptr, ptr @outside, i64 1)",
        "  br label %loop",
        "loop:",
        "  %i = phi i64 [ 0, %entry ], [ %next, %after ]",
        f"  %px = getelementptr {T}, ptr %angles, i64 %i",
        f"  %x = load {T}, ptr %px, align {bits}",
        f"  %size = call {T} @llvm.fabs.f{8 * bits}({T} %x)",
        f"  %beyond = fcmp ogt {T} %size, {large}",
        "  br i1 %beyond, label %slow, label %after",
        "slow:",
    ]
    lines += [f"  %wide = {wide}"] if wide else []
    angle = "%wide" if wide else "%x"
    for name, where in (("sin", "sines"), ("cos", "cosines")):
        lines.append(f"  %s_{name} = call double %{name}(double {angle})")
        if narrow:
            lines.append(f"  %n_{name} = {narrow.format(f'%s_{name}')}")
        lines += [
            f"  %p_{name} = getelementptr {T}, ptr %{where}, i64 %i",
            f"  store {T} {f'%n_{name}' if narrow else f'%s_{name}'}, ptr %p_{name}, align {bits}",
        ]
    lines += [
        "  br label %after",
        "after:",
        "  %next = add i64 %i, 1",
        "  %more = icmp ult i64 %next, %count",
        "  br i1 %more, label %loop, label %exit",
        "exit:",
        "  ret void",
        "}",
    ]
    return "\n".join(lines)
