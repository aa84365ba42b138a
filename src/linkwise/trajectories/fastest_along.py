"""The fastest motion along a path that keeps limits of torque, velocity and acceleration.

Balafoutis & Patel (1991) §5.1 [5]–[7] name it as a use of inverse dynamics.                      [balafoutis1991]
Bobrow, Dubowsky & Gibson (1985); solved by reachability.                                  [bobrow1985] [pham2018]

Along a path q(λ) with its direction t = q′ and curvature k = q″, the torques are

    τ = M t λ̈ + (M k + C(q, t) t) λ̇² + g + F(t λ̇),

linear in u = λ̈ and x = λ̇² but for friction F. Friction is replaced by its tangent in x at the speeds of the solution
before, slow ones at first, and the problem solved again until the duration no longer changes. Coulomb friction is exact
at once. Viscous friction grows with √x, which lies below its tangents: motors never have less than they need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import whole
from ..errors import BeyondLimits, plain, shown
from ..html_table import html_table
from .arc_length import path_of
from .fastest_uniform import motion_limits
from .infeasible import EXPECTED, HINT, unbounded
from .limits import MotionLimits
from .pieces import Pieces
from .reachability import HalfPlanes, both_ends, controllable, fastest
from .retimed import Retimed
from .trajectory import AbstractTrajectory

if TYPE_CHECKING:
    from ..robot import Robot

ROUNDS = 30
"""The most times friction is taken anew."""

SETTLED = 1e-9
"""The relative change of the duration at which no more rounds are made."""

ROUNDING = 1e-12
"""What rounding leaves of friction that is 0, relative to the forces it is the difference of."""

SLOW = 0.01
"""The speed, in rad/s, at which friction is taken first."""

CREEP = 1e-8
"""The least λ̇² at which it is taken, relative to the greatest."""

NEAR = 1.01
"""The factor of λ̇² over which slopes are taken."""


MOST_TOLD = 2
"""How many limits are named in a line."""


@dataclass(frozen=True, eq=False, repr=False)
class TimeOptimal:
    """The fastest motion along a path (`trajectory`), from rest to rest, and the phase plane it was found in.

    `nodes` are lengths along the path in joint space, `speeds` the speeds there, `highest` the greatest speeds from
    which the arm can still stop at the end; `limiting` says how much of the time each limit is reached, for each kind
    ("torque", "velocity", "acceleration") and joint that ever is.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("ur5").with_payload(5.0), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(robot.fastest_along(reach))
    in 0.516 s: at its limit are torque of 'shoulder_lift_joint' 54%, torque of 'shoulder_pan_joint' 23% of the time
    """

    trajectory: Retimed
    nodes: Array
    speeds: Array
    highest: Array
    limiting: dict[tuple[str, str], float]

    @property
    def duration(self) -> float:
        """How long it takes.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> best = linkwise.load("ur5").fastest_along(Quintic([0.0] * 6, [1.0] * 6, duration=1.0))
        >>> best.duration == best.trajectory.duration
        True
        """
        return self.trajectory.duration

    def __str__(self) -> str:
        most = list(self.limiting.items())[:MOST_TOLD]
        parts = [f"{kind} of {plain(joint)!r} {share:.0%}" for (kind, joint), share in most]
        reached = f": at its limit are {', '.join(parts)} of the time" if parts else ""
        return f"in {self.duration:.3g} s{reached}"

    def __repr__(self) -> str:
        return f"TimeOptimal({self})"

    def _repr_html_(self) -> str:
        shares = self.limiting.items()
        rows = [(f"{kind} of {plain(joint)}", f"{share:.1%} of the time") for (kind, joint), share in shares]
        return html_table(f"TimeOptimal: {self.duration:.6g} s", ("at its limit", ""), rows)


def fastest_along(
    robot: Robot,
    trajectory: AbstractTrajectory,
    *,
    effort: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    samples: int = 1000,
) -> TimeOptimal:
    """The fastest motion along the path of a trajectory within limits, from rest to rest.

    Only the path of the motion matters, not its pace: unlike `fastest_uniform`, the pace varies, so that at every time
    some limit is reached. Limits are those of `fastest_uniform`. They hold at `samples` points of the path, evenly
    spaced, and between them to the square of their distance; the path is the quintic spline through these points.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("ur5").with_payload(5.0), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(f"{robot.fastest_uniform(reach).duration:.3f} s, {robot.fastest_along(reach).duration:.3f} s")
    0.682 s, 0.516 s
    """
    limits = motion_limits(robot, trajectory, effort, velocity, acceleration)
    path = path_of(trajectory, whole("samples", samples, 20, 1_000_000))
    λ = np.linspace(0.0, path.breaks[-1], samples)
    along = PathDynamics.of(robot, path, λ)
    Δ, x, u, duration = np.diff(λ), np.full(samples, SLOW**2), np.zeros(samples), np.inf
    for _ in range(ROUNDS):
        friction = along.friction(robot, x, u)
        steps = both_ends(_half_planes(along, friction, limits), Δ)
        low, high, stuck = controllable(steps, Δ)
        if stuck >= 0 or low[0] > 0.0:
            raise _no_motion(robot, along, friction, limits, max(stuck, 0))
        if np.isinf(high[:-1]).any():
            raise unbounded(robot)
        x = fastest(steps, Δ, low, high)
        u = np.append(np.diff(x) / (2.0 * Δ), 0.0)
        before, duration = duration, float((2.0 * Δ / (np.sqrt(x[1:]) + np.sqrt(x[:-1]))).sum())
        if not friction.at_rest.any() or abs(before - duration) <= SETTLED * duration:
            break
    motion = Retimed(path, λ, np.sqrt(x))
    shares = _limiting(robot, along, friction, limits, x, u, motion.times)
    return TimeOptimal(motion, λ, np.sqrt(x), np.sqrt(high), shares)


class Tangent(NamedTuple):
    """Friction as at_rest + slope x."""

    at_rest: Array
    slope: Array


@dataclass(frozen=True, eq=False)
class PathDynamics:
    """Postures, direction t and curvature k at nodes of a path, and τ = A u + B x + G + friction there."""

    q: Array
    t: Array
    k: Array
    A: Array
    B: Array
    G: Array

    @staticmethod
    def of(robot: Any, path: Pieces, λ: Array) -> PathDynamics:
        """Those of a robot.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> path = path_of(Quintic([0.0], [1.0], duration=1.0), 20)
        >>> PathDynamics.of(linkwise.load("pendulum"), path, np.array([0.0, 1.0])).A.round(6).tolist()
        [[0.333333], [0.333333]]
        """
        q, t, k = path.derivatives(λ, 2)
        M, g = robot.mass_matrix(q), robot.gravity_forces(q)
        A, Mk = np.einsum("ijk,ik->ij", M, t), np.einsum("ijk,ik->ij", M, k)
        return PathDynamics(q, t, k, A, Mk + robot.bias_forces(q, t) - g, g)

    def friction(self, robot: Any, x: Array, u: Array) -> Tangent:
        """What joints lose at these speeds, linear in x; at rest, as when they creep."""
        x = np.maximum(x, CREEP * float(x.max()))
        F, near = (self._lost(robot, factor * x, u) for factor in (1.0, NEAR))
        slope = (near - F) / ((NEAR - 1.0) * x[:, None])
        slope = np.where(np.abs(near - F) <= ROUNDING * self._size(x, u), 0.0, slope)
        return Tangent(F - slope * x[:, None], slope)

    def _lost(self, robot: Any, x: Array, u: Array) -> Array:
        """The torques beyond A u + B x + G."""
        τ = robot.inverse_dynamics(self.q, self.t * np.sqrt(x)[:, None], self.acceleration(u, x))
        rigid = self.torque(u, x)
        return np.where(np.abs(τ - rigid) <= ROUNDING * self._size(x, u), 0.0, τ - rigid)

    def _size(self, x: Array, u: Array) -> Array:
        """What the torques are sums of, as magnitudes."""
        size: Array = np.abs(self.G) + np.abs(self.A * u[:, None]) + np.abs(self.B * x[:, None])
        return size

    def torque(self, u: Array, x: Array) -> Array:
        """A u + B x + G."""
        torque: Array = self.A * u[:, None] + self.B * x[:, None] + self.G
        return torque

    def acceleration(self, u: Array, x: Array) -> Array:
        """q̈ = t u + k x."""
        acceleration: Array = self.t * u[:, None] + self.k * x[:, None]
        return acceleration


def _half_planes(along: PathDynamics, friction: Tangent, limits: MotionLimits) -> HalfPlanes:
    """±τ ≤ L, ±q̈ ≤ a, t² x ≤ V²: those that are finite."""
    zero, still, B = np.zeros_like(along.t), along.G + friction.at_rest, along.B + friction.slope
    L, a, V = (np.broadcast_to(x, zero.shape) for x in (limits.effort, limits.acceleration, limits.velocity))
    rows = [
        (along.A, B, L - still),
        (-along.A, -B, L + still),
        (along.t, along.k, a),
        (-along.t, -along.k, a),
        (zero, along.t**2, V**2),
    ]
    kept = [np.isfinite(γ).all(axis=0) for _, _, γ in rows]
    α, β, γ = (
        np.concatenate([row[part][:, keep] for row, keep in zip(rows, kept, strict=True)], axis=1) for part in range(3)
    )
    return HalfPlanes(α, β, γ)


def _limiting(
    robot: Robot, along: PathDynamics, friction: Tangent, limits: MotionLimits, x: Array, u: Array, t: Array
) -> dict[tuple[str, str], float]:
    """The share of time during which each limit is reached, the greatest first."""
    near, spent = 1.0 - 1e-3, np.diff(t) / t[-1]
    used = {
        "torque": np.abs(along.torque(u, x) + friction.at_rest + friction.slope * x[:, None]) / limits.effort,
        "velocity": np.abs(along.t) * np.sqrt(x)[:, None] / limits.velocity,
        "acceleration": np.abs(along.acceleration(u, x)) / limits.acceleration,
    }
    shares = {
        (kind, name): float(spent[use[:-1, j] >= near].sum())
        for kind, use in used.items()
        for j, name in enumerate(robot.joint_names)
    }
    return {key: share for key, share in sorted(shares.items(), key=lambda item: -item[1]) if share > 0.0}


def _no_motion(robot: Robot, along: PathDynamics, friction: Tangent, limits: MotionLimits, i: int) -> BeyondLimits:
    """The error if a node of the path cannot be passed."""
    still = np.abs(along.G + friction.at_rest)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.nan_to_num(still / limits.effort, nan=0.0)
    if share.max() > 1.0:
        i, j = (int(k) for k in np.unravel_index(int(share.argmax()), share.shape))
        name = plain(robot.joint_names[j])
        return BeyondLimits(
            f"no motion along this path keeps the limits: gravity and friction alone need {still[i, j]:.6g} at joint "
            f"{name!r}, and its limit is {limits.effort[j]:g}.",
            EXPECTED,
            HINT,
            joint=name,
            time=0.0,
        )
    return BeyondLimits(
        f"no motion along this path keeps the limits of robot {shown(robot.name)}: it cannot pass "
        f"{i / (len(along.q) - 1):.0%} of its length.",
        "A path that can be travelled within limits was expected.",
        HINT,
        joint=plain(robot.joint_names[0]),
        time=0.0,
    )
