"""Derivatives of programs, as programs.

The chain rule is run on the tracer with the partials of the op table, so that derivatives are folded, shared and free
of structural zeros like everything else. Forward mode carries the derivatives of each value with respect to the
inputs; reverse mode, from each output back, the derivatives of that output with respect to each value.
"""

from collections.abc import Sequence

from ...algebra import Scalar
from ...errors import UnknownName
from ..check import check
from ..ops import OPS
from ..program import Const, Operand, Program
from ..trace import program_of
from ..tracer import Tape, Traced

MODES = ("forward", "reverse")
"""How the chain rule is run."""


def jacobian(program: Program, wrt: str | Sequence[str], mode: str = "reverse") -> Program:
    """The program of ∂outputs/∂wrt, row by row: entries that are always 0 are the constant 0.

    >>> from linkwise.program import trace
    >>> print(jacobian(trace(lambda x: [x[0] * x[1], 3.0 * x[1]], {"x": 2}), ["x1", "x2"]))
    program f_jacobian ( x1 x2 )
    return d_f1_d_x1=x2 d_f1_d_x2=x1 d_f2_d_x1=0.0 d_f2_d_x2=3.0
    """
    check(program)
    if mode not in MODES:
        raise UnknownName("mode", mode, "jacobian", MODES)
    names = (wrt,) if isinstance(wrt, str) else tuple(wrt)
    for name in names:
        if name not in program.inputs or names.count(name) > 1:
            raise UnknownName("input", name, f"program {program.name} (or it is named twice)", program.inputs)
    tape = Tape(len(program.inputs))
    values: list[Scalar] = list(tape.values)

    def value(operand: Operand) -> Scalar:
        return operand.value if isinstance(operand, Const) else values[operand]

    partials: list[list[tuple[int, Scalar]]] = [[] for _ in values]  # of each value, with respect to its arguments
    for _, step in program.numbered():
        args = tuple(value(a) for a in step.args)
        result = OPS[step.op].value(*args)
        slopes = OPS[step.op].partials(args, result)
        partials.append([(a, s) for a, s in zip(step.args, slopes, strict=True) if isinstance(a, int) and _there(s)])
        values.append(result)
    columns = [program.inputs.index(name) for name in names]
    rows = (_forward if mode == "forward" else _reverse)(program, partials, columns)
    labels = [f"d_{output}_d_{name}" for output in program.output_names for name in names]
    entries = [entry for row in rows for entry in row]
    outputs = list(zip(labels, entries, strict=True))
    return program_of(tape, list(program.inputs), outputs, f"{program.name}_jacobian")


def _forward(program: Program, partials: list[list[tuple[int, Scalar]]], columns: list[int]) -> list[list[Scalar]]:
    slopes: list[dict[int, Scalar]] = [{i: 1.0} if i in columns else {} for i in range(len(program.inputs))]
    for i in range(len(program.inputs), len(partials)):
        total: dict[int, Scalar] = {}
        for a, partial in partials[i]:
            for k, slope in slopes[a].items():
                total[k] = total[k] + partial * slope if k in total else partial * slope
        slopes.append({k: slope for k, slope in total.items() if _there(slope)})
    return [[slopes[o].get(k, 0.0) if isinstance(o, int) else 0.0 for k in columns] for o in program.outputs]


def _reverse(program: Program, partials: list[list[tuple[int, Scalar]]], columns: list[int]) -> list[list[Scalar]]:
    rows = []
    for output in program.outputs:
        weights: dict[int, Scalar] = {output: 1.0} if isinstance(output, int) else {}
        for i in range(output if isinstance(output, int) else -1, len(program.inputs) - 1, -1):
            weight = weights.get(i, 0.0)
            for a, partial in partials[i] if _there(weight) else []:
                weights[a] = weights[a] + partial * weight if a in weights else partial * weight
        rows.append([weights.get(k, 0.0) for k in columns])
    return rows


def _there(x: Scalar) -> bool:
    return isinstance(x, Traced) or x != 0.0
