"""How fast memory is copied: the most that a kernel which reads and writes can do."""

import ctypes

from linkwise.backends import ModuleSpec
from linkwise.backends.cuda import nvrtc
from linkwise.backends.cuda.driver import Memory
from linkwise.backends.cuda.kernel import Stopwatch
from linkwise.backends.cuda.module import CudaModule, packed
from linkwise.backends.cuda.shape import Shape
from linkwise.program import Port, Signature

TIMES = 8
"""How often each is timed; the least time counts."""

COPY = """
extern "C" __global__ void run(const {type} *__restrict__ from, {type} *__restrict__ to, size_t count)
{{
    const size_t first = blockIdx.x * (size_t)({threads} * {each}) + threadIdx.x;
    {type} held[{each}];
    for (int k = 0; k < {each}; ++k)
        if (first + k * {threads} < count)
            held[k] = __ldg(from + first + k * {threads});
    for (int k = 0; k < {each}; ++k)
        if (first + k * {threads} < count)
            __stcs(to + first + k * {threads}, held[k]);
}}
"""
COPIES = [(real, threads, each) for real in ("double2", "double", "float") for threads in (128, 256) for each in (1, 4)]
"""Copy kernels: what each access moves, threads of a block, accesses of a thread."""


def copy_speeds(target: str, count: int) -> dict[str, float]:
    """Bytes per second that copy kernels read and write, of so many doubles."""
    found = {}
    for real, threads, each in COPIES:
        size = {"float": 4, "double": 8, "double2": 16}[real]
        ports, entries = Signature((Port("x", ()),), (Port("y", ()),)), 8 * count // size
        spec = ModuleSpec("program", "copy", lambda: None, ports, "float32" if size == 4 else "float64", "columns")
        code = nvrtc.cubin(COPY.format(type=real, threads=threads, each=each), target)
        module = CudaModule(spec, packed(Shape(threads=threads), code, {}))
        memories = [Memory(8 * count), Memory(8 * count)]
        places = [ctypes.c_uint64(memory.address) for memory in memories]
        watch, times = Stopwatch(), []
        for _ in range(TIMES + 1):
            watch.start()
            module.kernel.launch((-(-entries // (threads * each)), 1), threads, [*places, ctypes.c_size_t(entries)])
            times.append(watch.stop())
        found[f"{real} {threads} {each}"] = 16.0 * count / (1e-3 * min(times[1:]))
    return found
