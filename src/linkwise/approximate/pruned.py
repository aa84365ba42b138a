"""Pruning by significance: terms of the closed form that never matter much are left out.

Bejczy (1979) and Armstrong, Khatib & Burdick (1986), as reviewed by Khalil & Dombre (2002), §9.6.1.
                                                                                [khalil2002] [armstrong1986]

    τ_i = Σ D_ik q̈_k + Σ h_ikm q̇_k q̇_m + c_i,   where a term is left out if over a box of states
    max |term| < significance · max |τ_i|

Neglects: up to `significance` of the joint's largest force for each term left out, and these may add up.
Differs from the sources: they judged expressions worked out by hand term by term, even sums within a coefficient; here
whole coefficients stay or go. A term is taken at its largest over random positions, with all velocities and
accelerations at the sides of the box, and compared with the largest exact force over random states of the box. The
remaining terms are one program, which computes shared expressions once and nothing that is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from ..algebra import Scalar
from ..backends.interpreter import run
from ..calls.checks import not_negative
from ..calls.sampling import in_boxes
from ..program import Program, trace
from ..robot import Robot
from .approximation import AbstractApproximation, evaluated, with_friction
from .box import Box
from .closed_form import ClosedForm, Term, closed_form, joint_forces

SAMPLES = 2000
"""Random states of the box at which terms and forces are evaluated."""


@dataclass(frozen=True, eq=False)
class Pruned(AbstractApproximation):
    """The closed form without its insignificant terms, with friction; `box` is by default that of the robot's limits.

    >>> import linkwise
    >>> Pruned(linkwise.load("puma560"), significance=0.01).cost.operations < 0.5 * Pruned(
    ...     linkwise.load("puma560"), significance=0.0).cost.operations
    True
    """

    robot: Robot
    significance: float = 0.01
    box: Box | None = None
    name: ClassVar[str] = "pruned"

    def __post_init__(self) -> None:
        hint = "significance=0.01, say, drops terms below 1 % of a joint's largest force; 0 leaves out nothing."
        not_negative("significance", self.significance, hint)
        if self.box is not None:
            self.box.require(self.robot)

    @property
    def setting(self) -> str:
        """The significance."""
        return f"significance {self.significance:g}"

    @cached_property
    def kept(self) -> ClosedForm:
        """The terms that are kept."""
        sizes = self.sizes
        return closed_form(self.robot.tree).only(lambda term: not sizes[term] < self.significance)

    @cached_property
    def sizes(self) -> dict[Term, float]:
        """The largest contribution of each term over the box, relative to its joint's largest force."""
        box = self.box or Box.of(self.robot)
        form = closed_form(self.robot.tree)
        rates = ((-size, size) for size in (box.velocity, box.acceleration))
        q, qd, qdd = in_boxes(SAMPLES, 0, (box.lower, box.upper), *rates)
        largest = np.abs(self.robot.inverse_dynamics(q, qd, qdd)).max(axis=0)
        values = np.abs(evaluated(form.program, q)).max(axis=0)
        fastest = box.velocity.tolist(), box.acceleration.tolist()
        forces = [term.force(value, *fastest) for term, value in zip(form.terms, values, strict=True)]
        return {
            term: float(force / largest[term.joint]) if largest[term.joint] > 0 else 0.0
            for term, force in zip(form.terms, forces, strict=True)
        }

    @cached_property
    def program(self) -> Program:
        """The terms that are kept, and friction."""
        n, kept, tree = self.robot.n, self.kept, self.robot.tree

        def forces(q: Sequence[Scalar], qd: Sequence[Scalar], qdd: Sequence[Scalar]) -> list[Scalar]:
            return with_friction(tree, joint_forces(n, kept.terms, run(kept.program, q), qd, qdd), qd, q)

        return trace(forces, {"q": n, "qd": n, "qdd": n}, self.name)
