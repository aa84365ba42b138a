"""How far a sweep has come, on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(shown: bool, rollouts: int) -> Iterator[Callable[[int], None]]:
    """A function that is told of rollouts done; it draws a bar on stderr where somebody looks."""
    if not shown or not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    words = TextColumn("{task.completed:,.0f} of {task.total:,.0f} rollouts", markup=False)
    with Progress(BarColumn(), words, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rollouts)
        yield lambda more: bar.advance(task, more)
