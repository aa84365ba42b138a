"""How joint forces change with the pace of a motion: Hollerbach's dynamic scaling.

Hollerbach (1984):                                                                                [hollerbach1984]
Balafoutis & Patel (1991) §5.1 [8] point to it.                                                   [balafoutis1991]

Run at r times the pace, q(s) with s = r t has q̇ = r q′ and q̈ = r² q″, so that

    τ(r) = r² [M q″ + C q′] + r [F_v q′] + [g + F_c sign(q′)]

Differs from the paper: friction, which it leaves out; a constant pace only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from .motion import Motion
from .trajectory import AbstractTrajectory

ROUNDING = 1e-13
"""What rounding leaves of a term that is 0, relative to the forces it is the difference of."""

OTHER_PACES = (0.25, 1.5, 4.0)
"""Paces at which forces are compared with the quadratic."""

ALIKE = 1e-9
"""How closely they must agree, relative to the largest force."""


@dataclass(frozen=True, eq=False, repr=False)
class ScalingTerms:
    """τ(r) = r² squared + r linear + constant, at each time of a motion.

    >>> import numpy as np
    >>> ScalingTerms(np.array([2.0]), np.array([1.0]), np.array([3.0])).at(2.0)
    array([13.])
    """

    squared: Array
    linear: Array
    constant: Array

    def at(self, r: float) -> Array:
        """The forces at r times the pace.

        >>> import linkwise
        >>> robot = linkwise.load("pendulum")
        >>> terms = scaling_terms(robot, Motion([0.5], [1.0], [2.0]))
        >>> bool(np.allclose(terms.at(3.0), robot.inverse_dynamics([0.5], [3.0], [18.0])))
        True
        """
        return (self.squared * r + self.linear) * r + self.constant

    def are_exact_for(self, robot: Any, at: Motion, pace: float = 1.0) -> bool:
        """Whether the robot's forces are this quadratic: not with friction that is another function of velocity.

        >>> import linkwise
        >>> puma, at = linkwise.load("puma560"), Motion([0.1] * 6, [0.2] * 6, [0.3] * 6)
        >>> scaling_terms(puma, at).are_exact_for(puma, at)
        True
        """
        for r in OTHER_PACES:
            τ = forces(robot, at, r * pace)
            if not np.allclose(self.at(r * pace), τ, rtol=0.0, atol=ALIKE * float(np.abs(τ).max(initial=1e-300))):
                return False
        return True

    def __repr__(self) -> str:
        return f"ScalingTerms(r² squared + r linear + constant, each of shape {np.shape(self.squared)})"


def scaling_terms(robot: Any, at: Motion, pace: float = 1.0) -> ScalingTerms:
    """The terms along a motion: a quadratic through the forces at half, once and twice a pace.

    >>> import linkwise
    >>> terms = scaling_terms(linkwise.load("pendulum"), Motion([0.0], [1.0], [3.0]))
    >>> terms.squared.round(9), terms.linear, terms.constant.round(9)  # (m l²/3) q̈, and no gravity at the bottom
    (array([1.]), array([0.]), array([0.]))
    """
    half, once, twice = (forces(robot, at, r * pace) for r in (0.5, 1.0, 2.0))
    rounding = ROUNDING * (np.abs(half) + np.abs(once) + np.abs(twice))
    a = (twice - 3.0 * once + 2.0 * half) / 1.5
    a = np.where(np.abs(a) <= rounding, 0.0, a)
    b = 2.0 * (once - half) - 1.5 * a
    b = np.where(np.abs(b) <= rounding, 0.0, b)
    return ScalingTerms(a / pace / pace, b / pace, once - a - b)


def natural_pace(trajectory: AbstractTrajectory) -> float:
    """The pace at which the fastest joint reaches about 1 rad/s or m/s: inertia and gravity forces are then of similar
    size, and neither is lost in the rounding of the other.

    >>> from linkwise.trajectories import Quintic
    >>> round(natural_pace(Quintic([0.0], [1.0], duration=18.75)), 6)
    10.0
    """
    fastest = float(np.abs(trajectory.derivatives(np.linspace(0.0, trajectory.duration, 257), 1)[1]).max())
    return 1.0 / fastest if fastest > 0.0 else 1.0


def forces(robot: Any, at: Motion, r: float) -> Array:
    """The joint forces of a motion at r times its pace.

    >>> import linkwise
    >>> forces(linkwise.load("pendulum"), Motion([0.0], [1.0], [3.0]), 2.0).round(9)
    array([4.])
    """
    q, qd, qdd = at
    torques: Array = robot.inverse_dynamics(q, r * np.asarray(qd), r * (r * np.asarray(qdd)))
    return torques
