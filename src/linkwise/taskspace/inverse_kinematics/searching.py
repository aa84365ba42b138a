"""A search for many poses: rows for the machine from goals and starts, and answers from the rows it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from .kernel import SearchKernel
from .programs import GOAL, SOLVED, even_strides
from .ranges import Ranges

PATIENCE = 20
"""Steps after which a search that has not arrived begins elsewhere: nine of ten of those that arrive take fewer than 15;
with 12 or 30 batches take a tenth longer."""

SETTLING, STILL = 200, 1e-7
"""Steps towards a posture at most, and a step (in rad, or units of the robot's size) so short that it has arrived."""

SAME = 1e-2
"""Positions closer than this, joint by joint in rad or units of the robot's size, are one solution: at a singularity
those that reach a pose to 1e-6 can be 1e-3 apart."""

CHUNK = 2**15
"""Rows of a search for several solutions that are laid out at a time: some 13 MB."""


class Found(NamedTuple):
    """Answers, pose by pose: see `InverseKinematics`."""

    q: Array
    code: NDArray[np.int8]
    angle: Array
    distance: Array
    solutions: Array
    count: NDArray[np.int64]
    steps: NDArray[np.int64]
    restarts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Search:
    """How to search: within which ranges, how close, from how many starts, and where among them the sequence begins."""

    kernel: SearchKernel
    ranges: Ranges
    tolerance: tuple[float, float]
    restarts: int
    point: Array
    threads: int | None
    rest: Array | None = None

    def nearest(self, goals: Array, starts: Array, advance: Callable[[float], None]) -> Found:
        """One solution for each pose: the first that is found."""
        rows = self._rows(goals, starts, self.restarts)
        place = self.kernel.search.places("state")
        self.kernel.run(self.kernel.searching, place["end"].start, rows, self._same(), self.threads, advance)
        q, missing, solved = rows[:, place["best"]], rows[:, place["missing"]], rows[:, place["end"]][:, 0] == SOLVED
        steps, left = rows[:, place["steps"]][:, 0], rows[:, place["left"]][:, 0]
        q, missing = self._settled(goals, q, missing, solved)
        q = self.ranges.turned(q, starts)
        again = (self.restarts - np.maximum(left, 0.0)).astype(np.int64)
        only = np.where(solved[:, None], q, np.nan)[:, None]
        return self._found(q, missing, solved, only, solved.astype(np.int64), steps.astype(np.int64), again)

    def several(self, goals: Array, starts: Array, many: int, advance: Callable[[float], None]) -> Found:
        """Up to `many` solutions for each pose: those nearest to its start of all that the restarts find."""
        each = self.restarts + 1
        size = max(1, CHUNK // each)
        parts = [
            self._several(goals[k : k + size], starts[k : k + size], many, lambda done: advance(done / each))
            for k in range(0, max(len(goals), 1), size)
        ]
        return Found(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def _several(self, goals: Array, starts: Array, many: int, advance: Callable[[float], None]) -> Found:
        count, each, n = len(goals), self.restarts + 1, starts.shape[-1]
        begin = np.repeat(starts[:, None], each, axis=1)
        at = list(self.kernel.arm.movable)
        low, width = (array[at] for array in self.ranges.box)
        strides = np.array(even_strides(len(at)))
        for k in range(1, each):
            begin[:, k, at] = low + width * ((self.point[at] + k * strides) % 1.0)
        goals, starts_again = np.repeat(goals, each, axis=0), np.repeat(starts, each, axis=0)
        alone = self._with_restarts(0).nearest(goals, begin.reshape(-1, n), advance)
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

    def _with_restarts(self, restarts: int) -> Search:
        return Search(self.kernel, self.ranges, self.tolerance, restarts, self.point, self.threads, self.rest)

    def _found(
        self,
        q: Array,
        missing: Array,
        solved: NDArray[np.bool_],
        solutions: Array,
        count: NDArray[np.int64],
        steps: NDArray[np.int64],
        restarts: NDArray[np.int64],
    ) -> Found:
        chord, distance = np.sqrt(missing).T
        angle = 2.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))
        return Found(q, np.where(solved, 0, 1).astype(np.int8), angle, distance, solutions, count, steps, restarts)

    # ---- rows -------------------------------------------------------------------------------------------------------

    def _rows(self, goals: Array, starts: Array, restarts: int) -> Array:
        kernel, (lower, upper) = self.kernel, self.ranges.stops
        place, at = kernel.search.places("state"), list(kernel.arm.movable)
        rows = np.zeros((len(goals), kernel.search.width("state") + GOAL))
        begin = starts.copy()
        begin[:, at] = np.clip(starts[:, at], lower[at], upper[at])
        rows[:, place["q"]] = rows[:, place["best"]] = begin
        rows[:, place["point"]], rows[:, place["left"]] = self.point, restarts
        rows[:, place["missing"]], rows[:, place["since"]] = np.inf, 1.0
        rows[:, -GOAL:] = goals
        return rows

    def _same(self) -> Array:
        return np.concatenate([*self.ranges.stops, *self.ranges.box, self._tolerance, [PATIENCE]])

    @property
    def _tolerance(self) -> Array:
        """Squares of 2 sin(θ/2), which counts for an angle θ, and of the distance."""
        angle, distance = self.tolerance
        return np.array([(2.0 * np.sin(0.5 * min(angle, np.pi))) ** 2, distance**2])

    def _settled(self, goals: Array, q: Array, missing: Array, solved: NDArray[np.bool_]) -> tuple[Array, Array]:
        """Positions as near to the preferred posture as they can get, where a pose is reached."""
        if self.rest is None or not solved.any():
            return q, missing
        kernel = self.kernel
        place = kernel.settling.places("state")
        rows = np.zeros((int(solved.sum()), kernel.settling.width("state") + GOAL))
        rows[:, place["q"]] = rows[:, place["best"]] = q[solved]
        rows[:, place["missing"]] = missing[solved]
        rows[:, -GOAL:] = goals[solved]
        same = np.concatenate([*self.ranges.stops, self.rest, self._tolerance, [SETTLING, STILL]])
        kernel.run(kernel.to_posture, place["end"].start, rows, same, self.threads)
        q, missing = q.copy(), missing.copy()
        q[solved], missing[solved] = rows[:, place["best"]], rows[:, place["missing"]]
        return q, missing
