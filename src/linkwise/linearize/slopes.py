"""How a caller's function (t, q, qd) changes with the state: central differences, for nothing else is known of it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import Array, real
from ..asking import checked_wrenches

if TYPE_CHECKING:
    from ..robot import Robot

STEP = 6e-6
"""The cube root of the spacing of doubles: errors of rounding and of the second order are then alike, about 1e-10."""


def slopes(function: Callable[..., Any], t: float, q: Array, qd: Array) -> Array:
    """∂f/∂[q; q̇] (m, 2n).

    >>> slopes(lambda t, q, qd: [q[0] * q[0] + 3.0 * qd[0]], 0.0, np.array([2.0]), np.array([1.0])).round(6)
    array([[4., 3.]])
    """
    n, x = len(q), np.concatenate([q, qd])
    columns = []
    for k in range(2 * n):
        h = STEP * max(1.0, abs(x[k]))
        up, down = x.copy(), x.copy()
        up[k], down[k] = x[k] + h, x[k] - h
        after, before = (np.asarray(function(t, y[:n], y[n:]), dtype=float) for y in (up, down))
        columns.append((after - before) / (up[k] - down[k]))
    return np.stack(columns, axis=-1)


class Pressing:
    """The wrenches of a simulation: at each frame six numbers, or a function of (t, q, qd) that gives them.

    >>> import linkwise
    >>> spring = Pressing(linkwise.load("planar2r"), {"tip": lambda t, q, qd: [0, 0, 0, 0, -q[0], 0]})
    >>> spring.at(0.0, np.array([0.5, 0.0]), np.zeros(2))["tip"][4]
    np.float64(-0.5)
    """

    def __init__(self, robot: "Robot", wrenches: Mapping[str, Any] | None):
        self.robot = robot
        self.moving = {name: w for name, w in dict(wrenches or {}).items() if callable(w)}
        self.still = checked_wrenches(robot.tree, {k: w for k, w in dict(wrenches or {}).items() if not callable(w)})
        for name in self.moving:
            robot.tree.frame(name)

    def at(self, t: float, q: Array, qd: Array) -> dict[str, Array] | None:
        """The wrenches at a state."""
        found = {name: real(f"wrench at {name}", w(t, q, qd), 6, "moment, force") for name, w in self.moving.items()}
        return {**self.still, **found} or None

    def slopes(self, t: float, q: Array, qd: Array) -> Array:
        """∂(Jᵀw)/∂[q; q̇] (n, 2n), J standing still: what its motion does is in the derivatives of the dynamics."""
        total = np.zeros((len(q), 2 * len(q)))
        for name, w in self.moving.items():
            total += self.robot.jacobian(q, name).T @ slopes(w, t, q, qd)
        return total
