"""Motions to try approximations on: stretches of smooth ones from rest to rest, between random postures.

q(t) = q_i + r(t) (q_f − q_i),    r = 10 s³ − 15 s⁴ + 6 s⁵,    s = t / t_f

Each takes as long as its fastest joint needs to just reach its greatest velocity, 1.875 |q_f − q_i| / t_f.
"""

from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..errors import LinkwiseError
from .box import Box

TICK = 1e-3
"""Seconds between two states: what a servo does."""

STRETCH = 100
"""Ticks taken from each motion, beginning at a random time."""


class Motions(NamedTuple):
    """Positions, velocities and accelerations of shape (motions, ticks, joints)."""

    q: Array
    qd: Array
    qdd: Array


def motions(box: Box, states: int, ticks: int = STRETCH, seed: int = 0) -> Motions:
    """At least so many states, in stretches of `ticks` of motions within a box; always the same for a seed.

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
    way = end - start
    fast = np.where(box.velocity > 0, box.velocity, np.inf)
    duration = np.maximum((1.875 * np.abs(way) / fast).max(axis=1, keepdims=True), TICK)
    first = rng.uniform(0.0, 1.0, duration.shape) * np.maximum(duration - TICK * ticks, 0.0)
    s = np.minimum((first + TICK * np.arange(ticks)) / duration, 1.0)[..., None]
    way, duration = way[:, None, :], duration[..., None]
    r = s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    rd = s**2 * (30.0 - 60.0 * s + 30.0 * s**2)
    rdd = s * (60.0 - 180.0 * s + 120.0 * s**2)
    return Motions(start[:, None, :] + r * way, rd * way / duration, rdd * way / duration**2)
