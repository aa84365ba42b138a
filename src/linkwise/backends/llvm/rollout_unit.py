"""A module of machine code for rollouts: from the disk, or compiled; tried on known ones before it is used."""

import ctypes
import io
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import LinkwiseError
from .. import cache
from ..edition import edition
from . import machine
from .lanes import Shape
from .rollout import Rollout
from .rollout_module import rollout_module

Numbers = NDArray[Any]
"""Arrays of either precision."""

_HEAD = struct.Struct("<QQ")


class Span(NamedTuple):
    """Steps from `first` to `last` of a length; states at those divisible by `every` are kept, and with `finish` those
    at the end. Of what inputs are over all time, the table of timed ones begins with row `table`."""

    first: int
    last: int
    step: float
    every: int = 0
    finish: bool = True
    table: int = 0

    @property
    def slots(self) -> int:
        """How many states are kept.

        >>> Span(5, 20, 1e-3, every=10).slots  # at 10 and at the end
        2
        """
        inside = -(-self.last // self.every) - -(-self.first // self.every) if self.every else 0
        return inside + self.finish


class Trial(NamedTuple):
    """Known rollouts: blocks (N, columns), inputs, the span of the steps, what they leave, as `left` has it, and the
    room that rounding needs about each number of that."""

    blocks: Numbers
    same: Numbers
    timed: Numbers
    span: Span
    answers: Numbers
    room: Numbers


@dataclass(frozen=True)
class WantedRollout:
    """What to compile, found by key or made when it must be, with known rollouts to try it on."""

    key: str
    rollout: Callable[[], Rollout]
    trial: Callable[[], Trial]
    shape: Shape

    @cached_property
    def name(self) -> str:
        """Where it is kept on the disk."""
        return cache.key(edition(), *machine.cpu(), self.key, str(self.shape.lanes), self.shape.dtype, "rollout")

    @property
    def mark(self) -> str:
        """What its object code is known by."""
        return f"linkwise.{self.name}"


class RolloutUnit:
    """Machine code of the loop, loaded."""

    def __init__(self, wanted: WantedRollout, payload: bytes):
        self.shape = wanted.shape
        self.scratch, length = _HEAD.unpack_from(payload)
        end = _HEAD.size + length
        with np.load(io.BytesIO(payload[_HEAD.size : end]), allow_pickle=False) as known:
            kinds = (int, int, float, int, bool, int)
            span = Span(*(kind(x) for kind, x in zip(kinds, known["span"], strict=True)))
            self.trial = Trial(**{**known, "span": span})
        self.code = machine.Code(payload[end:], machine.sine_and_cosine(), wanted.mark)
        whole, place = ctypes.c_int64, ctypes.c_void_p
        takes = (whole, place, place, place, whole, place, place, whole, whole, whole, whole, ctypes.c_double, place)
        self._run = ctypes.CFUNCTYPE(None, *takes)(self.code.address("rollout"))

    def run(
        self, blocks: Numbers, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span
    ) -> None:  # fmt: skip
        """Do the steps of a span, in place: blocks (tiles, columns, lanes), the steps at which rollouts ended (tiles,
        lanes), room for records (tiles, slots, columns, lanes). Releases the GIL."""
        memory = np.zeros(self.scratch * self.shape.bytes + 64, np.uint8)
        places = [array.ctypes.data for array in (blocks, ended, records)]
        table = timed.ctypes.data - span.table * timed.strides[0]  # where it would begin with row 0
        self._run(
            len(blocks), *places, span.slots, same.ctypes.data, table, span.first, span.last,
            span.every, span.finish, span.step, (memory.ctypes.data + 63) // 64 * 64,
        )  # fmt: skip

    def off(self) -> float:
        """How far known rollouts end from where they should, in parts of the room for that; NaN must meet NaN."""
        trial, dtype, lanes = self.trial, self.shape.dtype, self.shape.lanes
        count, columns = trial.blocks.shape
        blocks, same, timed = (x.astype(dtype) for x in (tiled(trial.blocks, lanes), *trial[1:3]))
        ended = np.full((len(blocks), lanes), -1, np.int64)
        recorded = (trial.answers.shape[1] - columns - 1) // trial.span.slots
        records = np.empty((len(blocks), trial.span.slots, recorded, lanes), dtype)
        self.run(blocks, ended, records, same, timed, trial.span)
        kept = untiled(records.reshape(len(blocks), -1, lanes), count)
        found = left(untiled(blocks, count), ended.reshape(-1)[:count], kept)
        with np.errstate(all="ignore"):
            apart = np.where(found == trial.answers, 0.0, np.abs(found - trial.answers) / trial.room)
        both = np.isnan(found) & np.isnan(trial.answers)
        return float(np.where(both, 0.0, np.where(np.isnan(apart), np.inf, apart)).max(initial=0.0))


def left(blocks: Numbers, ended: Numbers, records: Numbers) -> Numbers:
    """What rollouts leave as one row for each: its block (N, columns), where it ended, its records (N, …)."""
    return np.concatenate([blocks, ended[:, None], records], axis=1, dtype=np.float64)


def tiled(rows: Numbers, lanes: int) -> Numbers:
    """Rows of numbers, one for each rollout, as tiles of columns; the last tile is filled up with its last rollout.

    >>> tiled(np.array([[1, 2], [3, 4], [5, 6]]), 2).tolist()
    [[[1, 3], [2, 4]], [[5, 5], [6, 6]]]
    """
    spare = -len(rows) % lanes
    full = np.concatenate([rows, np.repeat(rows[-1:], spare, axis=0)]) if spare else rows
    return np.ascontiguousarray(full.reshape(-1, lanes, *rows.shape[1:]).swapaxes(1, -1))


def untiled(tiles: Numbers, count: int) -> Numbers:
    """So many rows of numbers, from tiles of columns.

    >>> untiled(np.array([[[1, 3], [2, 4]], [[5, 5], [6, 6]]]), 3).tolist()
    [[1, 2], [3, 4], [5, 6]]
    """
    rows = np.moveaxis(tiles, -1, 1)
    return rows.reshape(-1, *rows.shape[2:])[:count]


def loaded_rollout(wanted: WantedRollout) -> RolloutUnit:
    """The module, from the disk if a sound one is there."""
    found = cache.sound(wanted.name, lambda stored: RolloutUnit(wanted, stored), lambda unit: unit.off() <= 1.0)
    return _built(wanted) if found is None else found


def _built(wanted: WantedRollout) -> RolloutUnit:
    text, scratch = rollout_module(wanted.rollout(), wanted.shape)
    file = io.BytesIO()
    trial: dict[str, Any] = wanted.trial()._asdict()
    np.savez(file, **trial)
    known, code = file.getvalue(), machine.compiled(text, wanted.mark)
    payload = _HEAD.pack(scratch, len(known)) + known + code
    found = RolloutUnit(wanted, payload)
    if not (off := found.off()) <= 1.0:
        raise LinkwiseError(
            f"compiled rollouts are {off:.2g} times as far from the interpreter's as rounding accounts for.",
            "The same motions were expected: a compiler is wrong here, or this machine.",
            'backend="interpreter" does without them, slowly.',
        )
    cache.put(wanted.name, payload)
    return found
