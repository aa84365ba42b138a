"""The implicit midpoint rule, Gauss's collocation of one stage: order 2.                                [hairer2006]"""

import numpy as np

from ..calls.arrays import Array
from . import collocation
from .plant import Plant

A, B, C = np.array([[0.5]]), np.array([1.0]), np.array([0.5])


def step(plant: Plant, t: float, y: Array, h: float) -> Array:
    """One step."""
    return collocation.step(A, B, C, plant, t, y, h)
