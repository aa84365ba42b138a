"""A module of machine code for a program: from the disk, or compiled; tried on known states before it is used."""

import ctypes
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import LinkwiseError
from ...program import Program, Signature, fused
from .. import cache
from ..edition import edition
from ..interpreter import run
from . import loop, machine, module
from .lanes import Shape

Numbers = NDArray[Any]
"""Arrays of either precision."""

KNOWN_STATES = 4
"""On so many states a module must give the interpreter's answers; one of them has large angles."""

CLOSE = {"float64": 1e-8, "float32": 1e-4}
"""How near known answers must be, relative to the largest: they tell code that is wrong, not code that rounds. Where
a freshly compiled module is further off, an ill-conditioned system is solved; ten times that is allowed then."""

_HEAD = struct.Struct("<QQQQd")


@dataclass(frozen=True)
class Wanted:
    """What to compile: a program or a loop, found by key or traced when it must be, for one state or a batch of a
    layout."""

    key: str
    signature: Signature
    program: Callable[[], Program | loop.Loop]
    shape: Shape
    layout: str

    @property
    def text(self) -> str:
        """The module as LLVM text."""
        return self.written(self.made())[0]

    def made(self) -> Program | loop.Loop:
        """The program, multiplications and additions fused, or the loop."""
        program = self.program()
        return program if isinstance(program, loop.Loop) else fused(program)

    def written(self, program: Program | loop.Loop) -> tuple[str, int]:
        """The module of a program as LLVM text, and how many numbers of scratch memory it asks its caller for."""
        if isinstance(program, loop.Loop):
            return loop.batch(program, self.shape, self.layout)
        if self.layout == "single":
            return module.single(program, self.signature, self.shape.dtype), 0
        return module.batch(program, self.signature, self.shape, self.layout)

    @cached_property
    def name(self) -> str:
        """Where it is kept on the disk."""
        what = (self.key, repr(self.signature), str(self.shape.lanes), self.shape.dtype, self.layout)
        return cache.key(edition(), *machine.cpu(), *what)

    @property
    def mark(self) -> str:
        """What its object code is known by."""
        return f"linkwise.{self.name}"


class Unit:
    """Machine code of one module, loaded."""

    def __init__(self, wanted: Wanted, payload: bytes):
        self.wanted = wanted
        self.scratch, states, takes, gives, self.close = _HEAD.unpack_from(payload)
        sides = (wanted.signature.takes, wanted.signature.gives)
        if [takes, gives] != [sum(port.size for port in side) for side in sides]:
            raise LinkwiseError("the known answers are another program's.")
        numbers = np.frombuffer(payload, "<f8", states * (takes + gives), _HEAD.size)
        self.states = numbers[: states * takes].reshape(states, takes)
        self.answers = numbers[states * takes :].reshape(states, gives)
        start = _HEAD.size + numbers.nbytes
        self.code = machine.Code(payload[start:], machine.sine_and_cosine(), wanted.mark)

    @cached_property
    def _batch(self) -> Any:
        whole, place = ctypes.c_int64, ctypes.c_void_p
        return ctypes.CFUNCTYPE(None, whole, whole, place, place, whole, place)(self.code.address("batch"))

    @property
    def memory(self) -> int:
        """Bytes of scratch memory a batch takes."""
        return int(self.scratch * self.wanted.shape.bytes)

    def batch(self, count: int, ld: int, takes: Sequence[int], gives: Sequence[int], stream: bool) -> None:
        """Do `count` states at the given addresses; releases the GIL."""
        memory = np.zeros(self.memory + 64, np.uint8)
        places = [(ctypes.c_void_p * len(side))(*side) for side in (takes, gives)]
        self._batch(count, ld, *places, stream, (memory.ctypes.data + 63) // 64 * 64)

    def off(self) -> float:
        """How far the module's answers to the known states are from the interpreter's; NaN must meet NaN."""
        found = self._answered()
        with np.errstate(all="ignore"):
            size = np.nanmax(np.abs(self.answers), initial=1e-300)
            apart = np.where(found == self.answers, 0.0, np.abs(found - self.answers)) / size
        both = np.isnan(found) & np.isnan(self.answers)
        return float(np.where(both, 0.0, np.where(np.isnan(apart), np.inf, apart)).max(initial=0.0))

    def _answered(self) -> Numbers:
        """The module's answers to the known states."""
        signature, dtype, columns = self.wanted.signature, self.wanted.shape.dtype, self.wanted.layout == "columns"
        count = len(self.states)
        arrays: list[Numbers] = []
        at = 0
        for port in signature.takes:
            block = self.states[:, at : at + port.size].astype(dtype)
            block = block[:1] if port.uniform else block.T if columns else block
            arrays.append(np.ascontiguousarray(block))
            at += port.size
        gives = [np.empty((port.size, count) if columns else (count, port.size), dtype) for port in signature.gives]
        if self.wanted.layout == "single":
            self._looped(arrays, gives)
        else:
            places = [[array.ctypes.data for array in side] for side in (arrays, gives)]
            self.batch(count, count, places[0], places[1], False)
        return np.concatenate([(g.T if columns else g).astype(np.float64) for g in gives], axis=1)

    def _looped(self, takes: list[Numbers], gives: list[Numbers]) -> None:
        size = self.wanted.shape.bytes
        ports = (*self.wanted.signature.takes, *self.wanted.signature.gives)
        outer = [0 if port.uniform else size * port.size for port in ports]
        inner = [size * int(np.prod(port.shape[axis + 1 :])) for port in ports for axis in range(len(port.shape))]
        args = (ctypes.c_void_p * len(ports))(*(array.ctypes.data for array in (*takes, *gives)))
        steps = (ctypes.c_ssize_t * (len(outer) + len(inner)))(*outer, *inner)
        count = (ctypes.c_ssize_t * 1)(len(self.states))
        place = ctypes.c_void_p
        ctypes.CFUNCTYPE(None, place, place, place, place)(self.code.address("loop"))(args, count, steps, None)


def loaded(wanted: Wanted) -> Unit:
    """The module, from the disk if a sound one is there."""
    found = cache.sound(wanted.name, lambda stored: Unit(wanted, stored), lambda unit: unit.off() <= unit.close)
    return _built(wanted) if found is None else found


def _built(wanted: Wanted) -> Unit:
    program = wanted.made()
    states, answers = _known(program, wanted.signature, wanted.shape.dtype)
    text, scratch = wanted.written(program)
    head = _HEAD.pack(scratch, *states.shape, answers.shape[1], CLOSE[wanted.shape.dtype])
    numbers = np.concatenate([states.ravel(), answers.ravel()]).astype("<f8").tobytes()
    rest = numbers + machine.compiled(text, wanted.mark)
    found = Unit(wanted, head + rest)
    found.close = max(found.close, 10.0 * found.off())
    cache.put(wanted.name, head[:-8] + struct.pack("<d", found.close) + rest)
    return found


def _known(program: Program | loop.Loop, signature: Signature, dtype: str) -> tuple[Numbers, Numbers]:
    """States that are numbers of the precision, and the interpreter's answers to them."""
    size = sum(port.size for port in signature.takes)
    states = np.random.default_rng(7).uniform(-1.0, 1.0, (KNOWN_STATES, size))
    states[-1] *= 4e6
    states = states.astype(dtype).astype(np.float64)
    at = 0
    for port in signature.takes:
        if port.uniform:
            states[:, at : at + port.size] = np.abs(states[0, at : at + port.size])
        at += port.size
    with np.errstate(all="ignore"):
        if isinstance(program, loop.Loop):
            return states, program.run(states)
        found = run(program, list(states.T))
    return states, np.stack([np.broadcast_to(x, KNOWN_STATES) for x in found], axis=1)
