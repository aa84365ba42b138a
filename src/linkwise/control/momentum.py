"""The generalized momentum and how it changes, over scalars.

    p = M q̇ = ∂T/∂q̇,    ṗ = τ + τ_ext + ∂T/∂q − g − friction,    ∂T/∂q = Cᵀ q̇:

Lagrange's equation. Both derivatives are those of the one program of the kinetic energy, backwards through it, which
takes less than half the operations of C.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..algebra import Scalar
from ..backends.interpreter import run
from ..equations import Equations
from ..model import Model
from ..program import Program, jacobian, trace


class Momentum(NamedTuple):
    """p, and β = ∂T/∂q − g − friction: what changes it beside τ and the environment."""

    p: list[Scalar]
    β: list[Scalar]


def momentum(eq: Equations, q: Sequence[Scalar], qd: Sequence[Scalar]) -> Momentum:
    """p and β at a state.

    >>> import linkwise
    >>> momentum(Equations(linkwise.load("pendulum").tree), [0.0], [3.0])
    Momentum(p=[1.0], β=[0.0])
    """
    n = eq.n
    slopes = run(_slopes(eq.tree), [*q, *qd])
    taken = zip(slopes[:n], eq.gravity_forces(q), eq.friction_forces(qd, q), strict=True)
    return Momentum(slopes[n:], [s - g - f for s, g, f in taken])


@lru_cache(maxsize=16)
def _slopes(tree: Model) -> Program:
    """∂T/∂q and ∂T/∂q̇."""
    groups = {"q": tree.n, "qd": tree.n}
    energy = trace(lambda q, qd: [Equations(tree).kinetic_energy(q, qd)], groups, "kinetic_energy")
    return jacobian(energy, [f"{name}{k}" for name in groups for k in range(1, tree.n + 1)])
