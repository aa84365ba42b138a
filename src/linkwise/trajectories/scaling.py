"""The fastest uniform pace of a motion, and what limits it."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import plain
from ..html_table import html_table
from .stretched import Stretched


@dataclass(frozen=True, eq=False, repr=False)
class Scaling:
    """The fastest uniform pace of a motion: `r` times as fast, and what keeps it from being faster.

    `trajectory` is the motion at that pace. There the `kind` ("torque", "velocity" or "acceleration") of `joint` is at
    its `limit` at `time`. `slowest` is the least pace of the window that r closes: 0, unless joints are too weak to
    hold the arm and motion must help. `windows` are all intervals of paces that keep the limits; if the pace was
    searched for, only the last one.

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> robot, reach = linkwise.load("ur5").with_payload(5.0), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> print(robot.fastest_uniform(reach))
    1.47 times as fast, in 0.682 s: torque of 'shoulder_lift_joint' is at its limit 150 at 0.482 s
    """

    r: float
    trajectory: Stretched
    kind: str
    joint: str
    time: float
    limit: float
    slowest: float
    windows: tuple[tuple[float, float], ...]

    @property
    def duration(self) -> float:
        """How long the motion takes at that pace.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> robot, reach = linkwise.load("ur5").with_payload(5.0), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
        >>> fastest = robot.fastest_uniform(reach)
        >>> abs(fastest.duration - 1.0 / fastest.r) < 1e-15
        True
        """
        return self.trajectory.duration

    def __str__(self) -> str:
        least = f"; at least {self.slowest:.3g} times as fast" if self.slowest > 0 else ""
        return (
            f"{self.r:.3g} times as fast, in {self.duration:.3g} s: {self.kind} of {plain(self.joint)!r} is at its "
            f"limit {self.limit:g} at {self.time:.3g} s{least}"
        )

    def __repr__(self) -> str:
        return f"Scaling({self})"

    def _repr_html_(self) -> str:
        rows = [
            ("pace", f"{self.r:.6g} times as fast"),
            ("duration", f"{self.duration:.6g} s"),
            ("limited by", f"{self.kind} of {plain(self.joint)}"),
            ("limit", f"{self.limit:.6g} at {self.time:.6g} s"),
            ("paces within the limits", ", ".join(f"{low:.4g} to {high:.4g}" for low, high in self.windows)),
        ]
        return html_table("Scaling: the fastest uniform pace", ("", "value"), rows)
