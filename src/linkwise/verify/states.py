"""The states at which laws are put to the test."""

import numpy as np

from ..calls.arrays import Array
from ..calls.dispatch import LONGEST
from ..compare.states import SLIDING, TURNING
from ..compare.states import states as within_limits
from ..robot import Robot
from .sample import Sample

FEW = 4
"""States of a robot of more than 60 links, whose answers take seconds in Python."""


def count_for(robot: Robot, states: int) -> int:
    """How many states a robot is tested at where so many are wanted.

    >>> import linkwise
    >>> count_for(linkwise.load("panda"), 32)
    32
    """
    return states if len(robot.tree.bodies) <= LONGEST else min(states, FEW)


def sampled(robot: Robot, states: int, seed: int = 0) -> Sample:
    """A robot at random states within its limits: those that a certificate numbers.

    >>> import linkwise
    >>> sampled(linkwise.load("panda"), 32).q.shape
    (32, 7)
    """
    return Sample(robot, within_limits(robot, count_for(robot, states), seed), seed)


def anywhere(robot: Robot, count: int, seed: int) -> dict[str, Array]:
    """States that know no limits: a parameter matters that could be felt in any motion.

    >>> import linkwise
    >>> anywhere(linkwise.load("panda"), 10, seed=0)["qdd"].shape
    (10, 7)
    """
    rng = np.random.default_rng(seed)
    slides = {body.joint.name: body.joint.slides for body in robot.model.bodies}
    half = 0.5 * np.array([SLIDING if slides.get(name, False) else TURNING for name in robot.joint_names])
    q = rng.uniform(-half, half, (count, robot.n))
    return {"q": q, "qd": 3.0 * rng.normal(size=q.shape), "qdd": 10.0 * rng.normal(size=q.shape)}
