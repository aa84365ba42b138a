"""Newton's method from branches that are nearly right, many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...calls.arrays import Array

if TYPE_CHECKING:
    from ...robot import Robot

STEPS = 12
"""The most steps: from a few millimetres off the error is squared in each, but for postures near singular ones."""

LONGEST = 0.2
"""The longest step, in rad or m: beyond it the Jacobian says little."""

REACHED = 1e-14
"""The miss, in rad and m, below which nothing is left to gain."""


def refined(robot: Robot, frame: str, joints: Array, q: Array, poses: Array) -> tuple[Array, Array]:
    """Rows of q after Newton's method with some of the joints, and how far their poses then are from those asked for.

    >>> import linkwise
    >>> robot = linkwise.load("puma560")
    >>> q = np.array([[0.1, -0.5, 0.3, 0.2, 0.7, 0.1]])
    >>> found, miss = refined(robot, "link6", np.arange(6), q + 0.01, robot.forward_kinematics(q, "link6"))
    >>> bool(abs(found - q).max() < 1e-12 and miss.max() < 1e-12)
    True
    """
    best, least = q.copy(), np.full(len(q), np.inf)
    for step in range(STEPS + 1):
        reached = robot.forward_kinematics(q, frame)
        miss = np.abs((reached - poses)[:, :3]).max(axis=(1, 2))
        better = miss < least
        best[better], least[better] = q[better], miss[better]
        if step == STEPS or (least <= REACHED).all():
            break
        J = robot.jacobian(q, frame)[:, :, joints]
        change = (np.linalg.pinv(J, rcond=1e-12) @ _twist(reached, poses)[..., None])[..., 0]
        longest = np.abs(change).max(axis=1, keepdims=True)
        q = q.copy()
        q[:, joints] += change * np.minimum(1.0, LONGEST / np.maximum(longest, LONGEST))
    return best, least


def _twist(a: Array, b: Array) -> Array:
    """The small (ω, v) from poses a to poses b, exact to first order."""
    D = b[:, :3, :3] @ a[:, :3, :3].transpose(0, 2, 1)
    turn = 0.5 * np.stack([D[:, 2, 1] - D[:, 1, 2], D[:, 0, 2] - D[:, 2, 0], D[:, 1, 0] - D[:, 0, 1]], axis=1)
    return np.concatenate([turn, (b - a)[:, :3, 3]], axis=1)
