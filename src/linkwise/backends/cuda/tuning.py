"""How a kernel is launched best: by trying, once."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...program import Program
from ..modules import ModuleSpec
from .driver import Memory, architecture, free_memory, most_shared, on_device
from .kernel import Stopwatch
from .module import CudaModule, packed
from .nvrtc import cubin
from .shape import Shape
from .source import unit

STATES = 2**20
"""States of a trial, if there is room: enough to fill the largest GPU."""

ROOM = 2**32
"""Bytes that a trial's arrays may take at most, and no more than a quarter of what is free."""

FEW_REGISTERS = 64
"""A kernel of so few is left alone: as many threads as a multiprocessor can hide delays with have room on it."""

STACK = 64
"""Bytes of local memory that sines of huge angles need; a thread with more lacks registers."""

TIMES = 5
"""How often a kernel is timed; the least time counts."""


class Trial(NamedTuple):
    """A shape, the code for it, nanoseconds for a state, registers and bytes of local memory of a thread."""

    shape: Shape
    code: bytes
    pace: float
    registers: int
    local: int


def best(spec: ModuleSpec, program: Program) -> bytes:
    """The code of a program, fused, in the shape that was fastest on this machine's GPU."""
    with on_device(0):
        trials = list(_trials(spec, program))
    first = min(trials, key=lambda trial: trial.pace)
    facts = {"ns": first.pace, "registers": first.registers, "local": first.local, "tried": len(trials)}
    return packed(first.shape, first.code, facts)


def _trials(spec: ModuleSpec, program: Program) -> Iterator[Trial]:
    bench = _Bench(spec, program)
    found = [bench.trial(Shape())]
    yield found[0]
    if found[0].registers <= FEW_REGISTERS:
        return
    for shape in (Shape(3), Shape(4)):
        if found[0].registers > shape.registers:
            found.append(bench.trial(shape))
            yield found[-1]
    if not any(trial.local > STACK for trial in found):
        return
    size, most = np.dtype(spec.dtype).itemsize, most_shared()
    slots = (32, 64, 96) if size == 8 else (24, 48, 96)
    for shape in (Shape(blocks, spilled) for spilled in slots for blocks in (1, 2, 3)):
        if shape.blocks * shape.shared(size) < most:
            found.append(bench.trial(shape))
            yield found[-1]
    if found[0].local > STACK:
        fastest = sorted(found, key=lambda trial: trial.pace)[:1]
        for trial in fastest:
            yield bench.trial(Shape(trial.shape.blocks, trial.shape.spilled, 2))
        if fastest[0].shape.spilled:
            yield bench.trial(Shape(1, 0, 2))


class _Bench:
    """Arrays on the device, full of random numbers, and a stopwatch."""

    def __init__(self, spec: ModuleSpec, program: Program):
        self.spec, self.program = spec, program
        ports, size = (*spec.signature.takes, *spec.signature.gives), np.dtype(spec.dtype).itemsize
        row = size * sum(port.size for port in ports)
        self.count = max(128, min(STATES, min(ROOM, free_memory() // 4) // row))
        numbers = np.random.default_rng(1).uniform(-1.0, 1.0, 2**20).astype(spec.dtype)
        self.memories = [_random(numbers, size * port.size * (1 if port.uniform else self.count)) for port in ports]
        self.stopwatch = Stopwatch()

    def trial(self, shape: Shape) -> Trial:
        code = cubin(unit(self.program, self.spec.signature, self.spec.dtype, self.spec.layout, shape), architecture())
        module = CudaModule(self.spec, packed(shape, code, {}))
        places = [memory.address for memory in self.memories]
        module.launch(places, self.count)
        times = []
        for _ in range(TIMES):
            self.stopwatch.start()
            module.launch(places, self.count)
            times.append(self.stopwatch.stop())
        return Trial(shape, code, 1e6 * min(times) / self.count, module.kernel.registers, module.kernel.local)


def _random(numbers: np.ndarray[Any, Any], size: int) -> Memory:
    """Memory full of the numbers, again and again."""
    memory = Memory(size)
    for first in range(0, size, numbers.nbytes):
        memory.upload(numbers.ctypes.data, min(numbers.nbytes, size - first), first)
    return memory
