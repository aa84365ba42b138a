"""Which motions of a frame make up the task: rows of the Jacobian, or combinations of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, UnknownName, plain, shown

NAMES = ("rx", "ry", "rz", "x", "y", "z")
"""The six rows: turning about and moving along the axes, the angular part first as in every Jacobian."""

TASKS = {
    "pose": NAMES,
    "orientation": NAMES[:3],
    "position": NAMES[3:],
    "planar": ("rz", "x", "y"),
}
"""Tasks that have a name."""


@dataclass(frozen=True, eq=False)
class Selection:
    """The rows of a task by name, and the matrix S (m, 6) that takes them from a twist: ẋ = S (ω, v).

    >>> selection("position").matrix.shape
    (3, 6)
    """

    names: tuple[str, ...]
    matrix: Array

    @property
    def m(self) -> int:
        """How many there are."""
        return len(self.names)


def selection(rows: Any) -> Selection:
    """The rows of a task.

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
        raise BadArray(f"the rows {list(names)} name one twice.", "Each row once was expected.")
    return Selection(tuple(names), np.eye(6)[[NAMES.index(name) for name in names]])


def _combined(rows: Any) -> Selection:
    expected = "A name of a task, a list of rows, or a matrix of shape (m, 6) with 1 ≤ m ≤ 6 was expected."
    try:
        S = np.array(rows, dtype=float)
    except (TypeError, ValueError):
        raise BadArray(f"rows are {shown(repr(rows))}.", expected) from None
    if S.ndim != 2 or S.shape[1] != 6 or not 1 <= S.shape[0] <= 6 or not np.isfinite(S).all():
        raise BadArray(f"rows of shape {S.shape} are no selection.", expected, 'rows="pose" takes all six.')
    if np.linalg.matrix_rank(S) < len(S):
        raise BadArray("the rows of the selection matrix depend on each other.", "Independent rows were expected.")
    return Selection(tuple(f"row {k}" for k in range(1, len(S) + 1)), S)


def check_entry(index: Any, batch: tuple[int, ...], what: str) -> None:
    """Refuse an index that is none of a batch, though it may be one of the arrays that hold it.

    >>> check_entry(7, (5,), "models")
    Traceback (most recent call last):
    linkwise.errors.BadArray: [7] is no entry of models of shape (5,).
      An index into the batch was expected.
    """
    try:
        np.broadcast_to(0.0, batch)[index]
    except IndexError:
        raise BadArray(
            f"[{plain(str(index))}] is no entry of {what} of shape {batch}.", "An index into the batch was expected."
        ) from None


def fitting(name: str, found: Array, states: tuple[int, ...]) -> Array:
    """An array, if it is finite and goes with states of a shape.

    >>> fitting("force", np.zeros((5, 3)), (5, 7)).shape
    (5, 3)
    """
    if not np.isfinite(found).all():
        raise BadArray(f"{name} is not finite.", "Finite numbers were expected.")
    try:
        np.broadcast_shapes(found.shape[:-1], states[:-1])
    except ValueError:
        raise BadArray(
            f"{name} of shape {found.shape} does not go with states of shape {states}.",
            "All axes but the last must broadcast against each other.",
        ) from None
    return found
