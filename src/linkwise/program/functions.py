"""The functions of a traced value: each is a step, unless the result is known without one."""

from math import inf

from ..algebra import Functions, Jet, Scalar, cos, register, sin
from .number import number_of
from .program import Const
from .tracer import Traced, is_traced, same_tape


def _sin(x: Traced) -> Scalar:
    return x.tape.put("sin", x.i) if x.minus is None else -sin(x.minus)


def _cos(x: Traced) -> Scalar:
    return x.tape.put("cos", x.i) if x.minus is None else cos(x.minus)


def _smaller(x: Scalar, y: Scalar) -> Scalar:
    return _extremum("min", x, y, inf)


def _larger(x: Scalar, y: Scalar) -> Scalar:
    return _extremum("max", x, y, -inf)


def _extremum(op: str, x: Scalar, y: Scalar, idle: float) -> Scalar:
    """The smaller or larger of two values; `idle`, a bound that bounds nothing, leaves the other as it is."""
    if not is_traced(x):
        x, y = y, x
    if type(y) is Jet:
        return NotImplemented
    if not is_traced(y):
        return x if isinstance(y, float) and y == idle else x.tape.put(op, x.i, Const(number_of(y)))
    same_tape(x, y)
    return x if x.i == y.i else x.tape.put(op, min(x.i, y.i), max(x.i, y.i))


def _sqrt(x: Traced) -> Scalar:
    return x.tape.put("sqrt", x.i)


def _sign(x: Traced) -> Scalar:
    return x.tape.put("sign", x.i)


def _exp(x: Traced) -> Scalar:
    return x.tape.put("exp", x.i)


def _log(x: Traced) -> Scalar:
    return x.tape.put("log", x.i)


def _tanh(x: Traced) -> Scalar:
    return x.tape.put("tanh", x.i) if x.minus is None else -x.minus.tape.put("tanh", x.minus.i)


def _atan2(y: Scalar, x: Scalar) -> Scalar:
    if type(x) is Jet or type(y) is Jet:
        return NotImplemented
    traced = y if is_traced(y) else x
    if is_traced(x) and is_traced(y):
        same_tape(x, y)
    pair = [each.i if is_traced(each) else Const(number_of(each)) for each in (y, x)]
    return traced.tape.put("atan2", *pair)


register(Traced, Functions(_sin, _cos, _sqrt, _sign, _exp, _log, _smaller, _larger, _tanh, _atan2))
