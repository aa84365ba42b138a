"""Functions that kernels are written with: sine and cosine together, and reciprocals.

Sines are those of `sine_tables`, as on the processor: CUDA's own convert to whole numbers and back, and each has a
branch for large angles, past which the compiler moves nothing. Here one branch serves many angles. Reciprocals have
none, at the price of numbers that are not normal: those below count as 0, and so do results. They are at most one unit
in the last place off.
"""

import math

import numpy as np

from ..c.spelling import Precision
from ..sine_tables import TABLES

SINE, FAR, REDO = "linkwise_sincos", "linkwise_far", "linkwise_redo"
"""Sine and cosine of an angle, whether it is too large for that, and, if it is, both again."""

RECIPROCAL = "linkwise_reciprocal"

CONSTANTS = """\
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
"""
"""NVRTC knows no math.h."""

_SINCOS = """\
__device__ __forceinline__ void {name}({real} x, {real} *sine, {real} *cosine)
{{
    const {real} shifted = {fma}(x, {over_half_pi}, {magic}), k = shifted - {magic};
    const {real} r = {fma}(k, {third}, {fma}(k, {second}, {fma}(k, {first}, x))), z = r * r;
    const {real} s = {fma}(r * z, {sine}, r), c = {fma}(z, {fma}(z, {cosine}, -{half}), {one});
    const {whole} quadrant = {bits}(shifted);
    *sine = {number}({bits}(quadrant & 1 ? c : s) ^ (quadrant & 2) << {sign});
    *cosine = {number}({bits}(quadrant & 1 ? s : c) ^ (quadrant + 1 & 2) << {sign});
}}

__device__ __forceinline__ bool {far}({real} x)
{{
    return {is_far};
}}

__device__ __forceinline__ void {redo}({real} x, {real} *sine, {real} *cosine)
{{
    if ({far}(x))
        sincos{libm}(x, sine, cosine);
}}
"""

_WORD_IS_FAR = "((unsigned)(__double_as_longlong(x) >> 32) & 0x7fffffffu) > {:#x}u"
"""Asked of the upper word, which leaves the pipe for doubles free."""

_RECIPROCALS = """\
#ifdef __CUDACC__
__device__ __forceinline__ double {name}(double x)
{{
    double first;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(first) : "d"(x));
    const double off = fma(-x, first, 1.0), near = fma(first, fma(off, off, off), first);
    const double better = fma(near, fma(-x, near, 1.0), near);
    const unsigned size = (unsigned)(__double_as_longlong(x) >> 32) & 0x7fffffffu;
    return size - 0x00100000u < 0x7fc00000u ? better : first;
}}

__device__ __forceinline__ float {name}f(float x)
{{
    float found;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(found) : "f"(x));
    return found;
}}
#endif
"""


def numbers(*precisions: Precision) -> str:
    """The text above kernels of these precisions.

    >>> from linkwise.backends.c.spelling import FLOAT
    >>> numbers(FLOAT._replace(fma="fmaf")).count("linkwise_sincosf(float x")
    1
    """
    return "\n".join([CONSTANTS, _RECIPROCALS.format(name=RECIPROCAL), *map(_sincos, precisions)])


def _sincos(precision: Precision) -> str:
    real, fma, literal = precision.type, precision.fma, precision.literal
    table, short = TABLES["float32" if real == "float" else "float64"], real == "float"
    first, second, third = (literal(-part) for part in table.half_pi)
    return _SINCOS.format(
        name=f"{SINE}{precision.libm}",
        far=f"{FAR}{precision.libm}",
        redo=f"{REDO}{precision.libm}",
        real=real,
        whole="unsigned" if short else "unsigned long long",
        bits="__float_as_uint" if short else "__double_as_longlong",
        number="__uint_as_float" if short else "__longlong_as_double",
        sign=30 if short else 62,
        libm=precision.libm,
        fma=fma,
        is_far=f"fabsf(x) > {literal(table.large)}"
        if short
        else _WORD_IS_FAR.format(np.float64(table.large).view(np.int64) >> 32),
        over_half_pi=literal(2 / math.pi),
        magic=literal(table.magic),
        first=first,
        second=second,
        third=third,
        sine=_polynomial(precision, table.sine),
        cosine=_polynomial(precision, table.cosine),
        half=literal(0.5),
        one=literal(1.0),
    )


def _polynomial(precision: Precision, coefficients: tuple[float, ...]) -> str:
    """c₀ + c₁ z + c₂ z² + …"""
    text = precision.literal(coefficients[-1])
    for c in coefficients[-2::-1]:
        text = f"{precision.fma}({text}, z, {precision.literal(c)})"
    return text
