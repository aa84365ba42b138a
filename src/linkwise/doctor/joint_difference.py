"""How two models differ at one joint and the link it carries."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..model import AbstractFriction, Friction, Limits
from .alignment import Aligned
from .matching import Match
from .poses import Poses

DRIVES = ("lower", "upper", "velocity", "effort", "rotor", "viscous", "coulomb", "backward", "static")
"""The figures of a drive that are compared."""


@dataclass(frozen=True)
class JointDifference:
    """A joint of both robots, with all that is fixed to the link it carries, both at the first robot's q = 0.

    reversed, shift          the other's variable is ∓q + shift
    angle, distance          of the two axes [rad], and of the first robot's joint from the other's axis [m]
    mass                     of both links [kg]
    com                      distance of the two centres of mass [m]
    inertia                  the tensors at the centres of mass: their difference over the larger of them
    drive                    limits, rotor, friction that differ: both values, the other's told in the first's variable
    torque, gravity          difference: largest, rms, rms over the first robot's own rms

    >>> import linkwise
    >>> from linkwise.doctor import differences
    >>> arm = linkwise.load("planar2r")
    >>> first, second = differences(arm, arm.with_payload(1.0)).joints
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
        """The same as a dict."""
        return dict(vars(self))


def placed(match: Match, pairs: dict[int, int], related: dict[int, Aligned], i: int) -> dict[str, Any]:
    """What is compared of a joint without asking for torques: all fields but the last two.

    >>> import linkwise
    >>> from linkwise.doctor.matching import matched
    >>> arm = linkwise.load("planar2r")
    >>> placed(matched(arm, arm), {0: 0, 1: 1}, {0: Aligned(), 1: Aligned()}, 1)["com"]
    0.0
    """
    tree, other, k, to = match.robot.tree, match.other.tree, pairs[i], related[i]
    shifts = {other.bodies[pairs[j]].joint.name: each.shift for j, each in related.items()}
    here, there = Poses(tree, {}), Poses(other, shifts)
    one, two = here.line(i), there.line(k)
    (m, c, I), (m_other, c_other, I_other) = here.link(i), there.link(k)
    larger = max(np.linalg.norm(I), np.linalg.norm(I_other))
    drives = [_drive(tree.bodies[i].joint, Aligned()), _drive(other.bodies[k].joint, to)]
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


def _drive(joint: Any, to: Aligned) -> tuple[float, ...]:
    """The figures of a drive, told in the first robot's variable."""
    limits, sizes = _told(joint.limits, to), (joint.rotor.reflected, *_friction(joint.friction, to.sign))
    return (limits.lower, limits.upper, limits.velocity, limits.effort, *(float(x) for x in sizes))


def _friction(law: AbstractFriction, sign: float) -> tuple[float, float, float, float]:
    """Viscous and Coulomb friction forwards and backwards; of other laws those of the lines that touch them at speed 1,
    the former being the mean of both. Then, on average of both directions, how much more a joint at rest bears."""
    if isinstance(law, Friction):
        viscous, found = law.viscous, law.holding()
    else:
        slopes = [law.slopes(v)[0] for v in (1.0, -1.0)]
        viscous, found = 0.5 * (slopes[0] + slopes[1]), (law.force(1.0) - slopes[0], -law.force(-1.0) - slopes[1])
    static = 0.5 * (sum(law.holding()) - sum(found))
    return viscous, *(found if sign > 0.0 else found[::-1]), static


def _told(limits: Limits, to: Aligned) -> Limits:
    lower, upper = (to.sign * (x - to.shift) + 0.0 for x in (limits.lower, limits.upper))
    if to.sign < 0.0:
        lower, upper = upper, lower
    return Limits(lower, upper, limits.velocity, limits.effort)
