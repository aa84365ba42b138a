"""The fastest uniform pace of a motion that keeps the limits of torque and velocity.

At each time and for each joint the torque is a quadratic of the pace (scaling_terms), so that its limits forbid
intervals whose ends are roots of quadratics; a velocity limit leaves r ≤ V / |q′|. What all of them leave is the
answer, exact at the sampled times, which are refined around those that bound it.             [hollerbach1984]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import LinkwiseError
from .between_samples import NARROWING, times_around
from .infeasible import no_pace, place, unbounded
from .limits import MotionLimits, checked_robot, limits_of, one_per_joint
from .pace_search import MOST_REFINED, NEAR, REFINEMENTS, search_pace
from .pace_windows import Windows, forbidden, windows
from .scaling import Scaling
from .scaling_terms import natural_pace, scaling_terms
from .stretched import require_trajectory
from .trajectory import AbstractTrajectory

if TYPE_CHECKING:
    from ..robot import Robot

SLACK = 1e-12
"""How much limits are widened, relatively: a motion that was made to reach a limit may exceed it by rounding."""

KINDS = ("torque", "torque", "velocity", "acceleration")
"""The inequalities of each time and joint: τ ≤ L, −τ ≤ L, |q̇| ≤ V, |q̈| ≤ A."""


class Bounds(NamedTuple):
    """Forbidden intervals of the pace: of time i, inequality k, joint j; two of each."""

    t: Array
    low: Array
    high: Array


def fastest_uniform(
    robot: Robot,
    trajectory: AbstractTrajectory,
    *,
    effort: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    samples: int = 2001,
) -> Scaling:
    """How many times as fast a motion can be within the limits of torque and velocity, and what limits it.

    The path and the shape of the motion stay as they are; all of it runs at one pace. The `Scaling` returned
    has the pace `r`, the motion at that pace (`trajectory`), and the joint, the time and the limit that allow no more.

    trajectory    a motion of linkwise.trajectories; the duration it was given does not matter
    effort        torque limits, one for each joint or one for all; the robot's own unless given
    velocity      velocity limits, in the same way
    acceleration  acceleration limits; none unless given, as robot files have none
    samples       evenly spaced times at which limits are checked first; they are refined around those that decide

    With viscous and Coulomb friction, torques are a quadratic of the pace, and the pace is exact; with other friction
    it is searched for. `BeyondLimits` is raised if no pace keeps the limits, as when gravity alone needs more torque
    than a joint has; it names the joint and the time.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("ur5"), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(robot.fastest_uniform(reach))
    1.68 times as fast, in 0.595 s: velocity of 'shoulder_pan_joint' is at its limit 3.15 at 0.298 s
    >>> loaded = robot.with_payload(5.0).fastest_uniform(reach)
    >>> print(loaded)
    1.47 times as fast, in 0.682 s: torque of 'shoulder_lift_joint' is at its limit 150 at 0.482 s
    >>> loaded.trajectory
    Stretched(6 joints, 0.682089 s, 0.682089 × Quintic)
    """
    limits = motion_limits(robot, trajectory, effort, velocity, acceleration)
    t = trajectory.instants(samples)
    at, width = trajectory(t), trajectory.duration / (samples - 1)
    if not np.isfinite(at).all():
        raise LinkwiseError(
            "velocities or accelerations of the motion are not finite.",
            "A motion of reasonable duration was expected.",
            "durations are in seconds; trajectory.stretched(…) changes them.",
        )
    pace = natural_pace(trajectory)
    if not scaling_terms(robot, at, pace).are_exact_for(robot, at, pace):
        return search_pace(robot, trajectory, limits, t, width)
    bounds = _bounds(robot, trajectory, limits, t, pace)
    for _ in range(REFINEMENTS):
        finer = _times_near(bounds, _windows(robot, trajectory, limits, bounds), width, trajectory.duration)
        added = _bounds(robot, trajectory, limits, finer, pace)
        bounds = Bounds(*(np.concatenate(pair) for pair in zip(bounds, added, strict=True)))
        width *= NARROWING
    left = _windows(robot, trajectory, limits, bounds)
    r, slowest = float(left.high[-1]), float(left.low[-1])
    i, k, j = place(bounds.low, left.at_high[-1])
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


def motion_limits(
    robot: Robot,
    trajectory: AbstractTrajectory,
    effort: ArrayLike | None,
    velocity: ArrayLike | None,
    acceleration: ArrayLike | None,
) -> MotionLimits:
    """The robot's limits, or those given instead.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> reach = Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> motion_limits(linkwise.load("ur5"), reach, 10.0, None, None).effort
    array([10., 10., 10., 10., 10., 10.])
    """
    require_trajectory(trajectory)
    own = limits_of(checked_robot(robot, trajectory.n), robot.n)
    return MotionLimits(
        effort=own.effort if effort is None else one_per_joint("effort", effort, robot.n),
        velocity=own.velocity if velocity is None else one_per_joint("velocity", velocity, robot.n),
        acceleration=own.acceleration if acceleration is None else one_per_joint("acceleration", acceleration, robot.n),
    )


def _bounds(robot: Robot, trajectory: AbstractTrajectory, limits: MotionLimits, t: Array, pace: float) -> Bounds:
    """Where α r² + β r + γ > 0 for τ − L, −τ − L, r |q̇| − V or r² |q̈| − A."""
    at = trajectory(t)
    terms, zero = scaling_terms(robot, at, pace), np.zeros_like(at.qd)
    L, V, A = ((1.0 + SLACK) * limit for limit in (limits.effort, limits.velocity, limits.acceleration))
    α: Array = np.stack([terms.squared, -terms.squared, zero, np.abs(at.qdd)], axis=1)
    β: Array = np.stack([terms.linear, -terms.linear, np.abs(at.qd), zero], axis=1)
    γ: Array = np.stack([terms.constant - L, -terms.constant - L, zero - V, zero - A], axis=1)
    unlimited = np.isinf(γ)
    α, β, γ = (np.where(unlimited, value, array) for value, array in ((0.0, α), (0.0, β), (-1.0, γ)))
    return Bounds(t, *forbidden(α, β, γ))


def _windows(robot: Robot, trajectory: AbstractTrajectory, limits: MotionLimits, bounds: Bounds) -> Windows:
    """The windows of allowed paces; an error says why there are none, or why they have no end."""
    left = windows(bounds.low.ravel(), bounds.high.ravel())
    if left.high.size == 0:
        raise no_pace(robot, trajectory, limits, *bounds)
    if np.isinf(left.high[-1]):
        raise unbounded(robot)
    return left


def _times_near(bounds: Bounds, left: Windows, width: float, duration: float) -> Array:
    """Times around those whose intervals begin or end near the ends of the last window."""
    top, bottom = float(left.high[-1]), float(left.low[-1])
    nonempty = bounds.low < bounds.high
    close = nonempty & (bounds.low <= top * (1.0 + NEAR)) & (bounds.low >= top)
    distance = np.where(close, bounds.low / top - 1.0, np.inf).min(axis=(1, 2, 3))
    if bottom > 0:
        below = nonempty & (bounds.high <= bottom) & (bounds.high >= bottom * (1.0 - NEAR))
        distance = np.minimum(distance, np.where(below, 1.0 - bounds.high / bottom, np.inf).min(axis=(1, 2, 3)))
    nearest = np.argsort(distance, kind="stable")[:MOST_REFINED]
    return times_around(bounds.t[nearest[np.isfinite(distance[nearest])]], width, duration)
