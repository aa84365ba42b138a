"""A progress bar for work that takes a while: simulations, rollouts, sweeps, and compiling."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Timer
from typing import Any

import numpy as np

from ..errors import BadArray, plain

PATIENCE = 2.0
"""Seconds of work before anything is drawn."""

Listener = Callable[[float, float, str], None]
"""Gets the work done, the total (0 where nobody knows), and what is counted or done."""

_LISTENER: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listened(listener: Listener) -> Iterator[None]:
    """Within it, progress is told to the listener instead of drawn on stderr.

    >>> heard = []
    >>> with listened(lambda *news: heard.append(news)), progress_bar(True, 10, "steps") as advance:
    ...     advance(4)
    >>> heard
    [(0.0, 10, 'steps'), (4.0, 10, 'steps')]
    """
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def listener() -> Listener | None:
    """Whoever listens to progress here.

    >>> listener() is None
    True
    """
    return _LISTENER.get()


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
    if (hears := _LISTENER.get()) is not None:
        hears(0.0, 0.0, what)
    if hears is not None or sys.stderr is None or not sys.stderr.isatty():
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
    if (hears := _LISTENER.get()) is not None and is_shown(shown):
        yield _telling(hears, total, unit)
        return
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


def _telling(hears: Listener, total: float, unit: str) -> Callable[[float], None]:
    """A callback that adds up what is done and tells the listener."""
    so_far = 0.0

    def advance(done: float) -> None:
        nonlocal so_far
        so_far += done
        hears(so_far, total, unit)

    advance(0.0)
    return advance
