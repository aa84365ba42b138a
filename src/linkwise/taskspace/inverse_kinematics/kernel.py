"""The compiled search of one robot for one frame and task."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...backends import BACKENDS, AbstractIterationModule, ModuleSpec, default_backend
from ...backends.compiling import collected_later
from ...calls.kernel_cache import AbstractKernel
from ...calls.sampling import units
from ...calls.thread_count import threads as default_threads
from ...calls.threads import share
from ...errors import NotForThisRobot, shown
from ...model import Model
from ...program import Iteration, iteration_signature
from .programs import GOAL, Arm, Layout, search, search_layout, settling, settling_layout
from .task import Task

PIECE = 512
"""Rows that one thread takes at a time: a quarter of a millisecond where all poses are reached."""

STEPS = 400
"""Steps of a row after which Python looks for signals: 512 rows take 5 ms then."""


class _Row(NamedTuple):
    """Where the answer lies in a row of the search: the nearest positions; what is missing there, and all after it."""

    best: slice
    missing: slice


class SearchKernel(AbstractKernel):
    """The programs of a search, compiled when they are first run."""

    def __init__(self, tree: Model, task: Task):
        self.tree, self.task = tree, task
        movable = movable_coordinates(tree, task.frame)
        if not movable:
            raise NotForThisRobot(
                f"no joint of robot {shown(tree.name)} moves frame {shown(task.frame)}.",
                "A frame that joints move was expected.",
                "name another: `robot.frames` lists them.",
            )
        unit = units(tree)
        self.arm = Arm(tree, movable, tuple(float(unit[j]) for j in movable))
        self.search, self.settling = search_layout(tree.n), settling_layout(tree.n)
        self.search_places, self.settling_places = self.search.places("state"), self.settling.places("state")
        self.row = _Row(
            self.search_places["best"], slice(self.search_places["missing"].start, self.search.width("state"))
        )
        self.plans: dict[Hashable, Any] = {}
        """What was made of the options of earlier calls."""

    def __repr__(self) -> str:
        return f"SearchKernel({shown(self.tree.name)}, {', '.join(self.task.rows)} of {shown(self.task.frame)})"

    def __call__(self, *states: Any, **options: Any) -> Any:
        """The rows of a search, improved: see `run`."""
        return self.run(self.searching, *states, **options)

    @cached_property
    def searching(self) -> AbstractIterationModule:
        """The search for positions."""
        return self._module("inverse_kinematics", self.search, lambda: search(self.arm, self.task))

    @cached_property
    def to_posture(self) -> AbstractIterationModule:
        """The way towards a posture."""
        return self._module("settling", self.settling, lambda: settling(self.arm, self.task))

    def _module(self, name: str, layout: Layout, build: Callable[[], Iteration]) -> AbstractIterationModule:
        ports = iteration_signature(layout.width("state"), GOAL, layout.width("same"))
        spec = ModuleSpec("iteration", f"{name} {self.task} {self.tree.text}", build, ports, name=name)
        with collected_later():
            module = BACKENDS[default_backend("iteration")].module(spec)
        assert isinstance(module, AbstractIterationModule)
        return module

    def run(
        self,
        module: AbstractIterationModule,
        end: int,
        rows: NDArray[np.float64],
        same: NDArray[np.float64],
        threads: int | None,
        advance: Callable[[float], None] = lambda done: None,
    ) -> None:
        """Improve rows in place until column `end` says that they are done; in pieces that threads share."""
        if len(rows) <= PIECE:
            _finish(module, end, rows, same)
            advance(len(rows))
            return
        helpers = (default_threads() if threads is None else threads) - 1

        def work(first: int) -> None:
            some = rows[first : first + PIECE]
            _finish(module, end, some, same)
            advance(len(some))

        share(range(0, len(rows), PIECE), work, helpers)


def _finish(module: AbstractIterationModule, end: int, rows: NDArray[np.float64], same: NDArray[np.float64]) -> None:
    """Improve rows in place until all are done, some steps at a time."""
    module.run(rows, same, STEPS)
    while np.count_nonzero(rows[:, end]) < len(rows):
        left = np.flatnonzero(rows[:, end] == 0.0)
        some = rows[left]
        module.run(some, same, STEPS)
        rows[left] = some


def movable_coordinates(tree: Model, frame: str) -> tuple[int, ...]:
    """The coordinates that move a frame.

    >>> import linkwise
    >>> movable_coordinates(linkwise.load("planar2r").tree, "link1")
    (0,)
    """
    path = set(tree.ancestors(tree.frame(frame).body))
    rows = zip(tree.moving, tree.coordinates.rows, strict=True)
    return tuple(sorted({k for i, row in rows if i in path for k, times in row if times}))
