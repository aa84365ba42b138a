"""Sine and cosine as C that becomes SIMD code: straight arithmetic, no call, no bit of a number looked at.

By the numbers of sine_tables.py, as in the machine code of other backends: at most 2 ulp up to `large`, beyond which
the C library is called. The quadrant is found by arithmetic too, because C has no portable way to the bits of a
number: ⌊k/2⌋ is k/2 − 1/4, rounded, and rounding is adding a number so large that no digits are left behind the point.
"""

import math

from ..sine_tables import TABLES
from .spelling import Precision

CHOICE = """\
/* Sines and cosines: by the code below, up to an angle of a million (ten thousand in floats), at most 2 ulp off; beyond
   it, or with -DLINKWISE_LIBM_SINES=1, by the C library. That is the default where numbers have a wider precision than
   their type, and on microcontrollers, which have more need of room than of vectors. */
#include <float.h>
#ifndef LINKWISE_LIBM_SINES
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#define LINKWISE_LIBM_SINES 1
#elif defined(__ARM_ARCH_PROFILE)
#define LINKWISE_LIBM_SINES (__ARM_ARCH_PROFILE == 'M')
#else
#define LINKWISE_LIBM_SINES 0
#endif
#endif
#ifndef LINKWISE_BY_LIBM
#define LINKWISE_BY_LIBM(x, most) (LINKWISE_LIBM_SINES || (x) * (x) > (most) * (most))
#endif
"""
"""Above the functions of a file that has sines."""

_FUNCTION = """\
LINKWISE_INLINE void {name}({real} x, {real} *sine, {real} *cosine)
{{
    const {real} shifted = {fma}(x, {over_half_pi}, {magic});
    const {real} k = shifted - {magic};
#if {fuses}
{reduced}
#else
{reduced_short}
#endif
    const {real} z = r * r;
    const {real} s = {fma}({sine}, r * z, r);
    const {real} half = z * {half};
    const {real} w = {one} - half;
    const {real} c = w + {fma}(z * z, {cosine}, {one} - w - half);
    const {real} pairs = k * {half} - {quarter} + {magic} - {magic};
    const {real} odd = k - {two} * pairs;
    const {real} odd_pairs = pairs - {two} * (pairs * {half} - {quarter} + {magic} - {magic});
    const {real} sign = {one} - {two} * odd_pairs;
    const {real} turned = sign * ({one} - {two} * odd);
    *sine = sign * (odd != {zero} ? c : s);
    *cosine = turned * (odd != {zero} ? s : c);
}}
"""


def sincos(name: str, precision: Precision) -> str:
    """The function of that name, which stores the sine and the cosine of an angle that is not too large.

    >>> from linkwise.backends.c.spelling import DOUBLE
    >>> print(sincos("f_sincos", DOUBLE).splitlines()[0])
    LINKWISE_INLINE void f_sincos(double x, double *sine, double *cosine)
    """
    table, literal = TABLES["float32" if precision.type == "float" else "float64"], precision.literal
    return _FUNCTION.format(
        name=name,
        real=precision.type,
        fma=precision.fma,
        fuses=precision.fma.replace("_FMA", "_FUSES"),
        over_half_pi=literal(2 / math.pi),
        magic=literal(table.magic),
        reduced=_reduced(precision, table.half_pi),
        reduced_short=_reduced(precision, table.half_pi_short),
        sine=_polynomial(precision, table.sine),
        cosine=_polynomial(precision, table.cosine),
        zero=literal(0.0),
        quarter=literal(0.25),
        half=literal(0.5),
        one=literal(1.0),
        two=literal(2.0),
    )


def largest(precision: Precision) -> str:
    """The largest angle that is not left to the C library.

    >>> from linkwise.backends.c.spelling import FLOAT
    >>> largest(FLOAT)
    '10000.0f'
    """
    return precision.literal(TABLES["float32" if precision.type == "float" else "float64"].large)


def _reduced(precision: Precision, parts: tuple[float, ...]) -> str:
    """x − k π/2, part by part."""
    r, lines = "x", []
    for i, part in enumerate(parts, 1):
        name = "r" if i == len(parts) else f"r{i}"
        lines.append(f"    const {precision.type} {name} = {precision.fma}(k, {precision.literal(-part)}, {r});")
        r = name
    return "\n".join(lines)


def _polynomial(precision: Precision, coefficients: tuple[float, ...]) -> str:
    """c₀ + c₁ z + c₂ z² + …"""
    text = precision.literal(coefficients[-1])
    for c in coefficients[-2::-1]:
        text = f"{precision.fma}({text}, z, {precision.literal(c)})"
    return text
