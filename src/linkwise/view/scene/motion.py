"""What changes while a robot moves: poses of its links, curves of its joints, energies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...calls.arrays import Array
from .packing import packed
from .poses import poses_of

FASTEST = 60.0
"""Pictures in a second of motion: a screen shows no more."""

MOST = 3600
"""The most pictures of a motion, a minute at full pace: a page stays small."""


def instants(start: float, end: float) -> Array:
    """The times of the pictures of a motion.

    >>> instants(0.0, 1.0).size, instants(0.0, 3600.0).size
    (61, 3600)
    """
    count = int(np.clip(np.ceil((end - start) * FASTEST - 1e-9) + 1, 2, MOST)) if end > start else 1
    return np.linspace(start, end, count)


def rows_at(when: Array, t: Array, rows: Array) -> Array:
    """Rows (K, m) given at times t, on straight lines between them at other times.

    >>> rows_at(np.array([0.5]), np.array([0.0, 1.0]), np.array([[0.0, 1.0], [2.0, 1.0]])).tolist()
    [[1.0, 1.0]]
    """
    between = np.empty((len(when), rows.shape[1]))
    for k, column in enumerate(rows.T):
        between[:, k] = np.interp(when, t, column)
    return between


def motion_of(
    robot: Any,
    t: Array,
    q: Array,
    curves: dict[str, Array] | None = None,
    energies: dict[str, Array] | None = None,
    marks: dict[str, Any] | None = None,
    driven: Sequence[int] | None = None,
) -> dict[str, Any]:
    """A motion as the page plays it: times (K,), positions (K, n), other curves of the joints, energies (K,).

    Curves have a column for each coordinate; tau and power one for each of those in `driven`, which are all unless some
    are named. `marks` are those of `marks_of`.

    >>> import linkwise
    >>> motion = motion_of(linkwise.load("pendulum"), np.array([0.0, 1.0]), np.array([[0.0], [0.5]]))
    >>> motion["poses"]["shape"]
    [2, 2, 7]
    """
    return {
        "times": packed(t),
        "poses": packed(poses_of(robot, q)),
        "curves": {name: packed(rows) for name, rows in {"q": q, **(curves or {})}.items()},
        "driven": list(range(q.shape[1])) if driven is None else [int(k) for k in driven],
        "energies": {name: packed(rows) for name, rows in (energies or {}).items()},
        "marks": marks or {},
    }
