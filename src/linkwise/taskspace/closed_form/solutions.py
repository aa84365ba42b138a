"""The solutions of poses by a closed form: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from .branches import START, ClosedForm
from .ranking import NONE, TURN
from .refine import refined

Shifted = tuple[Array | None, list[Array]]
"""Whole turns, if any, and what a kernel wants besides poses, with these turns taken off."""


@dataclass(frozen=True, eq=False)
class Solutions:
    """Solutions of poses, the nearest to q0 first.

    q         (…, branches, n), NaN where there are fewer solutions
    far       (…, branches) from q0, infinite where there are fewer
    angle     (…, branches), what the robot's own pose misses in rad
    distance  (…, branches), and in m
    free      (…, branches), whether a joint was free at a singular pose, so that the solution is one of many
    found     (…), how many branches reach the pose, within limits or beyond
    """

    q: Array
    far: Array
    angle: Array
    distance: Array
    free: NDArray[np.bool_]
    found: NDArray[np.int64]

    @property
    def count(self) -> NDArray[np.int64]:
        """The number of solutions of each pose."""
        return np.asarray(np.isfinite(self.far).sum(axis=-1))


def solutions(
    form: ClosedForm,
    poses: Array,
    q0: Array,
    lower: Array,
    upper: Array,
    tolerance: tuple[float, float] = (1e-9, 1e-9),
    threads: int | None = None,
) -> Solutions:
    """All solutions of poses (…, 4, 4) with q0 (…, n).

    Angles are shifted by whole turns: as near to q0 as limits allow. `tolerance` is what a solution may miss its pose
    by, in rad and in m.

    >>> import linkwise
    >>> from linkwise.taskspace.closed_form import closed_form
    >>> robot = linkwise.load("puma560")
    >>> q, limits = np.array([0.1, -0.5, 0.3, 0.2, 0.7, 0.1]), robot.limits
    >>> found = solutions(closed_form(robot), robot.forward_kinematics(q), q, limits.lower, limits.upper)
    >>> int(found.count), bool(abs(found.q[0] - q).max() < 1e-12)
    (8, True)
    """
    turns, arrays = wanted(form, q0, lower, upper, tolerance)
    poses, *arrays = _together([poses, *arrays], 2)
    parts = (poses,) if form.exact else _refined(form, poses, arrays[0], threads)
    answers = _called(form if form.exact else form.rank, [*parts, *arrays], threads)
    q, angle, distance, free, square, found = answers
    if turns is not None:
        q = q + turns[..., None, :]
    none = square >= NONE
    if none.any():
        q[none], square[none], angle[none], distance[none], free[none] = np.nan, np.inf, np.nan, np.nan, 0.0
    return Solutions(q, np.sqrt(square), angle, distance, free > 0.5, found[..., 0].astype(int))


def nearest_solution(
    form: ClosedForm,
    goals: Array,
    q0: Array,
    lower: Array,
    upper: Array,
    tolerance: tuple[float, float] = (1e-9, 1e-9),
    threads: int | None = None,
) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Of all solutions of an exact geometry the first: q, angle, distance, NaN where there is none; and where one is.

    Goals are poses (…, 12): the rotation row by row, then the position.

    >>> import linkwise
    >>> from linkwise.taskspace.closed_form import closed_form
    >>> robot = linkwise.load("puma560")
    >>> q, limits = np.array([0.1, -0.5, 0.3, 0.2, 0.7, 0.1]), robot.limits
    >>> pose = robot.forward_kinematics(q)
    >>> goal = np.concatenate([pose[:3, :3].ravel(), pose[:3, 3]])
    >>> best, _, _, solved = nearest_solution(closed_form(robot), goal, q, limits.lower, limits.upper)
    >>> bool(solved), bool(abs(best - q).max() < 1e-12)
    (True, True)
    """
    return nearest_to(form, goals, wanted(form, q0, lower, upper, tolerance), threads)


def nearest_to(
    form: ClosedForm, goals: Array, shifted: Shifted, threads: int | None = None
) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """`nearest_solution`, given what `wanted` makes of q0, limits and tolerance.

    >>> import linkwise
    >>> from linkwise.taskspace.closed_form import closed_form
    >>> form, zero = closed_form(linkwise.load("planar3r")), np.zeros(3)
    >>> goal = np.array([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.9, 0.1, 0.0])
    >>> bool(nearest_to(form, goal, wanted(form, zero, zero - 3.0, zero + 3.0, (1e-9, 1e-9)))[3])
    True
    """
    turns, arrays = shifted
    q, angle, distance, square = _called(form.nearest, _together([goals, *arrays], 1), threads)
    if turns is not None:
        q = q + turns
    solved = np.asarray(square < NONE)
    if not solved.all():
        angle, distance = np.where(solved, angle, np.nan), np.where(solved, distance, np.nan)
        q = np.where(solved[..., None], q, np.nan)
    return q, angle, distance, solved


def wanted(form: ClosedForm, q0: Array, lower: Array, upper: Array, tolerance: tuple[float, float]) -> Shifted:
    """The whole turns that q0 is shifted by, if any; and q0, start, lower, upper, shifted, and tolerance;
    and where the frame is on its link, if the form takes that."""
    start, turns = np.minimum(np.maximum(q0, lower), upper), None
    if np.abs(start).max(initial=0.0) >= 0.5 * TURN:
        turns = TURN * np.rint(start / TURN)
        turns[..., [k for k in range(form.tree.n) if k not in form.turning]] = 0.0
        q0, start, lower, upper = q0 - turns, start - turns, lower - turns, upper - turns
    return turns, [q0, start, lower, upper, np.array(tolerance, dtype=float), *form.placement]


def _together(arrays: list[Array], axes: int) -> list[Array]:
    """Arrays, the first of so many axes and the others of one, with the batch of all of them repeated for each: of
    arrays that differ in shape a kernel takes state by state, and leaves all lanes but one idle."""
    ends = [axes, *[1] * (len(arrays) - 1)]
    if all(x.ndim == end for x, end in zip(arrays, ends, strict=True)):
        return arrays
    batch = np.broadcast_shapes(*(x.shape[: x.ndim - end] for x, end in zip(arrays, ends, strict=True)))
    return [np.broadcast_to(x, (*batch, *x.shape[x.ndim - end :])) for x, end in zip(arrays, ends, strict=True)]


def _called(kernel: Any, arrays: Sequence[Array], threads: int | None) -> Sequence[Array]:
    answers: Sequence[Array] = kernel(*arrays) if threads is None else kernel(*arrays, threads=threads)
    return answers


def _refined(form: ClosedForm, poses: Array, q0: Array, threads: int | None) -> tuple[Array, ...]:
    """The branches of a geometry that is not exact, after Newton's method."""
    q, angle, distance, free = _called(form.branches, [poses, q0], threads)
    which = np.maximum(angle, distance) <= START
    if which.any():
        joints = np.array([each.index for each in form.chain.axes])
        targets = np.broadcast_to(poses[..., None, :, :], (*angle.shape, 4, 4))[which]
        q[which], angle[which], distance[which] = refined(form.motion, joints, q[which], targets)
        turning = sorted(form.turning)
        q[..., turning] -= TURN * np.rint(q[..., turning] / TURN)
    return q, angle, distance, free
