"""The generalized momentum and its rate of change, over scalars.

    p = M q̇ = ∂T/∂q̇,    ṗ = τ + τ_ext + ∂T/∂q − g − friction,    ∂T/∂q = Cᵀ q̇:

Lagrange's equation, Khalil & Dombre (2002) [9.4a]; ∂T/∂q̇ and ∂T/∂q are `Equations.momentum_slopes`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..algebra import Scalar
from ..calls.equations import Equations


class Momentum(NamedTuple):
    """p, and β = ∂T/∂q − g − friction: the part of ṗ that the model knows without τ and the environment."""

    p: list[Scalar]
    β: list[Scalar]


def momentum(eq: Equations, q: Sequence[Scalar], qd: Sequence[Scalar]) -> Momentum:
    """p and β at a state.

    >>> import linkwise
    >>> momentum(Equations(linkwise.load("pendulum").tree), [0.0], [3.0])
    Momentum(p=[1.0], β=[0.0])
    """
    p, slopes = eq.momentum_slopes(q, qd)
    terms = zip(slopes, eq.gravity_forces(q), eq.friction_forces(qd, q), strict=True)
    return Momentum(p, [s - g - f for s, g, f in terms])
