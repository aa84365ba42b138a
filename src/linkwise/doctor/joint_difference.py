"""How two models differ at one joint and the link it carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import plain
from ..model import AbstractFriction, Friction, Limits
from .alignment import Alignment
from .finding import format_number
from .matching import Match
from .poses import Poses

DRIVES = ("lower", "upper", "velocity", "effort", "rotor", "viscous", "coulomb", "backward", "static")
"""The numbers of a drive that are compared."""


@dataclass(frozen=True)
class JointDifference:
    """A joint of both robots and the link it carries, with everything fixed to it, both at the first robot's q = 0.

    reversed, shift          the other's variable is q + shift, or −q + shift if reversed
    angle, distance          between the axes [rad], and from the first robot's joint to the other's axis [m]
    mass                     of both links [kg]
    com                      distance between the centres of mass [m]
    inertia                  difference of the tensors at the centres of mass, relative to the larger one
    drive                    limits, rotor and friction that differ: both values, in the first robot's variable
    torque, gravity          difference: largest, rms, and rms relative to the first robot's own rms

    >>> import linkwise
    >>> from linkwise.doctor import differences
    >>> arm = linkwise.load("planar2r")
    >>> first, second = differences(arm, arm.with_payload(1.0, (0.2, 0, 0))).joints
    >>> second
    <joint2: mass 2.1 and 3.1 kg, centre of mass 0.06452 m apart, torque 7.766 apart (rms; 58.4 %), 14.82 at most>
    >>> first.torque["largest"] > 0.0, first.mass, second.mass
    (True, (1.3, 1.3), (2.1, 3.1))
    """

    joint: str
    other: str
    reversed: bool
    shift: float
    angle: float
    distance: float
    mass: tuple[float, float]
    com: float
    inertia: float
    drive: dict[str, tuple[float, float]]
    torque: dict[str, float]
    gravity: dict[str, float]

    @property
    def data(self) -> dict[str, Any]:
        """The differences as a dict, ready for JSON."""
        return dict(vars(self))

    def __str__(self) -> str:
        a, b = self.mass
        return (
            f"{plain(self.joint)}: mass {format_number(a)} and {format_number(b)} kg, "
            f"centre of mass {format_number(self.com)} m apart, torque {format_number(self.torque['rms'])} apart "
            f"(rms; {format_number(100 * self.torque['relative'])} %), {format_number(self.torque['largest'])} at most"
        )

    def __repr__(self) -> str:
        return f"<{self}>"


def placed(match: Match, pairs: dict[int, int], related: dict[int, Alignment], i: int) -> dict[str, Any]:
    """The fields of a `JointDifference` that need no torques: all but the last two.

    >>> import linkwise
    >>> from linkwise.doctor.matching import matched
    >>> arm = linkwise.load("planar2r")
    >>> placed(matched(arm, arm), {0: 0, 1: 1}, {0: Alignment(), 1: Alignment()}, 1)["com"]
    0.0
    """
    tree, other, k, to = match.robot.tree, match.other.tree, pairs[i], related[i]
    shifts = {other.bodies[pairs[j]].joint.name: each.shift for j, each in related.items()}
    here, there = Poses(tree, {}), Poses(other, shifts)
    one, two = here.line(i), there.line(k)
    (m, c, I), (m_other, c_other, I_other) = here.link(i), there.link(k)
    larger = max(np.linalg.norm(I), np.linalg.norm(I_other))
    drives = [_drive(tree.bodies[i].joint, Alignment()), _drive(other.bodies[k].joint, to)]
    return {
        "joint": tree.bodies[i].joint.name,
        "other": other.bodies[k].joint.name,
        "reversed": to.sign < 0.0,
        "shift": to.shift,
        "angle": one.angle(two, to.sign),
        "distance": two.distance(one.p),
        "mass": (m, m_other),
        "com": float(np.linalg.norm(c - c_other)) if m and m_other else 0.0,
        "inertia": float(np.linalg.norm(I - I_other) / larger) if larger else 0.0,
        "drive": {key: (a, b) for key, a, b in zip(DRIVES, *drives, strict=True) if a != b},
    }


def _drive(joint: Any, to: Alignment) -> tuple[float, ...]:
    """The numbers of a drive, in the first robot's variable."""
    limits, sizes = _in_first_variable(joint.limits, to), (joint.rotor.reflected, *_friction(joint.friction, to.sign))
    return (limits.lower, limits.upper, limits.velocity, limits.effort, *(float(x) for x in sizes))


def _friction(law: AbstractFriction, sign: float) -> tuple[float, float, float, float]:
    """Viscous friction, Coulomb friction forwards and backwards, and static friction beyond that.

    For other friction laws, viscous and Coulomb friction are those of the tangents at speed 1 in each direction, with
    the mean of the two slopes as viscous friction. Static friction is the mean of both directions.
    """
    if isinstance(law, Friction):
        viscous, coulomb = law.viscous, law.holding()
    else:
        slopes = [law.slopes(v)[0] for v in (1.0, -1.0)]
        viscous, coulomb = 0.5 * (slopes[0] + slopes[1]), (law.force(1.0) - slopes[0], -law.force(-1.0) - slopes[1])
    static = 0.5 * (sum(law.holding()) - sum(coulomb))
    return viscous, *(coulomb if sign > 0.0 else coulomb[::-1]), static


def _in_first_variable(limits: Limits, to: Alignment) -> Limits:
    lower, upper = (to.sign * (x - to.shift) + 0.0 for x in (limits.lower, limits.upper))
    if to.sign < 0.0:
        lower, upper = upper, lower
    return Limits(lower, upper, limits.velocity, limits.effort)
