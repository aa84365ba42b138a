"""How a caller's function (t, q, qd) changes with the state, by central differences: nothing else is known of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..calls.direct import checked_wrenches
from ..errors import BadArray, shown

if TYPE_CHECKING:
    from ..robot import Robot

STEP = 6e-6
"""The cube root of the spacing of doubles: errors of rounding and of second order are then alike, about 1e-10."""


def slopes(what: str, function: Callable[..., Any], size: int, t: float, q: Array, qd: Array) -> Array:
    """∂f/∂[q; q̇] (size, 2n) of a function; `what` is its name in errors.

    >>> slopes("tau", lambda t, q, qd: [q[0] * q[0] + 3.0 * qd[0]], 1, 0.0, np.array([2.0]), np.array([1.0])).round(6)
    array([[4., 3.]])
    """
    n, x = len(q), np.concatenate([q, qd])
    columns = []
    for k in range(2 * n):
        h = STEP * max(1.0, abs(x[k]))
        up, down = x.copy(), x.copy()
        up[k], down[k] = x[k] + h, x[k] - h
        after, before = (one_vector(what, function(t, y[:n], y[n:]), size) for y in (up, down))
        columns.append((after - before) / (up[k] - down[k]))
    return np.stack(columns, axis=-1)


def one_vector(what: str, value: ArrayLike, size: int) -> Array:
    """A copy of exactly `size` numbers, finite or not: a simulation that meets NaN reports it itself.

    >>> one_vector("the controller", [1, 2], 2)
    array([1., 2.])
    """
    array = real(what, value, size, "numbers").copy()  # a function may return the same array at every call
    if array.ndim != 1:
        raise BadArray(f"{what} has shape {array.shape}.", f"{size} numbers were expected.")
    return array


class SimulatedWrenches:
    """The wrenches of a simulation: at each frame six numbers, or a function (t, q, qd) that returns them.

    >>> import linkwise
    >>> spring = SimulatedWrenches(linkwise.load("planar2r"), {"tip": lambda t, q, qd: [0, 0, 0, 0, -q[0], 0]})
    >>> spring.at(0.0, np.array([0.5, 0.0]), np.zeros(2))["tip"][4]
    np.float64(-0.5)
    """

    def __init__(self, robot: Robot, wrenches: Mapping[str, Any] | None):
        self.robot = robot
        self.functions: dict[str, Callable[..., Any]] = {}
        constant = wrenches
        if isinstance(wrenches, Mapping):
            self.functions = {name: w for name, w in wrenches.items() if callable(w)}
            constant = {name: w for name, w in wrenches.items() if name not in self.functions}
        checked = checked_wrenches(robot.tree, constant)
        self.constants = {name: one_vector(_wrench_at(name), w, 6) for name, w in checked.items()}
        for name in self.functions:
            robot.tree.frame(name)

    def at(self, t: float, q: Array, qd: Array) -> dict[str, Array] | None:
        """The wrenches at a state; None if there are none."""
        varying = {name: one_vector(_wrench_at(name), w(t, q, qd), 6) for name, w in self.functions.items()}
        return {**self.constants, **varying} or None

    def slopes(self, t: float, q: Array, qd: Array) -> Array:
        """∂(Jᵀw)/∂[q; q̇] (n, 2n) with J held fixed: the derivatives of the dynamics account for its motion."""
        total = np.zeros((len(q), 2 * len(q)))
        for name, w in self.functions.items():
            total += self.robot.jacobian(q, name).T @ slopes(_wrench_at(name), w, 6, t, q, qd)
        return total


def _wrench_at(frame: str) -> str:
    return f"the wrench at {shown(frame)}"
