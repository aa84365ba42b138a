"""A motion next to the limits of the joints: where it comes closest to each, and which it exceeds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BeyondLimits, plain, shown
from .given import moved
from .limits import MotionLimits, limits_of
from .peaks import peaks
from .trajectory import AbstractTrajectory

SLACK = 1e-9
"""How far beyond a limit still counts as on it, relative to the limit: what motions made to reach it leave."""


@dataclass(frozen=True)
class Peak:
    """The most of a kind (lower, upper, velocity, acceleration, torque) that a motion asks of a joint, and when.

    `value` keeps the sign that lower and upper limits need; of the others it is a size.

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
        """How far it is beyond the limit; negative where it is within.

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
        return bool(np.isfinite(self.limit)) and not within  # a torque that is not a number is within no limit

    def __str__(self) -> str:
        kind = {"lower": "position", "upper": "position"}.get(self.kind, self.kind)
        limit = f"{self.kind} limit" if kind == "position" else "limit"
        beyond = f", {self.excess:.3g} beyond its {limit} {self.limit:g}" if self.exceeds else ""
        return f"{kind} of joint {shown(plain(self.joint))} is {self.value:.6g} at {self.time:.4g} s{beyond}"


@dataclass(frozen=True)
class LimitReport:
    """The peaks of a motion, kind by kind and joint by joint.

    >>> LimitReport((Peak("velocity", "elbow", 2.5, 0.3, 2.0),)).within
    False
    """

    peaks: tuple[Peak, ...]

    @property
    def excesses(self) -> tuple[Peak, ...]:
        """Those beyond their limits.

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
        """Raise an error that names every limit exceeded; nothing where there is none.

        >>> LimitReport((Peak("velocity", "elbow", 2.5, 0.3, 2.0),)).require()
        Traceback (most recent call last):
        linkwise.errors.BeyondLimits: the motion exceeds limits:
          velocity of joint 'elbow' is 2.5 at 0.3 s, 0.5 beyond its limit 2
          Hint: take longer, or another path; robot.fastest_uniform finds how fast it can be.
        """
        if not self.within:
            worst = self.excesses[0]
            hint = "take longer, or another path; robot.fastest_uniform finds how fast it can be."
            if worst.kind in ("lower", "upper"):
                hint = "take another path: positions are the same at every pace."
            raise BeyondLimits(
                "the motion exceeds limits:",
                "\n  ".join(map(str, self.excesses)),
                hint,
                joint=worst.joint,
                time=worst.time,
            )


def limit_report(
    trajectory: AbstractTrajectory, given: Any, samples: int, instead: MotionLimits | None = None
) -> LimitReport:
    """The peaks of a motion next to limits, or next to all that a robot has.

    >>> from linkwise.trajectories import MotionLimits, Quintic
    >>> report = limit_report(Quintic([0.0], [1.0], duration=1.0), MotionLimits(velocity=2.0), 101)
    >>> [peak.kind for peak in report.peaks], report.within
    (['lower', 'upper', 'velocity', 'acceleration'], True)
    """
    robot, n = (given if hasattr(given, "inverse_dynamics") else None), trajectory.n
    if robot is not None:
        moved(robot, n)
    limits = limits_of(given if instead is None else instead, n)
    names = [f"joint{j + 1}" for j in range(n)] if robot is None else robot.joint_names
    t = trajectory.instants(samples)
    asked: list[tuple[str, float, Array, Callable[[Array], Array]]] = [
        ("lower", -1.0, limits.lower, lambda t: -trajectory.derivatives(t, 0)[0]),
        ("upper", 1.0, limits.upper, lambda t: trajectory.derivatives(t, 0)[0]),
        ("velocity", 1.0, limits.velocity, lambda t: np.abs(trajectory.derivatives(t, 1)[1])),
        ("acceleration", 1.0, limits.acceleration, lambda t: np.abs(trajectory.derivatives(t, 2)[2])),
    ]
    if robot is not None:
        asked.append(("torque", 1.0, limits.effort, lambda t: np.abs(robot.inverse_dynamics(*trajectory(t)))))
    found = []
    for kind, sign, limit, f in asked:
        value, when = peaks(f, t)
        rows = zip(names, (sign * value).tolist(), when.tolist(), limit.tolist(), strict=True)
        found += [Peak(kind, name, *row) for name, *row in rows]
    return LimitReport(tuple(found))
