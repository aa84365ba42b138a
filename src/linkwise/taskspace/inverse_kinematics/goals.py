"""What a caller wants reached, checked: poses, or points where only the position matters."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...algebra import is_finite_number
from ...calls.arrays import Array
from ...calls.checks import finite, is_number, positive
from ...errors import BadArray, NotForThisRobot, plain
from ..abstract_orientation import right_handed
from ..rows import NAMES, task_rows
from .programs import GOAL

POSITION = NAMES[3:]
"""The rows that a point has."""

LAST = np.array([0.0, 0.0, 0.0, 1.0])
"""The last row of a pose."""


def goals(pose: ArrayLike, rows: tuple[str, ...]) -> Array:
    """Poses (…, 12): the rotation row by row, then the position; of points the rotation is 1.

    >>> goals([0.3, 0.0, 0.5], ("x", "z"))
    array([1. , 0. , 0. , 0. , 1. , 0. , 0. , 0. , 1. , 0.3, 0. , 0.5])
    """
    points = set(rows) <= set(POSITION)
    meaning = "4×4 poses" + (", or points of three coordinates" if points else "")
    array = finite("pose", pose, (), meaning)
    if points and array.ndim and array.shape[-1] == 3:
        whole = np.empty((*array.shape[:-1], GOAL))
        whole[..., :9], whole[..., 9:] = np.eye(3).ravel(), array
        return whole
    if array.ndim < 2 or array.shape[-2:] != (4, 4):
        hint = "" if points or array.shape[-1:] != (3,) else 'rows="position" takes points.'
        raise BadArray(f"pose has shape {array.shape}.", f"Arrays of shape (…, 4, 4) were expected: {meaning}.", hint)
    last = array[..., 3, :]
    if not (last == LAST).all() and np.abs(last - LAST).max() > 1e-9:
        ends = last.reshape(-1, 4)
        worst = ends[np.abs(ends - LAST).max(axis=1).argmax()]
        raise BadArray(
            f"the last row of a pose is {worst.tolist()}.",
            "A pose ends in 0, 0, 0, 1.",
            "is it transposed?",
        )
    R = right_handed("the pose", array[..., :3, :3])
    whole = np.empty((*array.shape[:-2], GOAL))
    whole[..., :9], whole[..., 9:] = R.reshape(*array.shape[:-2], 9), array[..., :3, 3]
    return whole


def chosen_rows(rows: object, axes: str) -> tuple[str, ...]:
    """The names of the rows that matter.

    >>> chosen_rows("position", "base")
    ('x', 'y', 'z')
    """
    selected = task_rows(rows, axes, "geometric")
    if not set(selected.names) <= set(NAMES):
        raise NotForThisRobot(
            "rows is a matrix.", f"Inverse kinematics takes whole rows: {', '.join(NAMES)}.", 'rows=["x", "z"], say.'
        )
    return selected.names


def tolerances(value: object) -> tuple[float, float]:
    """How far off a pose may be, in rad and in m: one number for both, or two.

    >>> tolerances(1e-6), tolerances((1e-3, 1e-4))
    ((1e-06, 1e-06), (0.001, 0.0001))
    """
    if is_number(value):
        return (positive("tolerance", value),) * 2
    pair = value.tolist() if isinstance(value, np.ndarray) else value
    if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(is_finite_number(x) and x > 0 for x in pair):
        raise BadArray(
            f"tolerance is {plain(repr(value), 60)}.", "A number above 0 was expected, or two: in rad and in m."
        )
    return float(pair[0]), float(pair[1])
