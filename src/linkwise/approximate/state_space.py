"""State-space tables: the inertia matrix, and all forces at constant velocity, looked up at q and q̇.

Raibert (1977), as reviewed by Balafoutis & Patel (1991) after eq. (5.2.8) and by Khalil & Dombre (2002), §9.6.1, where
it is called SSM.                                                  [raibert1977] [balafoutis1991] [khalil2002]

    D, b looked up at q and q̇ on a grid of states;  τ_i = Σ D_ik q̈_k + b_i,  b_i = Σ h_ikm q̇_k q̇_m + c_i

Neglects: how D and b change between the points of the grid; and the load, which needs a table of its own.
Differs from the sources: as in tabulated.py an entry is tabulated over what it depends on, D over positions only, equal
entries once, zeros not at all; velocities have as many points as positions. Finding the cell is not counted.
Memory as printed: "too big to consider in real applications at that time": points^2n entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from ..algebra import Scalar
from ..backends.interpreter import run
from ..calls.arrays import Array
from ..program import trace
from .box import Box
from .closed_form import ClosedForm, Term, closed_form, joint_forces
from .grid import Grid
from .tabulation import AbstractTabulation


@dataclass(frozen=True, eq=False)
class StateSpace(AbstractTabulation):
    """D and b from tables over positions and velocities, with `points` of each.

    >>> import linkwise
    >>> from linkwise.approximate import Tabulated
    >>> robot = linkwise.load("planar2r")
    >>> [kind(robot, points=9).cost.bytes for kind in (Tabulated, StateSpace)]  # 9⁴ points for b₁
    [1664, 58472]
    """

    name: ClassVar[str] = "state_space"
    slopes: ClassVar[bool] = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of D, and one force b for each joint."""
        return self.tabulated.terms

    @cached_property
    def tabulated(self) -> ClosedForm:
        """D, and b in the place of c, as a program of positions and velocities."""
        n, form = self.robot.n, closed_form(self.robot.tree)
        inertia = [k for k, term in enumerate(form.terms) if term.kind == "D"]
        others = [k for k, term in enumerate(form.terms) if term.kind != "D"]

        def entries(q: Sequence[Scalar], qd: Sequence[Scalar]) -> list[Scalar]:
            values = run(form.program, q)
            still = [0.0] * n
            b = joint_forces(n, [form.terms[k] for k in others], [values[k] for k in others], qd, still)
            return [*(values[k] for k in inertia), *b]

        terms = (*(form.terms[k] for k in inertia), *(Term(i, "c") for i in range(n)))
        return ClosedForm(terms, trace(entries, {"q": n, "qd": n}, "state_space"))

    def grid(self, box: Box) -> Grid:
        """Positions and velocities."""
        n, names = self.robot.n, self.robot.joint_names
        sides = np.concatenate([box.lower, -box.velocity]), np.concatenate([box.upper, box.velocity])
        states = Box(*sides, np.zeros(2 * n), np.zeros(2 * n), (*box.periodic, *[False] * n))
        return Grid(states, (*names, *(f"{name}, velocity" for name in names)), self.points)

    def place(self, q: Array, qd: Array) -> Array:
        """At q and q̇."""
        return np.concatenate([q, qd], axis=1)

    def coefficients(self, t: Sequence[Scalar], x: Sequence[Scalar]) -> list[Scalar]:
        """The interpolated entries."""
        return self.tables.values(t, x)
