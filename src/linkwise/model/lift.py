"""A weight that something else carries: a balancer, a spring mechanism, MuJoCo's gravcomp."""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra import ZERO, Scalar, Vec3


@dataclass(frozen=True)
class Lift:
    """A force −mass · gravity at the point `com` of a link's frame, whichever way the link is turned.

    With the link's own mass and centre of mass, its weight is compensated wholly; with half the mass, by half.

    >>> Lift("forearm", 2.5).com.components
    (0.0, 0.0, 0.0)
    """

    link: str
    mass: Scalar
    com: Vec3 = ZERO
