"""How far the torques of two models of one robot are apart, joint by joint."""

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from .alignment import Aligned
from .case import sampled
from .matching import Match

ROUNDING = 1e-13
"""Some hundred roundings of doubles."""


@dataclass(frozen=True)
class Consequence:
    """For each joint: largest and rms difference, rms of the first robot's own, over all states.

    >>> found = Consequence.of(np.array([[1.0, 2.0], [1.0, -2.0]]), np.array([[1.0, 2.5], [1.0, -2.0]]))
    >>> found.largest.tolist(), found.relative.round(3).tolist()
    ([0.0, 0.5], [0.0, 0.177])
    """

    largest: Array
    rms: Array
    own: Array

    @staticmethod
    def of(one: Array, two: Array) -> "Consequence":
        """From the torques of both, one state per row."""
        off = two - one
        return Consequence(np.max(np.abs(off), axis=0), _rms(off), _rms(one))

    @property
    def relative(self) -> Array:
        """The rms difference over the joint's own rms; infinite where only the other has any.

        A difference that is rounding next to the arm's largest torque is none: a joint along gravity bears nothing.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.rms > ROUNDING * np.max(self.own), self.rms / self.own, 0.0)


def _rms(x: Array) -> Array:
    found: Array = np.sqrt(np.mean(x * x, axis=0))
    return found


def consequences(match: Match, related: list[Aligned], states: int, seed: int) -> tuple[Consequence, Consequence]:
    """Of inverse dynamics and of gravity, in states within the first robot's limits; joints in the first one's order.

    >>> import linkwise
    >>> from linkwise.doctor.matching import matched
    >>> arm = linkwise.load("planar2r")
    >>> match = matched(arm, arm.with_payload(1.0))
    >>> [each.largest[1].round(2) for each in consequences(match, [Aligned()] * 2, 50, 0)]
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
