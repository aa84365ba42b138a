"""The states at which laws are put to the test."""

from ..calls.dispatch import LONGEST
from ..calls.sampling import within_limits
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
    return Sample(robot, within_limits(robot.model, count_for(robot, states), seed), seed)
