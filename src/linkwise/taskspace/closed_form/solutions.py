"""The solutions of poses by a closed form: arrays in, arrays out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...calls.arrays import Array
from .branches import ClosedForm
from .ranking import NONE, TURN
from .refine import refined

START = 0.1
"""How far, in rad or m, a branch of a nearly exact geometry may miss for Newton's method to start from it."""


class Solutions(NamedTuple):
    """Solutions of poses, the nearest to q0 first.

    q         (…, branches, n), NaN where there are fewer solutions
    distance  (…, branches) from q0, infinite where there are fewer
    miss      (…, branches), the largest difference between an entry of the robot's own pose and of the one asked for
    free      (…, branches), whether a joint was free at a singular pose, so that the solution is one of many
    found     (…), how many branches reach the pose, within limits or beyond
    """

    q: Array
    distance: Array
    miss: Array
    free: Array
    found: Array

    @property
    def count(self) -> Array:
        """The number of solutions of each pose."""
        return np.isfinite(self.distance).sum(axis=-1)


def solutions(
    form: ClosedForm, poses: Array, q0: Array, *, limits: bool = True, tolerance: float = 1e-9
) -> Solutions:
    """All solutions of poses (…, 4, 4) with q0 (…, n).

    Angles are shifted by whole turns: as near to q0 as limits allow. `tolerance` is what a solution may miss its pose
    by, in rad and m.

    >>> import linkwise
    >>> from linkwise.taskspace.closed_form import closed_form
    >>> robot = linkwise.load("puma560")
    >>> q = np.array([0.1, -0.5, 0.3, 0.2, 0.7, 0.1])
    >>> found = solutions(closed_form(robot), robot.forward_kinematics(q), q)
    >>> int(found.count), bool(abs(found.q[0] - q).max() < 1e-12)
    (8, True)
    """
    robot = form.robot
    lower, upper = robot.limits.lower, robot.limits.upper
    if not limits:
        lower, upper = np.full(robot.n, -np.inf), np.full(robot.n, np.inf)
    start = np.minimum(np.maximum(q0, lower), upper)
    turns = TURN * np.rint(start / TURN)
    turns[..., [k for k in range(robot.n) if k not in form.turning]] = 0.0
    whole = bool(turns.any())
    if whole:
        q0, start, lower, upper = q0 - turns, start - turns, lower - turns, upper - turns
    wanted = (q0, start, lower, upper, np.array(tolerance))
    if form.exact:
        q, square, miss, free, found = form.ranked_branches(poses, *wanted)
    else:
        q, square, miss, free, found = form.rank(*_refined(form, poses, q0), *wanted)
    if whole:
        q = q + turns[..., None, :]
    none = square >= NONE
    if none.any():
        q[none], square[none], miss[none], free[none] = np.nan, np.inf, np.nan, 0.0
    return Solutions(q, np.sqrt(square), miss, free > 0.5, found[..., 0].astype(int))


def _refined(form: ClosedForm, poses: Array, q0: Array) -> tuple[Array, Array, Array]:
    """The branches of a geometry that is not exact, after Newton's method."""
    q, miss, free = form.branches(poses, q0)
    which = miss <= START
    if which.any():
        joints = np.array([each.index for each in form.chain.axes])
        targets = np.broadcast_to(poses[..., None, :, :], (*miss.shape, 4, 4))[which]
        q[which], miss[which] = refined(form.robot, form.frame, joints, q[which], targets)
        turning = sorted(form.turning)
        q[..., turning] -= TURN * np.rint(q[..., turning] / TURN)
    return q, miss, free
