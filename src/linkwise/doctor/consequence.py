"""How far apart the torques of two models of one robot are, joint by joint."""

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from .alignment import Alignment
from .case import sampled
from .matching import Match

ROUNDING = 1e-13
"""A few hundred roundings of doubles."""


@dataclass(frozen=True)
class Consequence:
    """For each joint, over all states: largest and rms difference of the torques, and rms of the first robot's torque.

    >>> torques = Consequence.of(np.array([[1.0, 2.0], [1.0, -2.0]]), np.array([[1.0, 2.5], [1.0, -2.0]]))
    >>> torques.largest.tolist(), torques.relative.round(3).tolist()
    ([0.0, 0.5], [0.0, 0.177])
    """

    largest: Array
    rms: Array
    own: Array

    @staticmethod
    def of(one: Array, two: Array) -> "Consequence":
        """The figures from the torques of both robots, one state per row."""
        difference = two - one
        return Consequence(np.max(np.abs(difference), axis=0), _rms(difference), _rms(one))

    @property
    def relative(self) -> Array:
        """The rms difference relative to the joint's own rms torque; infinite if only the other robot has any.

        0 if the difference is mere rounding next to the largest torque of the arm, as at a joint that is parallel to
        gravity.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.rms > ROUNDING * np.max(self.own), self.rms / self.own, 0.0)


def _rms(x: Array) -> Array:
    rms: Array = np.sqrt(np.mean(x * x, axis=0))
    return rms


def consequences(match: Match, related: list[Alignment], states: int, seed: int) -> tuple[Consequence, Consequence]:
    """Differences of inverse dynamics and of gravity torques, at states within the first robot's limits.

    Joints are in the first robot's order.

    >>> import linkwise
    >>> from linkwise.doctor.matching import matched
    >>> arm = linkwise.load("planar2r")
    >>> match = matched(arm, arm.with_payload(1.0))
    >>> [each.largest[1].round(2) for each in consequences(match, [Alignment()] * 2, 50, 0)]
    [np.float64(9.8), np.float64(8.83)]
    """
    at = sampled(match.robot, states, seed)
    sign = np.array([each.sign for each in related])
    shift = np.array([each.shift for each in related])
    q, qd, qdd = at["q"], at["qd"], at["qdd"]
    back = np.argsort(match.order)  # the first robot's coordinates in the other's order
    there = [(sign * q + shift)[:, back], (sign * qd)[:, back], (sign * qdd)[:, back]]
    order = list(match.order)
    torques = sign * match.other.inverse_dynamics(*there)[:, order]
    weights = sign * match.other.gravity_forces(there[0])[:, order]
    return (
        Consequence.of(match.robot.inverse_dynamics(q, qd, qdd), torques),
        Consequence.of(match.robot.gravity_forces(q), weights),
    )
