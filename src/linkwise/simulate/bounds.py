"""How much work a run may take: no run goes on without end, whatever its forces do."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ..calls.checks import is_number
from ..errors import BadArray, plain

STEPS, WALL = 200_000, 300.0
"""Steps and seconds of work that a simulated second may take unless the caller says otherwise: runs that get anywhere
take a hundredth of it."""

CUTS = 10
"""Fixed steps are as short as the caller wants them; each may be cut at so many changes, on average."""


@dataclass
class Bounds:
    """The work that a simulated second may take; a run has that of one second in advance.

    >>> bounds = Bounds(steps=10, wall=60.0)
    >>> [bounds.exceeded(0.0, 0.1 * k) is None for k in range(3)], [bounds.exceeded(0.0, 0.2) for _ in range(10)][-1]
    ([True, True, True], 'it took 13 steps, more than max_steps = 10 allows for each simulated second')
    """

    steps: float
    wall: float
    begun: float = field(default_factory=perf_counter)
    taken: int = 0

    def room(self, t0: float, t: float) -> int:
        """How many steps to times after t surely exceed no number of steps.

        >>> Bounds(steps=10, wall=60.0, taken=3).room(0.0, 0.0)
        7
        """
        return int(min(max(self.steps * (1.0 + t - t0) - self.taken, 0.0), 1e9))

    def exceeded(self, t0: float, t: float, steps: int = 1) -> str | None:
        """Count steps of a run from t0 that has come to t; what the run has exceeded, in words."""
        self.taken += steps
        share, worked = 1.0 + t - t0, perf_counter() - self.begun
        if self.taken > self.steps * share:
            bound = f"max_steps = {self.steps:.9g}"
            return f"it took {self.taken} steps, more than {bound} allows for each simulated second"
        if worked > self.wall * share:
            return f"it took {worked:.3g} s, more than max_wall = {self.wall:.9g} allows for each simulated second"
        return None


def bounds(max_steps: Any, max_wall: Any, step: float | None) -> Bounds:
    """The bounds of a run, checked; `step` is that of a fixed-step method.

    >>> bounds(None, None, None).steps, bounds(None, None, 1e-6).steps, bounds(float("inf"), 1.0, None).steps
    (200000, 10000000.0, inf)
    """
    default = STEPS if step is None else max(STEPS, CUTS / step)
    return Bounds(_bound("max_steps", max_steps, default), _bound("max_wall", max_wall, WALL))


def _bound(name: str, value: Any, default: float) -> float:
    if value is None:
        return default
    if not is_number(value) or not value > 0:
        raise BadArray(f"{name} is {plain(repr(value), 60)}.", "A number above 0 was expected; inf is no bound.")
    return float(value)
