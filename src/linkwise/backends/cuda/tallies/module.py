"""Code of tallies on the GPU, ready to run."""

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...modules import AbstractRolloutModule, ModuleSpec
from ...tallies import AbstractTallyModule, LastSpan, Tallied, Tally, TallyRequest, Whole
from ...tiles import Numbers
from ..driver import OWN_STREAM, Memory, on_device, wait
from ..kernel import Kernel
from ..rollouts.functions import LANES
from ..rollouts.module import AT_ONCE, SORTED, CudaRollouts
from . import source
from .source import ASKED, FIELDS, HEAD, WIDTH

REAL = ("mean", "squares", "low", "high")
"""The fields that are not whole."""


class Lying(NamedTuple):
    """Where rollouts lie on the current device, and the columns of their blocks and records."""

    blocks: Memory
    records: Memory
    ended: Memory
    columns: int
    recorded: int


class CudaTallies(AbstractTallyModule):
    """A kernel `run`, which each thread of Python puts on a stream of its own."""

    lanes = LANES

    def __init__(self, spec: ModuleSpec, code: bytes):
        self.spec, self.kernel = spec, Kernel(code, "run")

    def __repr__(self) -> str:
        return f"CudaTallies({self.spec.dtype})"

    def tallied(self, blocks: Numbers, ended: Numbers, count: int, request: TallyRequest) -> Tallied:
        """Blocks go to the device, and tallies come back."""
        with on_device(0):
            there = [Memory(array.nbytes) for array in (blocks, ended)]
            for memory, array in zip(there, (blocks, ended), strict=True):
                memory.upload(array.ctypes.data, array.nbytes, stream=OWN_STREAM)
            return self.of(Lying(there[0], there[0], there[1], blocks.shape[1], 0), count, request)

    def run(self, module: AbstractRolloutModule, chunk: LastSpan, request: TallyRequest) -> Tallied:
        """Blocks and records come back if their values are wanted."""
        assert isinstance(module, CudaRollouts) and chunk.span.slots == 1
        with AT_ONCE, on_device(0):
            there = module.started(*chunk[:6])
            lying = Lying(there.blocks, there.records, there.ended, chunk.blocks.shape[1], chunk.records.shape[2])
            tallied = self.of(lying, chunk.rollouts, request)
            if chunk.values:
                there.download(*chunk[:3])
            return tallied

    def of(self, lying: Lying, count: int, request: TallyRequest) -> Tallied:
        """The tallies of the first `count` rollouts that lie on the current device, once they are computed."""
        m, asked = len(request.columns), _asked(request)
        found = np.empty((m + 1, HEAD + 2 * WIDTH), np.int64)
        scratch = SORTED * m * count
        memory = Memory(scratch + asked.nbytes + found.nbytes)  # one for all: having and freeing it takes time
        memory.upload(asked.ctypes.data, asked.nbytes, scratch, OWN_STREAM)
        here = memory.address
        places = (*(each.address for each in lying[:3]), here + scratch, here, here + scratch + asked.nbytes)
        numbers = (lying.columns, lying.recorded, count, m)
        bounds = (request.most, request.highest, request.failures)
        arguments = [*map(ctypes.c_uint64, places), *map(ctypes.c_longlong, numbers), *map(ctypes.c_int, bounds)]
        self.kernel.launch((m + 1, 1), source.THREADS, arguments, 8 * source.THREADS, OWN_STREAM)
        memory.download(found.ctypes.data, found.nbytes, scratch + asked.nbytes, OWN_STREAM)
        wait(OWN_STREAM)

        def left(j: int, filled: int) -> Whole:
            """All bins of a number that has many: they are still in the scratch."""
            rows = np.empty((2, filled), np.int64)
            for k, row in enumerate(rows):
                memory.download(row.ctypes.data, row.nbytes, 8 * (2 * j + k) * count, OWN_STREAM)
            wait(OWN_STREAM)
            return rows.T

        return _read(found, left)


def _asked(request: TallyRequest) -> Whole:
    """What is asked, as the kernel reads it: rows for the columns, then all edges."""
    edges = [np.empty(0) if each is None else np.asarray(each, np.float64) for each in request.edges]
    many = np.array([len(each) for each in edges])
    begin = ASKED * len(edges) + np.cumsum(many) - many
    divisors = np.asarray(request.divisors, np.float64).view(np.int64)
    rows = np.stack([request.columns, divisors, begin, many], axis=1).astype(np.int64)
    return np.concatenate([rows.ravel(), np.concatenate(edges).view(np.int64)])


def _read(found: Whole, left: Callable[[int, int], Whole]) -> Tallied:
    """What the kernel found; `left` has the bins of a number of which there are many."""
    heads, ends = found[:-1, :HEAD], found[-1]
    fields = {name: heads[:, k].copy() for k, name in enumerate(FIELDS)}
    real = {name: fields[name].view(np.float64) for name in REAL}
    for name, array in (real | {name: fields[name] for name in ("low_at", "high_at")}).items():
        array[fields["count"] == 0] = np.nan if name in REAL else -1
    tally: dict[str, Any] = {name: real.get(name, fields[name]) for name in FIELDS[:8]}
    rows = [np.empty((0, 4), np.int64)]
    for j, filled in enumerate(fields["filled"].tolist()):
        bins = found[j, HEAD:].reshape(WIDTH, 2)[:filled] if filled <= WIDTH else left(j, filled)
        rows.append(np.column_stack([np.full(filled, j), bins, np.full(filled, fields["level"][j])]))
    first = ends[4 : 4 + 2 * ends[3]].reshape(-1, 2)
    failures = np.stack([first[:, 0], 1 + (first[:, 1] & 1), first[:, 1] >> 1], axis=1)
    return Tallied(Tally(**tally, bins=np.concatenate(rows)), ends[:3].copy(), failures)
