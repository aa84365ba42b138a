"""Sine and cosine of every lane by the same instructions, whatever the number of lanes.

The angle is reduced by Cody and Waite's method, x − k π/2 with π/2 in three parts and fused multiply–adds, then two
polynomials of fdlibm's degree follow, and the quadrant chooses and signs them. At most 2 ulp for |x| ≤ `large`; beyond
it, and only there, the C library computes a lane again (`redo`). NaN and infinities give NaN.            [cody1980]

With two parts of π/2 the error near multiples of π/2 is hundreds of ulp: the third is needed. A machine without fused
multiply–adds gets more parts, each of so few bits that k times it is exact.
"""

import math
from typing import NamedTuple

from .lanes import Lanes, Shape


class Table(NamedTuple):
    """The numbers of one precision: rounding by `magic`, parts of π/2, the same with short parts for products rounded
    by themselves, coefficients from z¹ (sine) and z² (cosine)."""

    large: float
    magic: float
    half_pi: tuple[float, float, float]
    half_pi_short: tuple[float, ...]
    sine: tuple[float, ...]
    cosine: tuple[float, ...]


TABLES = {
    "float64": Table(
        1e6,
        6755399441055744.0,  # 1.5 · 2⁵²: adding it leaves the nearest integer in the last bits
        (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33),
        (1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32),  # 33 bits: k has 20
        (
            -1.66666666666666324348e-01,
            8.33333333332248946124e-03,
            -1.98412698298579493134e-04,
            2.75573137070700676789e-06,
            -2.50507602534068634195e-08,
            1.58969099521155010221e-10,
        ),
        (
            4.16666666666666019037e-02,
            -1.38888888888741095749e-03,
            2.48015872894767294178e-05,
            -2.75573143513906633035e-07,
            2.08757232129817482790e-09,
            -1.13596475577881948265e-11,
        ),
    ),
    "float32": Table(
        1e4,
        12582912.0,  # 1.5 · 2²³
        (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15),
        (  # 11 bits: k has 13
            1.5703125,
            0.0004837512969970703,
            7.549533620476723e-08,
            2.5632829192545614e-12,
            6.123234262925839e-17,
        ),
        (-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4),
        (4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5),
    ),
}
"""The numbers by precision; float32 gives up at 1e4, where one ulp of the angle is already 1e-3."""


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


def too_large(f: Lanes, angles: list[str]) -> str:
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
