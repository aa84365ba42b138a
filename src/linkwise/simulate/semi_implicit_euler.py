"""Semi-implicit Euler: Hairer, Lubich & Wanner (2006), chapter I, for q̈ = q̈(q, q̇).                    [hairer2006]

    q̇[k+1] = q̇[k] + h q̈(q[k], q̇[k]),    q[k+1] = q[k] + h q̇[k+1]

Order 1. Symplectic where M is constant and there is no friction; for an arm it merely drifts less than explicit Euler.
"""

from ..calls.arrays import Array
from .plant import Plant


def step(plant: Plant, t: float, y: Array, h: float) -> Array:
    """One step."""
    n, new = plant.n, y + h * plant.rates(t, y)
    new[:n] = y[:n] + h * new[n : 2 * n]
    return new
