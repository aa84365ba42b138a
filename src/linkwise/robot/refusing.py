"""What a robot offers and another kind of robot does not: refused with a way out, not with an AttributeError."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn

from ..errors import NotForThisRobot, NotOffered, shown
from .robot import Robot
from .uses import AbstractShown


class AbstractRefusing(AbstractShown):
    """Refuses every method and attribute of `linkwise.Robot` that it does not have; it can be looked at like one.

    `HAS` says what makes it another kind of robot, `WHY` what follows, `WAYS_OUT` what to do instead of a method, and
    `WAY_OUT` what to do instead of all others.

    >>> class Rope(AbstractRefusing):
    ...     name, HAS, WHY = "rope", "no joints", "A rope bends everywhere."
    ...     WAY_OUT, WAYS_OUT = "ask a chain.", {"rollouts": "use rope.simulate."}
    >>> Rope().rollouts(steps=3)
    Traceback (most recent call last):
    linkwise.errors.NotForThisRobot: robot 'rope' has no joints: it has no rollouts.
      A rope bends everywhere.
      Hint: use rope.simulate.
    >>> hasattr(Rope(), "with_payload"), hasattr(Rope(), "tree"), hasattr(Rope(), "knots")
    (True, False, False)
    """

    HAS: ClassVar[str]
    WHY: ClassVar[str]
    WAY_OUT: ClassVar[str]
    WAYS_OUT: ClassVar[Mapping[str, str]]

    def __getattr__(self: Any, name: str) -> Callable[..., NoReturn]:
        if name.startswith("_") or not (hasattr(Robot, name) or name in Robot.__dataclass_fields__):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        what = f"robot {shown(self.name)} has {self.HAS}: it has no {name}."
        way_out = self.WAYS_OUT.get(name, self.WAY_OUT)
        if not callable(getattr(Robot, name, None)):
            raise NotOffered(what, self.WHY, way_out)

        def refuse(*arguments: Any, **options: Any) -> NoReturn:
            raise NotForThisRobot(what, self.WHY, way_out)

        return refuse
