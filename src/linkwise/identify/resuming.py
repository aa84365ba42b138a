"""Long fits that can be interrupted: what passes over the logs have summed so far is kept in a folder.

A fit of long logs is a sequence of passes over their rows, the same each time. Of each pass the sums so far are
written every second or so, with how many windows they hold, in files as `sweep` has for its blocks: whole or not at
all, with a digest. A fit that is run again with the same folder takes finished passes from there and goes on within
the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from os import PathLike
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends import default_backend
from ..calls.arrays import Array
from ..calls.progress import progress_bar
from ..calls.question_program import QuestionProgram
from ..sweep.checkpoint import Checkpoint, checkpoint_in
from ..sweep.identity import versions
from .logs.log import Log

if TYPE_CHECKING:
    from ..robot import Robot

FORM = 1
"""The version of what is written; others cannot be read."""

EVERY = 1.0
"""Seconds of work between two writings."""

FINISHED = -1
"""As a number of windows: all of them."""

PATIENCE = 2.0
"""Seconds of a pass before a progress bar is drawn."""

MAKERS = ("backends", "program", "parameters", "identify")
"""Folders of this library whose code affects the numbers."""


@dataclass
class Passes:
    """The passes of a fit: how many there were, where their sums are kept, and whether a bar is drawn.

    >>> Passes().resumed()
    (0, {})
    """

    checkpoint: Checkpoint | None = None
    progress: bool = False
    begun: int = 0
    written: float = 0.0

    def resumed(self) -> tuple[int, dict[str, Array]]:
        """Begin the next pass: how many windows its sums already hold, and these."""
        self.begun += 1
        self.written = perf_counter()
        arrays = self.checkpoint.load_arrays(self._name) if self.checkpoint else None
        return (0, {}) if arrays is None else (int(arrays.pop("windows")), arrays)

    @property
    def due(self) -> bool:
        """Whether sums are to be written again."""
        return self.checkpoint is not None and perf_counter() - self.written >= EVERY

    def keep(self, windows: int, arrays: Mapping[str, Array]) -> None:
        """Write the sums, and how many windows they hold."""
        if self.checkpoint is not None:
            self.checkpoint.store_arrays(self._name, {"windows": np.array(windows), **arrays})
            self.written = perf_counter()

    def bar(self, seconds: float) -> AbstractContextManager[Callable[[float], None]]:
        """A bar of how much of the logs a pass has seen, drawn if that takes long."""
        return progress_bar(self.progress, seconds, f"s of logs, pass {self.begun}", delay=PATIENCE)

    @property
    def _name(self) -> str:
        return f"pass-{self.begun:06d}"


@contextmanager
def passes(
    robot: Robot,
    logs: Iterable[Log],
    choices: Mapping[str, Any],
    checkpoint: str | PathLike[str] | None,
    progress: bool,
) -> Iterator[Passes]:
    """The passes of a fit, kept in the folder `checkpoint` if there is one; another fit's folder is refused."""
    if checkpoint is None:
        yield Passes(progress=progress)
        return
    identity = {
        "form": FORM,
        "robot": f"{robot.name} {_digest([QuestionProgram(robot.tree, ('inverse_dynamics',)).key])}",
        "logs": [f"{log.name} {_digest(_arrays(log))}" for log in logs],
        "choices": dict(choices),
        "versions": versions(default_backend(), MAKERS),
    }
    with checkpoint_in(checkpoint, identity, "fit") as kept:
        yield Passes(kept, progress)


def _arrays(log: Log) -> Iterator[str | Array]:
    for name in ("time", "q", "qd", "qdd", "tau"):
        array = getattr(log, name)
        yield name
        if array is not None:
            yield array


def _digest(parts: Iterable[str | Array]) -> str:
    digest = sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else np.ascontiguousarray(part).data)
    return digest.hexdigest()[:32]
