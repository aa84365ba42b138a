"""Machine code of a program, a loop, a rollout, an iteration or an integration, loaded."""

import ctypes
import threading
from functools import cached_property
from typing import Any

import numpy as np

from ...program import Span
from ...program.integration import Task
from ..integrations import AbstractIntegrationModule, Ask
from ..iterations import AbstractIterationModule
from ..known_answers import Numbers
from ..modules import TRIED, AbstractInPlaceModule, AbstractRolloutModule, Arrays, ModuleSpec
from . import cpython, machine
from .asking import ASK, Asking

STREAM = 2**22
"""Answers of at least this many bytes bypass the caches; smaller ones stay there for the next reader. It does
not pay off if the answer is no larger than its inputs: joint forces lost 3 %."""

STREAM_OF_LOOP = 2**24
"""The same for loops over links: up to there ∂τ of 30 links takes half as long again if it bypasses the last cache, and
as long if the answers are read afterwards."""

MORE, RARE = 65, 48
"""States that the self-test answers besides: one more than whole tiles of any width; and as many as fill whole cache
lines of columns, which answers past the caches need."""


RESULTS = ctypes.c_int64 * 2
"""What an integration's steps leave: how many were recorded, and why they stopped."""


def _with_gaps(array: Numbers, step: int) -> Numbers:
    """A copy whose numbers are `step` apart."""
    room = np.full((*array.shape, step), np.nan, array.dtype)
    room[..., 0] = array
    return room[..., 0]


class CompiledModule(AbstractInPlaceModule):
    """The functions @batch, or @one and @loop, of one module; each call gets `scratch` numbers of scratch memory. A
    loop over links for single states has @one and @batch."""

    releases_gil = True

    def __init__(self, spec: ModuleSpec, obj: bytes, scratch: int):
        self.spec, self.bytes, self._the_rare_way = spec, np.dtype(spec.dtype).itemsize, False
        self.memory, self._strided = scratch * self.bytes, spec.layout == "single" and spec.kind == "program"
        self.code = machine.Code(obj, machine.sine_and_cosine(), machine.mark(spec.digest))

    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """Whole tiles at a time, or state by state; releases the GIL."""
        if self._strided:
            self._state_by_state([*takes, *gives], first, last)
            return
        ports = (*self.spec.signature.takes, *self.spec.signature.gives)
        across = self.spec.layout == "columns"
        count = gives[0].shape[-1 if across else 0]
        steps = [0 if port.uniform else self.bytes * (1 if across else port.size) for port in ports]
        places = [array.ctypes.data + step * first for array, step in zip((*takes, *gives), steps, strict=True)]
        sizes = [sum(array.nbytes for array in side) for side in (takes, gives)]
        least = STREAM_OF_LOOP if self.spec.kind == "loop" else STREAM
        stream = (
            (self._the_rare_way or sizes[1] >= max(least, 1 + sizes[0]))
            and all(array.ctypes.data % 64 == 0 for array in gives)
            and (not across or count * self.bytes % 64 == 0)
        )
        memory = np.empty(self.memory + 64, np.uint8)
        sides = [(ctypes.c_void_p * len(side))(*side) for side in (places[: len(takes)], places[len(takes) :])]
        self._batch(last - first, count, *sides, stream, (memory.ctypes.data + 63) // 64 * 64)

    @cached_property
    def _batch(self) -> Any:
        whole, place = ctypes.c_int64, ctypes.c_void_p
        return ctypes.CFUNCTYPE(None, whole, whole, place, place, whole, place)(self.code.address("batch"))

    def answers_to(self, inputs: dict[str, Numbers], count: int = TRIED) -> Numbers:
        """Those of the self-test; again with another number of states left over; and again the rare way: a batch past
        the caches, as large answers are written, single states in arrays with gaps, as views have."""
        rows = [super().answers_to(inputs, count), super().answers_to(inputs, MORE)]
        self._the_rare_way = True
        try:
            return np.concatenate([*rows, super().answers_to(inputs, RARE)])
        finally:
            self._the_rare_way = False

    def answers(self, takes: Arrays, count: int) -> list[Any]:
        """New arrays, filled."""
        if not self._the_rare_way or not self._strided:
            return super().answers(takes, count)
        shapes = [(count, *port.shape) for port in self.spec.signature.gives]
        every = [*takes, *(np.zeros(shape, self.spec.dtype) for shape in shapes)]
        every = [_with_gaps(array, k) for k, array in enumerate(every, 2)]
        self.run(every[: len(takes)], every[len(takes) :], 0, count)
        return every[len(takes) :]

    def _state_by_state(self, arrays: Arrays, first: int, last: int) -> None:
        """Calls @loop the way NumPy calls the inner loop of a ufunc, for arrays with any strides."""
        ports = (*self.spec.signature.takes, *self.spec.signature.gives)
        outer = [0 if port.uniform else x.strides[0] for port, x in zip(ports, arrays, strict=True)]
        inner = [step for port, x in zip(ports, arrays, strict=True) for step in x.strides[0 if port.uniform else 1 :]]
        places = [x.ctypes.data + step * first for x, step in zip(arrays, outer, strict=True)]
        args = (ctypes.c_void_p * len(ports))(*places)
        steps = (ctypes.c_ssize_t * (len(outer) + len(inner)))(*outer, *inner)
        self._loop(args, (ctypes.c_ssize_t * 1)(last - first), steps, None)

    @cached_property
    def _loop(self) -> Any:
        return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)(self.code.address("loop"))

    @cached_property
    def ufunc(self) -> np.ufunc | None:
        """The module for single states as a ufunc; None for the others."""
        spec, signature = self.spec, self.spec.signature
        if not self._strided:
            return None
        sizes, about = (len(signature.takes), len(signature.gives)), f"{spec.name}: {signature.text}"
        loop = self.code.address("loop")
        return cpython.ufunc(loop, self.code, signature.gufunc, *sizes, spec.dtype, spec.name, about)


class CompiledRollout(AbstractRolloutModule):
    """The function @rollout of one module; each call gets `scratch` numbers of scratch memory."""

    def __init__(self, spec: ModuleSpec, obj: bytes, scratch: int, lanes: int, holds: bool = False):
        self.spec, self.lanes, self.memory = spec, lanes, scratch * np.dtype(spec.dtype).itemsize
        self.holds = holds
        self.code = machine.Code(obj, machine.sine_and_cosine(), machine.mark(spec.digest))
        whole, place = ctypes.c_int64, ctypes.c_void_p
        takes = (whole, place, place, place, whole, place, place, whole, whole, whole, whole, ctypes.c_double, place)
        sampling = (whole, whole) if holds else ()
        self._run = ctypes.CFUNCTYPE(None, *takes, *sampling)(self.code.address("rollout"))

    def run(self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span) -> None:
        """All tiles in one call, which releases the GIL."""
        memory = np.zeros(self.memory + 64, np.uint8)
        places = [array.ctypes.data for array in (blocks, ended, records)]
        table = timed.ctypes.data - span.table * timed.strides[0]  # where it would begin with row 0
        steps = (span.first, span.last, span.every, span.finish, span.step)
        aligned = (memory.ctypes.data + 63) // 64 * 64
        sampling = (span.period, span.delay) if self.holds else ()
        self._run(len(blocks), *places, span.slots, same.ctypes.data, table, *steps, aligned, *sampling)


class CompiledIteration(AbstractIterationModule):
    """The function @iterate of one module; each call gets `scratch` numbers of scratch memory."""

    def __init__(self, spec: ModuleSpec, obj: bytes, scratch: int):
        self.spec, self.memory = spec, scratch * np.dtype(spec.dtype).itemsize
        self.code = machine.Code(obj, machine.sine_and_cosine(), machine.mark(spec.digest))
        whole, place = ctypes.c_int64, ctypes.c_void_p
        self._run = ctypes.CFUNCTYPE(None, whole, place, place, whole, place)(self.code.address("iterate"))
        self._same: tuple[Numbers | None, int] = (None, 0)
        self._own = threading.local()

    def run(self, rows: Numbers, same: Numbers, most: int) -> None:
        """All rows in one call, which releases the GIL. To ask an array for its address takes a microsecond: those of
        the last `same` and of each thread's scratch memory are remembered."""
        if len(rows):
            array, address = self._same
            if array is not same:
                address = same.ctypes.data
                self._same = same, address
            try:
                aligned = self._own.aligned
            except AttributeError:
                memory = self._own.memory = np.empty(self.memory + 64, np.uint8)
                aligned = self._own.aligned = (memory.ctypes.data + 63) // 64 * 64
            self._run(len(rows), _address(rows), address, most, aligned)


class CompiledIntegration(AbstractIntegrationModule):
    """The functions @integrate and @rates of one module; each call gets `scratch` numbers of scratch memory."""

    def __init__(self, spec: ModuleSpec, obj: bytes, scratch: int):
        self.spec, self.memory = spec, 8 * scratch + 64
        self.code = machine.Code(obj, machine.sine_and_cosine(), machine.mark(spec.digest))
        whole, place = ctypes.c_int64, ctypes.c_void_p
        steps = (place, place, place, whole, place, whole, place, ASK, place)
        self._run = ctypes.CFUNCTYPE(None, *steps)(self.code.address("integrate"))
        self._asking_run = ctypes.PYFUNCTYPE(None, *steps)(self.code.address("integrate"))
        self._rates = ctypes.CFUNCTYPE(None, whole, place, place, whole, place, ASK, place)(self.code.address("rates"))

    def run(
        self, state: Numbers, task: Task, table: Numbers, records: Numbers, ask: Ask | None = None
    ) -> tuple[int, int]:
        """All steps in one call, which releases the GIL unless it asks for numbers at every stage."""
        memory, numbers, results = np.zeros(self.memory, np.uint8), (ctypes.c_double * len(task))(*task), RESULTS()
        asking = Asking(ask)
        steps = (len(table), _address(records), len(records), results, asking.function)
        integrate = self._run if ask is None else self._asking_run
        integrate(_address(state), numbers, _address(table), *steps, (_address(memory) + 63) // 64 * 64)
        asking.raise_again()
        return results[0], results[1]

    def rates(self, states: Numbers, table: Numbers, gives: Numbers, ask: Ask | None = None) -> None:
        """All rows in one call, which releases the GIL."""
        memory, asking = np.zeros(self.memory, np.uint8), Asking(ask)
        places = (len(states), _address(states), _address(table), len(table), _address(gives))
        self._rates(*places, asking.function, (_address(memory) + 63) // 64 * 64)
        asking.raise_again()


def _address(numbers: Numbers) -> int:
    """Where an array lies; in a fifth of the time that `ctypes.data` takes, where it may be written to."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(numbers.data))
    except (TypeError, ValueError):
        return int(numbers.ctypes.data)
