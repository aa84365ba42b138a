"""Motions to try approximations on: stretches of smooth motions from rest to rest between random postures.

Each motion is as fast as possible: one joint just reaches its largest velocity, 1.875 |q_f − q_i| / t_f.
"""

from __future__ import annotations

import numpy as np

from ..calls.checks import whole
from ..calls.sampling import in_boxes
from ..trajectories import Motion, Quintic
from ..trajectories.quintic import FASTEST
from .box import Box

TICK = 1e-3
"""Seconds between two states, as in a servo loop."""

STRETCH = 100
"""Ticks that are taken from each motion, from a random time on."""


def motions(box: Box, states: int, ticks: int = STRETCH, seed: int = 0) -> Motion:
    """At least `states` states, in stretches of `ticks` ticks of motions within a box; a seed fixes them.

    The arrays have the shape (motions, ticks, joints).

    >>> motions(Box([0.0], [1.0], [2.0], [3.0]), 250).q.shape
    (3, 100, 1)
    """
    whole("states", states, 1, hint="states=1000, say.")
    whole("ticks", ticks, 1, hint="ticks=100, say.")
    postures = (box.lower, box.upper)
    start, end, share = in_boxes(-(-states // ticks), seed, postures, postures, ([0.0], [1.0]))
    fast = np.where(box.velocity > 0, box.velocity, np.inf)
    duration = np.maximum((FASTEST * np.abs(end - start) / fast).max(axis=1, keepdims=True), TICK)
    first = share * np.maximum(duration - TICK * ticks, 0.0)
    t = np.minimum(first + TICK * np.arange(ticks), duration)
    each = [Quintic(a, b, float(T[0]))(times) for a, b, T, times in zip(start, end, duration, t, strict=True)]
    return Motion(*(np.stack(arrays) for arrays in zip(*each, strict=True)))
