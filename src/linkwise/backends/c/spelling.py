"""How C writes each operation, in each precision: one row each."""

from collections.abc import Callable
from typing import NamedTuple

from ...program import Const, Step
from .literals import double, single


class Precision(NamedTuple):
    """A precision: its type, the suffixes of our functions and of libm's, its literals, fused multiply-add, epsilon."""

    type: str
    ours: str
    libm: str
    literal: Callable[[float], str]
    fma: str
    epsilon: float


DOUBLE = Precision("double", "", "", double, "LINKWISE_FMA", 2.0**-52)
"""Every value a double."""

FLOAT = Precision("float", "_f", "f", single, "LINKWISE_FMAF", 2.0**-23)
"""Every value a float."""

OPS_IN_C = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "neg": "-{0}",
    "mul": "{0} * {1}",
    "rcp": "{one} / {0}",
    "sqrt": "sqrt{libm}({0})",
    "sin": "sin{libm}({0})",
    "cos": "cos{libm}({0})",
    "sign": "{0} != {0} ? {0} : ({type})(({0} > {zero}) - ({0} < {zero}))",
    "exp": "exp{libm}({0})",
    "log": "log{libm}({0})",
    "abs": "fabs{libm}({0})",
    "tanh": "tanh{libm}({0})",
    "atan2": "atan2{libm}({0}, {1})",
    "min": "{0} != {0} ? {0} : {0} < {1} ? {0} : {1}",
    "max": "{0} != {0} ? {0} : {0} > {1} ? {0} : {1}",
    "lt": "({type})({0} < {1})",
    "le": "({type})({0} <= {1})",
    "select": "{0} != {zero} ? {1} : {2}",
    "fma": "{fma}({0}, {1}, {2})",
    "fms": "{fma}({0}, {1}, -{2})",
    "fnma": "{fma}(-{0}, {1}, {2})",
}
"""Every operation by name; the sign of NaN is NaN."""

FAST_FMA = """\
/* A fused multiply-add rounds once. Where the machine has the instruction it is asked for by name; elsewhere fma()
   would be a slow library call, and the product is rounded before the sum. (FP_FAST_FMA says so in C99; some
   compilers only say which machine it is.) Compilers must not fuse on their own: then a state has the same result,
   bit for bit, alone and within a batch. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#ifndef LINKWISE_FMA
#if defined(FP_FAST_FMA) || defined(__FMA__) || defined(__aarch64__)
#define LINKWISE_FMA(a, b, c) fma((a), (b), (c))
#define LINKWISE_FUSES 1
#else
#define LINKWISE_FMA(a, b, c) ((a) * (b) + (c))
#endif
#endif
#ifndef LINKWISE_FMAF
#if defined(FP_FAST_FMAF) || defined(__FMA__) || defined(__aarch64__)
#define LINKWISE_FMAF(a, b, c) fmaf((a), (b), (c))
#define LINKWISE_FUSESF 1
#else
#define LINKWISE_FMAF(a, b, c) ((a) * (b) + (c))
#endif
#endif
#ifndef LINKWISE_FUSES
#define LINKWISE_FUSES 0
#endif
#ifndef LINKWISE_FUSESF
#define LINKWISE_FUSESF 0
#endif
"""
"""The text above code that uses the fused operations."""


def spelled(step: Step, name: Callable[[int], str], precision: Precision) -> str:
    """The expression of a step; `name` says what values are called.

    >>> spelled(Step("fnma", (0, Const(-0.5), 1)), lambda value: f"v{value}", FLOAT)
    'LINKWISE_FMAF(-v0, (-0.5f), v1)'
    """
    arguments = (precision.literal(a.value) if isinstance(a, Const) else name(a) for a in step.args)
    return OPS_IN_C[step.op].format(
        *arguments,
        libm=precision.libm,
        type=precision.type,
        fma=precision.fma,
        one=precision.literal(1.0),
        zero=precision.literal(0.0),
    )
