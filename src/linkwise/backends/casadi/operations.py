"""The steps of a program as expressions of CasADi's scalar symbols, SX."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import casadi

from ...program import Const, Operand, Program


def _smaller(a: Any, b: Any) -> Any:
    """The smaller; NaN if one is, which fmin would pass over."""
    return casadi.if_else(a <= b, a, casadi.if_else(b < a, b, math.nan))


OPS_IN_CASADI: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "mul": lambda a, b: a * b,
    "rcp": lambda a: 1.0 / a,
    "sqrt": casadi.sqrt,
    "sin": casadi.sin,
    "cos": casadi.cos,
    "sign": casadi.sign,
    "exp": casadi.exp,
    "log": casadi.log,
    "abs": casadi.fabs,
    "tanh": casadi.tanh,
    "atan2": casadi.atan2,
    "min": _smaller,
    "max": lambda a, b: -_smaller(-a, -b),
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "select": casadi.if_else,
    "fma": lambda a, b, c: a * b + c,
    "fms": lambda a, b, c: a * b - c,
    "fnma": lambda a, b, c: c - a * b,
}
"""Every operation by name."""


def expressions(program: Program, inputs: Sequence[Any]) -> list[Any]:
    """The outputs of a program of symbols, one for each input; constants are floats."""
    values = list(inputs)

    def value(operand: Operand) -> Any:
        return operand.value if isinstance(operand, Const) else values[operand]

    for op, args in program.steps:
        values.append(OPS_IN_CASADI[op](*map(value, args)))
    return [value(operand) for operand in program.outputs]
