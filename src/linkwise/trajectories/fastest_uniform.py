"""The fastest uniform pace of a motion that keeps the limits of torque and velocity.

At each time and for each joint the torque is a quadratic of the pace (scaling_terms), so that its limits leave
intervals whose ends are roots of quadratics; a velocity limit leaves r ≤ V / |q′|. What all leave together is the
answer, exact at the times looked at; around those that bound it, it is looked closer.        [hollerbach1984]
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .closer import CLOSER, MOST_NEAR, NARROWER, NEAR, around
from .given import moved
from .infeasible import nothing_bounds, nothing_left
from .limits import MotionLimits, each, limits_of
from .pace_search import searched
from .scaling import Scaling
from .scaling_terms import natural_pace, scaling_terms
from .trajectory import AbstractTrajectory
from .windows import Windows, forbidden, windows

SLACK = 1e-12
"""By how much limits are widened, relative: a motion made to reach one must not be beyond it by rounding."""

KINDS = ("torque", "torque", "velocity", "acceleration")
"""The inequalities of each time and joint: τ ≤ L, −τ ≤ L, |q̇| ≤ V, |q̈| ≤ A."""


class Bounds(NamedTuple):
    """Forbidden intervals of the pace: of time i, inequality k, joint j; two of each."""

    t: Array
    low: Array
    high: Array


def fastest_uniform(
    robot: Any,
    trajectory: AbstractTrajectory,
    *,
    effort: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    samples: int = 2001,
) -> Scaling:
    """How many times as fast a motion can be within the limits of torque and velocity, and what binds it.

    Limits are the robot's own, unless others (one for each joint, or one for all) are given; accelerations have limits
    only where they are given. Where friction is more than viscous and Coulomb, so that the torque is not a quadratic of
    the pace, the pace is found by search.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("ur5"), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(robot.fastest_uniform(reach))
    1.68 times as fast, in 0.595 s: velocity of 'shoulder_pan_joint' is at its limit 3.15 at 0.298 s
    >>> print(robot.with_payload(5.0).fastest_uniform(reach))
    1.47 times as fast, in 0.682 s: torque of 'shoulder_lift_joint' is at its limit 150 at 0.482 s
    """
    limits = _limits(robot, trajectory, effort, velocity, acceleration)
    t = trajectory.instants(samples)
    at, width = trajectory(t), trajectory.duration / (samples - 1)
    if not np.isfinite(at).all():
        raise LinkwiseError(
            "velocities or accelerations of the motion are not finite.",
            "They are for durations of ordinary size.",
            "durations are in seconds; trajectory.stretched(…) changes them.",
        )
    pace = natural_pace(trajectory)
    if not scaling_terms(robot, at, pace).hold(robot, at, pace):
        return searched(robot, trajectory, limits, t, width)
    bounds = _bounds(robot, trajectory, limits, t, pace)
    for _ in range(CLOSER):
        more = _near(bounds, _required(robot, trajectory, limits, bounds), width, trajectory.duration)
        added = _bounds(robot, trajectory, limits, more, pace)
        bounds = Bounds(*(np.concatenate(pair) for pair in zip(bounds, added, strict=True)))
        width *= NARROWER
    left = _required(robot, trajectory, limits, bounds)
    r, slowest = float(left.high[-1]), float(left.low[-1])
    i, k, j = _place(bounds, int(left.at_high[-1]))
    limit = float(getattr(limits, "effort" if KINDS[k] == "torque" else KINDS[k])[j])
    return Scaling(
        r,
        trajectory.stretched(1.0 / r),
        KINDS[k],
        robot.joint_names[j],
        float(bounds.t[i]) / r,
        limit,
        slowest,
        tuple(zip(left.low.tolist(), left.high.tolist(), strict=True)),
    )


def _limits(
    robot: Any, trajectory: Any, effort: ArrayLike | None, velocity: ArrayLike | None, acceleration: ArrayLike | None
) -> MotionLimits:
    if not isinstance(trajectory, AbstractTrajectory):
        kind = type(trajectory).__name__
        raise LinkwiseError(f"a {kind} is no trajectory.", "One of linkwise.trajectories was expected.", "Quintic(…)?")
    own = limits_of(moved(robot, trajectory.n), robot.n)
    return MotionLimits(
        effort=own.effort if effort is None else each("effort", effort, robot.n),
        velocity=own.velocity if velocity is None else each("velocity", velocity, robot.n),
        acceleration=own.acceleration if acceleration is None else each("acceleration", acceleration, robot.n),
    )


def _bounds(robot: Any, trajectory: AbstractTrajectory, limits: MotionLimits, t: Array, pace: float) -> Bounds:
    """α r² + β r + γ ≤ 0 for τ − L, −τ − L, r |q̇| − V and r² |q̈| − A."""
    at = trajectory(t)
    terms, zero = scaling_terms(robot, at, pace), np.zeros_like(at.qd)
    L, V, A = ((1.0 + SLACK) * limit for limit in (limits.effort, limits.velocity, limits.acceleration))
    α = np.stack([terms.squared, -terms.squared, zero, np.abs(at.qdd)], axis=1)
    β = np.stack([terms.linear, -terms.linear, np.abs(at.qd), zero], axis=1)
    γ = np.stack([terms.constant - L, -terms.constant - L, zero - V, zero - A], axis=1)
    endless = np.isinf(γ)  # no limit, nothing forbidden
    α, β, γ = (np.where(endless, value, array) for value, array in ((0.0, α), (0.0, β), (-1.0, γ)))
    return Bounds(t, *forbidden(α, β, γ))


def _required(robot: Any, trajectory: AbstractTrajectory, limits: MotionLimits, bounds: Bounds) -> Windows:
    """The windows, or the error that tells why there are none, or no end to them."""
    left = windows(bounds.low.ravel(), bounds.high.ravel())
    if left.high.size == 0:
        raise nothing_left(robot, trajectory, limits, bounds)
    if np.isinf(left.high[-1]):
        raise nothing_bounds(robot)
    return left


def _near(bounds: Bounds, left: Windows, width: float, duration: float) -> Array:
    """Times around those whose intervals begin or end near the ends of the last window."""
    top, bottom = float(left.high[-1]), float(left.low[-1])
    real = bounds.low < bounds.high
    close = real & (bounds.low <= top * (1.0 + NEAR)) & (bounds.low >= top)
    distance = np.where(close, bounds.low / top - 1.0, np.inf).min(axis=(1, 2, 3))
    if bottom > 0:
        below = real & (bounds.high <= bottom) & (bounds.high >= bottom * (1.0 - NEAR))
        distance = np.minimum(distance, np.where(below, 1.0 - bounds.high / bottom, np.inf).min(axis=(1, 2, 3)))
    nearest = np.argsort(distance, kind="stable")[:MOST_NEAR]
    return around(bounds.t[nearest[np.isfinite(distance[nearest])]], width, duration)


def _place(bounds: Bounds, index: int) -> tuple[int, int, int]:
    i, k, j, _ = np.unravel_index(index, bounds.low.shape)
    return int(i), int(k), int(j)
