"""A program as a CUDA kernel: a thread for each state."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ...program import Program, Signature
from ..c.plan import Plan
from ..c.reserved import RESERVED, words
from ..c.spelling import DOUBLE, FLOAT, Precision
from ..c.wrap import wrapped
from .body import body, needed_by
from .numbers import numbers
from .orders import ONE, ordered
from .shape import Shape
from .spills import spill_slots

PRECISIONS = {
    "float64": DOUBLE._replace(fma="fma"),
    "float32": FLOAT._replace(fma="fmaf"),
}
"""How CUDA spells numbers and operations: as C does, with fused multiply-adds that are always fast."""

WORDS = RESERVED | words("""
    threadIdx blockIdx blockDim gridDim warpSize state states first k count blocks stream known
    shared_float shared_float2 shared_float4 shared_double shared_double2
    dim3 float2 double2 float4 double4 make_float2 make_double2 make_float4
    cudaError_t cudaStream_t __ldg __stcs __syncthreads
    linkwise_sincos linkwise_sincosf linkwise_far linkwise_farf linkwise_redo linkwise_redof
    linkwise_reciprocal linkwise_reciprocalf
    rsqrt rcbrt sinpi cospi sincospi normcdf normcdfinv erfinv erfcinv erfcx rhypot norm saturate
""")
"""What a name in a kernel must not be."""


def plan_of(
    program: Program,
    signature: Signature,
    prefix: str | None = None,
    name: str | None = None,
    avoided: Collection[str] = (),
) -> Plan:
    """The names of everything in a kernel of a program, in which additions and multiplications are fused already."""
    return Plan.of(replace(program, name=name) if name else program, signature, prefix, WORDS.union(avoided))


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
    kernel_of = _Kernel(plan, PRECISIONS[dtype], layout, shape)
    takes = ", ".join([*kernel_of.arrays, "size_t count"])
    bounds = f'extern "C" __global__ void __launch_bounds__({shape.threads}, {shape.blocks})'
    lines = [*kernel_of.start(), *kernel_of.middle()]
    return "\n".join([f"{bounds}\n{wrapped(f'{name}({takes})')}", "{", *(f"    {line}" for line in lines), "}", ""])


class _Kernel:
    """The lines of a kernel."""

    def __init__(self, plan: Plan, precision: Precision, layout: str, shape: Shape):
        self.plan, self.real, self.precision, self.shape = plan, precision.type, precision, shape
        self.columns, self.gathered = layout == "columns", shape.gathered if layout == "rows" else 0
        self.sizes = {name: port.size for name, port in (*plan.inputs, *plan.outputs)}
        self.uniform = {name for name, port in plan.inputs if port.uniform}
        self.vector = self.real if shape.wide == 1 else f"{self.real}{shape.wide}"
        self.one = next((name for name, port in plan.inputs if port.name == ONE), None)
        self.spilled = f"shared_{self.vector}"
        self.arrays = [f"const {self.real} *__restrict__ {array}" for array in plan.takes if array != self.one]
        self.arrays += [f"{self.real} *__restrict__ {array}" for array in plan.gives]

    def start(self) -> list[str]:
        """Which state it is, and shared memory."""
        threads, wide, lines = self.shape.threads, self.shape.wide, []
        if self.shape.spilled or self.gathered:
            lines += [f"extern __shared__ {self.vector} {self.spilled}[];"]
        thread = f"blockIdx.x * (size_t){threads} + threadIdx.x"
        if not self.gathered:
            state = thread if wide == 1 else f"{wide} * ({thread})"
            return [*lines, f"const size_t state = {state};", "if (state >= count)", "    return;"]
        return [
            *lines,
            f"const size_t first = blockIdx.x * (size_t){threads};",
            f"const unsigned states = count - first < {threads} ? (unsigned)(count - first) : {threads};",
            "const size_t state = first + (threadIdx.x < states ? threadIdx.x : 0);",
        ]

    def middle(self) -> list[str]:
        """What is computed, by parts."""
        signature, parts = self.plan.signature, self.shape.parts
        groups = in_a_row(range(row_of(signature)), parts) if self.gathered else split(signature, parts)
        bodies = [self._part(group) for group in groups]
        if len(bodies) == 1:
            return bodies[0]
        lines = ["switch (blockIdx.y) {"]
        for k, part in enumerate(bodies):
            lines += [f"case {k}: {{", *(f"    {line}" for line in part), "    break;", "}"]
        return [*lines, "}"]

    def _written(self, outputs: Sequence[int]) -> list[str]:
        """Gathered rows of consecutive outputs are written, neighbours by neighbours."""
        lines, threads, start = ["__syncthreads();"], self.shape.threads, 0
        for array in self.plan.gives:
            size, begin = self.sizes[array], max(start, outputs[0])
            part = min(start + size, outputs[-1] + 1) - begin
            if part > 0:
                row, column = f"k / {part}", f"k % {part}"
                to = "k" if part == size else f"{row} * {size} + {begin - start} + {column}"
                place = f"{self._row(outputs, row)}[{begin - outputs[0]} + {column}]"
                lines += [
                    "#pragma unroll 8",
                    f"for (unsigned k = threadIdx.x; k < {part} * states; k += {threads})",
                    f"    __stcs({array} + first * {size} + {to}, {place});",
                ]
            start += size
        return lines

    def _row(self, outputs: Sequence[int], thread: str) -> str:
        """Where the outputs of a thread are gathered: odd lengths keep neighbours in different banks."""
        return f"({self.spilled} + {self.shape.threads * self.shape.spilled} + {thread} * {len(outputs) | 1})"

    def _part(self, outputs: Sequence[int]) -> list[str]:
        plan, threads = self.plan, self.shape.threads
        needed = needed_by(plan.program, outputs)
        numbers = spill_slots(plan.program, needed, self.shape.spilled) if self.shape.spilled else {}
        slots = {i: f"{self.spilled}[{slot * threads} + threadIdx.x]" for i, slot in numbers.items()}
        if not self.gathered:
            return list(body(plan, self.precision, [outputs], slots, self._load, self._store, self.shape.wide))
        stretches = in_a_row(outputs, self.gathered)
        rows = {k: (stretch, k - stretch[0]) for stretch in stretches for k in stretch}
        places = {plan.output_places[k]: k for k in outputs}

        def store(array: str, k: int, value: str) -> str:
            stretch, at = rows[places[array, k]]
            return f"{self._row(stretch, 'threadIdx.x')}[{at}] = {value};"

        def written(stretch: Sequence[int]) -> Iterator[str]:
            yield from self._written(stretch)
            if stretch is not stretches[-1]:
                yield "__syncthreads();"

        return list(body(plan, self.precision, stretches, slots, self._load, store, after=written))

    def _at(self, array: str, k: int) -> str:
        if array in self.uniform:
            return f"{array} + {k}"
        return f"{array} + {k} * count + state" if self.columns else f"{array} + state * {self.sizes[array]} + {k}"

    def _load(self, array: str, k: int) -> str:
        if array == self.one:
            return "blockDim.z"
        at = self._at(array, k)
        return (
            f"__ldg({at})" if self.shape.wide == 1 or array in self.uniform else f"__ldg((const {self.vector} *)({at}))"
        )

    def _store(self, array: str, k: int, value: str) -> str:
        """Past the caches, where whole lines are written at once."""
        at = self._at(array, k) if self.shape.wide == 1 else f"({self.vector} *)({self._at(array, k)})"
        return f"__stcs({at}, {value});" if self.columns else f"*({at}) = {value};"


def split(signature: Signature, parts: int) -> list[list[int]]:
    """The positions of the outputs in groups: columns that are neighbours share most work.

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
    """What is compiled to be run: a kernel, called `run`. One that computes several states in a thread needs their
    number to be a multiple of that, and `run_one` is there for others."""
    program, signature = ordered(program, signature, shape.order)
    texts = [kernel(plan_of(program, signature, name="run"), dtype, layout, shape, "run")]
    if shape.wide > 1:
        texts += [kernel(plan_of(program, signature, name="run_one"), dtype, layout, shape.one, "run_one")]
    return "\n".join([numbers(PRECISIONS[dtype]), *texts])


def in_a_row(outputs: Sequence[int], parts: int) -> list[Sequence[int]]:
    """The positions of outputs in groups of neighbours.

    >>> in_a_row([0, 1, 2, 3, 4], 2)
    [[0, 1], [2, 3, 4]]
    """
    bounds = [len(outputs) * k // parts for k in range(parts + 1)]
    return [outputs[first:last] for first, last in pairwise(bounds) if first < last]


def row_of(signature: Signature) -> int:
    """Entries of a state's answers."""
    return sum(port.size for port in signature.gives)
