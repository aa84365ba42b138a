"""Which limits an exciting motion keeps: shares of the robot's own, or of those that the caller gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...algebra import is_finite_number
from ...errors import BadArray, LinkwiseError, NoMass, UnknownName, listed, shown
from ...trajectories import MotionLimits
from ...trajectories.limits import limits_of, one_per_joint

if TYPE_CHECKING:
    from ...robot import Robot

SHARES = {"position": 0.95, "velocity": 0.9, "acceleration": 0.5, "effort": 0.9}
"""How much of each limit a motion uses by default; of positions, how much of the range around its middle."""


def allowed(
    robot: Robot, given: Mapping[str, ArrayLike | None], shares: Mapping[str, float] | None
) -> tuple[MotionLimits, dict[str, float], list[str]]:
    """The limits to keep, the shares, and what is not limited.

    >>> import linkwise
    >>> limits, _, notes = allowed(linkwise.load("panda"), {"acceleration": 10.0}, {"velocity": 0.5})
    >>> limits.velocity[0], limits.acceleration[0], notes
    (np.float64(1.0875), np.float64(5.0), [])
    """
    n, own = robot.n, limits_of(robot, robot.n)
    limit = {
        name: getattr(own, name) if given.get(name) is None else one_per_joint(name, given[name], n)  # type: ignore[arg-type]
        for name in ("lower", "upper", "velocity", "acceleration", "effort")
    }
    share = SHARES | _shares(shares)
    lower, upper = limit["lower"], limit["upper"]
    bad = ~(lower < upper)
    if bad.any():
        j = int(np.flatnonzero(bad)[0])
        raise BadArray(
            f"joint {shown(robot.joint_names[j])} may be between {lower[j]:g} and {upper[j]:g}.",
            "A lower limit below the upper one was expected.",
            f"to keep a joint where it is, robot.lock({robot.joint_names[j]!r}, value).",
        )
    for what, missing in (
        ("position", ~(np.isfinite(lower) & np.isfinite(upper))),
        ("velocity", ~np.isfinite(limit["velocity"])),
    ):
        if missing.any():
            names = [name for name, m in zip(robot.joint_names, missing.tolist(), strict=True) if m]
            options = "lower=-2.0, upper=2.0" if what == "position" else "velocity=1.0"
            raise LinkwiseError(
                f"robot {shown(robot.name)} has no limits of {what} at {listed(names)}.",
                "A motion that a real robot can follow needs them.",
                f"give {options}, for example: one number for all joints, or one for each.",
            )
    for name in ("velocity", "acceleration", "effort"):
        if (limit[name] <= 0.0).any():
            raise BadArray(f"the {name} limits are {limit[name].tolist()}.", "Numbers above 0 were expected.")
    notes = []
    if not np.isfinite(limit["acceleration"]).any():
        notes.append("accelerations are not limited: robot files have no limits of them (acceleration=…)")
    limit["effort"], more = _torques(robot, limit["effort"])
    middle, half = 0.5 * (lower + upper), 0.5 * share["position"] * (upper - lower)
    kept = MotionLimits(
        middle - half, middle + half, *(share[name] * limit[name] for name in ("velocity", "acceleration", "effort"))
    )
    return kept.of(n), share, notes + more


def _torques(robot: Robot, effort: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """The limits of torque, none if the robot cannot say what its torques are."""
    if not np.isfinite(effort).any():
        return effort, ["torques are not limited: the robot's file has no limits of them (effort=…)"]
    try:
        zero = np.zeros(robot.n)
        robot.inverse_dynamics(zero, zero, zero)
    except NoMass:
        return np.full(robot.n, np.inf), ["torques are not limited: the robot's file has no masses to find them from"]
    return effort, []


def _shares(shares: Mapping[str, float] | None) -> dict[str, float]:
    if not isinstance(shares, Mapping | None):
        raise BadArray(f"shares is {shown(repr(shares))}.", "A dict was expected.", 'shares={"velocity": 0.5}.')
    for name, value in (shares or {}).items():
        if name not in SHARES:
            raise UnknownName("share", name, "excitation", SHARES)
        if not is_finite_number(value) or not 0.0 < value <= 1.0:
            raise BadArray(f"the share of {name} is {value!r}.", "A number above 0, at most 1, was expected.")
    return dict(shares or {})
