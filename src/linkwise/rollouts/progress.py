"""How far many rollouts have come, on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(shown: bool, total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A function that is told of more that is done; it draws a bar on stderr where somebody looks."""
    if not shown or not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    words = TextColumn(f"{{task.completed:,.0f}} of {{task.total:,.0f}} {what}", markup=False)
    with Progress(BarColumn(), words, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda more: bar.advance(task, more)
