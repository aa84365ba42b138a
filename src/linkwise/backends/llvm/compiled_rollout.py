"""Machine code of a rollout, loaded."""

import ctypes

import numpy as np

from ...program import Span
from ..known_answers import Numbers
from ..modules import AbstractRolloutModule, ModuleSpec
from . import machine


class CompiledRollout(AbstractRolloutModule):
    """The function @rollout of one module; each call gets `scratch` numbers of scratch memory."""

    def __init__(self, spec: ModuleSpec, obj: bytes, scratch: int, lanes: int):
        self.spec, self.lanes, self.memory = spec, lanes, scratch * np.dtype(spec.dtype).itemsize
        self.code = machine.Code(obj, machine.sine_and_cosine(), machine.mark(spec.digest))
        whole, place = ctypes.c_int64, ctypes.c_void_p
        takes = (whole, place, place, place, whole, place, place, whole, whole, whole, whole, ctypes.c_double, place)
        self._run = ctypes.CFUNCTYPE(None, *takes)(self.code.address("rollout"))

    def run(self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span) -> None:
        """All tiles in one call, which releases the GIL."""
        memory = np.zeros(self.memory + 64, np.uint8)
        places = [array.ctypes.data for array in (blocks, ended, records)]
        table = timed.ctypes.data - span.table * timed.strides[0]  # where it would begin with row 0
        steps = (span.first, span.last, span.every, span.finish, span.step)
        aligned = (memory.ctypes.data + 63) // 64 * 64
        self._run(len(blocks), *places, span.slots, same.ctypes.data, table, *steps, aligned)
