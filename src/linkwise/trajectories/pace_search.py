"""The fastest pace when torques are not quadratic in it, as with friction that falls and rises with velocity.

Paces are tried on a grid, the end of the highest run of good ones is found by bisection, and the times are refined
around those that limit it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BeyondLimits, plain
from .between_samples import NARROWING, times_around
from .infeasible import HINT, unbounded
from .limits import MotionLimits
from .motion import Motion
from .scaling import Scaling
from .scaling_terms import forces, natural_pace
from .trajectory import AbstractTrajectory

SPAN, TRIED, HALVINGS = 1e3, 241, 50
"""From 1/1000 to 1000 times the natural pace, in steps of 6 %; then halved to the last bit."""

REFINEMENTS, NEAR, MOST_REFINED = 5, 1e-3, 64
"""How often times are refined, around at most MOST_REFINED of those whose share of a limit is within NEAR of 1."""


@dataclass(frozen=True, eq=False)
class Times:
    """A motion at some times, with its limits."""

    robot: Any
    limits: MotionLimits
    t: Array
    at: Motion

    @cached_property
    def rates(self) -> Array:
        """The paces at which a velocity (first) and an acceleration (second) reach their limits."""
        with np.errstate(divide="ignore", over="ignore"):
            return np.stack(
                [
                    np.where(self.at.qd != 0, self.limits.velocity / np.abs(self.at.qd), np.inf),
                    np.where(self.at.qdd != 0, np.sqrt(self.limits.acceleration / np.abs(self.at.qdd)), np.inf),
                ]
            )

    @cached_property
    def fastest(self) -> float:
        """The greatest pace that velocities and accelerations allow."""
        return float(self.rates.min())

    def load(self, r: float) -> Array:
        """Torques over their limits, at a pace."""
        with np.errstate(divide="ignore", invalid="ignore"):
            τ = np.abs(forces(self.robot, self.at, r))
            return np.where(τ > 0, τ / self.limits.effort, 0.0)

    def good(self, r: float) -> bool:
        """Whether a pace keeps the limits."""
        return bool(r <= self.fastest and (self.load(r) <= 1.0).all())

    def near(self, r: float) -> Array:
        """The times at which a pace is at a limit, or nearly."""
        share: Array = np.maximum(self.load(r), r / self.rates.min(axis=0)).max(axis=1)
        most = np.argsort(-share, kind="stable")[:MOST_REFINED]
        return self.t[most[share[most] >= 1.0 - NEAR]]


def search_pace(robot: Any, trajectory: AbstractTrajectory, limits: MotionLimits, t: Array, width: float) -> Scaling:
    """The greatest pace that keeps the limits at the times t, `width` apart, and at finer ones around the closest.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("pendulum"), Quintic([0.0], [3.0], duration=1.0)
    >>> round(search_pace(robot, reach, MotionLimits(effort=[10.0]).of(1), reach.instants(2001), 5e-4).r, 6)
    1.227205
    """
    times = Times(robot, limits, t, trajectory(t))
    paces = natural_pace(trajectory) * np.geomspace(1.0 / SPAN, SPAN, TRIED)
    paces = np.append(paces[paces < times.fastest], times.fastest) if times.fastest < paces[-1] else paces
    kept = [times.good(float(r)) for r in paces]
    if not any(kept):
        raise _no_pace(times, float(paces[0]))
    last = len(kept) - 1 - kept[::-1].index(True)
    if last == TRIED - 1:
        raise unbounded(robot)
    first = last - (kept[: last + 1][::-1].index(False) if not all(kept[: last + 1]) else last + 1) + 1
    run = paces[first : last + 1].tolist()
    above = float(paces[min(last + 1, len(kept) - 1)])
    high = _edge(times, run[-1], above)
    low = _edge(times, run[0], float(paces[first - 1])) if first > 0 else 0.0
    for _ in range(REFINEMENTS):
        ends = [times.near(high), times.near(low)] if low > 0.0 else [times.near(high)]
        finer = np.unique(np.concatenate([times.t, times_around(np.concatenate(ends), width, trajectory.duration)]))
        times, width = Times(robot, limits, finer, trajectory(finer)), width * NARROWING
        run = [r for r in (low, *run, high) if low <= r <= high and times.good(r)]
        if not run:
            raise _no_pace(times, high)
        high, low = _edge(times, run[-1], high), _edge(times, run[0], low) if low > 0.0 else 0.0
    loads = times.load(high)
    i, j = np.unravel_index(int(loads.argmax()), loads.shape)
    kind, limit = "torque", limits.effort
    if high >= times.fastest:
        k, i, j = np.unravel_index(int(times.rates.argmin()), times.rates.shape)
        kind, limit = (("velocity", limits.velocity), ("acceleration", limits.acceleration))[k]
    return Scaling(
        high,
        trajectory.stretched(1.0 / high),
        kind,
        robot.joint_names[j],
        float(times.t[i]) / high,
        float(limit[j]),
        low,
        ((low, high),),
    )


def _no_pace(times: Times, r: float) -> BeyondLimits:
    load = times.load(r)
    i, j = np.unravel_index(int(load.argmax()), load.shape)
    name = plain(times.robot.joint_names[j])
    return BeyondLimits(
        f"no pace of this motion keeps the limits: slowly, joint {name!r} needs {load[i, j]:.4g} times its torque "
        f"limit {times.limits.effort[j]:g} at {times.t[i]:.4g} s.",
        "Gravity and friction were expected to need less than the limit.",
        HINT,
        joint=name,
        time=float(times.t[i]),
    )


def _edge(times: Times, inside: float, outside: float) -> float:
    """The last good pace between a good one and one that is not."""
    for _ in range(HALVINGS):
        middle = 0.5 * (inside + outside)
        if middle in (inside, outside):
            break
        inside, outside = (middle, outside) if times.good(middle) else (inside, middle)
    return inside
