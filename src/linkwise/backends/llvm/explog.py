"""Exponential function and natural logarithm of every lane by the same instructions, whatever the number of lanes.

e^x = 2^k e^r with k the integer nearest to x / ln 2 and r = x − k ln 2, ln 2 in two parts of which k times the first is
exact; a polynomial gives e^r. 2^k is multiplied in two halves, so that subnormal results round once.

ln x = k ln 2 + ln m with x = 2^k m and √½ ≤ m < √2; with f = m − 1 and s = f / (2 + f), ln m = 2 artanh s, an odd
polynomial of s written so that the leading f is exact: f − (f²/2 − s (f²/2 + R)).                         [cody1980]

The last sum rounds by half an ulp; what is added there brings at most as much again (0.98 and 0.79 ulp were the most
seen, over the whole range). Beyond the range the results are 0, ±∞ and NaN. The polynomials are those whose largest
error is smallest (Remez): some hundredths of an ulp.
"""

import math
from typing import NamedTuple

import numpy as np

from .lanes import Lanes
from .sincos import polynomial


class Table(NamedTuple):
    """The numbers of one precision: how it is stored, rounding by `magic`, where e^x ends, ln 2 in parts; (e^r − 1 −
    r) / r² by powers of r, and R / s² by powers of s²; the smallest normal number."""

    mantissa: int
    bias: int
    magic: float
    ends: tuple[float, float]
    ln2: tuple[float, float]
    exp: tuple[float, ...]
    log: tuple[float, ...]
    normal: float


TABLES = {
    "float64": Table(
        52,
        1023,
        6755399441055744.0,  # 1.5 · 2⁵²: adding it leaves the nearest integer in the last bits
        (-746.0, 710.0),
        (0.6931471804855391, 7.440617110012397e-11),
        (
            0.5000000000000011,
            0.1666666666666641,
            0.041666666666529725,
            0.008333333333494976,
            0.0013888888943759982,
            0.00019841269505773806,
            2.4801492949618223e-05,
            2.755758680384879e-06,
            2.7630306255273325e-07,
            2.5000018852105802e-08,
        ),
        (
            0.6666666666666735,
            0.39999999999412883,
            0.28571428742825183,
            0.2222219852458902,
            0.18183567032717465,
            0.15313976901358553,
            0.1479672877415009,
        ),
        2.0**-1022,
    ),
    "float32": Table(
        23,
        127,
        12582912.0,  # 1.5 · 2²³
        (-105.0, 90.0),
        (0.693145751953125, 1.428606765330187e-06),
        (0.4999999403953552, 0.1666652113199234, 0.04166838899254799, 0.00836874544620514, 0.0013814540579915047),
        (0.6666677594184875, 0.3997751772403717, 0.2987239956855774),
        2.0**-126,
    ),
}
"""The numbers by precision."""


def exp(f: Lanes, x: str) -> str:
    """The name of e^x; beyond the ends it is 0 or ∞ by itself, and a NaN passes through the comparisons."""
    shape, table = f.shape, TABLES[f.shape.dtype]
    const, whole, v = shape.const, shape.of(shape.whole), shape.vector
    least, most = table.ends
    y = f.select(f.put(f"fcmp ogt {v} {x}, {const(most)}"), const(most), x)
    y = f.select(f.put(f"fcmp olt {v} {y}, {const(least)}"), const(least), y)
    shifted = f.fma(y, const(1 / math.log(2)), const(table.magic))
    k = f.op("fsub", shifted, const(table.magic))
    r = y
    for part in table.ln2:
        r = f.fma(k, const(-part), r)
    rest = f.fma(polynomial(f, table.exp, r), f.op("fmul", r, r), r)
    value = f.op("fadd", const(1.0), rest)

    # k + 2 (bias + 1) is positive and fits; its halves less 1, as exponents, are two powers of 2 whose product is 2^k
    offset = _whole(f, table.magic) - 2 * (table.bias + 1)
    bits = f.put(f"bitcast {v} {shifted} to {whole}")
    moved = f.put(f"sub {whole} {bits}, {shape.integer(offset)}")
    first = f.put(f"lshr {whole} {moved}, {shape.integer(1)}")
    second = f.put(f"sub {whole} {moved}, {first}")
    for half in (first, second):
        exponent = f.put(f"shl {whole} {f.put(f'sub {whole} {half}, {shape.integer(1)}')}, {_places(f)}")
        value = f.op("fmul", value, f.put(f"bitcast {whole} {exponent} to {v}"))
    return value


def log(f: Lanes, x: str) -> str:
    """The name of ln x: −∞ for a zero, NaN below; subnormal numbers are made larger first."""
    shape, table = f.shape, TABLES[f.shape.dtype]
    const, whole, v = shape.const, shape.of(shape.whole), shape.vector
    small = f.put(f"fcmp olt {v} {x}, {const(table.normal)}")
    y = f.select(small, f.op("fmul", x, const(2.0 ** (table.mantissa + 2))), x)

    # the exponent counts from √½: bits of y less those of √½, and its mantissa begins there
    low, one = _whole(f, math.sqrt(0.5)), _whole(f, 1.0)
    bits = f.put(f"bitcast {v} {y} to {whole}")
    moved = f.put(f"add {whole} {bits}, {shape.integer(one - low)}")
    fraction = f.put(f"and {whole} {moved}, {shape.integer(2**table.mantissa - 1)}")
    m = f.put(f"bitcast {whole} {f.put(f'add {whole} {fraction}, {shape.integer(low)}')} to {v}")
    exponent = f.put(f"lshr {whole} {moved}, {_places(f)}")
    ruler = 2.0**table.mantissa  # an integer put into its last bits is added to it: a conversion on every machine
    counted = f.put(f"bitcast {whole} {f.put(f'or {whole} {exponent}, {shape.integer(_whole(f, ruler))}')} to {v}")
    origin = ruler + table.bias
    k = f.op("fsub", counted, f.select(small, const(origin + table.mantissa + 2), const(origin)))

    g = f.op("fsub", m, const(1.0))
    s = f.op("fdiv", g, f.op("fadd", g, const(2.0)))
    z = f.op("fmul", s, s)
    R = f.op("fmul", z, polynomial(f, table.log, z))
    half = f.op("fmul", f.op("fmul", g, const(0.5)), g)
    inner = f.fma(s, f.op("fadd", half, R), f.op("fmul", k, const(table.ln2[1])))
    value = f.fma(k, const(table.ln2[0]), f.op("fsub", g, f.op("fsub", half, inner)))

    value = f.select(f.put(f"fcmp olt {v} {x}, {const(math.inf)}"), value, x)  # ∞ and NaN stay as they are
    value = f.select(f.put(f"fcmp oeq {v} {x}, {const(0.0)}"), const(-math.inf), value)
    return f.select(f.put(f"fcmp olt {v} {x}, {const(0.0)}"), const(math.nan), value)


def _places(f: Lanes) -> str:
    return f.shape.integer(TABLES[f.shape.dtype].mantissa)


def _whole(f: Lanes, x: float) -> int:
    """The bits of a number of this precision, as an integer."""
    return int(np.array(x, dtype=f.shape.dtype).view(f"int{8 * f.shape.bytes}"))
