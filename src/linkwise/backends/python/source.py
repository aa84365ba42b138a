"""A program as a Python module: one function of floats that needs nothing but `math`.

It returns what the interpreter does, bit for bit: a fused step rounds twice, division by zero is infinite, and the
answer is NaN where `math` would raise.
"""

import builtins
import keyword
import re
from math import prod

from ...program import Const, Operand, Port, Program, Signature, count
from ..c.plan import Plan

OPS_IN_PYTHON = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "neg": "-{0}",
    "mul": "{0} * {1}",
    "rcp": "_rcp({0})",
    "sqrt": "_sqrt({0})",
    "sin": "_sin({0})",
    "cos": "_cos({0})",
    "sign": "_sign({0})",
    "exp": "_exp({0})",
    "log": "_log({0})",
    "abs": "abs({0})",
    "tanh": "math.tanh({0})",
    "atan2": "math.atan2({0}, {1})",
    "min": "{0} if {0} < {1} or {0} != {0} else {1}",
    "max": "{0} if {0} > {1} or {0} != {0} else {1}",
    "lt": "1.0 if {0} < {1} else 0.0",
    "le": "1.0 if {0} <= {1} else 0.0",
    "select": "{1} if {0} != 0.0 else {2}",
    "fma": "{0} * {1} + {2}",
    "fms": "{0} * {1} - {2}",
    "fnma": "{2} - {0} * {1}",
}
"""Every operation by name."""

HELPERS = {
    "_rcp": "1.0 / x if x else math.copysign(math.inf, x)",
    "_sqrt": "math.sqrt(x) if x >= 0.0 else math.nan",
    "_sin": "math.sin(x) if math.isfinite(x) else math.nan",
    "_cos": "math.cos(x) if math.isfinite(x) else math.nan",
    "_sign": "x if x != x else float(x > 0.0) - float(x < 0.0)",
    "_exp": "math.inf if x > 709.782712893384 else math.exp(x)",
    "_log": "math.log(x) if x > 0.0 else -math.inf if x == 0.0 else math.nan",
}
"""Functions of x that, unlike those of `math`, are defined for every float; a module has those it calls."""

RESERVED = frozenset([*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "math"])
"""Everything that a generated name must not be; the helpers' names begin with an underscore, which no other does."""


def source(program: Program, signature: Signature, *, prefix: str | None = None) -> str:
    """A module with one function, `prefix`_program spelled in ASCII, which takes and returns nested lists.

    >>> from linkwise.algebra import sin
    >>> from linkwise.program import Port, Signature, trace
    >>> program = trace(lambda q: [sin(q[0]) * 0.5, q[1]], {"q": 2}, "swing")
    >>> print(source(program, Signature((Port("q", (2,)),), (Port("ω", (2,)),))))
    '''swing(q) -> w
    <BLANKLINE>
    Shapes: q 2; w 2.
    Operations: 1 multiplications, 0 additions, 0 divisions, 0 square roots, 0 signs, 1 pairs of sine and cosine.
    Made by linkwise.
    '''
    <BLANKLINE>
    import math
    <BLANKLINE>
    <BLANKLINE>
    def _sin(x):
        return math.sin(x) if math.isfinite(x) else math.nan
    <BLANKLINE>
    <BLANKLINE>
    def swing(q):
        q1, q2 = q
        sin_q1 = _sin(q1)
        v3 = 0.5 * sin_q1
        return [v3, q2]
    <BLANKLINE>
    """
    plan = Plan.of(program, signature, prefix, RESERVED)
    steps = plan.program.steps

    def name(operand: Operand) -> str:
        return _number(operand.value) if isinstance(operand, Const) else plan.values[operand]

    lines = []
    inputs = iter(plan.values)
    for array, port in plan.inputs:
        lines.append(f"{_nest([next(inputs) for _ in range(port.size)], port.shape, '()')} = {array}")
    for i, (op, args) in plan.program.numbered():
        lines.append(f"{plan.values[i]} = {OPS_IN_PYTHON[op].format(*map(name, args))}")
    outputs = iter([name(operand) for operand in plan.program.outputs])
    results = [_nest([next(outputs) for _ in range(port.size)], port.shape, "[]") for port in signature.gives]
    lines.append(f"return {', '.join(results)}".rstrip())
    used = {word for step in steps for word in re.findall(r"_\w+", OPS_IN_PYTHON[step.op])}
    helpers = [f"def {helper}(x):\n    return {body}\n\n" for helper, body in HELPERS.items() if helper in used]
    function = "\n".join([f"def {plan.name}({', '.join(plan.takes)}):", *(f"    {line}" for line in lines), ""])
    needs_math = helpers or any("math." in OPS_IN_PYTHON[step.op] for step in steps)
    imports = ["import math\n\n"] if needs_math else []
    return "\n".join([_docstring(plan), *imports, *helpers, function])


def _number(x: float) -> str:
    return repr(x) if x >= 0.0 and str(x)[0] != "-" else f"({x!r})"


def _nest(names: list[str], shape: tuple[int, ...], brackets: str) -> str:
    """Row-major entries as nested rows; where they are unpacked, the outermost brackets are left out."""
    nested = _rows(names, shape, brackets)
    return nested[1:-1].rstrip(",") if brackets == "()" and shape and len(names) > 1 and shape[0] > 1 else nested


def _rows(names: list[str], shape: tuple[int, ...], brackets: str) -> str:
    if not shape:
        return names[0]
    size = prod(shape[1:])
    rows = [_rows(names[k * size : (k + 1) * size], shape[1:], brackets) for k in range(shape[0])]
    comma = "," if brackets == "()" and len(rows) == 1 else ""
    return brackets[0] + ", ".join(rows) + comma + brackets[1]


def _docstring(plan: Plan) -> str:
    """What the module computes, in identifiers and numbers only: a caller's name could end the docstring."""
    cost = count(plan.program)
    shapes = "; ".join(f"{name} {_shape(port)}" for name, port in (*plan.inputs, *plan.outputs))
    return f"""'''{plan.name}({", ".join(plan.takes)}) -> {", ".join(plan.gives)}

Shapes: {shapes}.
Operations: {cost.multiplications} multiplications, {cost.additions} additions, {cost.divisions} divisions, \
{cost.square_roots} square roots, {cost.signs} signs, {cost.sincos} pairs of sine and cosine{cost.further}.
Made by linkwise.
'''
"""


def _shape(port: Port) -> str:
    return " x ".join(map(str, port.shape)) if port.shape else "a number"
