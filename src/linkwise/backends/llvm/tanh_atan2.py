"""Hyperbolic tangent and arctangent of every lane by the same instructions, whatever the number of lanes.

tanh x = t / (t + 2) with t = e^{2|x|} − 1 = (2^k − 1) + 2^k (e^r − 1), k and r as in explog.py, and the sign of x; from
|x| = 20 (9.5 in single precision) on it is 1.

atan2(y, x) is c + atan r for the smaller of |x|, |y| over the larger: r is that quotient with c = 0, or beyond tan π/8
that of difference and sum with c = π/4; so |r| ≤ tan π/8, and an odd polynomial gives the arctangent. It is subtracted
from π/2 where |y| is the larger, from π where x is negative, and gets the sign of y. Multiples of π are in two parts.

The polynomial interpolates at Chebyshev's points; its error is some thousandths of an ulp. Quotients, sums and the
polynomial together bring less than three ulp (2.5 was the most seen).
"""

import math
from typing import NamedTuple

from .explog import TABLES as EXPLOG
from .lanes import Lanes
from .sincos import polynomial


class Table(NamedTuple):
    """The numbers of one precision: where tanh is 1, the polynomial of (atan r / r − 1) / r² by powers of r², and π/4
    in two parts."""

    flat: float
    atan: tuple[float, ...]
    quarter: tuple[float, float]


TABLES = {
    "float64": Table(
        20.0,
        (
            -0.3333333333333333,
            0.19999999999999804,
            -0.14285714285659779,
            0.11111111105150588,
            -0.09090908753259112,
            0.07692296368042296,
            -0.0666642476020052,
            0.05878927554473807,
            -0.05230443640686948,
            0.045515447340221615,
            -0.03456931506332609,
            0.016284375050043393,
        ),
        (0.7853981633974483, 3.061616997868383e-17),
    ),
    "float32": Table(
        9.5,
        (
            -0.3333333432674408,
            0.19999977946281433,
            -0.14284150302410126,
            0.11071354895830154,
            -0.08624598383903503,
            0.05047937482595444,
        ),
        (0.7853981852531433, -2.1855694143368964e-08),
    ),
}
"""The numbers by precision."""


def tanh(f: Lanes, x: str) -> str:
    """The name of tanh x; a NaN passes through the comparisons."""
    shape, table, flat = f.shape, EXPLOG[f.shape.dtype], TABLES[f.shape.dtype].flat
    const, whole, v = shape.const, shape.of(shape.whole), shape.vector
    size = f.call("fabs", x)
    size = f.select(f.put(f"fcmp ogt {v} {size}, {const(flat)}"), const(flat), size)
    y = f.op("fadd", size, size)
    shifted = f.fma(y, const(1 / math.log(2)), const(table.magic))
    k = f.op("fsub", shifted, const(table.magic))
    r = y
    for part in table.ln2:
        r = f.fma(k, const(-part), r)
    rest = f.fma(polynomial(f, table.exp, r), f.op("fmul", r, r), r)

    # the last bits of `shifted` count k: as an exponent they are 2^k
    bits = f.put(f"bitcast {v} {shifted} to {whole}")
    exponent = f.put(f"shl {whole} {f.put(f'add {whole} {bits}, {shape.integer(table.bias)}')}, {_mantissa(f)}")
    power = f.put(f"bitcast {whole} {exponent} to {v}")
    t = f.fma(power, rest, f.op("fsub", power, const(1.0)))
    return _signed_as(f, f.op("fdiv", t, f.op("fadd", t, const(2.0))), x)


def atan2(f: Lanes, y: str, x: str) -> str:
    """The name of the angle of (x, y)."""
    shape, table = f.shape, TABLES[f.shape.dtype]
    const, v, (high, low) = shape.const, shape.vector, table.quarter
    a, b = f.call("fabs", y), f.call("fabs", x)
    steep = f.put(f"fcmp ogt {v} {a}, {b}")
    small, large = f.select(steep, b, a), f.select(steep, a, b)

    far = f.put(f"fcmp ogt {v} {small}, {f.op('fmul', large, const(math.sqrt(2.0) - 1.0))}")
    top = f.select(far, f.op("fsub", small, large), small)
    bottom = f.select(far, f.op("fadd", small, large), large)
    equal = f.put(f"fcmp oeq {v} {small}, {large}")  # ∞ / ∞ and 0 / 0 are defined here
    r = f.select(equal, const(0.0), f.op("fdiv", top, bottom))
    something = f.put(f"fcmp ogt {v} {large}, {const(0.0)}")
    both = f.put(f"and {shape.of('i1')} {equal}, {something}")
    eighth = f.put(f"or {shape.of('i1')} {far}, {both}")
    z = f.op("fmul", r, r)
    angle = f.fma(polynomial(f, table.atan, z), f.op("fmul", r, z), r)

    zero = const(0.0)
    angle = f.op("fadd", f.select(eighth, const(high), zero), f.op("fadd", angle, f.select(eighth, const(low), zero)))
    angle = f.select(steep, _from(f, 2, angle), angle)
    angle = f.select(_is_negative(f, x), _from(f, 4, angle), angle)
    missing = f.put(f"fcmp uno {v} {x}, {y}")
    return f.select(missing, f.op("fadd", x, y), _signed_as(f, angle, y))


def _from(f: Lanes, quarters: int, angle: str) -> str:
    """That many quarters of π, less the angle."""
    high, low = TABLES[f.shape.dtype].quarter
    rest = f.op("fsub", f.shape.const(quarters * low), angle)
    return f.op("fadd", f.shape.const(quarters * high), rest)


def _bits(f: Lanes, x: str) -> str:
    return f.put(f"bitcast {f.shape.vector} {x} to {f.shape.of(f.shape.whole)}")


def _is_negative(f: Lanes, x: str) -> str:
    """Whether the sign bit is set, that of a zero included."""
    return f.put(f"icmp slt {f.shape.of(f.shape.whole)} {_bits(f, x)}, {f.shape.integer(0)}")


def _signed_as(f: Lanes, size: str, x: str) -> str:
    """A size, which is not negative, with the sign of x."""
    whole, top = f.shape.of(f.shape.whole), -(2 ** (8 * f.shape.bytes - 1))
    sign = f.put(f"and {whole} {_bits(f, x)}, {f.shape.integer(top)}")
    both = f.put(f"or {whole} {_bits(f, size)}, {sign}")
    return f.put(f"bitcast {whole} {both} to {f.shape.vector}")


def _mantissa(f: Lanes) -> str:
    return f.shape.integer(EXPLOG[f.shape.dtype].mantissa)
