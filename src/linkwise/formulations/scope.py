"""The robots that a formulation's source covers.

A formulation that admits every tree of revolute and prismatic joints needs no scope. One whose source excludes some has
`SCOPE = Scope(…)`, calls `SCOPE.check(model)` first, and is not offered for the robots it refuses.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..algebra import is_zero
from ..errors import NotForThisRobot, shown
from ..model import Model


def nothing_else(model: Model) -> None:
    """None: nothing else rules a robot out.

    >>> import linkwise
    >>> Scope().excludes(linkwise.load("scara").tree) is None
    True
    """


@dataclass(frozen=True)
class Scope:
    """What a formulation admits besides chains of revolute joints between links with mass.

    `trees`: links that carry several others. `prismatic`: joints that slide. `massless`: links that have a first moment
    and no mass, as regrouping can produce; they have no centre of mass. `excludes`: a function that names, as
    `refusal` does, whatever else rules a robot out.

    >>> import linkwise
    >>> Scope(prismatic=False).refusal(linkwise.load("scara").tree)
    "joint 'joint3' slides"
    >>> Scope(prismatic=False).refusal(linkwise.load("panda").tree) is None
    True
    """

    trees: bool = True
    prismatic: bool = True
    massless: bool = True
    excludes: Callable[[Model], str | None] = nothing_else

    def refusal(self, model: Model) -> str | None:
        """What in this robot the source does not cover; None if it covers all of it."""
        for i, body in model.outward():
            inertia = body.inertia
            if not self.trees and len(model.children[i]) > 1:
                return f"link {shown(body.name)} carries several others"
            if not self.prismatic and body.joint.slides:
                return f"joint {shown(body.joint.name)} slides"
            if not self.massless and is_zero(inertia.m) and not all(map(is_zero, inertia.h.components)):
                return f"link {shown(body.name)} has a first moment but no mass, so it has no centre of mass"
        if not self.trees and len(model.children[-1]) > 1:
            return f"the base {shown(model.base)} carries several links"
        return self.excludes(model)

    def check(self, model: Model) -> None:
        """Refuse a robot that the source does not cover."""
        why = self.refusal(model)
        if why is not None:
            raise NotForThisRobot(
                f"this formulation does not apply to robot {shown(model.name)}: {why}.",
                f"It is for {self}.",
                "`robot.formulations(question)` lists those that apply.",
            )

    def __str__(self) -> str:
        joints = "revolute and prismatic" if self.prismatic else "revolute"
        mass = "" if self.massless else " between links with a centre of mass"
        return f"{'trees' if self.trees else 'chains'} of {joints} joints{mass}"


ANY = Scope()
"""Every tree of revolute and prismatic joints."""
