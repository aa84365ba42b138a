"""The fastest motion along a path that keeps limits of torque, velocity, acceleration and the speed of frames.

Balafoutis & Patel (1991) §5.1 [5]–[7] name it as a use of inverse dynamics.                      [balafoutis1991]
Bobrow, Dubowsky & Gibson (1985); solved by reachability.                                  [bobrow1985] [pham2018]

Along a path q(λ) with its direction t = q′ and curvature k = q″, the torques are

    τ = M t λ̈ + (M k + C(q, t) t) λ̇² + g + F(t λ̇),

linear in u = λ̈ and x = λ̇² but for friction F. Friction is replaced by its tangent in x at the speeds of the solution
before, slow ones at first, and the problem solved again until the duration no longer changes. Coulomb friction is exact
at once. Viscous friction grows with √x, which lies below its tangents: motors never have less than they need. In the
same rounds steps are tightened that exceed a limit between their nodes (between_nodes).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import whole
from ..calls.progress import progress_bar
from ..errors import LinkwiseError
from . import reachability, reachability_at_once
from .arc_length import path_of
from .between_nodes import BetweenNodes, points
from .fastest_uniform import motion_limits
from .infeasible import no_motion, unbounded
from .path_dynamics import PathDynamics
from .path_limits import Frames, half_planes, require_some_speed, speeds
from .reachability import HalfPlanes
from .retimed import Retimed
from .spline import Spline
from .time_optimal import UNLIMITED, PhasePlane, TimeOptimal
from .trajectory import AbstractTrajectory

if TYPE_CHECKING:
    from ..robot import Robot

ROUNDS, SETTLING = 40, 3
"""The most times the problem is solved, and in how many of them friction is so far off that steps which were tightened
for it are loosened again."""

SETTLED = 1e-7
"""The relative change of the duration at which friction is no longer taken anew."""

SLOW = 0.01
"""The speed, in rad/s, at which friction is taken first."""

ENOUGH = 0.5
"""What share of their headroom limits may be exceeded by between nodes."""

PATIENCE = 2.0
"""Seconds before progress is shown."""

MOST_SAMPLES = 100_000


class Speed(NamedTuple):
    """Of each node: the greatest x = λ̇² from which the arm can stop, the x that is taken, and u = λ̈ from there on."""

    highest: Array
    x: Array
    u: Array

    def duration(self, Δ: Array) -> float:
        """How long steps Δ take."""
        v = np.sqrt(self.x)
        return float((2.0 * Δ / (v[1:] + v[:-1])).sum())


def fastest_along(
    robot: Robot,
    path: AbstractTrajectory | ArrayLike,
    *,
    effort: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    speed: Mapping[str, float] | float | None = None,
    angular_speed: Mapping[str, float] | float | None = None,
    samples: int = 1000,
    progress: bool = False,
) -> TimeOptimal:
    """The fastest motion along a path within limits, from rest to rest.

    Unlike that of `fastest_uniform` the pace varies, so that at every time some limit is reached.

    path           a motion, of which only the path matters and not its pace; or waypoints, for the spline through them
    effort, velocity, acceleration      limits as for `fastest_uniform`
    speed          of frames, in m/s: {"tool0": 0.25}, or a number for the robot's tip
    angular_speed  of frames, in rad/s, in the same way
    samples        the points of the path, evenly spaced, between which λ̈ is constant; the path is the quintic spline
                   through them. Limits hold at these points and between them
    progress       whether to draw a bar if it takes more than two seconds

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("ur5").with_payload(5.0), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(f"{robot.fastest_uniform(reach).duration:.3f} s, {robot.fastest_along(reach).duration:.3f} s")
    0.682 s, 0.516 s
    >>> print(robot.fastest_along(reach, speed={"tool0": 0.25}))
    in 5.46 s: at its limit are speed of 'tool0' 100%, torque of 'shoulder_lift_joint' 0% of the time
    """
    motion = path if isinstance(path, AbstractTrajectory) else Spline(path, ends="natural", duration=1.0)
    limits, frames = motion_limits(robot, motion, effort, velocity, acceleration), Frames.of(speed, angular_speed)
    curve, λ = path_of(motion, whole("samples", samples, 20, MOST_SAMPLES))
    along = PathDynamics.of(robot, curve, points(λ))
    between = BetweenNodes(robot, along, speeds(robot, along, limits, frames), limits)
    nodes, ends, Δ = along.nodes(), between.speeds.at_nodes(), np.diff(λ)
    require_some_speed(ends)
    cap = np.minimum(ends.cap, UNLIMITED**2)
    found, friction = Speed(cap, np.full(samples, SLOW**2), np.zeros(samples)), None
    with progress_bar(progress, ROUNDS, "rounds", delay=PATIENCE) as advance:
        for k in range(ROUNDS):
            if friction is None or friction.acts:
                friction = nodes.friction(robot, found.x, found.u)
            before, (found, stuck) = found, _solve(half_planes(nodes, friction, limits), between, cap, Δ, found)
            if stuck >= 0:
                raise no_motion(robot, nodes.G + friction.at_rest, limits, stuck)
            if not found.x[1:-1].all():
                raise no_motion(robot, nodes.G + friction.at_rest, limits, 1 + int(found.x[1:-1].argmin()))
            if found.highest[:-1].max() >= UNLIMITED**2:
                raise unbounded(robot)
            over = between.tighten(found.x, found.u, friction.acts, friction.acts and k < SETTLING)
            change = abs(before.duration(Δ) / found.duration(Δ) - 1.0) if friction.acts else 0.0
            if over <= ENOUGH and change <= SETTLED:
                break
            advance(1)
        else:
            raise _unsettled(samples)
    v = np.sqrt(found.x)
    return TimeOptimal(
        robot, Retimed(curve, λ, v), λ, v, np.sqrt(found.highest), PhasePlane(nodes, friction, ends, limits)
    )


def _solve(planes: HalfPlanes, between: BetweenNodes, cap: Array, Δ: Array, guess: Speed) -> tuple[Speed, int]:
    """The greatest speeds within limits, or the node that cannot be passed; −1 if there is none."""
    cap = between.lowered * cap
    steps = reachability_at_once.Steps.of(planes, Δ)
    steps = steps._replace(R=steps.R - np.concatenate([between.tightened] * 2))
    if steps.allow_rest:
        high = reachability_at_once.controllable(steps, cap, guess.highest)
        x = reachability_at_once.fastest(steps, high, guess.x)
    else:
        rows = reachability.both_ends(planes.capped(cap), Δ)
        tightened = np.concatenate([between.tightened.T, np.zeros((len(Δ), 1))], axis=1)
        rows = rows._replace(γ=rows.γ - np.concatenate([tightened] * 2, axis=1))
        low, high, stuck = reachability.controllable(rows, Δ)
        if stuck >= 0 or low[0] > 0.0:
            return guess, max(stuck, 0)
        x = reachability.fastest(rows, Δ, low, high)
    return Speed(high, x, np.append(0.5 * np.diff(x) / Δ, 0.0)), -1


def _unsettled(samples: int) -> LinkwiseError:
    return LinkwiseError(
        f"limits between the {samples} samples of the path are not kept after {ROUNDS} rounds.",
        "A path that is smooth between its samples was expected.",
        f"samples={10 * samples}.",
    )
