"""A controller's inputs besides time and state: the shapes its program takes, and their values at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite, numbers
from ..errors import BadArray, LinkwiseError, shown
from ..rollouts.in_loop import kind_of
from ..trajectories import AbstractTrajectory

TAKEN = ("t", "q", "qd", "tau", "rate", "estimates")
"""Names that controllers' programs use themselves."""

_V = re.compile(r"v\d*")

PARTS = ("q", "qd", "qdd")
"""What a trajectory consists of: an input NAME becomes the arrays NAME_q, NAME_qd and NAME_qdd."""


@dataclass(frozen=True, eq=False)
class Ports:
    """Inputs by name, of the kinds that `linkwise.rollouts.InLoop` takes, for a robot of n joints.

    >>> Ports({"gain": 3.0}, 2).shapes
    {'gain': ()}
    """

    inputs: Mapping[str, Any]
    n: int

    def __post_init__(self) -> None:
        if not isinstance(self.inputs, Mapping):
            raise LinkwiseError(
                f"the controller's inputs are {shown(repr(self.inputs))}.",
                "A dict of values by name was expected.",
                '{"stiffness": 8.0}, for example.',
            )
        for name in self.inputs:
            if not isinstance(name, str) or not name.isidentifier() or name in TAKEN or _V.fullmatch(name):
                raise LinkwiseError(
                    f"{shown(repr(name))} cannot be the name of an input.",
                    f"An identifier was expected, other than {', '.join(TAKEN)}, v, v1, v2, …",
                    "choose another name.",
                )
        _ = self.shapes  # so that a bad value is refused here rather than at the first call

    @cached_property
    def kinds(self) -> list[tuple[str, str, Any]]:
        """Name, kind and value of each input."""
        return [(name, *kind_of(value)) for name, value in self.inputs.items()]

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The arrays a program takes for the inputs, by name."""
        shapes: dict[str, tuple[int, ...]] = {}
        for name, kind, value in self.kinds:
            if _is_trajectory(kind, value):
                if value.n != self.n:
                    raise BadArray(f"the trajectory {shown(name)} has {value.n} joints.", f"{self.n} were expected.")
                shapes |= {f"{name}_{part}": (self.n,) for part in PARTS}
            elif kind == "timed":
                shapes[name] = np.shape(self._value_at(name, value, 0.0))
            else:
                array = self._constants[name]
                shapes[name] = array.shape[-1:] if kind == "each" else array.shape
        return shapes

    @cached_property
    def _constants(self) -> dict[str, Array]:
        return {name: finite(f"the input {name}", value) for name, kind, value in self.kinds if kind != "timed"}

    @property
    def constants(self) -> dict[str, Array]:
        """The inputs that are the same at all times and in all rollouts, by name."""
        return {name: self._constants[name] for name, kind, _ in self.kinds if kind not in ("timed", "each")}

    @cached_property
    def at_once(self) -> Callable[[float], Sequence[Array]]:
        """As `at`, for one time, with as little work as possible."""
        if not any(kind == "timed" for _, kind, _ in self.kinds):
            always = tuple(self.at(0.0))
            return lambda t: always
        if not all(isinstance(value, AbstractTrajectory) for _, kind, value in self.kinds if kind == "timed"):
            return self.at
        parts = [(self._constants.get(name), value) for name, _, value in self.kinds]

        def values(t: float) -> list[Array]:
            out: list[Array] = []
            for constant, motion in parts:
                if constant is None:
                    out += motion(t)
                else:
                    out.append(constant)
            return out

        return values

    def at(self, t: ArrayLike) -> list[Array]:
        """The arrays at a time, or at times (…)."""
        values: list[Array] = []
        for name, kind, value in self.kinds:
            if kind != "timed":
                values.append(self._constants[name])
            elif isinstance(value, AbstractTrajectory):
                values += value(t)
            elif hasattr(value, "derivatives"):
                values += list(value.derivatives(t, 2))
            else:
                values.append(self._values_at(name, value, np.asarray(t, dtype=float)))
        return values

    def _values_at(self, name: str, function: Any, t: Array) -> Array:
        if t.ndim == 0:
            return self._value_at(name, function, float(t), self.shapes[name])
        each = [self._value_at(name, function, x, self.shapes[name]) for x in t.ravel().tolist()]
        return np.array(each).reshape(*t.shape, *self.shapes[name])

    def _value_at(self, name: str, function: Any, t: float, shape: tuple[int, ...] | None = None) -> Array:
        if not callable(function):
            raise LinkwiseError(
                f"the input {shown(name)} is {shown(repr(function))}.", "A trajectory or a function of t was expected."
            )
        value = numbers(f"{name} at t = {t:g}", function(t), (), "numbers at a time").astype(float)
        if shape is not None and value.shape != shape:
            raise BadArray(f"{name} has shape {value.shape} at t = {t:g}.", f"{shape} was expected, as at t = 0.")
        return value

    def grouped(self, lists: Sequence[Any]) -> list[Any]:
        """The lists a controller's function gets, from those its program gets: three together for a trajectory."""
        grouped, k = [], 0
        for _, kind, value in self.kinds:
            count = len(PARTS) if _is_trajectory(kind, value) else 1
            grouped.append(list(lists[k : k + count]) if count > 1 else lists[k])
            k += count
        return grouped


def _is_trajectory(kind: str, value: Any) -> bool:
    return kind == "timed" and hasattr(value, "derivatives")
