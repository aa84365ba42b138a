"""The classical Runge–Kutta method of order 4: Hairer, Nørsett & Wanner (1993), Table II.1.2.           [hairer1993]"""

from ..calls.arrays import Array
from .plant import Plant


def step(plant: Plant, t: float, y: Array, h: float) -> Array:
    """One step."""
    k1 = plant.rates(t, y)
    k2 = plant.rates(t + 0.5 * h, y + 0.5 * h * k1)
    k3 = plant.rates(t + 0.5 * h, y + 0.5 * h * k2)
    k4 = plant.rates(t + h, y + h * k3)
    return y + h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
