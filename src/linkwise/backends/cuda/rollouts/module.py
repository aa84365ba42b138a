"""Code of rollouts on the GPU, ready to run."""

import ctypes
import json
import threading
from typing import Any

import numpy as np

from ....program import Rollout, Span
from ...modules import AbstractRolloutModule, ModuleSpec
from ...tiles import Numbers, Plan
from ..driver import OWN_STREAM, Memory, on_device, wait
from ..kernel import Kernel
from ..shape import Shape
from .functions import LANES
from .source import COUNTS

MOST = 2**16
"""Rollouts of a chunk: enough to fill a GPU, and so few that others are prepared while they run."""

ROOM = 2**26
"""Bytes that the blocks and records of a chunk may take, and what they are tallied with."""

SORTED = 16
"""Bytes for a number of a rollout while it is tallied: its key, and its part of a sum."""

DEPTH = 4 * 10**6
"""Program steps, one after the other, in one call: hundredths of a second. An interrupt waits for one call of each
thread."""

AT_ONCE = threading.BoundedSemaphore(3)
"""Chunks on the device at once: one is computed while others are copied. The memory they take is bounded so."""


class CudaRollouts(AbstractRolloutModule):
    """A kernel `run`, which each thread of Python puts on a stream of its own."""

    lanes = LANES

    def __init__(self, spec: ModuleSpec, code: bytes):
        head, _, cubin = code.partition(b"\n")
        facts = json.loads(head)
        self.spec, self.shape, self.facts = spec, Shape(**facts.pop("shape")), facts
        self.kernel = Kernel(cubin, "run")

    def __repr__(self) -> str:
        return f"CudaRollouts({self.spec.name}, {self.shape})"

    def plan(self, rollout: Rollout, count: int, whole: Span, tallied: int = 0) -> Plan:
        """As many rollouts as fill the device, and as many steps as do not take long, if their records have room."""
        return device_plan(rollout, count, whole, tallied)

    def run(self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span) -> None:
        """Do the steps of a span: blocks go to the device and come back."""
        with AT_ONCE, on_device(0):
            self.started(blocks, ended, records, same, timed, span).download(blocks, ended, records)

    def started(
        self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span
    ) -> "OnDevice":
        """The arrays on the current device, where the steps of a span are done."""
        held = [np.ascontiguousarray(x) for x in (blocks, ended, same, timed)]
        there = OnDevice(held, records.nbytes)
        there.start(self, span, len(blocks) * LANES)
        return there


class OnDevice:
    """The arrays of a chunk on the current device, used on the stream of this thread."""

    def __init__(self, arrays: list[Numbers], records: int):
        sizes = [array.nbytes for array in arrays]
        self.arrays = arrays  # they are copied while others go on
        self.blocks, self.ended, self.same, self.timed = map(Memory, sizes)
        self.records = Memory(records)
        for memory, array in zip((self.blocks, self.ended, self.same, self.timed), arrays, strict=True):
            memory.upload(array.ctypes.data, array.nbytes, stream=OWN_STREAM)

    def __repr__(self) -> str:
        return f"OnDevice({self.blocks.size} bytes of blocks, {self.records.size} of records)"

    def start(self, module: CudaRollouts, span: Span, count: int, stream: int = OWN_STREAM) -> None:
        """Start the steps of a span."""
        told = {**span._asdict(), "slots": span.slots}
        places = (self.blocks, self.ended, self.records, self.same, self.timed)
        arguments: list[Any] = [ctypes.c_uint64(memory.address) for memory in places]
        arguments += [ctypes.c_longlong(int(told[name])) for name in COUNTS]
        arguments += [ctypes.c_double(span.step), ctypes.c_size_t(count)]
        shape = module.shape
        shared = shape.shared(np.dtype(module.spec.dtype).itemsize)
        module.kernel.launch((-(-count // shape.threads), 1), shape.threads, arguments, shared, stream)

    def download(self, blocks: Numbers, ended: Numbers, records: Numbers) -> None:
        """Fill NumPy's arrays with what is there, once it is computed."""
        for memory, array in ((self.blocks, blocks), (self.ended, ended), (self.records, records)):
            if array.nbytes:
                memory.download(array.ctypes.data, array.nbytes, stream=OWN_STREAM)
        wait(OWN_STREAM)


def device_plan(rollout: Rollout, count: int, whole: Span, tallied: int = 0) -> Plan:
    """How many rollouts, and how many of the steps of `whole`, are done in one call. Tallied
    columns need memory, too.

    >>> from linkwise.program import TABLEAUS, trace
    >>> rate = trace(lambda t, q, x: [-q[0]], {"t": 1, "q": 1, "x": 1}, "rate")
    >>> pendulum = Rollout(1, TABLEAUS["rk4"], (), rate)
    >>> device_plan(pendulum, 10**6, Span(0, 1000, 1e-3)), device_plan(pendulum, 10**6, Span(0, 1000, 1e-3, every=1))
    (Plan(rollouts=65536, steps=1000), Plan(rollouts=65536, steps=62))
    """
    stages = len(rollout.tableau.b) * (8 if rollout.tableau.implicit else 1)
    depth = stages * len(rollout.rate.steps) + rollout.watched + 1
    block, record = 8 * rollout.columns, 8 * rollout.recorded
    rollouts = min(count, MOST, ROOM // (block + record + SORTED * tallied))
    rollouts = max(1, -(-rollouts // LANES)) * LANES
    slots = max(1, (ROOM // rollouts - block - SORTED * tallied) // record)
    kept = (slots - 1) * whole.every if whole.every else whole.last
    return Plan(rollouts, max(1, min(whole.last, kept, DEPTH // depth)))
