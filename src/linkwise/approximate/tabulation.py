"""What the methods with tables share: parameters, tables, program, cost."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from ..algebra import Scalar
from ..calls.arrays import Array
from ..calls.checks import whole
from ..errors import UnknownName
from ..program import Program, count, trace
from ..robot import Robot
from .approximation import AbstractApproximation, with_friction
from .box import Box
from .closed_form import ClosedForm, Term, closed_form, joint_forces
from .grid import Grid
from .interpolation import INTERPOLATIONS
from .report import Cost
from .tables import MOST_BYTES, Tables


@dataclass(frozen=True, eq=False)
class AbstractTabulation(AbstractApproximation):
    """Coefficients from tables with `points` positions of each joint, interpolated linearly or taken at the nearest.

    The tables cover `box`, by default that of the robot's limits; tables larger than `max_bytes` are refused.
    """

    robot: Robot
    points: int = 5
    interpolation: str = "linear"
    box: Box | None = None
    max_bytes: int = MOST_BYTES
    slopes: ClassVar[bool]

    def __post_init__(self) -> None:
        assert self.tables  # refuses bad choices and tables that are too large

    @property
    @abstractmethod
    def tabulated(self) -> ClosedForm:
        """The terms whose coefficients are in the tables."""

    @abstractmethod
    def coefficients(self, t: Sequence[Scalar], x: Sequence[Scalar]) -> list[Scalar]:
        """The coefficients of all terms, from the fractions t within the cell and the entries x looked up."""

    @property
    def setting(self) -> str:
        """The number of points and the interpolation."""
        return f"{self.points} points, {self.interpolation}"

    @cached_property
    def tables(self) -> Tables:
        """The tables, not filled yet."""
        if not isinstance(self.interpolation, str) or self.interpolation not in INTERPOLATIONS:
            raise UnknownName("interpolation", self.interpolation, "a table", INTERPOLATIONS)
        box = self.box or Box.of(self.robot)
        box.require(self.robot)
        most = whole("max_bytes", self.max_bytes, 1)
        interpolation = INTERPOLATIONS[self.interpolation]
        return Tables(self.tabulated.program, self.grid(box), interpolation, self.slopes, self.robot.name, most)

    def grid(self, box: Box) -> Grid:
        """The points of the tables: positions of the joints."""
        return Grid(box, self.robot.joint_names, self.points)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the forces: all of the closed form."""
        return closed_form(self.robot.tree).terms

    def place(self, q: Array, qd: Array) -> Array:
        """Where to look into the tables, one row for each state: at q."""
        return q

    @cached_property
    def program(self) -> Program:
        """From velocities, accelerations and the entries looked up to forces, with friction."""
        n, tree, terms = self.robot.n, self.robot.tree, self.terms

        def forces(
            qd: Sequence[Scalar], qdd: Sequence[Scalar], t: Sequence[Scalar], x: Sequence[Scalar]
        ) -> list[Scalar]:
            return with_friction(tree, joint_forces(n, terms, self.coefficients(t, x), qd, qdd), qd)

        return trace(forces, {"qd": n, "qdd": n, "t": len(self.tables.grid.joints), "x": self.tables.size}, self.name)

    @property
    def cost(self) -> Cost:
        """The program's operations, the memory of the tables, and the seconds it took to fill them."""
        return Cost(count(self.program), bytes=self.tables.bytes, seconds=self.tables.filled[1])

    def inputs(self, q: Array, qd: Array, qdd: Array) -> Array:
        """q̇, q̈ and the entries looked up."""
        return np.concatenate([qd, qdd, self.tables.looked_up(self.place(q, qd))], axis=1)
