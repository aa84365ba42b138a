"""States of arms away from singularities of a task, so that what is compared is determined."""

from functools import cache

import numpy as np
import pytest

import linkwise

ROBOTS = {
    "planar2r": (["x", "y"], ["y"]),
    "planar3r": ("planar", ["x", "y"]),
    "scara": (["rz", "x", "y", "z"], "position"),
    "stanford": ("pose", "position", "orientation"),
    "puma560": ("pose", "position"),
    "ur5": ("pose", "orientation", ["x", "rz"]),
    "panda": ("pose", "position", "orientation", ["z"]),
}
"""Tasks of the catalog's arms: with as many rows as joints, and with fewer."""

CASES = [(name, rows) for name, tasks in ROBOTS.items() for rows in tasks]

ONE_OF_EACH_KIND = ("planar2r", "scara", "ur5")
"""Turning joints, sliding ones, six: the tasks of other arms are for the slow run."""

MARKED = [pytest.param(*case, marks=() if case[0] in ONE_OF_EACH_KIND else pytest.mark.slow) for case in CASES]
"""The tasks of all arms, each with its mark."""


@cache
def arm(name):
    """Without friction, which is not part of a task's equations; tests share its kernels."""
    return linkwise.load(name).without_friction()


def away(robot, rows, count=6, least=0.01, seed=3, **more):
    """q, qd (count, n) at which the smallest σ of J M^(−1/2) is at least `least` of the largest."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(-2.5, 2.5, (800, robot.n))
    sigma = robot.task_space(q, rows=rows, **more).singular_values
    q = q[sigma[:, -1] > least * sigma[:, 0]][:count]
    assert len(q) == count
    return q, rng.normal(size=q.shape)
