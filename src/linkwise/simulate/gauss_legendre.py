"""Gauss–Legendre collocation of two stages: order 4. Hairer, Lubich & Wanner (2006), Table II.1.1.      [hairer2006]"""

from math import sqrt

import numpy as np

from ..calls.arrays import Array
from . import collocation
from .plant import Plant

A = np.array([[1 / 4, 1 / 4 - sqrt(3) / 6], [1 / 4 + sqrt(3) / 6, 1 / 4]])
B = np.array([0.5, 0.5])
C = np.array([1 / 2 - sqrt(3) / 6, 1 / 2 + sqrt(3) / 6])


def step(plant: Plant, t: float, y: Array, h: float) -> Array:
    """One step."""
    return collocation.step(A, B, C, plant, t, y, h)
