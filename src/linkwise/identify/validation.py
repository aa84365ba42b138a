"""How well a fit predicts: on the logs it was made from, on parts of them that it did not see, on other logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import encodable
from .accumulation import Rows
from .accumulation.squares import squares
from .estimators import Estimator, Problem
from .logs.log import Log
from .motions import REPEAT, correlation

QUARTERS = 4
"""How many contiguous parts of each log take turns in being held out."""


@dataclass(frozen=True, eq=False)
class Errors:
    """Errors of predicted torques against measured ones, both as filtered: for each joint the root mean square in N m
    or N and the share of the torque's own, and the share over all joints.

    `motion` is the correlation with the motion of the training logs, for errors on other data.

    >>> Errors.of("training", ("elbow",), np.array([4.0]), np.array([400.0]), np.array([100.0]))
    Errors(training: 10 % of the torques)
    """

    on: str
    joints: tuple[str, ...]
    rms: Array
    relative: Array
    total: float
    motion: float | None = None

    @staticmethod
    def of(
        on: str, joints: Sequence[str], misfits: Array, torques: Array, count: Array, motion: float | None = None
    ) -> Errors:
        """The errors from sums of squares."""
        relative = np.sqrt(misfits / np.where(torques > 0.0, torques, np.inf))
        total = float(np.sqrt(misfits.sum() / torques.sum())) if torques.sum() > 0.0 else 0.0
        return Errors(on, tuple(joints), np.sqrt(misfits / np.maximum(count, 1.0)), relative, total, motion)

    @property
    def repeats(self) -> bool:
        """Whether the motion is one of the training logs': then nothing was held out.

        >>> Errors("b.csv", (), np.zeros(0), np.zeros(0), 0.0, motion=1.0).repeats
        True
        """
        return self.motion is not None and self.motion >= REPEAT

    @property
    def data(self) -> dict[str, Any]:
        """The errors as plain data.

        >>> Errors("b.csv", (), np.zeros(0), np.zeros(0), 0.0).data["on"]
        'b.csv'
        """
        each = {"on": self.on, "total": self.total, "motion_correlation": self.motion, "repeats": self.repeats}
        rows = zip(self.joints, self.rms.tolist(), self.relative.tolist(), strict=True)
        return {**each, "joints": {joint: {"rms": rms, "relative": relative} for joint, rms, relative in rows}}

    def __repr__(self) -> str:
        motion = "" if self.motion is None else f", motion correlates {self.motion:.2f}"
        return encodable(f"Errors({self.on}: {100.0 * self.total:.3g} % of the torques{motion})")


def on_training(problem: Problem, x: Array, on: str = "training") -> Errors:
    """The errors on the rows of a fit."""
    joints, own = problem.rows.regressor.robot.joint_names, problem.squares
    return Errors.of(on, joints, own.misfits(x), own.torques(), own.count())


def on_blocks(problem: Problem, estimator: Estimator) -> Errors:
    """The errors on four contiguous parts of each log, each predicted by a fit to the others."""
    own, joints = problem.squares, problem.rows.regressor.robot.joint_names
    every = range(problem.rows.blocks)
    misfits = np.zeros(len(joints))
    for quarter in range(QUARTERS):
        test = tuple(b for b in every if problem.rows.quarter(b) == quarter)
        rest = tuple(b for b in every if problem.rows.quarter(b) != quarter)
        x = estimator(Problem(own, problem.rows, problem.prior, rest)).x
        misfits = misfits + own.misfits(x, test)
    motion = max(_own_repeats(log) for log in problem.rows.logs)
    return Errors.of(
        f"{QUARTERS} contiguous blocks, each held out", joints, misfits, own.torques(), own.count(), motion
    )


def on_logs(problem: Problem, x: Array, logs: Sequence[Log]) -> list[Errors]:
    """The errors on other logs, one after the other."""
    regressor, found = problem.rows.regressor, []
    for log in logs:
        own = squares(Rows(regressor, [log], problem.rows.choices, passes=problem.rows.passes))
        motion = max(correlation(log, other) for other in problem.rows.logs)
        joints = regressor.robot.joint_names
        found.append(Errors.of(log.name, joints, own.misfits(x), own.torques(), own.count(), motion))
    return found


def _own_repeats(log: Log) -> float:
    """How much a quarter of a log repeats the rest of it."""
    edges = np.linspace(0, len(log), QUARTERS + 1).astype(int).tolist()
    parts = [log.part(first, last) for first, last in pairwise(edges)]
    found = 0.0
    for k, part in enumerate(parts):
        if len(part) > 1:
            rest = [log.part(0, edges[k]), log.part(edges[k + 1], len(log))]
            found = max([found, *(correlation(part, other) for other in rest if len(other) >= len(part))])
    return found
