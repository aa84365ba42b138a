"""The inputs of a law beside the state: their shapes as a program takes them, and their values at a time."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, LinkwiseError, shown
from ..rollouts import InLoop

TAKEN = ("t", "q", "qd", "tau", "rate", "estimates")
"""Names that laws have already."""

PARTS = ("q", "qd", "qdd")
"""What a trajectory is made of: of an input NAME, the arrays NAME_q, NAME_qd and NAME_qdd."""


@dataclass(frozen=True, eq=False)
class Ports:
    """Inputs by name, of the kinds of `linkwise.rollouts.InLoop`, for a robot of n joints.

    >>> Ports({"gain": 3.0}, 2).shapes
    {'gain': ()}
    """

    inputs: Mapping[str, Any]
    n: int

    def __post_init__(self) -> None:
        for name in self.inputs:
            if not isinstance(name, str) or not name.isidentifier() or name in TAKEN or re.fullmatch(r"v\d*", name):
                raise LinkwiseError(
                    f"{shown(repr(name))} cannot name an input.",
                    f"A word was expected, and none of {', '.join(TAKEN)}, v and v1, v2, …",
                )
        _ = self.shapes  # what is wrong is said now

    @cached_property
    def kinds(self) -> list[tuple[str, str, Any]]:
        """Name, kind and value of each input."""
        kinds = InLoop(print, self.inputs).kinds
        return [(name, kind, _value(self.inputs[name], kind)) for name, kind in kinds.items()]

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The arrays a law takes for them."""
        found: dict[str, tuple[int, ...]] = {}
        for name, kind, value in self.kinds:
            if _is_trajectory(kind, value):
                if value.n != self.n:
                    raise BadArray(f"the trajectory {shown(name)} has {value.n} joints.", f"{self.n} were expected.")
                found |= {f"{name}_{part}": (self.n,) for part in PARTS}
            elif kind == "timed":
                found[name] = np.shape(self._asked(name, value, 0.0))
            else:
                array = _finite(name, value)
                found[name] = array.shape[-1:] if kind == "each" else array.shape
        return found

    @cached_property
    def _constants(self) -> dict[str, Array]:
        return {name: _finite(name, value) for name, kind, value in self.kinds if kind != "timed"}

    def at(self, t: ArrayLike) -> list[Array]:
        """The arrays at a time, or at times (…)."""
        found: list[Array] = []
        for name, kind, value in self.kinds:
            if kind != "timed":
                found.append(self._constants[name])
            elif hasattr(value, "derivatives"):
                found += list(value.derivatives(t, 2))
            else:
                found.append(self._over(name, value, np.asarray(t, dtype=float)))
        return found

    def _over(self, name: str, function: Any, t: Array) -> Array:
        if t.ndim == 0:
            return self._asked(name, function, float(t), self.shapes[name])
        each = [self._asked(name, function, x, self.shapes[name]) for x in t.ravel().tolist()]
        return np.array(each).reshape(*t.shape, *self.shapes[name])

    def _asked(self, name: str, function: Any, t: float, shape: tuple[int, ...] | None = None) -> Array:
        if not callable(function):
            raise LinkwiseError(
                f"the input {shown(name)} is {shown(repr(function))}.", "A trajectory or a function of t was expected."
            )
        found = numbers(f"{name} at t = {t:g}", function(t), (), "numbers at a time").astype(float)
        if shape is not None and found.shape != shape:
            raise BadArray(f"{name} has shape {found.shape} at t = {t:g}.", f"{shape} was expected, as at t = 0.")
        return found

    def grouped(self, groups: Sequence[Any]) -> list[Any]:
        """What a law's function gets: the lists of the arrays, those of a trajectory three together."""
        found, k = [], 0
        for _, kind, value in self.kinds:
            many = len(PARTS) if _is_trajectory(kind, value) else 1
            found.append(list(groups[k : k + many]) if many > 1 else groups[k])
            k += many
        return found


def _value(given: Any, kind: str) -> Any:
    return given[1] if isinstance(given, tuple) and len(given) == 2 and given[0] == kind else given


def _is_trajectory(kind: str, value: Any) -> bool:
    return kind == "timed" and hasattr(value, "derivatives")


def _finite(name: str, value: ArrayLike) -> Array:
    array = numbers(f"the input {name}", value, (), "numbers").astype(float)
    if not np.isfinite(array).all():
        raise BadArray(f"the input {shown(name)} is not finite.", "Finite numbers were expected.")
    return array
