"""Arrays whose end is the end of what may be touched: code that reads or writes beyond it dies at once.

Run it in a process of its own.
"""

import ctypes
import mmap
from collections.abc import Iterator
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from linkwise.backends import AbstractInPlaceModule, AbstractRolloutModule
from linkwise.backends.tiles import tiled, untiled
from linkwise.program import Span

SIZES = (1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 45)
"""Batches with every number of states left over that matters."""


def ending(numbers: np.ndarray, lines: bool = False) -> np.ndarray:
    """A copy that ends where a page begins that cannot be touched; with `lines` it begins on a cache line instead, as
    answers past the caches need, and ends at most a line earlier."""
    size = max(numbers.nbytes, 1)
    pages = -(-size // mmap.PAGESIZE)
    room = mmap.mmap(-1, (pages + 1) * mmap.PAGESIZE)
    base = ctypes.addressof(ctypes.c_char.from_buffer(room))
    last = ctypes.c_void_p(base + pages * mmap.PAGESIZE)
    assert ctypes.CDLL(None).mprotect(last, ctypes.c_size_t(mmap.PAGESIZE), 0) == 0
    start = pages * mmap.PAGESIZE - size
    if lines:
        start -= start % 64
    made = np.frombuffer(room, numbers.dtype, numbers.size, start).reshape(numbers.shape)
    made[...] = numbers
    return made


def batches(module: AbstractInPlaceModule, states: np.ndarray) -> Iterator[tuple[str, Any, Any]]:
    """The answers to the first states, for all sizes, in arrays that end so, beside those of the same states alone."""
    spec, columns = module.spec, module.spec.layout == "columns"
    if any(port.uniform for port in spec.signature.takes):
        return

    def answers(rows: np.ndarray, lines: bool) -> np.ndarray:
        at, takes = 0, []
        for port in spec.signature.takes:
            block = rows[:, at : at + port.size].astype(spec.dtype)
            takes.append(ending(np.ascontiguousarray(block.T) if columns else block))
            at += port.size
        shapes = [(port.size, len(rows)) if columns else (len(rows), port.size) for port in spec.signature.gives]
        gives = [ending(np.full(shape, np.nan, spec.dtype), lines) for shape in shapes]
        module.run(
            [x.reshape(_shape(port, len(rows), columns)) for port, x in zip(spec.signature.takes, takes, strict=True)],
            [x.reshape(_shape(port, len(rows), columns)) for port, x in zip(spec.signature.gives, gives, strict=True)],
            0,
            len(rows),
        )
        return np.concatenate([x.T if columns else x for x in gives], axis=1)

    one = np.concatenate([answers(row[None], False) for row in states])
    for size in SIZES:
        rows = states[np.arange(size) % len(states)]
        yield f"{size} states", answers(rows, False), one[np.arange(size) % len(states)]
    module._the_rare_way = True
    try:
        for size in (48, 80):
            rows = states[np.arange(size) % len(states)]
            yield f"{size} states past the caches", answers(rows, True), one[np.arange(size) % len(states)]
    finally:
        module._the_rare_way = False


def _shape(port: Any, count: int, columns: bool) -> tuple[int, ...]:
    return (*port.shape, count) if columns else (count, *port.shape)


def rollouts(module: AbstractRolloutModule, given: dict[str, np.ndarray]) -> Iterator[tuple[str, Any, Any]]:
    """The results of the first motions, for all sizes and several plans of spans, beside those of each alone."""
    lanes, dtype, recorded = module.lanes, module.spec.dtype, int(given["recorded"][0])
    step = float(given["spans"][0][2])

    def motions(rows: np.ndarray, cuts: tuple[int, ...], every: int) -> np.ndarray:
        blocks = ending(tiled(rows, lanes).astype(dtype))
        ended = ending(np.full((len(blocks), lanes), -1, np.int64))
        same, timed = ending(given["same"].astype(dtype)), ending(given["timed"].astype(dtype))
        kept = []
        for first, last in pairwise(cuts):
            span = Span(first, last, step, every, last == cuts[-1])
            records = ending(np.full((len(blocks), span.slots, recorded, lanes), np.nan, dtype))
            module.run(blocks, ended, records, same, timed, span)
            kept.append(untiled(records.reshape(len(blocks), prod(records.shape[1:3]), lanes), len(rows)))
        return np.concatenate(
            [untiled(blocks, len(rows)), ended.reshape(-1)[: len(rows), None], *kept], axis=1, dtype=np.float64
        )

    rows = given["blocks"]
    for cuts, every in (((0, 5), 1), ((0, 1, 5), 1), ((0, 2, 5), 2), ((0, 1, 4, 5), 3), ((0, 5), 0)):
        one = np.concatenate([motions(row[None], cuts, every) for row in rows])
        whole = np.concatenate([motions(row[None], (cuts[0], cuts[-1]), every) for row in rows])
        yield f"in spans {cuts}, every {every}", one, whole
        for size in SIZES:
            some = np.arange(size) % len(rows)
            yield f"{size} rollouts in spans {cuts}, every {every}", motions(rows[some], cuts, every), one[some]


def wrong(module: Any, known: dict[str, np.ndarray]) -> str:
    """The first case whose bits are not as they should be; empty if all are."""
    of_rollouts = isinstance(module, AbstractRolloutModule)
    cases = rollouts(module, known) if of_rollouts else batches(module, known["states"])
    return next((what for what, mine, right in cases if not np.array_equal(mine, right, equal_nan=True)), "")
