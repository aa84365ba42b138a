"""The structure of closed loops: degrees of freedom, independent coordinates, closures that hold too much."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..calls.arrays import Array
from ..errors import listed
from .coordinates import AbstractLoops
from .generic import ENOUGH, best_conditioned, determining, generic_rank, random_closed, spare


@dataclass(frozen=True, eq=False, repr=False)
class AbstractStructure(AbstractLoops):
    """What holds in almost all configurations, found from random closed ones."""

    @cached_property
    def _samples(self) -> Array:
        return random_closed(self.equations, ENOUGH)

    @cached_property
    def rank(self) -> int:
        """How many equations of the closures are independent, in almost all configurations.

        >>> import linkwise
        >>> from linkwise.model.closure import KINDS, Closure
        >>> triangle = linkwise.load("planar3r").with_closures([Closure("pin", "base", "tip", *KINDS["hinge"])])
        >>> triangle.rank, triangle.equations.size
        (2, 5)
        """
        return generic_rank(self.equations, self._samples)

    @property
    def degrees_of_freedom(self) -> int:
        """How many the closed loops leave.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", "y")]).degrees_of_freedom
        1
        """
        return self.n - self.rank

    @cached_property
    def independent(self) -> tuple[str, ...]:
        """Coordinates whose velocities determine the motion, as many as degrees of freedom: motors first.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> rail = Closure("rail", "base", "tip", along="y")
        >>> linkwise.load("planar2r").with_closures([rail], actuated=["joint2"]).independent
        ('joint2',)
        """
        space = best_conditioned(self.equations, self._samples, self.rank)
        return tuple(self.joint_names[k] for k in determining(space, tuple(self.driven)))

    @cached_property
    def _leading(self) -> list[int]:
        return [self.joint_names.index(name) for name in self.independent]

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing about the closures: those that hold more than is needed.

        >>> import linkwise
        >>> from linkwise.model.closure import KINDS, Closure
        >>> triangle = linkwise.load("planar3r").with_closures([Closure("pin", "base", "tip", *KINDS["hinge"])])
        >>> print(*triangle.notes)
        2 of the 5 equations are independent: 'pin' holds more than is needed, and the smallest forces are given.
        """
        if self.rank == self.equations.size:
            return ()
        names = spare(self.equations, self._samples, self.rank)
        verb = "holds" if len(names) == 1 else "hold"
        return (
            f"{self.rank} of the {self.equations.size} equations are independent: {listed(names)} {verb} more than is "
            "needed, and the smallest forces are given.",
        )
