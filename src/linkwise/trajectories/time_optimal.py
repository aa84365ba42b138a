"""The answer of `fastest_along`: a motion, the phase plane it was found in, and what limits it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import plain
from ..html_table import html_table
from .limits import MotionLimits
from .path_dynamics import PathDynamics, Tangent
from .path_limits import Speeds, half_planes
from .reachability import ceiling
from .retimed import Retimed

if TYPE_CHECKING:
    from ..robot import Robot

MOST_TOLD = 2
"""How many limits are named in a line."""

UNLIMITED = 1e6
"""A speed, in rad/s, that only a motion without limits reaches."""

CEILING_ROUNDS = 4
"""How often friction is taken at the speeds of the maximum-velocity curve."""

REACHED = 1e-3
"""How near a limit, relatively, counts as reaching it."""


@dataclass(frozen=True, eq=False)
class PhasePlane:
    """What the nodes of a path were limited by."""

    along: PathDynamics
    friction: Tangent
    speeds: Speeds
    limits: MotionLimits


@dataclass(frozen=True, eq=False, repr=False)
class TimeOptimal:
    """The fastest motion along a path (`trajectory`), from rest to rest, and the phase plane it was found in.

    `nodes` are lengths along the path in joint space, `speeds` the speeds there, `highest` the greatest speeds from
    which the arm can still stop at the end, `ceiling` the greatest that the limits of each node allow by themselves
    (the maximum-velocity curve). `limiting` says how much of the time each limit is reached, for each kind ("torque",
    "velocity", "acceleration", "speed", "angular speed") and joint or frame that ever is.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("ur5").with_payload(5.0), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(robot.fastest_along(reach))
    in 0.516 s: at its limit are torque of 'shoulder_lift_joint' 54%, torque of 'shoulder_pan_joint' 23% of the time
    """

    robot: Robot
    trajectory: Retimed
    nodes: Array
    speeds: Array
    highest: Array
    plane: PhasePlane = field(repr=False)

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

    @cached_property
    def ceiling(self) -> Array:
        """The maximum-velocity curve: the greatest speed of each node that some λ̈ keeps within limits.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> best = linkwise.load("ur5").fastest_along(Quintic([0.0] * 6, [1.0] * 6, duration=1.0))
        >>> bool((best.ceiling > best.speeds * (1.0 - 1e-6)).all())
        True
        """
        at, still = self.plane, np.zeros_like(self.speeds)
        cap = np.minimum(at.speeds.cap, UNLIMITED**2)
        x = np.maximum(self.speeds, 0.1 * self.speeds.max()) ** 2
        for _ in range(CEILING_ROUNDS if at.friction.acts else 1):  # friction is that of the ceiling's own speeds
            friction = at.along.friction(self.robot, x, still) if at.friction.acts else at.friction
            x = ceiling(half_planes(at.along, friction, at.limits), cap)
        return np.sqrt(x)

    @cached_property
    def limiting(self) -> dict[tuple[str, str], float]:
        """The share of the time during which each limit is reached, the greatest first.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> best = linkwise.load("ur5").fastest_along(Quintic([0.0] * 6, [1.0] * 6, duration=1.0), speed=0.5)
        >>> kind, frame = next(iter(best.limiting))
        >>> kind, frame, round(best.limiting[kind, frame], 2)
        ('speed', 'tool0', 0.99)
        """
        at, x = self.plane, self.speeds**2
        u = np.append(0.5 * np.diff(x) / np.diff(self.nodes), 0.0)
        torques = at.along.torque(u, x) + at.friction.at_rest + at.friction.slope * x[:, None]
        joints = self.robot.joint_names
        used = [
            *((("torque", name), share) for name, share in zip(joints, (torques / at.limits.effort).T, strict=True)),
            *(
                (("acceleration", name), share)
                for name, share in zip(joints, (at.along.acceleration(u, x) / at.limits.acceleration).T, strict=True)
            ),
            *((key, np.sqrt(of * x)) for key, of in zip(at.speeds.names, at.speeds.squares.T, strict=True)),
        ]
        spent = np.diff(self.trajectory.times) / self.duration
        shares = {key: float(spent[np.abs(share[:-1]) >= 1.0 - REACHED].sum()) for key, share in used}
        return {key: share for key, share in sorted(shares.items(), key=lambda item: -item[1]) if share > 0.0}

    @cached_property
    def torque_rates(self) -> Array:
        """How fast each joint's torque changes at most, from the middle of a step to that of the next: no limit of this
        motion. Where a torque jumps from one limit to another it grows with the number of samples.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> best = linkwise.load("ur5").fastest_along(Quintic([0.0] * 6, [1.0] * 6, duration=1.0))
        >>> best.torque_rates.shape, bool((best.torque_rates > 100.0).all())
        ((6,), True)
        """
        t = 0.5 * (self.trajectory.times[1:] + self.trajectory.times[:-1])
        rates: Array = np.abs(np.diff(self.robot.inverse_dynamics(*self.trajectory(t)), axis=0)) / np.diff(t)[:, None]
        return rates.max(axis=0)

    def plot(self, path: str | Path | None = None) -> Any:
        """Draw the phase plane, and velocities and torques beside their limits; write the picture if a path is given
        (.png, .svg, .pdf).

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> best = linkwise.load("pendulum").fastest_along(Quintic([0.0], [1.0], duration=1.0), effort=20.0)
        >>> [axes.get_ylabel() for axes in best.plot().axes]
        ['speed along the path [rad/s]', 'velocity [rad/s]', 'torque [% of its limit]']
        """
        from .phase_plane import draw_time_optimal  # matplotlib is loaded only for pictures

        return draw_time_optimal(self, path)

    def __str__(self) -> str:
        most = list(self.limiting.items())[:MOST_TOLD]
        parts = [f"{kind} of {plain(name)!r} {share:.0%}" for (kind, name), share in most]
        reached = f": at its limit are {', '.join(parts)} of the time" if parts else ""
        return f"in {self.duration:.3g} s{reached}"

    def __repr__(self) -> str:
        return f"TimeOptimal({self})"

    def _repr_html_(self) -> str:
        shares = self.limiting.items()
        rows = [(f"{kind} of {plain(name)}", f"{share:.1%} of the time") for (kind, name), share in shares]
        return html_table(f"TimeOptimal: {self.duration:.6g} s", ("at its limit", ""), rows)
