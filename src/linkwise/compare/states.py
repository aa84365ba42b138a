"""Random states of a robot, within its joints' limits."""

import numpy as np

from ..calls.arrays import Array
from ..robot import Robot

TURNING, SLIDING = 2.0 * np.pi, 2.0
"""Limits beyond these, in rad or m, are some file's way to say that there are none: half of this is taken then."""

FASTEST = 10.0
"""The same for velocities; one radian or metre per second is taken then."""


def states(robot: Robot, count: int, seed: int) -> dict[str, Array]:
    """Positions, velocities, accelerations and forces by name, one state per row.

    Positions and velocities are uniform within the limits, the others normal: of order one, forces of order ten.

    >>> import linkwise
    >>> at = states(linkwise.load("panda"), 100, seed=0)
    >>> list(at), at["q"].shape, bool((at["q"][:, 3] < 0.0).all())  # its elbow bends one way
    (['q', 'qd', 'qdd', 'tau'], (100, 7), True)
    """
    rng = np.random.default_rng(seed)
    slides = {body.joint.name: body.joint.slides for body in robot.model.bodies}
    widest = np.array([SLIDING if slides.get(name, False) else TURNING for name in robot.joint_names])
    lower, upper = robot.limits.lower, robot.limits.upper
    # a joint with one limit only moves away from it
    lower = np.where(np.abs(lower) <= widest, lower, np.where(np.abs(upper) <= widest, upper - widest, -0.5 * widest))
    upper = np.where(np.abs(upper) <= widest, upper, lower + widest)
    lower, upper = np.minimum(lower, upper), np.maximum(lower, upper)  # a waiver lets limits out of order pass
    fastest = np.where((robot.limits.velocity > 0.0) & (robot.limits.velocity <= FASTEST), robot.limits.velocity, 1.0)
    shape = (count, robot.n)
    return {
        "q": rng.uniform(lower, upper, shape),
        "qd": rng.uniform(-fastest, fastest, shape),
        "qdd": rng.normal(size=shape),
        "tau": 10.0 * rng.normal(size=shape),
    }
