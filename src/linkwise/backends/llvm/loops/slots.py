"""Memory slots for what links pass on to each other: as few as possible, so that they stay in the nearest cache.

A place is taken when something is first left there and is free again once its last reader has read it. A chain needs
two places outwards, whatever its length.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Slots(NamedTuple):
    """For each link the place of what it receives, and the place to which it adds what it passes on; `before` is the
    place of what was there: nothing outwards, inwards the zeros of place 0 before the first of several children.
    `start` is the place that holds the start, `used` the number of places, `adds` whether anything is ever added.

    >>> slots([-1, 0, 1], outwards=True)
    Slots(meets=(0, 1, 0), passes=(1, 0, 1), before=(1, 0, 1), start=0, used=2, adds=False)
    """

    meets: tuple[int, ...]
    passes: tuple[int, ...]
    before: tuple[int, ...]
    start: int
    used: int
    adds: bool


class _Places:
    """Places in use; the lowest free one is taken."""

    def __init__(self) -> None:
        self.free: list[int] = []
        self.count = 0

    def take(self) -> int:
        if self.free:
            self.free.sort(reverse=True)
            return self.free.pop()
        self.count += 1
        return self.count - 1


def slots(parents: Sequence[int], outwards: bool) -> Slots:
    """The places of a sweep over a tree whose parents come first, −1 being the base."""
    return _outwards(parents) if outwards else _inwards(parents)


def _outwards(parents: Sequence[int]) -> Slots:
    last = {parent: i for i, parent in enumerate(parents)}  # for each link, the last child to read it
    places = _Places()
    mine = {-1: places.take()}
    meets, passes = [], []
    for i, parent in enumerate(parents):
        mine[i] = places.take()
        meets.append(mine[parent])
        passes.append(mine[i])
        if last[parent] == i:
            places.free.append(mine[parent])
        if i not in last:
            places.free.append(mine[i])
    return Slots(tuple(meets), tuple(passes), tuple(passes), mine[-1], places.count, False)


def _inwards(parents: Sequence[int]) -> Slots:
    places = _Places()
    zeros = places.take()
    mine: dict[int, int] = {}
    meets, passes, before = ([0] * len(parents) for _ in range(3))
    for i in reversed(range(len(parents))):
        parent = parents[i]
        before[i] = mine.get(parent, zeros)
        if parent not in mine:
            mine[parent] = places.take()
        passes[i] = mine[parent]
        meets[i] = mine.get(i, zeros)
        if i in mine:
            places.free.append(mine[i])
    adds = any(place != zeros for place in before)
    return Slots(tuple(meets), tuple(passes), tuple(before), zeros, places.count, adds)
