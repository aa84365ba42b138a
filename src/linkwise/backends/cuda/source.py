"""A program as a CUDA kernel: a thread for each state."""

from dataclasses import replace

from ...program import Program, Signature
from ..c.plan import Plan
from ..c.reserved import RESERVED, words
from ..c.spelling import DOUBLE, FLOAT, Precision
from ..c.wrap import wrapped
from .body import body, needed_by
from .shape import THREADS, Shape
from .spills import spill_slots

PRECISIONS = {
    "float64": DOUBLE._replace(fma="fma"),
    "float32": FLOAT._replace(fma="fmaf"),
}
"""How CUDA spells numbers and operations: as C does, with fused multiply-adds that are always fast."""

WORDS = RESERVED | words("""
    threadIdx blockIdx blockDim gridDim warpSize state count blocks spilled spilled_f stream known
    dim3 float2 double2 float4 double4 cudaError_t cudaStream_t __ldg __stcs
    rsqrt rcbrt sinpi cospi sincospi normcdf normcdfinv erfinv erfcinv erfcx rhypot norm saturate
""")
"""What a name in a kernel must not be."""

NUMBERS = """\
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
"""
"""NVRTC knows no math.h."""


def plan_of(program: Program, signature: Signature, prefix: str | None = None, name: str | None = None) -> Plan:
    """The names of everything in a kernel of a program, in which additions and multiplications are fused already."""
    return Plan.of(replace(program, name=name) if name else program, signature, prefix, WORDS)


def kernel(plan: Plan, dtype: str, layout: str, shape: Shape, name: str) -> str:
    """The text of the kernel `name` (const T *… , T *…, size_t count).

    >>> from linkwise.algebra import sin
    >>> from linkwise.program import Port, trace
    >>> program = trace(lambda x: x[0] * sin(x[1]), {"x": 2}, "f")
    >>> plan = plan_of(program, Signature((Port("x", (2,)),), (Port("y", ()),)))
    >>> print(kernel(plan, "float64", "columns", Shape(), "run"))
    extern "C" __global__ void __launch_bounds__(128, 1)
    run(const double *__restrict__ x, double *__restrict__ y, size_t count)
    {
        const size_t state = blockIdx.x * (size_t)128 + threadIdx.x;
        if (state >= count)
            return;
        const double x1 = __ldg(x + 0 * count + state);
        const double x2 = __ldg(x + 1 * count + state);
        const double sin_x2 = sin(x2);
        const double v3 = x1 * sin_x2;
        __stcs(y + 0 * count + state, v3);
    }
    <BLANKLINE>
    """
    precision = PRECISIONS[dtype]
    real, shared = precision.type, f"spilled{precision.ours}"
    arrays = [f"const {real} *__restrict__ {array}" for array in plan.takes]
    arrays += [f"{real} *__restrict__ {array}" for array in plan.gives]
    bounds = f'extern "C" __global__ void __launch_bounds__({THREADS}, {shape.blocks})'
    takes = ", ".join([*arrays, "size_t count"])
    head = f"{bounds}\n{wrapped(f'{name}({takes})')}"
    lines = [
        f"const size_t state = blockIdx.x * (size_t){THREADS} + threadIdx.x;",
        "if (state >= count)",
        "    return;",
    ]
    if shape.spilled:
        lines.insert(0, f"extern __shared__ {real} {shared}[];")
    groups = split(plan.signature, shape.parts)
    bodies = [_part(plan, precision, layout, group, shape.spilled, shared) for group in groups]
    if len(bodies) == 1:
        lines += bodies[0]
    else:
        lines += ["switch (blockIdx.y) {"]
        for k, part in enumerate(bodies):
            lines += [f"case {k}: {{", *(f"    {line}" for line in part), "    break;", "}"]
        lines += ["}"]
    return "\n".join([head, "{", *(f"    {line}" for line in lines), "}", ""])


def _part(plan: Plan, precision: Precision, layout: str, outputs: list[int], spilled: int, shared: str) -> list[str]:
    sizes = {name: port.size for name, port in (*plan.inputs, *plan.outputs)}
    uniform = {name for name, port in plan.inputs if port.uniform}

    def at(array: str, k: int) -> str:
        if array in uniform:
            return f"{array} + {k}"
        return f"{array} + {k} * count + state" if layout == "columns" else f"{array} + state * {sizes[array]} + {k}"

    def load(array: str, k: int) -> str:
        return f"__ldg({at(array, k)})"

    def store(array: str, k: int, value: str) -> str:
        """Past the caches, where whole lines are written at once."""
        return f"__stcs({at(array, k)}, {value});" if layout == "columns" else f"*({at(array, k)}) = {value};"

    numbers = spill_slots(plan.program, needed_by(plan.program, outputs), spilled) if spilled else {}
    slots = {i: f"{shared}[{slot * THREADS} + threadIdx.x]" for i, slot in numbers.items()}
    return list(body(plan, precision, outputs, slots, load, store))


def split(signature: Signature, parts: int) -> list[list[int]]:
    """The positions of the outputs, in so many groups: columns that are neighbours share most work.

    >>> from linkwise.program import Port
    >>> split(Signature((), (Port("M", (2, 4)), Port("y", (2,)))), 2)
    [[0, 1, 4, 5, 8], [2, 3, 6, 7, 9]]
    """
    groups: list[list[int]] = [[] for _ in range(parts)]
    first = 0
    for port in signature.gives:
        wide = port.shape[-1] if port.shape else 1
        for k in range(port.size):
            groups[k % wide * parts // wide].append(first + k)
        first += port.size
    return [group for group in groups if group]


def unit(program: Program, signature: Signature, dtype: str, layout: str, shape: Shape) -> str:
    """What is compiled to be run: one kernel, called `run`."""
    return f"{NUMBERS}\n{kernel(plan_of(program, signature, name='run'), dtype, layout, shape, 'run')}"
