"""Which motions of a frame make up the task: rows of the Jacobian, or combinations of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite, fixed, real_array
from ..errors import BadArray, UnknownName, shown
from .orientation import ORIENTATIONS

NAMES = ("rx", "ry", "rz", "x", "y", "z")
"""The six rows: turning about and moving along the axes, the angular part first as in every Jacobian."""

TASKS = {
    "pose": NAMES,
    "orientation": NAMES[:3],
    "position": NAMES[3:],
    "planar": ("rz", "x", "y"),
}
"""Tasks that have a name, and their rows."""

AXES = ("base", "tool")
"""The axes the rows may be in."""

ANGLES = {"angle1": "rx", "angle2": "ry", "angle3": "rz"}
"""The coordinates of an orientation, and the rows they replace."""


@dataclass(frozen=True, eq=False)
class Selection:
    """The rows of a task by name, and the matrix S (m, 6) that picks them from a twist: ẋ = S (ω, v).

    >>> selection("position").matrix.shape
    (3, 6)
    """

    names: tuple[str, ...]
    matrix: Array

    @property
    def m(self) -> int:
        """The number of rows."""
        return len(self.names)

    @cached_property
    def key(self) -> bytes:
        """The matrix as a key of kernels."""
        return self.matrix.tobytes()


def task_rows(rows: Any, axes: str, orientation: str) -> Selection:
    """The rows of a task in these axes and coordinates of orientation, if they go together.

    >>> task_rows("orientation", "base", "zyx").names
    ('angle1', 'angle2', 'angle3')
    """
    named = type(rows) is str and type(axes) is str and type(orientation) is str
    return _named_task(rows, axes, orientation) if named else _task_rows(rows, axes, orientation)


def _task_rows(rows: Any, axes: str, orientation: str) -> Selection:
    if not isinstance(axes, str) or axes not in AXES:
        raise BadArray(f"the axes of a task are {shown(repr(axes))}.", '"base" or "tool" was expected.')
    if not isinstance(orientation, str) or orientation not in ("geometric", *ORIENTATIONS):
        raise UnknownName("orientation", orientation, "a task", ("geometric", *ORIENTATIONS))
    if orientation == "geometric":
        return selection(rows)
    if isinstance(rows, str) and rows == "planar":
        raise BadArray(
            f"the task 'planar' turns about z, which is not one of the {orientation} coordinates.",
            "A task of positions, or of all three angles, was expected.",
            'use orientation="geometric".',
        )
    if axes != "base":
        raise BadArray(
            f'axes="tool" was given together with {orientation} coordinates.',
            "Coordinates of orientation describe the frame in the base: they have no axes of their own.",
            'leave out axes="tool", or orientation.',
        )
    if isinstance(rows, list | tuple):
        for row in rows:
            if isinstance(row, str) and row in ANGLES.values():
                raise BadArray(
                    f"the row {shown(row)} is a turn about an axis, not one of the {orientation} coordinates.",
                    f"They are {', '.join(ANGLES)}, in their order.",
                    'name one of these, or use orientation="geometric".',
                )
        rows = [ANGLES.get(row, row) if isinstance(row, str) else row for row in rows]
    selected, angles = selection(rows), {row: angle for angle, row in ANGLES.items()}
    return Selection(tuple(angles.get(name, name) for name in selected.names), selected.matrix)


_named_task = lru_cache(maxsize=256)(_task_rows)


def selection(rows: Any) -> Selection:
    """The rows of a task, with turns about axes.

    `rows` is "pose", "position", "orientation" or "planar"; a list of row names ("rx", "ry", "rz", "x", "y", "z") or of
    their numbers 0 … 5; or a matrix (m, 6) whose rows combine those of the twist (ω, v).

    >>> selection(["x", "z"]).matrix
    array([[0., 0., 0., 1., 0., 0.],
           [0., 0., 0., 0., 0., 1.]])
    >>> selection([[0, 0, 0, 0.6, 0.8, 0]]).names
    ('row 1',)
    """
    if isinstance(rows, str):
        if rows not in TASKS:
            raise UnknownName("task", rows, "linkwise.taskspace", TASKS, 'a single row is a list of one: ["z"].')
        return _picked(TASKS[rows])
    if isinstance(rows, np.ndarray) and rows.ndim == 1:
        rows = rows.tolist()
    if isinstance(rows, Sequence) and rows and all(isinstance(row, str | int | np.integer) for row in rows):
        return _picked([_name(row) for row in rows])
    return _combined(rows)


def _name(row: Any) -> str:
    if isinstance(row, str):
        if row not in NAMES:
            raise UnknownName("row", row, "a Jacobian", NAMES)
        return row
    if isinstance(row, bool) or not 0 <= row < len(NAMES):
        raise UnknownName("row", row, "a Jacobian", [f"{k} ({name})" for k, name in enumerate(NAMES)])
    return NAMES[row]


def _picked(names: Sequence[str]) -> Selection:
    if len(set(names)) < len(names):
        raise BadArray(f"the rows {list(names)} name one twice.", "Each row was expected once.")
    return Selection(tuple(names), fixed(np.eye(6)[[NAMES.index(name) for name in names]]))


def _combined(rows: Any) -> Selection:
    expected = "The name of a task, a list of rows, or a matrix of shape (m, 6) with 1 ≤ m ≤ 6 was expected."
    S = finite("rows", real_array("rows", rows, expected), (), "a matrix of shape (m, 6)")
    if S.ndim != 2 or S.shape[1] != 6 or not 1 <= S.shape[0] <= 6:
        raise BadArray(f"rows has shape {S.shape}.", expected, 'rows="pose" takes all six.')
    if np.linalg.matrix_rank(S) < len(S):
        raise BadArray("the rows of the selection matrix depend on each other.", "Independent rows were expected.")
    return Selection(tuple(f"row {k}" for k in range(1, len(S) + 1)), S)
