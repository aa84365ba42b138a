"""Configuration-space tables of the inertia matrix and of gravity alone; the velocity terms by differences.

Aldon (1982), as reviewed by Khalil & Dombre (2002), §9.6.1.                                       [khalil2002]

    A, Q looked up at q on a grid of positions
    c_i,jk = ½ (∂A_ij/∂q_k + ∂A_ik/∂q_j − ∂A_jk/∂q_i),  each slope by the difference of two entries of the table   [9.7]
    Γ_i = Σ A_ij q̈_j + Σ c_i,jk q̇_j q̇_k + Q_i

Neglects: how A and Q change between the points of the grid, and how their slopes change across a cell, which is the
larger error; the load, which needs a table of its own.
Differs from the source: the review does not say which entries are subtracted; here those at the ends of the cell's
edges (with linear interpolation: of all parallel ones, weighted). As in tabulated.py an element is tabulated over the
joints that it depends on, and finding the cell is not counted.
Cost as printed: less memory, on-line operations in proportion to n³.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ..algebra import Scalar
from .closed_form import ClosedForm, Term, closed_form, velocity_coefficient
from .tabulation import AbstractTabulation


@dataclass(frozen=True, eq=False)
class Aldon(AbstractTabulation):
    """A and Q from tables, the velocity terms from differences of A.

    >>> import linkwise
    >>> from linkwise.approximate import Tabulated
    >>> robot = linkwise.load("scara")
    >>> Aldon(robot).cost.bytes < Tabulated(robot).cost.bytes
    True
    """

    name: ClassVar[str] = "aldon"
    slopes: ClassVar[bool] = True

    @cached_property
    def tabulated(self) -> ClosedForm:
        """The terms of A and Q."""
        return closed_form(self.robot.tree).only(lambda term: term.kind != "h")

    def coefficients(self, t: Sequence[Scalar], x: Sequence[Scalar]) -> list[Scalar]:
        """The interpolated entries, and Christoffel symbols from their differences."""
        position = {term: k for k, term in enumerate(self.tabulated.terms)}
        values = self.tables.values(t, x)

        def slope(i: int, j: int, k: int) -> Scalar:
            element = position.get(Term(i, "D", (j,)))
            return 0.0 if element is None else self.tables.slope(element, k, t, x)

        return [
            velocity_coefficient(slope, term.joint, *term.by) if term.kind == "h" else values[position[term]]
            for term in closed_form(self.robot.tree).terms
        ]
