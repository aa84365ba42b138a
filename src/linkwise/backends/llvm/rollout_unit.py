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

from .. import cache
from ..edition import edition
from . import machine
from .lanes import Shape
from .rollout import Rollout
from .rollout_module import rollout_module
from .unit import CLOSE

Numbers = NDArray[Any]
"""Arrays of either precision."""

_HEAD = struct.Struct("<QQd")


class Span(NamedTuple):
    """Steps from `first` to `last` of a length; states at those divisible by `every` are kept, and with `finish` those
    at the end."""

    first: int
    last: int
    step: float
    every: int = 0
    finish: bool = True

    @property
    def slots(self) -> int:
        """How many states are kept.

        >>> Span(5, 20, 1e-3, every=10).slots  # at 10 and at the end
        2
        """
        inside = -(-self.last // self.every) - -(-self.first // self.every) if self.every else 0
        return inside + self.finish


class Trial(NamedTuple):
    """Known rollouts: blocks (N, columns), inputs, the span of the steps, and the blocks they end in."""

    blocks: Numbers
    same: Numbers
    timed: Numbers
    span: Span
    answers: Numbers


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
        self.scratch, length, self.close = _HEAD.unpack_from(payload)
        end = _HEAD.size + length
        with np.load(io.BytesIO(payload[_HEAD.size : end]), allow_pickle=False) as known:
            span = Span(*(kind(x) for kind, x in zip((int, int, float, int, bool), known["span"], strict=True)))
            self.trial = Trial(known["blocks"], known["same"], known["timed"], span, known["answers"])
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
        self._run(
            len(blocks), *places, span.slots, same.ctypes.data, timed.ctypes.data, span.first, span.last,
            span.every, span.finish, span.step, (memory.ctypes.data + 63) // 64 * 64,
        )  # fmt: skip

    def off(self) -> float:
        """How far the known rollouts end from where they should; NaN must meet NaN."""
        trial, dtype = self.trial, self.shape.dtype
        blocks, same, timed = (x.astype(dtype) for x in (tiled(trial.blocks, self.shape.lanes), *trial[1:3]))
        ended = np.full((len(blocks), self.shape.lanes), -1, np.int64)
        room = (len(blocks), trial.span.slots, trial.blocks.shape[1], self.shape.lanes)  # a record is a block at most
        self.run(blocks, ended, np.empty((*room[:2], 4 * room[2], room[3]), dtype), same, timed, trial.span)
        found = untiled(blocks, len(trial.blocks)).astype(np.float64)
        with np.errstate(all="ignore"):
            size = np.nanmax(np.where(np.isinf(trial.answers), np.nan, np.abs(trial.answers)), axis=0, initial=1e-300)
            apart = np.where(found == trial.answers, 0.0, np.abs(found - trial.answers)) / size
        both = np.isnan(found) & np.isnan(trial.answers)
        return float(np.where(both, 0.0, np.where(np.isnan(apart), np.inf, apart)).max(initial=0.0))


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
    stored = cache.get(wanted.name)
    if stored is not None:
        try:
            found = RolloutUnit(wanted, stored)
        except Exception as error:  # whatever is in it, it is not what was put there
            cache.quarantine(wanted.name, f"it cannot be loaded: {error}")
        else:
            if found.off() <= found.close:
                return found
            cache.quarantine(wanted.name, "it does not give the known answers")
    return _built(wanted)


def _built(wanted: WantedRollout) -> RolloutUnit:
    text, scratch = rollout_module(wanted.rollout(), wanted.shape)
    file = io.BytesIO()
    trial: dict[str, Any] = wanted.trial()._asdict()
    np.savez(file, **trial)
    known, code = file.getvalue(), machine.compiled(text, wanted.mark)
    close = CLOSE[wanted.shape.dtype]
    found = RolloutUnit(wanted, _HEAD.pack(scratch, len(known), close) + known + code)
    found.close = max(close, 10.0 * found.off())
    cache.put(wanted.name, _HEAD.pack(scratch, len(known), found.close) + known + code)
    return found
