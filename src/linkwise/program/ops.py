"""The operations a program is made of: one row each. Everything about an operation is in its row.

name    value                   partial derivatives             counted as
add     a + b                   1, 1                            addition
sub     a − b                   1, −1                           addition
neg     −a                      −1                              addition
mul     a b                     b, a                            multiplication
rcp     1 / a                   −r²                             division
sqrt    √a                      1 / (2 r)                       square root
sin     sin a                   cos a                           half of a sine–cosine pair
cos     cos a                   −sin a                          half of a sine–cosine pair
sign    sign a                  0                               sign
exp     e^a                     r                               exponential
log     ln a                    1 / a                           exponential
abs     |a|                     sign a                          sign
tanh    tanh a                  1 − r²                          exponential
atan2   the angle of (b, a)     b / (a² + b²), −a / (a² + b²)   exponential
min     the smaller of a, b     (1 ∓ sign(a − b)) / 2           extremum
max     the larger of a, b      (1 ± sign(a − b)) / 2           extremum
lt      1 where a < b, else 0   0, 0                            extremum
le      1 where a ≤ b, else 0   0, 0                            extremum
select  b where a ≠ 0, else c   0; 1, 0 where a ≠ 0, else 0, 1  extremum
fma     a b + c                 b, a, 1                         multiplication and addition, rounded once
fms     a b − c                 b, a, −1                        multiplication and addition, rounded once
fnma    c − a b                 −b, −a, 1                       multiplication and addition, rounded once

min and max of a NaN are NaN. Where the two arguments are equal, each gets half of the derivative. A NaN is neither
smaller nor larger than anything, and is not 0.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from ..algebra import Scalar, atan2, cos, exp, is_nonzero, log, maximum, minimum, sign, sin, sqrt, tanh, where

Scalars = tuple[Scalar, ...]
"""The arguments of an operation, or its partial derivatives."""


class Op(NamedTuple):
    """One operation: how many arguments, its value, its partials given arguments and result, what it costs."""

    arity: int
    value: Callable[..., Scalar]
    partials: Callable[[Scalars, Scalar], Scalars]
    multiplications: int = 0
    additions: int = 0
    divisions: int = 0
    square_roots: int = 0
    signs: int = 0
    exponentials: int = 0
    extrema: int = 0


def _reciprocal(a: Scalar) -> Scalar:
    """1/a; infinite for a zero, as on every machine."""
    return math.copysign(math.inf, a) if isinstance(a, float) and a == 0.0 else 1.0 / a


def _halves(x: Scalars) -> Scalars:
    """The share of each of two values in the derivative of the smaller: all or nothing, or half if they are equal."""
    half = 0.5 * sign(x[0] - x[1])
    return 0.5 - half, 0.5 + half


def _angle_slopes(x: Scalars, r: Scalar) -> Scalars:
    part = _reciprocal(x[0] * x[0] + x[1] * x[1])
    return x[1] * part, -(x[0] * part)


def _chosen(x: Scalars, r: Scalar) -> Scalars:
    """All or nothing."""
    return 0.0, where(is_nonzero(x[0]), 1.0, 0.0), where(is_nonzero(x[0]), 0.0, 1.0)


OPS: dict[str, Op] = {
    "add": Op(2, lambda a, b: a + b, lambda x, r: (1.0, 1.0), additions=1),
    "sub": Op(2, lambda a, b: a - b, lambda x, r: (1.0, -1.0), additions=1),
    "neg": Op(1, lambda a: -a, lambda x, r: (-1.0,), additions=1),
    "mul": Op(2, lambda a, b: a * b, lambda x, r: (x[1], x[0]), multiplications=1),
    "rcp": Op(1, _reciprocal, lambda x, r: (-(r * r),), divisions=1),
    "sqrt": Op(1, sqrt, lambda x, r: (0.5 / r,), square_roots=1),
    "sin": Op(1, sin, lambda x, r: (cos(x[0]),)),
    "cos": Op(1, cos, lambda x, r: (-sin(x[0]),)),
    "sign": Op(1, sign, lambda x, r: (0.0,), signs=1),
    "exp": Op(1, exp, lambda x, r: (r,), exponentials=1),
    "log": Op(1, log, lambda x, r: (_reciprocal(x[0]),), exponentials=1),
    "abs": Op(1, abs, lambda x, r: (sign(x[0]),), signs=1),
    "tanh": Op(1, tanh, lambda x, r: (1.0 - r * r,), exponentials=1),
    "atan2": Op(2, atan2, _angle_slopes, exponentials=1),
    "min": Op(2, minimum, lambda x, r: _halves(x), extrema=1),
    "max": Op(2, maximum, lambda x, r: _halves(x)[::-1], extrema=1),
    "lt": Op(2, lambda a, b: where(a < b, 1.0, 0.0), lambda x, r: (0.0, 0.0), extrema=1),
    "le": Op(2, lambda a, b: where(a <= b, 1.0, 0.0), lambda x, r: (0.0, 0.0), extrema=1),
    "select": Op(3, lambda c, a, b: where(is_nonzero(c), a, b), _chosen, extrema=1),
    "fma": Op(3, lambda a, b, c: a * b + c, lambda x, r: (x[1], x[0], 1.0), multiplications=1, additions=1),
    "fms": Op(3, lambda a, b, c: a * b - c, lambda x, r: (x[1], x[0], -1.0), multiplications=1, additions=1),
    "fnma": Op(3, lambda a, b, c: c - a * b, lambda x, r: (-x[1], -x[0], 1.0), multiplications=1, additions=1),
}
"""Every operation by name."""
