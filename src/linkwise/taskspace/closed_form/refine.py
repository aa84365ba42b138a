"""Newton's method from branches that are nearly right, many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ...calls.arrays import Array

STEPS = 20
"""The most steps: from a few millimetres off the error is squared in each, but for postures near singular ones."""

LONGEST = 0.2
"""The longest step, in rad or m: beyond it the Jacobian says little."""

REACHED = 1e-14
"""The miss, in rad and m, below which nothing is left to gain."""


def refined(
    motion: Callable[[Array], Sequence[Array]], joints: Array, q: Array, poses: Array
) -> tuple[Array, Array, Array]:
    """Rows of q after Newton's method with some of the joints, and what their poses then miss, in rad and in m.

    `motion` gives poses and Jacobians.

    >>> import linkwise
    >>> from linkwise.taskspace.closed_form import closed_form
    >>> motion = closed_form(linkwise.load("puma560")).motion
    >>> q = np.array([[0.1, -0.5, 0.3, 0.2, 0.7, 0.1]])
    >>> found, angle, distance = refined(motion, np.arange(6), q + 0.01, motion(q).pose)
    >>> bool(abs(found - q).max() < 1e-12 and angle.max() < 1e-12)
    True
    """
    best, misses = q.copy(), np.full((2, len(q)), np.inf)
    for step in range(STEPS + 1):
        reached, J = motion(q)
        off = (reached - poses)[:, :3]
        turn, shift = np.linalg.norm(off[:, :, :3], axis=(1, 2)), np.linalg.norm(off[:, :, 3], axis=1)
        missing = np.stack([np.sqrt(0.5) * turn, shift])
        better = missing.max(axis=0) < misses.max(axis=0)
        best[better], misses[:, better] = q[better], missing[:, better]
        if step == STEPS or (misses <= REACHED).all():
            break
        change = (np.linalg.pinv(J[:, :, joints], rcond=1e-12) @ _twist(reached, poses)[..., None])[..., 0]
        longest = np.abs(change).max(axis=1, keepdims=True)
        q = q.copy()
        q[:, joints] += change * np.minimum(1.0, LONGEST / np.maximum(longest, LONGEST))
    return best, *misses


def _twist(a: Array, b: Array) -> Array:
    """The small (ω, v) from poses a to poses b, exact to first order."""
    D = b[:, :3, :3] @ a[:, :3, :3].transpose(0, 2, 1)
    turn = 0.5 * np.stack([D[:, 2, 1] - D[:, 1, 2], D[:, 0, 2] - D[:, 2, 0], D[:, 1, 0] - D[:, 0, 1]], axis=1)
    return np.concatenate([turn, (b - a)[:, :3, 3]], axis=1)
