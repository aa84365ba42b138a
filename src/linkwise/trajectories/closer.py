"""Looking closer at the times of a motion that bind its pace."""

import numpy as np

from ..calls.arrays import Array

CLOSER, NEAR = 5, 1e-3
"""How often it is looked closer, and at what share beyond what binds."""

MOST_NEAR, POINTS = 64, 33
"""The most times that are looked closer at, and how many are around each."""

NARROWER = 2.0 / (POINTS - 1)
"""What is left of a width when it was looked at once."""


def around(centres: Array, width: float, duration: float) -> Array:
    """Times up to a width around others, within the motion.

    >>> around(np.array([0.0, 0.5]), 0.1, 1.0).shape
    (66,)
    """
    return np.clip(centres[:, None] + width * np.linspace(-1.0, 1.0, POINTS), 0.0, duration).ravel()
