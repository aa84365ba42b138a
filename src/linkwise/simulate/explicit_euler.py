"""Explicit Euler: Lynch & Park (2017) §9.5, Euler Integration Algorithm for Forward Dynamics.             [lynch2017]

    θ[k+1] = θ[k] + h θ̇[k],    θ̇[k+1] = θ̇[k] + h θ̈[k],    θ̈[k] = GetJointAccel(θ[k], θ̇[k], τ[k], τ_ext[k])

Differs from the book: k runs from 0 (ERRATA.md E1-13). Order 1; energy grows: a method to learn from, not to use.
"""

from ..calls.arrays import Array
from .plant import Plant


def step(plant: Plant, t: float, y: Array, h: float) -> Array:
    """One step."""
    return y + h * plant.rates(t, y)
