"""What an approximation costs and how far it is off, side by side with the exact program."""

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..program import Count

NONE = Count()
"""No operation."""


def total(count: Count) -> int:
    """All operations but sines and cosines.

    >>> total(Count(multiplications=3, additions=2, sincos=1))
    5
    """
    return sum(number for name, number in vars(count).items() if name != "sincos")


@dataclass(frozen=True)
class Cost:
    """The operations of each state, those of a renewal after `every` states, the memory, and the preparation's seconds.

    >>> Cost(Count(multiplications=10), Count(multiplications=50), every=10).multiplications
    15.0
    """

    each: Count
    renewal: Count = NONE
    every: int = 1
    bytes: int = 0
    seconds: float = 0.0

    def mean(self, what: str) -> float:
        """One kind of operations, on average over the states."""
        one, renewed = getattr(self.each, what), getattr(self.renewal, what)
        return float(one + renewed / self.every)

    @property
    def multiplications(self) -> float:
        """On average over the states."""
        return self.mean("multiplications")

    @property
    def additions(self) -> float:
        """On average over the states."""
        return self.mean("additions")

    @property
    def operations(self) -> float:
        """All but sines and cosines, on average over the states."""
        return total(self.each) + total(self.renewal) / self.every


@dataclass(frozen=True, eq=False)
class Report:
    """Errors of an approximation's joint forces over some states, and its cost next to the exact program's.

    For each joint: `largest` is the largest exact force, `worst` the largest error, `rms` the root of the mean squared
    error, `wrong_sign` the share of the states in which the force has the opposite sign. `exact` are the operations of
    the exact program.

    >>> import linkwise
    >>> from linkwise.approximate import WithoutCoriolis
    >>> report = WithoutCoriolis(linkwise.load("planar2r")).report([0.0, 1.0], [1.0, 1.0], [0.0, 0.0])
    >>> report.worst.round(3), report.relative_worst.round(2)
    (array([3.34 , 1.113]), array([0.11, 0.1 ]))
    """

    method: str
    setting: str
    joints: tuple[str, ...]
    states: int
    largest: Array
    worst: Array
    rms: Array
    wrong_sign: Array
    cost: Cost
    exact: Count

    @property
    def relative_worst(self) -> Array:
        """The largest error of each joint, relative to its largest exact force."""
        return _relative(self.worst, self.largest)

    @property
    def relative_rms(self) -> Array:
        """The root of the mean squared error of each joint, relative to its largest exact force."""
        return _relative(self.rms, self.largest)


def errors(exact: Array, found: Array) -> dict[str, Array]:
    """What a report says of each joint, from forces whose last axis holds the joints.

    >>> errors(np.array([[1.0], [-2.0]]), np.array([[1.0], [1.0]]))["worst"]
    array([3.])
    """
    exact, found = exact.reshape(-1, exact.shape[-1]), found.reshape(-1, exact.shape[-1])
    off = found - exact
    return {
        "largest": np.abs(exact).max(axis=0),
        "worst": np.abs(off).max(axis=0),
        "rms": np.sqrt(np.mean(off**2, axis=0)),
        "wrong_sign": np.mean(found * exact < 0.0, axis=0),
    }


def _relative(error: Array, largest: Array) -> Array:
    """A joint that needs no force has no relative error where it gets none, and an infinite one else."""
    return np.where(error == 0.0, 0.0, error / np.where(largest > 0.0, largest, np.finfo(float).tiny))
