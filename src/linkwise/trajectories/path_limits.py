"""The limits of a motion along a path: half-planes of u = λ̈ and x = λ̇², and the greatest x that speeds allow.

    ±τ ≤ L,   ±(t u + k x) ≤ a,   t² x ≤ V²,   |J_v t|² x ≤ v²,   |J_ω t|² x ≤ ω²

J_v and J_ω are the rows of a frame's Jacobian for its velocity and its angular velocity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.checks import is_number
from ..errors import BeyondLimits, LinkwiseError, plain, shown
from .infeasible import HINT
from .limits import MotionLimits
from .path_dynamics import PathDynamics, Tangent
from .reachability import HalfPlanes

HEADROOM = 2e-7
"""What is left of each limit, relatively, at the points where it is held: between them it is never exceeded."""


class Speeds(NamedTuple):
    """Speeds over their limits, squared, as x times `squares` (…, limits): one for each (kind, name)."""

    squares: Array
    names: tuple[tuple[str, str], ...]

    @property
    def cap(self) -> Array:
        """The greatest x at each point."""
        with np.errstate(divide="ignore"):
            cap: Array = (1.0 - HEADROOM) / self.squares.max(axis=-1, initial=0.0)
        return cap

    def at_nodes(self) -> Speeds:
        """Of points in columns, one for each step: those at the start of each step, and at the end of the last."""
        return self._replace(squares=np.concatenate([self.squares[0], self.squares[-1, -1:]]))


@dataclass(frozen=True, eq=False)
class Frames:
    """Limits of frames by name, None being the robot's tip: m/s for `speed`, rad/s for `angular_speed`."""

    speed: Mapping[str | None, float]
    angular_speed: Mapping[str | None, float]

    @staticmethod
    def of(speed: object, angular_speed: object) -> Frames:
        """Those given by name, or as a number for the robot's tip.

        >>> Frames.of(0.25, {"flange": 2})
        Frames(speed={None: 0.25}, angular_speed={'flange': 2.0})
        """
        return Frames(_by_frame("speed", speed), _by_frame("angular_speed", angular_speed))


def speeds(robot: Any, along: PathDynamics, limits: MotionLimits, frames: Frames) -> Speeds:
    """The speeds of joints and frames along a path.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> from .arc_length import path_of
    >>> path, _ = path_of(Quintic([0.0], [1.0], duration=1.0), 20)
    >>> along = PathDynamics.of(linkwise.load("pendulum"), path, np.array([0.0, 1.0]))
    >>> speeds(linkwise.load("pendulum"), along, MotionLimits(velocity=[2.0]), Frames.of(None, None)).cap.round(3)
    array([4., 4.])
    """
    finite = np.isfinite(limits.velocity)
    columns = [_over(np.abs(along.t[..., finite]), limits.velocity[finite])]
    named = [("velocity", name) for name, keep in zip(robot.joint_names, finite, strict=True) if keep]
    for kind, given, rows in (("speed", frames.speed, slice(3, 6)), ("angular speed", frames.angular_speed, slice(3))):
        for frame, most in given.items():
            twist = np.einsum("...jk,...k->...j", robot.jacobian(along.q, frame)[..., rows, :], along.t)
            columns.append(_over(np.linalg.norm(twist, axis=-1, keepdims=True), np.array([most])))
            named.append((kind, robot.tree.frame_or_tip(frame).name))
    return Speeds(np.concatenate(columns, axis=-1) ** 2, tuple(named))


def require_some_speed(speeds: Speeds) -> None:
    """Raise an error if a joint moves whose velocity limit is 0.

    >>> require_some_speed(Speeds(np.array([[0.0, np.inf]]), (("velocity", "hip"), ("velocity", "knee"))))
    Traceback (most recent call last):
    linkwise.errors.BeyondLimits: joint 'knee' moves, but its velocity limit is 0.
      A limit above 0 was expected.
      Hint: use another path, a lighter payload, or higher limits.
    """
    for k in np.flatnonzero(np.isinf(speeds.squares).any(axis=0)).tolist():
        joint = plain(speeds.names[k][1])
        what = f"joint {joint!r} moves, but its velocity limit is 0."
        raise BeyondLimits(what, "A limit above 0 was expected.", HINT, joint=joint, time=0.0)


def half_planes(along: PathDynamics, friction: Tangent, limits: MotionLimits) -> HalfPlanes:
    """±τ ≤ L and ±q̈ ≤ a: those that are finite.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> from .arc_length import path_of
    >>> path, _ = path_of(Quintic([0.0], [1.0], duration=1.0), 20)
    >>> along, none = PathDynamics.of(linkwise.load("pendulum"), path, np.array([0.0, 1.0])), np.zeros((2, 1))
    >>> half_planes(along, Tangent(none, none), MotionLimits(acceleration=[2.0]).of(1)).γ.round(6).tolist()
    [[2.0, 2.0], [2.0, 2.0]]
    """
    L, a = bounds(limits)
    pushed, turned = finite_rows(limits)
    A, B, still = (part[:, pushed] for part in (along.A, along.B + friction.slope, along.G + friction.at_rest))
    t, k = along.t[:, turned], along.k[:, turned]
    γ = (L - still, L + still, *(np.broadcast_to(a, t.shape) for _ in range(2)))
    α, β = (A, -A, t, -t), (B, -B, k, -k)
    return HalfPlanes(*(np.concatenate(parts, axis=1) for parts in (α, β, γ)))


def finite_rows(limits: MotionLimits) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The joints with limits of torque, and those with limits of acceleration.

    >>> finite_rows(MotionLimits(effort=[1.0, np.inf], acceleration=[np.inf, np.inf]))
    (array([ True, False]), array([False, False]))
    """
    return np.isfinite(limits.effort), np.isfinite(limits.acceleration)


def bounds(limits: MotionLimits) -> tuple[Array, Array]:
    """The finite limits of torque and of acceleration, less the headroom.

    >>> bounds(MotionLimits(effort=[1.0], acceleration=[np.inf]))[0].round(6)
    array([1.])
    """
    pushed, turned = finite_rows(limits)
    return (1.0 - HEADROOM) * limits.effort[pushed], (1.0 - HEADROOM) * limits.acceleration[turned]


def _over(speed: Array, limit: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(speed > 0.0, speed / limit, 0.0)


def _by_frame(what: str, given: object) -> dict[str | None, float]:
    limits: dict[Any, Any] = {} if given is None else dict(given) if isinstance(given, Mapping) else {None: given}
    for frame, most in limits.items():
        if not is_number(most) or not most > 0.0:
            of = "" if frame is None else f" of frame {shown(frame)}"
            raise LinkwiseError(
                f"the {plain(what)} limit{of} is {plain(repr(most))}.",
                "A number above 0 was expected, or a dict of numbers by the names of frames.",
                f'{what}=0.25, or {what}={{"tool0": 0.25}}.',
            )
    return {frame: float(most) for frame, most in limits.items()}
