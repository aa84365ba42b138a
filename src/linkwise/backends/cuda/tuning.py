"""How a kernel is launched best: by trying, once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ...program import Program, Signature
from ..modules import ModuleSpec
from .driver import Memory, architecture, free_memory, most_shared, on_device
from .kernel import Stopwatch
from .module import CudaModule, packed
from .nvrtc import cubin
from .orders import ORDERS, most_alive, ordered
from .shape import Shape
from .source import row_of, unit

STATES = 2**20
"""States of a trial, if there is room: enough to fill the largest GPU."""

ROOM = 2**32
"""Bytes that a trial's arrays may take at most, and no more than a quarter of what is free."""

FEW, MANY = 40, 250
"""Registers that the values of a program need: with fewer its first shape is kept, with more some must go elsewhere."""

BETTER = 0.85
"""Another order is tried if at most this part of the values is alive at once."""

ALIVE = 100
"""Where no more values are alive at once other orders are not looked for, nor is room for them."""

MOST_WRITTEN = 100
"""Entries of a state and its answers above which a kernel mostly writes: then several states in a thread are best."""

NARROW_ROW = 8
"""Entries of an answer up to which its rows are written well enough by each thread."""

STRETCH = 250
"""Entries of a row that are gathered at a time: with more of them, few threads have room together."""

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
    for shape in candidates(program, spec, most_shared()):
        yield bench.trial(shape)


def candidates(program: Program, spec: ModuleSpec, most: int) -> list[Shape]:
    """The shapes that are tried, at most four; a block has at most `most` bytes of shared memory.

    >>> from linkwise.program import Port, Signature, trace
    >>> signature = Signature((Port("x", (2,)),), (Port("y", ()),))
    >>> spec = ModuleSpec("program", "f", lambda: None, signature, "float64", "rows")
    >>> list(map(str, candidates(trace(lambda x: x[0] * x[1], {"x": 2}), spec, 48000)))
    ['1/0/1']
    """
    size, row = np.dtype(spec.dtype).itemsize, row_of(spec.signature)
    order, alive = _order(program, spec.signature, size)
    if spec.layout == "rows":
        found = _of_rows(alive, size, row)
    elif alive > ALIVE:
        found = _of_many_values(alive, size)
    else:
        found = _of_few_values(alive, size, sum(port.size for port in spec.signature.gives))
    fits = [shape for shape in found if shape.shared(size, row) <= most]
    return [replace(shape, order=order) if shape.order == "own" else shape for shape in fits] or [Shape()]


def _registers(alive: int, size: int) -> int:
    return 30 + alive * size // 4


def _of_few_values(alive: int, size: int, written: int) -> list[Shape]:
    """The shapes in bench/results/cuda.json that were best for torques, mass matrices, accelerations and regressors."""
    registers = _registers(alive, size)
    if registers <= FEW:
        return [Shape(), Shape(2, wide=2)]
    if written > MOST_WRITTEN:
        return [Shape(3), Shape(1, 24, wide=16 // size)]
    if size == 8:
        return [Shape(4, 0, 1, 64), Shape(5, 0, 1, 64), Shape(3)]
    if registers < ALIVE:
        return [Shape(6), Shape(3, 0, 1, 64, 2)]
    return [Shape(12, 0, 1, 64), Shape(3, wide=2), Shape(4, wide=2)]


def _of_many_values(alive: int, size: int) -> list[Shape]:
    """The shapes that were best for derivatives, which take seconds to compile: two."""
    if _registers(alive, size) <= MANY:
        return [Shape(6, 16, 1, 64), Shape(3, 16)]
    if size == 4:
        return [Shape(2, 32, 1, 64), Shape(2, 32, 1, 64, order="columns")]
    spare = (alive - (MANY - 30) * 4 // size + 15) // 16 * 16
    return [Shape(1, spare), Shape(1, spare + 16)]


def _of_rows(alive: int, size: int, row: int) -> list[Shape]:
    """The shapes that were best for rows; each thread writes its own if they are short or have no room together."""
    registers = _registers(alive, size)
    if row == 1 or registers <= FEW:
        return [Shape()]
    stretches = -(-row // STRETCH)
    found = [Shape(6, 0, 1, threads, gathered=stretches) for threads in (32, 64)]
    if size == 4:
        found += [Shape(4, order="columns", gathered=stretches) if alive > ALIVE else Shape(6, gathered=stretches)]
    return found + [Shape(2)] * (row <= NARROW_ROW)


def _order(program: Program, signature: Signature, size: int) -> tuple[str, int]:
    """The order with few values alive at once, and how many they are; floats need half the registers, and keep their
    own order."""
    order, alive = "own", most_alive(program)
    if alive > ALIVE and size == 8:
        for other in ORDERS[1:]:
            here = most_alive(ordered(program, signature, other)[0])
            if here < BETTER * alive:
                order, alive = other, here
    return order, alive


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
