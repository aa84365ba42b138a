"""A search for many poses: rows for the machine from goals and starts, and answers from the rows it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from .kernel import SearchKernel
from .programs import GOAL, SOLVED, even_strides
from .ranges import Ranges
from .step import DAMPING, FAR

PATIENCE = 20
"""Steps after which a search that has not arrived begins elsewhere: nine of ten of those that arrive take fewer than
15; with 12 or 30 batches take a tenth longer."""

LINGERING = 100
"""Steps that are taken from the nearest positions where no start arrives: towards a pose out of reach they get shorter
and shorter."""

SETTLING, STILL = 200, 1e-7
"""Steps towards a posture at most, and a step (in rad, or units of the robot's size) so short that it has arrived."""

SAME = 1e-2
"""Positions closer than this, joint by joint in rad or units of the robot's size, are one solution: those that reach
a singular pose to 1e-6 can be 1e-3 apart."""

CHUNK = 2**15
"""Rows of a search for several solutions that are laid out at a time: some 13 MB."""


class Found(NamedTuple):
    """Answers, pose by pose: see `InverseKinematics`."""

    q: Array
    code: NDArray[np.int8]
    angle: Array
    distance: Array
    solutions: Array
    number: NDArray[np.int64]
    steps: NDArray[np.int64]
    restarts: NDArray[np.int64]


class Run(NamedTuple):
    """How a search is run: the posture to end near, the threads, and the progress callback."""

    rest: Array | None = None
    threads: int | None = None
    advance: Callable[[float], None] = lambda done: None


ALONE = Run()
"""No posture, and nobody to tell."""


@dataclass(frozen=True, eq=False)
class Search:
    """How to search: within which ranges, how close, how often anew, and the seed of where."""

    kernel: SearchKernel
    ranges: Ranges
    tolerance: tuple[float, float]
    restarts: int
    seed: int

    def nearest(self, goals: Array, starts: Array, run: Run = ALONE) -> Found:
        """One solution for each pose: the first that is found."""
        kernel, place = self.kernel, self.kernel.search_places
        rows = self.rows(goals, starts)
        end = place["end"].start
        kernel.run(kernel.searching, end, rows, self.same, run.threads, run.advance)
        solved = rows[:, end] == SOLVED
        every = np.count_nonzero(solved) == len(solved)
        if not every:
            self._linger(rows, run)
            solved = rows[:, end] == SOLVED
        q, missing = rows[:, place["best"]], rows[:, place["missing"]]
        if run.rest is not None and solved.any():
            q, missing = self._settled(goals, q, missing, solved, run)
        q = self.ranges.turned(q, starts)
        only = q[:, None].copy()
        if not every:
            only[~solved] = np.nan
        tally = rows[:, place["steps"].start : end].astype(np.int64)  # steps, since, left
        again = self.restarts - np.maximum(tally[:, 2], 0)
        chord, distance = np.sqrt(missing.T)
        angle = 2.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))
        return Found(q, (~solved).astype(np.int8), angle, distance, only, solved.astype(np.int64), tally[:, 0], again)

    def several(self, goals: Array, starts: Array, many: int, run: Run) -> Found:
        """Up to `many` solutions for each pose: those nearest to its start of all that the restarts find."""
        each = self.restarts + 1
        size = max(1, CHUNK // each)
        advance = run.advance
        run = run._replace(advance=lambda done: advance(done / each))
        parts = [
            self._several(goals[k : k + size], starts[k : k + size], many, run)
            for k in range(0, max(len(goals), 1), size)
        ]
        return Found(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def _several(self, goals: Array, starts: Array, many: int, run: Run) -> Found:
        count, each, n = len(goals), self.restarts + 1, starts.shape[-1]
        begin = np.repeat(starts[:, None], each, axis=1)
        at = list(self.kernel.arm.movable)
        low, width = (array[at] for array in self.ranges.box)
        strides = np.array(even_strides(len(at)))
        for k in range(1, each):
            begin[:, k, at] = low + width * ((self.point[at] + k * strides) % 1.0)
        goals, starts_again = np.repeat(goals, each, axis=0), np.repeat(starts, each, axis=0)
        alone = replace(self, restarts=0).nearest(goals, begin.reshape(-1, n), run)
        q = self.ranges.turned(alone.q, starts_again).reshape(count, each, n)
        angle, distance = alone.angle.reshape(count, each), alone.distance.reshape(count, each)
        solved = alone.code.reshape(count, each) == 0
        unit = np.ones(n)
        unit[at] = self.kernel.arm.units
        away = np.linalg.norm((q - starts[:, None]) / unit, axis=-1)
        left = np.where(solved, away, np.inf)
        picked, here = np.full((count, many), -1), np.arange(count)
        for k in range(many):
            first = left.argmin(axis=1)
            picked[:, k] = np.where(np.isfinite(left[here, first]), first, -1)
            apart = np.abs(q - q[here, first][:, None])
            apart = np.where(self.ranges.repeats, np.minimum(apart % (2 * np.pi), -apart % (2 * np.pi)), apart) / unit
            left = np.where((apart <= SAME).all(axis=-1), np.inf, left)
        solutions = np.where((picked >= 0)[..., None], q[here[:, None], picked], np.nan)
        weight = angle**2 + (distance / self.kernel.task.length) ** 2
        best = np.where(picked[:, 0] >= 0, picked[:, 0], weight.argmin(axis=1))
        steps = alone.steps.reshape(count, each).sum(axis=1)
        again = np.full(count, self.restarts)
        return Found(
            q[here, best],
            np.where(solved.any(axis=1), 0, 1).astype(np.int8),
            angle[here, best],
            distance[here, best],
            solutions,
            (picked >= 0).sum(axis=1),
            steps,
            again,
        )

    # ---- rows -------------------------------------------------------------------------------------------------------

    @cached_property
    def point(self) -> Array:
        """Where the sequence of restarts begins."""
        return np.random.default_rng(self.seed).random(self.kernel.tree.n)

    @cached_property
    def same(self) -> Array:
        """What all rows of a search share."""
        return np.concatenate(
            [self.kernel.placement, *self.ranges.stops, *self.ranges.box, self._tolerance, [DAMPING, PATIENCE]]
        )

    @cached_property
    def _tolerance(self) -> Array:
        """Squares of 2 sin(θ/2), which counts for an angle θ, and of the distance."""
        angle, distance = self.tolerance
        return np.array([(2.0 * np.sin(0.5 * min(angle, np.pi))) ** 2, distance**2])

    @cached_property
    def _new(self) -> Array:
        """A row before its first step."""
        place = self.kernel.search_places
        row = np.zeros(self.kernel.search.width("state") + GOAL)
        row[place["point"]], row[place["left"]] = self.point, self.restarts
        row[place["missing"]], row[place["since"]] = np.inf, 1.0
        return row

    @cached_property
    def _stops(self) -> tuple[Array, Array]:
        """The limits of where rows begin: none for joints that do not move the frame."""
        lower, upper = (stop.copy() for stop in self.ranges.stops)
        others = [j for j in range(len(lower)) if j not in self.kernel.arm.movable]
        lower[others], upper[others] = -np.inf, np.inf
        return lower, upper

    @cached_property
    def middle(self) -> list[float]:
        """The middle of the limits, where a search begins if nothing else is said."""
        return self.ranges.middle.tolist()

    @cached_property
    def first(self) -> Array:
        """A row that begins in the middle of the limits, without its goal."""
        return self.rows(np.zeros((1, GOAL)), self.ranges.middle[None])

    def rows(self, goals: Array, starts: Array) -> Array:
        """Rows before their first step."""
        place = self.kernel.search_places
        rows = np.empty((len(goals), len(self._new)))
        rows[:] = self._new
        rows[:, place["q"]] = rows[:, place["best"]] = np.minimum(np.maximum(starts, self._stops[0]), self._stops[1])
        rows[:, -GOAL:] = goals
        return rows

    def _linger(self, rows: Array, run: Run) -> None:
        """Get closer to poses that are not reached, from the nearest positions so far."""
        kernel, place = self.kernel, self.kernel.search_places
        end = place["end"].start
        left = np.flatnonzero(rows[:, end] != SOLVED)
        some = rows[left]
        some[:, place["q"]] = some[:, place["best"]]
        some[:, place["since"]], some[:, place["left"]] = 1.0, 0.0
        patient = self.same.copy()
        patient[-2:] = FAR, LINGERING
        kernel.run(kernel.searching, end, some, patient, run.threads)
        some[:, place["left"]] = rows[left][:, place["left"]]
        rows[left] = some

    def _settled(
        self, goals: Array, q: Array, missing: Array, solved: NDArray[np.bool_], run: Run
    ) -> tuple[Array, Array]:
        """Positions as near to the preferred posture as they can get, where a pose is reached."""
        kernel, place = self.kernel, self.kernel.settling_places
        rows = np.zeros((int(solved.sum()), kernel.settling.width("state") + GOAL))
        rows[:, place["q"]] = rows[:, place["best"]] = q[solved]
        rows[:, place["missing"]] = missing[solved]
        rows[:, -GOAL:] = goals[solved]
        assert run.rest is not None
        same = np.concatenate([kernel.placement, *self.ranges.stops, run.rest, self._tolerance, [SETTLING, STILL]])
        kernel.run(kernel.to_posture, place["end"].start, rows, same, run.threads)
        q, missing = q.copy(), missing.copy()
        q[solved], missing[solved] = rows[:, place["best"]], rows[:, place["missing"]]
        return q, missing
