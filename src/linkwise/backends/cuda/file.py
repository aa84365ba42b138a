"""A file of CUDA C that needs nothing else: kernels for both precisions and layouts, and functions that launch them."""

from ...program import Port, Program, Signature, count
from ..c.known_answers import known_answers
from ..c.plan import Plan
from ..c.spelling import Precision
from ..c.wrap import wrapped
from .numbers import numbers
from .selftest import selftest
from .shape import Shape
from .source import PRECISIONS, kernel, plan_of

LAYOUTS = ("columns", "rows")
"""The kernels of a file, each for doubles and for floats."""

_LAUNCH = """\
{head}
{{
    const unsigned blocks = (unsigned)((count + {last}) / {threads});
    if (count != 0)
        {name}_kernel
            <<<blocks, {threads}, 0, stream>>>({arrays});
    return cudaGetLastError();
}}
"""


def file(program: Program, signature: Signature, prefix: str | None = None) -> str:
    """A program, in which additions and multiplications are fused already, as the text of a .cu file.

    >>> from linkwise.program import Port, trace
    >>> program = trace(lambda q: [q[0] * q[1]], {"q": 2}, "product")
    >>> text = file(program, Signature((Port("q", (2,)),), (Port("y", (1,)),)), "my")
    >>> 'extern "C" cudaError_t my_product_rows_f(size_t count, const float *q, float *y, cudaStream_t stream)' in text
    True
    """
    plan = plan_of(program, signature, prefix)
    parts = [_comment(plan), "#include <cuda_runtime.h>\n#include <math.h>\n#include <stddef.h>\n"]
    parts += [numbers(*PRECISIONS.values())]
    for layout in LAYOUTS:
        for dtype, precision in PRECISIONS.items():
            name = f"{plan.name}_{layout}{precision.ours}"
            parts += [kernel(plan, dtype, layout, Shape(), f"{name}_kernel"), _launcher(plan, precision, name)]
    uniform = [port.uniform for port in signature.takes for _ in range(port.size)]
    parts += [selftest(plan, known_answers(plan.program, None, uniform), LAYOUTS)]
    return "\n".join(parts)


def _launcher(plan: Plan, precision: Precision, name: str) -> str:
    arrays = [f"const {precision.type} *{array}" for array in plan.takes]
    arrays += [f"{precision.type} *{array}" for array in plan.gives]
    head = wrapped(f'extern "C" cudaError_t {name}({", ".join(["size_t count", *arrays, "cudaStream_t stream"])})')
    named = ", ".join([*plan.takes, *plan.gives, "count"])
    return _LAUNCH.format(
        head=head, name=name, last=Shape().threads - 1, threads=Shape().threads, arrays=wrapped(named)
    )


def _comment(plan: Plan) -> str:
    """What the file computes and how it is called, in identifiers and numbers only: names could end a comment."""
    cost = count(plan.program)
    lines = [f"{plan.name}({', '.join(plan.takes)}) -> {', '.join(plan.gives)}", ""]
    lines += [f"  in   {name}: {_shape(port)}{_sharing(port)}" for name, port in plan.inputs]
    lines += [f"  out  {name}: {_shape(port)}" for name, port in plan.outputs]
    lines += [
        "",
        f"{plan.name}_columns and",
        f"{plan.name}_rows answer `count` states, whose arrays are on",
        "the GPU, a thread each, in the stream given. In columns entry k of state s is at [k * count + s], which is",
        "faster; in rows at [s * size + k]. Matrices are row-major. Functions ending in _f work on floats. SI units,",
        "where the program has any. Arrays of answers must not overlap others.",
        "",
        f"Operations: {cost.multiplications} multiplications, {cost.additions} additions, {cost.divisions} divisions,",
        f"  {cost.square_roots} square roots, {cost.signs} signs, {cost.sincos} pairs of sine and cosine"
        f"{cost.further}.",
        "",
        "nvcc -O3 -arch=native --fmad=false: products and sums are fused here where it pays, and nowhere else.",
        "With -DLINKWISE_SELFTEST it becomes a program that tests itself.",
    ]
    return "/* " + "\n".join(f"   {line}".rstrip() for line in lines).lstrip() + "\n\n   Made by linkwise. */\n"


def _sharing(port: Port) -> str:
    return ", the same for all states" if port.uniform else ""


def _shape(port: Port) -> str:
    return " x ".join(map(str, port.shape)) if port.shape else "a number"
