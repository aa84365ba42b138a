"""Multi-rate evaluation: coefficients seldom, forces at every tick.

Armstrong, Khatib & Burdick (1986), as reviewed by Khalil & Dombre (2002), §9.6.1.     [khalil2002] [armstrong1986]

    D, h, c at the positions of every k-th tick;  τ_i = Σ D_ik q̈_k + Σ h_ikm q̇_k q̇_m + c_i at every tick

Neglects: how the coefficients change within k ticks; the error grows with k, with the tick and with the speed.
Differs from the source: coefficients are exact, without pruning. A tick that renews them takes the operations of both
parts; a servo must be able to do that within one tick, or use coefficients that are even older.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from ..algebra import Scalar
from ..calls.arrays import Array
from ..calls.checks import whole
from ..program import Program, count, trace
from ..robot import Robot
from .approximation import AbstractApproximation, evaluated, with_friction
from .closed_form import closed_form, joint_forces
from .report import Cost


@dataclass(frozen=True, eq=False)
class Multirate(AbstractApproximation):
    """Forces along motions; the last axis but one counts ticks, and each `every`-th tick renews the coefficients.

    >>> import linkwise, numpy as np
    >>> arm = Multirate(linkwise.load("planar2r"), every=2)
    >>> ticks = np.array([[0.0, 0.0], [0.1, 0.1], [0.2, 0.2]])
    >>> held = arm.inverse_dynamics(ticks, [0.0, 0.0], [0.0, 0.0])
    >>> bool((held[0] == held[1]).all() and (held[1] != held[2]).all())
    True
    """

    robot: Robot
    every: int = 10
    name: ClassVar[str] = "multirate"

    def __post_init__(self) -> None:
        whole("every", self.every, 1, hint="every=10, say; 1 renews the coefficients at every tick.")

    @property
    def setting(self) -> str:
        """How often coefficients are renewed."""
        return f"every {self.every} ticks"

    @cached_property
    def program(self) -> Program:
        """From held coefficients, velocities and accelerations to forces, with friction."""
        n, tree, form = self.robot.n, self.robot.tree, closed_form(self.robot.tree)

        def forces(held: Sequence[Scalar], qd: Sequence[Scalar], qdd: Sequence[Scalar]) -> list[Scalar]:
            return with_friction(tree, joint_forces(n, form.terms, held, qd, qdd), qd)

        return trace(forces, {"held": len(form.terms), "qd": n, "qdd": n}, self.name)

    @property
    def cost(self) -> Cost:
        """The operations of each tick, those of a renewal, and the memory of the held coefficients."""
        form = closed_form(self.robot.tree)
        return Cost(count(self.program), count(form.program), self.every, 8 * len(set(form.program.outputs)))

    def inputs(self, q: Array, qd: Array, qdd: Array) -> Array:
        """The coefficients at the last renewal, q̇ and q̈."""
        return np.concatenate([evaluated(closed_form(self.robot.tree).program, q), qd, qdd], axis=1)
