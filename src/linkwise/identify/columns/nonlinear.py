"""Unknowns on which torques do not depend linearly: gains of drives, tilt of the base, speeds of Stribeck's law.

Each has a column too: how torques change with it where it stands now. What multiplies this column is the change still
to be made, which is 0 once the value has been found; so estimators, deviations and validation see it as one more row of
the table. Values are found by Gauss and Newton's method (`linkwise.identify.settling`).

A gain G turns what was logged, a current for example, into a torque: G u = W x. The misfit is that of what was logged,
u − W x / G, and not of its product with an unknown, which would be smallest at G = 0.         [gautier2014]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...calls.arrays import Array

if TYPE_CHECKING:
    from .request import Axis

GENERAL_SPEED = 1.0
"""Stribeck's speed (rad/s) before one was looked for: random motions show every column at it."""

SHAPE = 2.0
"""Stribeck's shape before one was looked for."""


@dataclass(frozen=True)
class Nonlinear:
    """One of these unknowns: its kind ("gain", "tilt" or "speed"), the joint or angle it belongs to, its name.

    >>> Nonlinear("gain", 1, "G2").name
    'G2'
    """

    kind: str
    index: int
    name: str


class Stribeck:
    """The speed and the shape of Stribeck's law, axis by axis.

    >>> from linkwise.identify.columns.request import Axis
    >>> law = Stribeck([Axis("elbow", "2", np.array([0.0, 1.0]), False)])
    >>> law.speed.tolist(), law.shape.tolist(), law.of["2"]
    ([1.0], [2.0], 0)
    """

    def __init__(self, axes: Sequence[Axis]) -> None:
        self.of = {axis.suffix: k for k, axis in enumerate(axes)}
        self.speed: Array = np.full(len(axes), GENERAL_SPEED)
        self.shape: Array = np.full(len(axes), SHAPE)
        self.low: Array = np.zeros(len(axes))
        self.high: Array = np.full(len(axes), np.inf)
        """Speeds that the motion can show."""

    def at(self, suffix: str) -> tuple[float, float]:
        """Speed and shape of an axis."""
        k = self.of[suffix]
        return float(self.speed[k]), float(self.shape[k])


def falling(qd: Array, speed: float, shape: float) -> Array:
    """e^(−|q̇/speed|^shape).

    >>> falling(np.array([0.0, -0.1]), 0.1, 2.0).round(3)
    array([1.   , 0.368])
    """
    left: Array = np.exp(-(np.abs(qd / speed) ** shape))
    return left


def with_speed(qd: Array, speed: float, shape: float) -> Array:
    """How `falling` changes with the speed.

    >>> falling(0.2, 0.1001, 2.0) - falling(0.2, 0.0999, 2.0), 2e-4 * with_speed(0.2, 0.1, 2.0)
    (np.float64(0.00029...), np.float64(0.00029...))
    """
    slope: Array = falling(qd, speed, shape) * shape * np.abs(qd / speed) ** shape / speed
    return slope
