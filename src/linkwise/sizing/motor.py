"""The data of a motor and its gear, as catalogues print them."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import InvalidModel


@dataclass(frozen=True)
class Motor:
    """A motor behind a gear: at its shaft, in N m, rad/s and kg m² (N, m/s and kg for a linear motor).

    `ratio` is turns of the motor per turn of the joint; `efficiency` that of the gear, from 0 to 1. The motor can give
    `peak_torque` up to `rated_speed` (its `max_speed` unless given), from there falling to nothing at `max_speed`, and
    `continuous_torque` for any length of time. What is not given is unlimited.

    >>> motor = Motor(ratio=100.0, continuous_torque=0.3, peak_torque=0.9, max_speed=500.0, rated_speed=300.0)
    >>> motor.available([0.0, 300.0, 400.0, 600.0])
    array([0.9 , 0.9 , 0.45, 0.  ])
    """

    ratio: float = 1.0
    continuous_torque: float = math.inf
    peak_torque: float = math.inf
    max_speed: float = math.inf
    rated_speed: float | None = None
    inertia: float = 0.0
    efficiency: float = 1.0
    name: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InvalidModel(f"the name of a motor is {self.name!r}.", "A text was expected.")
        for field in fields(self):
            value: Any = getattr(self, field.name)
            if field.name == "name" or (value is None and field.name == "rated_speed"):
                continue
            if not isinstance(value, Real) or isinstance(value, bool) or math.isnan(value):
                raise InvalidModel(f"the {field.name} of a motor is {value!r}.", "A number was expected.")
            value = float(value)
            if field.name == "inertia" and 0.0 <= value < math.inf:
                continue
            if field.name == "ratio" and value != 0.0 and math.isfinite(value):
                continue
            if field.name not in ("inertia", "ratio") and value > 0.0:
                continue
            raise InvalidModel(f"the {field.name} of a motor is {value:g}.", "A positive number was expected.")
        if self.efficiency > 1.0:
            raise InvalidModel(f"the efficiency of a gear is {self.efficiency:g}.", "A number up to 1 was expected.")
        if self.rated_speed is not None and self.rated_speed > self.max_speed:
            raise InvalidModel(
                f"the rated speed {self.rated_speed:g} of a motor is above its largest, {self.max_speed:g}.",
                "A speed up to the largest was expected.",
            )

    def available(self, speed: ArrayLike) -> Array:
        """The largest torque at speeds of the motor.

        >>> Motor(peak_torque=2.0).available(1e4)
        array(2.)
        """
        ω = np.abs(numbers("speed", speed, (), "speeds of the motor"))
        if math.isinf(self.max_speed):
            return np.full(ω.shape, self.peak_torque)
        knee = self.max_speed if self.rated_speed is None else self.rated_speed
        if knee == self.max_speed:
            return np.where(ω <= self.max_speed, self.peak_torque, 0.0)
        falling = np.clip((self.max_speed - ω) / (self.max_speed - knee), 0.0, 1.0)
        if math.isinf(self.peak_torque):
            return np.where(falling > 0.0, math.inf, 0.0)
        return np.asarray(self.peak_torque * falling)
