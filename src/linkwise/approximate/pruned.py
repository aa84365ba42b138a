"""Pruning by significance: the terms of the closed form that never matter much are left out.

Bejczy (1979) and Armstrong, Khatib & Burdick (1986), as reviewed by Khalil & Dombre (2002), §9.6.1.
                                                                                [khalil2002] [armstrong1986]

    τ_i = Σ D_ik q̈_k + Σ h_ikm q̇_k q̇_m + c_i,   a term being left out where over a box of states
    max |term| < significance · max |τ_i|

Neglects: up to `significance` of the joint's largest force for each term left out, and they may add up.
Differs from the sources: they looked term by term at expressions worked out by hand, sums within a coefficient too;
here whole coefficients stay or go, at their largest over random positions with all velocities and accelerations at the
sides of the box, against the largest exact force over random states of it. What stays is one program, which shares
what its coefficients have in common and holds no operation that they do not need.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from ..algebra import Scalar
from ..backends.interpreter import run
from ..errors import LinkwiseError
from ..program import Program, trace
from ..robot import Robot
from .approximation import AbstractApproximation, evaluated, with_friction
from .box import Box
from .closed_form import ClosedForm, Term, closed_form, formed

SAMPLES = 2000
"""Random states of the box that terms and forces are looked at in."""


@dataclass(frozen=True, eq=False)
class Pruned(AbstractApproximation):
    """The closed form without its insignificant terms, and friction; `box` is that of the robot's limits unless given.

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
        s = self.significance
        if not isinstance(s, int | float) or isinstance(s, bool) or not 0.0 <= s < np.inf:
            raise LinkwiseError(
                f"the significance is {s!r}.",
                "A number not below 0 was expected: terms below that share of a joint's largest force are left out.",
                "significance=0.01, say; 0 leaves out nothing.",
            )
        if self.box is not None:
            self.box.require(self.robot)

    @property
    def setting(self) -> str:
        """The significance."""
        return f"significance {self.significance:g}"

    @cached_property
    def kept(self) -> ClosedForm:
        """The terms that stay."""
        form = closed_form(self.robot.tree)
        size = self.sizes
        return form.only(lambda term: not size[term] < self.significance)

    @cached_property
    def sizes(self) -> dict[Term, float]:
        """The largest contribution of each term over the box, relative to its joint's largest force."""
        box, n = self.box or Box.of(self.robot), self.robot.n
        form = closed_form(self.robot.tree)
        rng = np.random.default_rng(0)
        q = rng.uniform(box.lower, box.upper, (SAMPLES, n))
        qd, qdd = (rng.uniform(-size, size, (SAMPLES, n)) for size in (box.velocity, box.acceleration))
        largest = np.abs(self.robot.inverse_dynamics(q, qd, qdd)).max(axis=0)
        values = np.abs(evaluated(form.program, q)).max(axis=0)
        sides = box.velocity.tolist(), box.acceleration.tolist()
        force = [term.force(value, *sides) for term, value in zip(form.terms, values, strict=True)]
        return {
            term: float(f / largest[term.joint]) if largest[term.joint] > 0 else 0.0
            for term, f in zip(form.terms, force, strict=True)
        }

    @cached_property
    def program(self) -> Program:
        """The terms that stay, and friction."""
        n, kept, tree = self.robot.n, self.kept, self.robot.tree

        def forces(q: Sequence[Scalar], qd: Sequence[Scalar], qdd: Sequence[Scalar]) -> list[Scalar]:
            return with_friction(tree, formed(n, kept.terms, run(kept.program, q), qd, qdd), qd, q)

        return trace(forces, {"q": n, "qd": n, "qdd": n}, self.name)
