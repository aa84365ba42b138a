"""The compiled search of one robot for one frame and task."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...backends import BACKENDS, AbstractIterationModule, ModuleSpec, default_backend
from ...backends.compiling import collected_later
from ...calls.arrays import Array
from ...calls.kernel_cache import AbstractOpenKernel
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


class SearchKernel(AbstractOpenKernel):
    """The programs of a search, compiled when they are first run. Those of an `opened` one take where the frame is on
    its link, so that variants of the robot share them.

    >>> import linkwise
    >>> arm, rows = linkwise.load("planar2r"), ("x", "y")
    >>> kernel = SearchKernel(arm.tree, Task("tip", rows, "base", 0.7), opened=True)
    >>> kernel.of_variant(arm.with_frame("pen", "tip", [0.1, 0.0, 0.0]).tree, frame="pen").placement[3].round(3)
    np.float64(1.0)
    """

    def __init__(self, tree: Model, task: Task, opened: bool = False):
        self.tree, self.task = tree, task
        movable = movable_coordinates(tree, task.frame)
        if not movable:
            raise NotForThisRobot(
                f"no joint of robot {shown(tree.name)} moves frame {shown(task.frame)}.",
                "A frame that joints move was expected.",
                "name another: `robot.frames` lists them.",
            )
        unit = units(tree)
        self.arm = Arm(tree, movable, tuple(float(unit[j]) for j in movable), opened)
        self.placement = self._placement()
        self.search, self.settling = (
            layout(tree.n, len(self.placement)) for layout in (search_layout, settling_layout)
        )
        self.search_places, self.settling_places = self.search.places("state"), self.settling.places("state")
        self.row = _Row(
            self.search_places["best"], slice(self.search_places["missing"].start, self.search.width("state"))
        )
        self.plans: dict[Hashable, Any] = {}
        """What was made of the options of earlier calls."""
        self._modules: dict[str, AbstractIterationModule] = {}

    def _placement(self) -> Array:
        """The pose of the frame on its link, if that is left open: 16 numbers, else none."""
        pose = self.tree.frame(self.task.frame).placement.matrix if self.arm.opened else []
        return np.array(pose, dtype=float).ravel()

    def of_variant(
        self, tree: Model, wrenches: tuple[str, ...] = (), frame: str | tuple[str, ...] | None = None
    ) -> SearchKernel:
        """The same programs for a frame of a variant on the same link."""
        assert isinstance(frame, str)
        variant = copy(self)
        variant.tree, variant.task, variant.plans = tree, replace(self.task, frame=frame), {}
        variant.arm, variant.placement = replace(self.arm, tree=tree), variant._placement()
        return variant

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
        if name in self._modules:
            return self._modules[name]
        ports = iteration_signature(layout.width("state"), GOAL, layout.width("same"))
        spec = ModuleSpec(
            "iteration", f"{name} {self.task} {self.arm.opened} {self.tree.text}", build, ports, name=name
        )
        with collected_later():
            module = BACKENDS[default_backend("iteration")].module(spec)
        assert isinstance(module, AbstractIterationModule)
        return self._modules.setdefault(name, module)

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
