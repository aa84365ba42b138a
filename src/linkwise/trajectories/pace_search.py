"""The fastest pace where torques are no quadratic of it: friction that falls and rises with velocity, say.

Paces are tried on a grid, and the end of the highest run of good ones is then found by bisection.
"""

from typing import Any

import numpy as np

from ..arrays import Array
from ..errors import BeyondLimits
from .infeasible import HINT, nothing_bounds
from .limits import MotionLimits
from .scaling import Scaling
from .scaling_terms import forces
from .trajectory import AbstractTrajectory

SPAN, TRIED, HALVINGS = 1e3, 241, 50
"""From 1/1000 to 1000 times the pace given, in steps of 6 %; then halved to the last bit."""


def searched(robot: Any, trajectory: AbstractTrajectory, limits: MotionLimits, t: Array) -> Scaling:
    """The greatest pace tried that keeps the limits at the times t.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("pendulum"), Quintic([0.0], [3.0], duration=1.0)
    >>> round(searched(robot, reach, MotionLimits(effort=[10.0]).of(1), reach.instants(2001)).r, 6)
    1.227205
    """
    at = trajectory(t)
    with np.errstate(divide="ignore"):
        rates = np.stack([
            np.where(at.qd != 0, limits.velocity / np.abs(at.qd), np.inf),
            np.where(at.qdd != 0, np.sqrt(limits.acceleration / np.abs(at.qdd)), np.inf),
        ])  # fmt: skip
    fastest = float(rates.min())

    def load(r: float) -> Array:
        """Torques over their limits."""
        with np.errstate(divide="ignore", invalid="ignore"):
            τ = np.abs(forces(robot, at, r))
            return np.where(τ > 0, τ / limits.effort, 0.0)

    def good(r: float) -> bool:
        return bool(r <= fastest and (load(r) <= 1.0).all())

    paces = np.geomspace(1.0 / SPAN, SPAN, TRIED)
    paces = np.append(paces[paces < fastest], fastest) if fastest < SPAN else paces
    kept = [good(float(r)) for r in paces]
    if not any(kept):
        i, j = np.unravel_index(int(load(float(paces[0])).argmax()), at.q.shape)
        name = robot.joint_names[j]
        raise BeyondLimits(
            f"no pace of this motion keeps the limits: slowly, joint {name!r} needs {load(float(paces[0]))[i, j]:.4g} "
            f"times its torque limit {limits.effort[j]:g} at {t[i]:.4g} s.",
            "Gravity and friction were expected to leave some of it.", HINT, joint=name, time=float(t[i]),
        )  # fmt: skip
    last = len(kept) - 1 - kept[::-1].index(True)
    if last == len(kept) - 1 and fastest >= SPAN:
        raise nothing_bounds(robot)
    first = last - (kept[: last + 1][::-1].index(False) if not all(kept[: last + 1]) else last + 1) + 1
    high = _edge(good, float(paces[last]), float(paces[min(last + 1, len(kept) - 1)]))
    low = _edge(good, float(paces[first]), float(paces[first - 1])) if first > 0 else 0.0
    loads = load(high)
    i, j = np.unravel_index(int(loads.argmax()), loads.shape)
    kind, limit = "torque", limits.effort
    if high >= fastest:
        k, i, j = np.unravel_index(int(rates.argmin()), rates.shape)
        kind, limit = (("velocity", limits.velocity), ("acceleration", limits.acceleration))[k]
    return Scaling(
        high, trajectory.stretched(1.0 / high), kind, robot.joint_names[j], float(t[i]) / high, float(limit[j]), low,
        ((low, high),),
    )  # fmt: skip


def _edge(good: Any, inside: float, outside: float) -> float:
    """The last good pace between a good one and one that is not."""
    for _ in range(HALVINGS):
        middle = 0.5 * (inside + outside)
        inside, outside = (middle, outside) if good(middle) else (inside, middle)
    return inside
