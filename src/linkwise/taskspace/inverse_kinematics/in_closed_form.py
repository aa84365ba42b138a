"""Answers in closed form, for arms that have one: all branches, and nothing to search for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ...errors import NotForThisRobot, shown
from ..closed_form import ClosedForm, Solutions, closed_form, nearest_solution, solutions
from ..rows import NAMES
from .searching import Found, Run, Search

CLOSE = 1e-6
"""What a pose may be missed by at most, in rad and m, however coarse the tolerance: poses are printed so."""

if TYPE_CHECKING:
    from ...robot import Robot


def form_for(
    robot: Robot,
    frame: str,
    rows: tuple[str, ...],
    drawn: bool,
    method: str | None,
    otherwise: str = "leave method out.",
) -> ClosedForm | None:
    """The closed form to use; None if positions must be searched for. If it was asked for by name, it must exist: else
    an error says what to do otherwise. None is used where solutions are `drawn` towards a posture."""
    if method not in (None, "closed form"):
        return None
    why = ""
    form = None
    if rows != NAMES:
        why = f"only {', '.join(rows)} matter{'s' * (len(rows) == 1)}, and it gives whole poses."
    elif drawn:
        why = "toward is for arms with more joints than a pose determines."
    else:
        form = closed_form(robot, frame, exact=method is None)
        if form is None:
            why = "its axes do not lie as that takes: see docs/inverse_kinematics.md."
    if method == "closed form" and why:
        what = f"there is no closed form for frame {shown(frame)} of robot {shown(robot.name)} here."
        raise NotForThisRobot(what, f"{why[0].upper()}{why[1:]}", otherwise)
    return form


def in_closed_form(
    form: ClosedForm, search: Search, goals: Array, starts: Array, many: int, run: Run, only: bool
) -> Found:
    """The solutions of rows of goals; what has none is searched for, unless `only` closed forms are wanted."""
    found = _answers(form, goals, starts, search, many, run.threads)
    left = np.flatnonzero(found.code)
    if only or not len(left):
        run.advance(len(goals))
        return found
    run.advance(len(goals) - len(left))
    if many == 1:
        searched = search.nearest(goals[left], starts[left], run)
    else:
        searched = search.several(goals[left], starts[left], many, run)
    parts: list[NDArray[Any]] = list(found)
    for part, rest in zip(parts, list[NDArray[Any]](searched), strict=True):
        part[left] = rest
    return found


def _answers(form: ClosedForm, goals: Array, starts: Array, search: Search, many: int, threads: int | None) -> Found:
    """The solutions of rows of goals; where there are none, q is NaN."""
    ranges, tolerance = search.ranges, (min(search.tolerance[0], CLOSE), min(search.tolerance[1], CLOSE))
    count, n = starts.shape
    shared = None if count == 1 else threads
    each = np.s_[0] if count == 1 else np.s_[:]  # one pose without a batch takes the kernel's fast way
    if many == 1 and form.exact:
        best = nearest_solution(form, goals[each], starts[each], ranges.lower, ranges.upper, tolerance, shared)
        return _only(*(np.asarray(x)[None] for x in best) if count == 1 else best)
    poses = np.zeros((count, 4, 4))
    poses[:, :3, :3], poses[:, :3, 3], poses[:, 3, 3] = goals[:, :9].reshape(-1, 3, 3), goals[:, 9:], 1.0
    found = solutions(form, poses[each], starts[each], ranges.lower, ranges.upper, tolerance, shared)
    if count == 1:
        found = Solutions(*(np.asarray(x)[None] for x in vars(found).values()))
    kept = found.q[:, :many]
    if many > form.count:
        kept = np.concatenate([kept, np.full((count, many - form.count, n), np.nan)], axis=1)
    first = _only(found.q[:, 0].copy(), found.angle[:, 0], found.distance[:, 0].copy(), np.isfinite(found.far[:, 0]))
    return first._replace(solutions=kept, number=np.minimum(found.count, many))


def _only(q: Array, chord: Array, distance: Array, solved: NDArray[np.bool_]) -> Found:
    """One solution for each pose, where it is solved."""
    none = np.zeros(len(q), dtype=np.int64)
    angle = 2.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))
    code, number = (~solved).astype(np.int8), solved.astype(np.int64)
    return Found(q, code, angle, distance, q[:, None].copy(), number, none, none.copy())
