"""Methods that one kind of robot has and another refuses, with a way out, not with an AttributeError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ..errors import NotForThisRobot, shown

Refused = Callable[[str, str], Callable[..., NoReturn]]
"""A method that refuses, from its name and the way out."""


def refusal(has: str, why: str) -> Refused:
    """What makes such methods for robots that have something, and the reason.

    >>> class Rope:
    ...     name = "rope"
    ...     rollouts = refusal("no joints", "A rope bends everywhere.")("rollouts", "use rope.simulate.")
    >>> Rope().rollouts(steps=3)
    Traceback (most recent call last):
    linkwise.errors.NotForThisRobot: robot 'rope' has no joints: it has no rollouts.
      A rope bends everywhere.
      Hint: use rope.simulate.
    """

    def refused(name: str, way_out: str) -> Callable[..., NoReturn]:
        def refuse(robot: Any, *arguments: Any, **options: Any) -> NoReturn:
            raise NotForThisRobot(f"robot {shown(robot.name)} has {has}: it has no {name}.", why, way_out)

        refuse.__name__, refuse.__doc__ = name, f"Refused: {way_out}"
        return refuse

    return refused
