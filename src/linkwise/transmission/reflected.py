"""Friction of the joints as a motor feels it: what holds the motor at rest.

A joint that one motor alone moves, q = h(q_m), is at rest when that motor is, unless it is at a dead centre. Its
friction F(q̇) is J F(J q̇_m) at the motor, and it holds the motor with |J| times what it holds the joint with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..algebra import Scalar
from ..model import AbstractFriction, Model
from .coupling import Coupling


@dataclass(frozen=True)
class ReflectedFriction:
    """The friction of a motor and of the joints that it alone moves, as a law on the motor.

    >>> import linkwise
    >>> from linkwise.model import Friction
    >>> rough = linkwise.load("pendulum").with_friction(Friction(coulomb=2.0))
    >>> arm = rough.with_transmission(lambda m: [-0.5 * m[0]], friction=Friction(coulomb=0.3))
    >>> arm.frictions[0].holding(0.0), arm.frictions[0].force(1.0)
    ((1.3, 1.3), 1.3)
    """

    own: AbstractFriction
    coupling: Coupling
    motor: int
    joints: tuple[tuple[int, AbstractFriction], ...]

    needs: tuple[str, ...] = ("position",)

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Any = None) -> Scalar:
        """The torque the motor must spend on friction."""
        total = self.own.force(qd, q, load, direction)
        for law, at, ratio in self._behind(q):
            way = direction if direction is None or ratio > 0.0 else -direction
            total = total + (ratio * law.force(ratio * qd, at, 0.0, way) if ratio else 0.0)
        return total

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """The torques (forward, backward) within which the motor stays at rest."""
        forward, backward = self.own.holding(q, load)
        for law, at, ratio in self._behind(q):
            ahead, behind = law.holding(at, 0.0)[:: 1 if ratio > 0.0 else -1]
            forward, backward = forward + abs(ratio) * ahead, backward + abs(ratio) * behind
        return forward, backward

    def _behind(self, q: Scalar) -> list[tuple[AbstractFriction, Scalar, Scalar]]:
        """Law, position and ratio of each joint; the other motors, on which none of this depends, are at 0."""
        if not self.joints:
            return []
        q_m = [0.0] * len(self.coupling.motors)
        q_m[self.motor] = q
        at, J = self.coupling.positions(q_m), self.coupling.jacobian(q_m)
        return [(law, at[i], J[i][self.motor]) for i, law in self.joints]


def holding_laws(
    tree: Model, coupling: Coupling, laws: tuple[AbstractFriction, ...]
) -> tuple[ReflectedFriction | None, ...]:
    """For each motor, the friction that can hold it still; None where nothing can.

    Laws that depend on the load, and those of joints that several motors move, resist motion without sticking.
    """
    by_joint: dict[int, AbstractFriction] = {}
    own = {((k, 1.0),): k for k in range(tree.n)}
    for body, row, offset in zip(tree.bodies, tree.coordinates.rows, tree.coordinates.offsets, strict=True):
        law = body.joint.friction
        if row in own and offset == 0.0 and not law.absent and "load" not in law.needs:
            by_joint[own[row]] = law
    found: list[ReflectedFriction | None] = []
    for k, law in enumerate(laws):
        behind = tuple((i, by_joint[i]) for i in coupling.drives(k) if i in by_joint)
        sticks = "load" not in law.needs and not (law.absent and not behind)
        found.append(ReflectedFriction(law, coupling, k, behind) if sticks else None)
    return tuple(found)
