"""What is given to a compiled motion over time: one row for each stretch in which no trajectory begins a new piece."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ..calls.arrays import Array
from ..trajectories.polynomials import Pieces
from .breaks import apart
from .scalar_inputs import Asked, Value

REMEMBERED = 8
"""Motions whose rows are remembered: the next run often follows the same one."""


def stretches(values: Sequence[Value], begin: float, breaks: Sequence[float] = ()) -> Array:
    """Rows of the end of a stretch and what is given in it; the last has no end. `breaks` are further ends.

    >>> from linkwise.trajectories import Quintic
    >>> reach = Quintic([0.0], [1.0], duration=2.0).pieces
    >>> stretches([np.array([5.0]), reach], -1.0)
    array([[  0. ,   5. ,   0. ,   1. ,   0. ,   0. ,   0. ,   0. ,   0. ,   0. ],
           [  2. ,   5. ,   0. ,   0.5,   0. ,   0. ,   0. ,  10. , -15. ,   6. ],
           [  inf,   5. ,   0. ,   1. ,   1. ,   0. ,   0. ,   0. ,   0. ,   0. ]])
    """
    paths = [value for value in values if isinstance(value, Pieces)]
    ends = _alone(paths[0], begin)[0] if len(paths) == 1 and not len(breaks) else _ends(paths, begin, breaks)
    starts = np.append(begin, ends[:-1])
    columns = [ends[:, None]]
    for value in values:
        if isinstance(value, Pieces):
            alone = len(paths) == 1 and not len(breaks)
            columns.append(_alone(value, begin)[1] if alone else _pieces(value, starts))
        elif not isinstance(value, Asked):
            columns.append(value[None].repeat(len(ends), axis=0))
    if len(columns) == 1 or sum(column.shape[1] for column in columns) == 1:
        columns.append(np.zeros((len(ends), 1)))  # a program is given something
    return np.ascontiguousarray(np.concatenate(columns, axis=1))


@lru_cache(REMEMBERED)
def _alone(path: Pieces, begin: float) -> tuple[Array, Array]:
    """The ends of one trajectory's pieces, and what is given in them."""
    ends = _ends([path], begin, ())
    return ends, _pieces(path, np.append(begin, ends[:-1]))


def _ends(paths: Sequence[Pieces], begin: float, breaks: Sequence[float]) -> Array:
    """When stretches end, in order; the last one does not."""
    if not paths and not len(breaks):
        return np.array([np.inf])
    ends = np.unique(np.concatenate([np.asarray(breaks, float), *(path.breaks for path in paths)]))
    return np.append(ends[ends > begin], np.inf)


def until_ends(table: Array) -> Array:
    """The same rows, each of which still holds at its very end: for stages of fixed steps."""
    later = table.copy()
    later[:, 0] = np.nextafter(table[:, 0], np.inf)
    return later


def later_than(table: Array, t: float) -> Array:
    """The rows of stretches that do not end by a time, up to rounding."""
    return table if len(table) == 1 else table[int(np.searchsorted(table[:-1, 0], t + apart(t), side="right")) :]


def _pieces(pieces: Pieces, starts: Array) -> Array:
    """Beginning, 1 / length and coefficients of the piece under way at each start; before and after, the posture."""
    breaks, c = pieces.breaks, pieces.coefficients
    at = np.searchsorted(breaks, starts, side="right") - 1
    inside = (at >= 0) & (at < len(c))
    k = np.clip(at, 0, len(c) - 1)
    begins, rates = np.where(inside, breaks[k], 0.0), np.where(inside, 1.0 / np.diff(breaks)[k], 1.0)
    numbers = c[k].copy()
    numbers[~inside] = 0.0
    numbers[at < 0, 0], numbers[at >= len(c), 0] = c[0, 0], c[-1].sum(axis=0)
    return np.concatenate([begins[:, None], rates[:, None], numbers.reshape(len(starts), -1)], axis=1)
