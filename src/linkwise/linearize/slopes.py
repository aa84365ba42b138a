"""How a caller's function (t, q, qd) changes with the state: central differences, for nothing else is known of it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..calls.direct import checked_wrenches
from ..errors import BadArray, shown

if TYPE_CHECKING:
    from ..robot import Robot

STEP = 6e-6
"""The cube root of the spacing of doubles: errors of rounding and of the second order are then alike, about 1e-10."""


def slopes(what: str, function: Callable[..., Any], size: int, t: float, q: Array, qd: Array) -> Array:
    """∂f/∂[q; q̇] (size, 2n).

    >>> slopes("tau", lambda t, q, qd: [q[0] * q[0] + 3.0 * qd[0]], 1, 0.0, np.array([2.0]), np.array([1.0])).round(6)
    array([[4., 3.]])
    """
    n, x = len(q), np.concatenate([q, qd])
    columns = []
    for k in range(2 * n):
        h = STEP * max(1.0, abs(x[k]))
        up, down = x.copy(), x.copy()
        up[k], down[k] = x[k] + h, x[k] - h
        after, before = (vector(what, function(t, y[:n], y[n:]), size) for y in (up, down))
        columns.append((after - before) / (up[k] - down[k]))
    return np.stack(columns, axis=-1)


def vector(what: str, value: Any, size: int) -> Array:
    """What a caller's function gave: so many numbers.

    >>> vector("the controller", [1, 2], 2)
    array([1., 2.])
    """
    found = numbers(what, value, (size,), "what the function gave").astype(float)
    if found.ndim != 1:
        raise BadArray(f"{what} gave an array of shape {found.shape}.", f"{size} numbers were expected.")
    return found


class Pressing:
    """The wrenches of a simulation: at each frame six numbers, or a function of (t, q, qd) that gives them.

    >>> import linkwise
    >>> spring = Pressing(linkwise.load("planar2r"), {"tip": lambda t, q, qd: [0, 0, 0, 0, -q[0], 0]})
    >>> spring.at(0.0, np.array([0.5, 0.0]), np.zeros(2))["tip"][4]
    np.float64(-0.5)
    """

    def __init__(self, robot: "Robot", wrenches: Mapping[str, Any] | None):
        self.robot = robot
        self.moving, rest = {}, wrenches
        if isinstance(wrenches, Mapping):
            self.moving = {name: w for name, w in wrenches.items() if callable(w)}
            rest = {name: w for name, w in wrenches.items() if name not in self.moving}
        self.still = {name: vector(_at(name), w, 6) for name, w in checked_wrenches(robot.tree, rest).items()}
        for name in self.moving:
            robot.tree.frame(name)

    def at(self, t: float, q: Array, qd: Array) -> dict[str, Array] | None:
        """The wrenches at a state."""
        found = {name: vector(_at(name), w(t, q, qd), 6) for name, w in self.moving.items()}
        return {**self.still, **found} or None

    def slopes(self, t: float, q: Array, qd: Array) -> Array:
        """∂(Jᵀw)/∂[q; q̇] (n, 2n), J standing still: what its motion does is in the derivatives of the dynamics."""
        total = np.zeros((len(q), 2 * len(q)))
        for name, w in self.moving.items():
            total += self.robot.jacobian(q, name).T @ slopes(_at(name), w, 6, t, q, qd)
        return total


def _at(frame: str) -> str:
    return f"the wrench at {shown(frame)}"
