"""Neglect of the Coriolis and centrifugal forces.

Paul (1972) and Bejczy (1974), as reviewed by Khalil & Dombre (2002), §9.6.1, and by Balafoutis & Patel (1991) after
eq. (5.2.8).                                                       [bejczy1974] [khalil2002] [balafoutis1991]

    τ ≈ D(q) q̈ + c(q)

Neglects: Σ h_ikm q̇_k q̇_m, in the belief that it matters at high speed only. Luh, Walker & Paul (1980) found forces
wrong in size and even in sign; Hollerbach (1984) showed why: in a motion s times as fast, accelerations and velocity
forces are both s² times as large, so that their ratio does not depend on the speed at all. In slow motion both are
small only compared with gravity and friction, which are not neglected.                     [luh1980] [hollerbach1984]
Cost: that of the exact recursion with q̇ = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ..algebra import Scalar
from ..backends.interpreter import run
from ..program import Program, trace
from ..robot import Robot
from .approximation import AbstractApproximation, with_friction


@dataclass(frozen=True, eq=False)
class WithoutCoriolis(AbstractApproximation):
    """τ ≈ D q̈ + c, with friction.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> WithoutCoriolis(robot).inverse_dynamics([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(3)
    array([24.414,  0.836])
    >>> robot.inverse_dynamics([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(3)
    array([24.759,  1.626])
    """

    robot: Robot
    name: ClassVar[str] = "without_coriolis"

    @property
    def setting(self) -> str:
        """Empty: there is nothing to choose."""
        return ""

    @cached_property
    def program(self) -> Program:
        """The exact program with q̇ = 0, with friction."""
        n, tree = self.robot.n, self.robot.tree
        exact = self.robot.compile("inverse_dynamics").program

        def forces(q: Sequence[Scalar], qd: Sequence[Scalar], qdd: Sequence[Scalar]) -> list[Scalar]:
            return with_friction(tree, run(exact, [*q, *[0.0] * n, *qdd]), qd, q)

        return trace(forces, {"q": n, "qd": n, "qdd": n}, self.name)
