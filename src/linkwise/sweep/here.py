"""Blocks done one after the other by this process, each shared among its threads."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from .block import Fold, Partial
from .ledger import Ledger


class AbstractWork(Protocol):
    """What does blocks."""

    def block(self, first: int, count: int, threads: int = 1) -> Partial:
        """The rollouts from `first` on."""


def spans(rollouts: int, block: int) -> Iterator[tuple[int, int]]:
    """The first rollout and the size of each block.

    >>> list(spans(10, 4))
    [(0, 4), (4, 4), (8, 2)]
    """
    return ((first, min(block, rollouts - first)) for first in range(0, rollouts, block))


def sweep_here(
    work: AbstractWork,
    todo: Iterable[tuple[int, int]],
    fold: Fold,
    ledger: Ledger | None,
    threads: int,
    done: Callable[[int], None],
) -> None:
    """Those that the ledger has are taken from it."""
    for first, count in todo:
        part = ledger.get(first, count) if ledger else None
        if part is None:
            part = work.block(first, count, threads)
            if ledger:
                ledger.put(part)
        fold.take(part)
        done(count)
