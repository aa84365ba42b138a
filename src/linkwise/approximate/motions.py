"""Motions to try approximations on: stretches of smooth ones from rest to rest, between random postures.

Each takes as long as its fastest joint needs to just reach its greatest velocity, 1.875 |q_f − q_i| / t_f.
"""

import numpy as np

from ..errors import LinkwiseError
from ..trajectories import Motion, Quintic
from ..trajectories.quintic import FASTEST
from .box import Box

TICK = 1e-3
"""Seconds between two states: what a servo does."""

STRETCH = 100
"""Ticks taken from each motion, beginning at a random time."""


def motions(box: Box, states: int, ticks: int = STRETCH, seed: int = 0) -> Motion:
    """At least so many states, in stretches of `ticks` of motions within a box; always the same for a seed.

    The arrays are of shape (motions, ticks, joints).

    >>> motions(Box([0.0], [1.0], [2.0], [3.0]), 250).q.shape
    (3, 100, 1)
    """
    for name, value in (("states", states), ("ticks", ticks)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise LinkwiseError(
                f"{name} is {value!r}.", "A whole number not below 1 was expected.", f"{name}=1000, say."
            )
    rng = np.random.default_rng(seed)
    shape = (-(-states // ticks), len(box.lower))
    start, end = (rng.uniform(box.lower, box.upper, shape) for _ in range(2))
    fast = np.where(box.velocity > 0, box.velocity, np.inf)
    duration = np.maximum((FASTEST * np.abs(end - start) / fast).max(axis=1, keepdims=True), TICK)
    first = rng.uniform(0.0, 1.0, duration.shape) * np.maximum(duration - TICK * ticks, 0.0)
    t = np.minimum(first + TICK * np.arange(ticks), duration)
    each = [Quintic(*ends, float(T))(times) for *ends, (T,), times in zip(start, end, duration, t, strict=True)]
    return Motion(*(np.stack(arrays) for arrays in zip(*each, strict=True)))
