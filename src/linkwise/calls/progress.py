"""A progress bar for work that takes a while: simulations, rollouts, sweeps, and compiling."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

import numpy as np

from ..errors import BadArray, plain

PATIENCE = 2.0
"""Seconds of work before anything is drawn."""


@contextmanager
def compiling_shown(what: str) -> Iterator[None]:
    """A moving bar on stderr, if it is a terminal, once compiling takes long; it disappears at the end. The compiler
    does not say how far it is.

    >>> with compiling_shown("the mass matrix"):
    ...     pass
    """
    with working_shown(f"compiling {what}"):
        yield


@contextmanager
def working_shown(what: str) -> Iterator[None]:
    """The same for any work that does not say how far it is.

    >>> with working_shown("fitting"):
    ...     pass
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    bars: list[Any] = []

    def draw() -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        words = TextColumn("{task.description}", markup=False)
        bar = Progress(BarColumn(), words, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        bar.add_task(what, total=None)
        bar.start()
        bars.append(bar)

    later = Timer(PATIENCE, draw)
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()
        later.join()
        for bar in bars:
            bar.stop()


def is_shown(progress: object) -> bool:
    """What a caller's `progress` says, True or False.

    >>> is_shown("yes")
    Traceback (most recent call last):
    linkwise.errors.BadArray: progress is 'yes'.
      True or False was expected.
    """
    if not isinstance(progress, bool | np.bool_):
        raise BadArray(f"progress is {plain(repr(progress), 60)}.", "True or False was expected.")
    return bool(progress)


@contextmanager
def progress_bar(
    shown: bool, total: float, unit: str, digits: str = ",.0f", delay: float = 0.0
) -> Iterator[Callable[[float], None]]:
    """A callback that takes the work done since its last call, of `total` in all; it draws a bar on stderr.

    Nothing is drawn unless `shown` and stderr is a terminal, nor in the first `delay` seconds. `digits` formats both
    numbers: "200 of 1,000 rollouts".

    >>> with progress_bar(False, 1000, "rollouts") as advance:
    ...     advance(200)
    """
    if not is_shown(shown) or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    words = TextColumn(f"{{task.completed:{digits}}} of {{task.total:{digits}}} {unit}", markup=False)
    bar = Progress(BarColumn(), words, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task("", total=total)
    later = Timer(delay, bar.start)
    later.daemon = True
    (later if delay else bar).start()
    try:
        yield lambda done: bar.advance(task, done)
    finally:
        if delay:
            later.cancel()
            later.join()
        bar.stop()
