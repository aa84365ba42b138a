"""Which closed form an arm has, by how its axes lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .joints import AbstractAxis
from .parallel_axes import Planar, ThreeParallel
from .spherical_wrist import Solution, SphericalWrist
from .target import Target

EXACT = 1e-9
"""Axes that meet or are parallel to within so much (of the arm's length, or radians) do so but for rounding."""

NEARLY = 5e-3
"""What calibration moves axes by, and rounded quarter turns: the closed form is then where Newton's method starts."""

Kind = SphericalWrist | ThreeParallel | Planar

KINDS: tuple[Callable[[Sequence[AbstractAxis], float], Kind | None], ...] = (
    SphericalWrist.of,
    ThreeParallel.of,
    Planar.of,
)
"""What is looked for, in this order."""


@dataclass(frozen=True)
class Geometry:
    """A closed form: its kind, whether the arm is seen from its tip, and whether its axes lie so but for rounding."""

    kind: Kind
    from_tip: bool
    exact: bool

    @property
    def name(self) -> str:
        """What makes the arm solvable, in words."""
        seen = ", seen from the tip" if self.from_tip else ""
        return f"{self.kind.name}{seen}" if self.exact else f"nearly {self.kind.name}{seen}"

    def solutions(self, G: Target) -> list[Solution]:
        """All solutions of E_1 … E_n = G; where there are fewer, some are there twice, or miss."""
        return self.kind.solutions(G.inverse if self.from_tip else G)


def recognise(axes: Sequence[AbstractAxis]) -> Geometry | None:
    """The closed form of a chain of joints; None if it has none that is known here.

    An arm seen from its tip is another arm, whose joints are the inverse motions in the reverse order.
    """
    from_tip = [each.reversed for each in reversed(axes)]
    for close in (EXACT, NEARLY):
        for seen, chain in ((False, axes), (True, from_tip)):
            for kind_of in KINDS:
                kind = kind_of(chain, close)
                if kind is not None:
                    return Geometry(kind, seen, close == EXACT)
    return None
