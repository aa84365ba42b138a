"""A motion compared with the limits of the joints: where it comes closest to each, and which it exceeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BeyondLimits, shown
from ..html_table import html_table
from .between_samples import peaks
from .limits import checked_robot, limits_of
from .trajectory import AbstractTrajectory

if TYPE_CHECKING:
    from .limits import LimitsLike

SLACK = 1e-9
"""How far beyond a limit still counts as on it, relative to the limit: a motion made to reach it is rounded."""

MOST_SHOWN = 3
"""How many excesses `repr` spells out."""


@dataclass(frozen=True)
class Peak:
    """Where a motion comes closest to one limit of a joint: lower, upper, velocity, acceleration, jerk or torque.

    `value` is the position for a lower or upper limit, and a magnitude for the others.

    >>> Peak("velocity", "elbow", 2.5, 0.3, 2.0).excess
    0.5
    """

    kind: str
    joint: str
    value: float
    time: float
    limit: float

    @property
    def excess(self) -> float:
        """How far it is beyond the limit; negative within it.

        >>> Peak("lower", "elbow", -1.0, 0.3, -2.0).excess
        -1.0
        """
        return self.limit - self.value if self.kind == "lower" else self.value - self.limit

    @property
    def exceeds(self) -> bool:
        """Whether it is beyond the limit, by more than rounding.

        >>> Peak("velocity", "elbow", 2.0 + 1e-12, 0.3, 2.0).exceeds
        False
        """
        within = self.excess <= SLACK * max(abs(self.limit), abs(self.value))
        return bool(np.isfinite(self.limit)) and not within  # NaN is within no limit

    def __str__(self) -> str:
        kind = {"lower": "position", "upper": "position"}.get(self.kind, self.kind)
        limit = f"{self.kind} limit" if kind == "position" else "limit"
        beyond = f", {self.excess:.3g} beyond its {limit} {self.limit:g}" if self.exceeds else ""
        return f"{kind} of joint {shown(self.joint)} is {self.value:.6g} at {self.time:.4g} s{beyond}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, repr=False)
class LimitReport:
    """The peaks of a motion, kind by kind and joint by joint.

    >>> LimitReport((Peak("velocity", "elbow", 2.5, 0.3, 2.0),))
    LimitReport(1 peak, 1 beyond its limit: velocity of joint 'elbow' is 2.5 at 0.3 s, 0.5 beyond its limit 2)
    """

    peaks: tuple[Peak, ...]

    @property
    def excesses(self) -> tuple[Peak, ...]:
        """The peaks beyond their limits.

        >>> LimitReport((Peak("velocity", "elbow", 1.5, 0.3, 2.0),)).excesses
        ()
        """
        return tuple(peak for peak in self.peaks if peak.exceeds)

    @property
    def within(self) -> bool:
        """Whether no limit is exceeded.

        >>> LimitReport(()).within
        True
        """
        return not self.excesses

    def require(self) -> None:
        """Raise an error that names every limit exceeded; do nothing if there is none.

        >>> LimitReport((Peak("velocity", "elbow", 2.5, 0.3, 2.0),)).require()
        Traceback (most recent call last):
        linkwise.errors.BeyondLimits: the motion exceeds limits:
          velocity of joint 'elbow' is 2.5 at 0.3 s, 0.5 beyond its limit 2
          Hint: allow more time, or use another path; robot.fastest_uniform finds the shortest time.
        """
        if not self.within:
            worst = self.excesses[0]
            hint = "allow more time, or use another path; robot.fastest_uniform finds the shortest time."
            if worst.kind in ("lower", "upper"):
                hint = "use another path: positions are the same at every pace."
            raise BeyondLimits(
                "the motion exceeds limits:",
                "\n  ".join(map(str, self.excesses)),
                hint,
                joint=worst.joint,
                time=worst.time,
            )

    def __repr__(self) -> str:
        count, beyond = len(self.peaks), self.excesses
        text = f"{count} peak{'s' if count != 1 else ''}, "
        if not beyond:
            return f"LimitReport({text}all within their limits)"
        listed = "; ".join(str(peak) for peak in beyond[:MOST_SHOWN]) + ("; …" if len(beyond) > MOST_SHOWN else "")
        whose = "its limit" if len(beyond) == 1 else "their limits"
        return f"LimitReport({text}{len(beyond)} beyond {whose}: {listed})"

    def _repr_html_(self) -> str:
        kinds = list(dict.fromkeys(peak.kind for peak in self.peaks))
        by = {(peak.kind, peak.joint): peak for peak in self.peaks}
        joints = dict.fromkeys(peak.joint for peak in self.peaks)
        count = len(self.excesses)
        title = f"beyond {count} limit{'s' if count != 1 else ''}" if count else "within all limits"
        rows = [[joint, *(_cell(by.get((kind, joint))) for kind in kinds)] for joint in joints]
        return html_table(f"Motion {title}", ["joint", *kinds], rows)


def _cell(peak: Peak | None) -> str:
    """A peak in a table: value, limit and time."""
    if peak is None:
        return ""
    limit = f" of {peak.limit:.4g}" if np.isfinite(peak.limit) else ""
    return f"{peak.value:.4g}{limit} at {peak.time:.3g} s{', exceeded' if peak.exceeds else ''}"


def limit_report(
    trajectory: AbstractTrajectory, source: LimitsLike, samples: int, instead: LimitsLike | None = None
) -> LimitReport:
    """The peaks of a motion against the limits of a source: limits alone, or a robot, whose torques are then checked.

    `instead` are limits that replace the source's own.

    >>> from linkwise.trajectories import MotionLimits, Quintic
    >>> report = limit_report(Quintic([0.0], [1.0], duration=1.0), MotionLimits(velocity=2.0), 101)
    >>> [peak.kind for peak in report.peaks], report.within
    (['lower', 'upper', 'velocity', 'acceleration'], True)
    """
    n, has_torques = trajectory.n, hasattr(source, "inverse_dynamics")
    robot: Any = checked_robot(source, n) if has_torques else None
    limits = limits_of(source if instead is None else instead, n)
    names = robot.joint_names if has_torques else [f"joint{j + 1}" for j in range(n)]
    t = trajectory.instants(samples)
    watched: list[tuple[str, float, Array, Callable[[Array], Array]]] = [
        ("lower", -1.0, limits.lower, lambda t: -trajectory.derivatives(t, 0)[0]),
        ("upper", 1.0, limits.upper, lambda t: trajectory.derivatives(t, 0)[0]),
        ("velocity", 1.0, limits.velocity, lambda t: np.abs(trajectory.derivatives(t, 1)[1])),
        ("acceleration", 1.0, limits.acceleration, lambda t: np.abs(trajectory.derivatives(t, 2)[2])),
    ]
    if np.isfinite(limits.jerk).any():
        watched.append(("jerk", 1.0, limits.jerk, lambda t: np.abs(trajectory.derivatives(t, 3)[3])))
    if has_torques:
        watched.append(("torque", 1.0, limits.effort, lambda t: np.abs(robot.inverse_dynamics(*trajectory(t)))))
    report: list[Peak] = []
    for kind, sign, limit, f in watched:
        value, when = peaks(f, t)
        rows = zip(names, (sign * value).tolist(), when.tolist(), limit.tolist(), strict=True)
        report += [Peak(kind, name, *row) for name, *row in rows]
    return LimitReport(tuple(report))
