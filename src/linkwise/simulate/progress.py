"""How far a run has come, on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(shown: bool, span: tuple[float, float]) -> Iterator[Callable[[float], None]]:
    """A function that is told the time a run has come to; it draws a bar on stderr where somebody looks."""
    if not shown or not sys.stderr.isatty():
        yield lambda t: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    words = TextColumn("{task.completed:.3g} of {task.total:.3g} s", markup=False)
    with Progress(BarColumn(), words, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=span[1] - span[0])
        yield lambda t: bar.update(task, completed=t - span[0])
