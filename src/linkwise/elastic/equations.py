"""The equations of motion of a robot with elastic joints, over any scalar.

Khalil & Dombre (2002) §9.3.8, with q_M the rotor positions as reflected through the gears:          [khalil2002]

    U_k = ½ (q − q_M)ᵀ k (q − q_M)                                                                         [9.34]
    A q̈ + C q̇ + Q + k (q − q_M) = 0                                                                      [9.35a]
    I_a q̈_M + diag(q̇_M) F_vm + diag(sign q̇_M) F_cm − k (q − q_M) = Γ                                    [9.35b]

Differs from the book: springs may be damped, by d (q̇ − q̇_M) added to k (q − q_M); friction follows any law, on
the side of the motors, of the links, or of both; the environment's wrenches act on the links. Rotors have no gyroscopic
effect, as in the book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..algebra import Scalar
from ..algebra.matrices import dot, minus, plus, times
from ..calls.equations import Equations
from ..errors import shown
from ..formulations import friction
from ..model import Model

Scalars = Sequence[Scalar]
"""One entry per coordinate: x = (q, q_M) has two for each joint, Γ one."""

Rows = Sequence[Sequence[Scalar]]
"""A matrix, of constants unless it is left open."""


@dataclass(frozen=True, repr=False)
class ElasticEquations:
    """[9.34]–[9.35] of one robot: `links` has no rotors; `motors` is the model whose friction its motors have, or None.

    The last arguments of the questions that depend on them are wrenches at the named `frames`.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=1.0).springs.equations()
    ElasticEquations('pendulum', 1 joint)
    """

    links: Model
    motors: Model | None
    k: Rows
    d: Rows
    I_a: Rows
    I_a_inverse: Rows
    frames: tuple[str, ...] = ()

    def spring(self, x: Scalars, xd: Scalars) -> list[Scalar]:
        """k (q_M − q) + d (q̇_M − q̇): the force of the springs on the links, and its reaction on the motors."""
        return plus(times(self.k, self.deflection(x)), times(self.d, self.deflection(xd)))

    def deflection(self, x: Scalars) -> list[Scalar]:
        """q_M − q, of positions or velocities."""
        n = len(self.k)
        return minus(x[n:], x[:n])

    def motor_friction(self, x: Scalars, qd_M: Scalars) -> list[Scalar]:
        """Friction of the motors at q_M and q̇_M; laws that depend on a load get gravity's force on the joint."""
        n, model = len(self.k), self.motors
        if model is None:
            return [0.0] * n
        u, laws = model.coordinates, [body.joint.friction for body in model.bodies]
        g = friction.loads(model, u.positions(x[:n]))
        states = zip(u.velocities(qd_M), u.positions(x[n:]), g, strict=True)
        return u.forces([0.0 if law.absent else law.force(*state) for law, state in zip(laws, states, strict=True)])

    def forward_dynamics(self, eq: Equations, x: Scalars, xd: Scalars, Γ: Scalars, *wrenches: Scalars) -> list[Scalar]:
        """ẍ under the motor torques Γ."""
        n, s = eq.n, self.spring(x, xd)
        qdd = eq.forward_dynamics(x[:n], xd[:n], s, self._by_frame(wrenches))  # [9.35a]
        driving = minus(minus(Γ, s), self.motor_friction(x, xd[n:]))
        return [*qdd, *times(self.I_a_inverse, driving)]  # [9.35b]

    def mass_matrix(self, eq: Equations, x: Scalars) -> list[list[Scalar]]:
        """[A 0; 0 I_a]: A of the links, I_a of the rotors."""
        zeros = [0.0] * eq.n
        return [[*row, *zeros] for row in eq.mass_matrix(x[: eq.n])] + [[*zeros, *row] for row in self.I_a]

    def coriolis_matrix(self, eq: Equations, x: Scalars, xd: Scalars) -> list[list[Scalar]]:
        """[C 0; 0 0]: C of the links; the inertia of the rotors is constant."""
        n = eq.n
        rows = [[*row, *[0.0] * n] for row in eq.coriolis_matrix(x[:n], xd[:n])]
        return rows + [[0.0] * (2 * n) for _ in range(n)]

    def bias_forces(self, eq: Equations, x: Scalars, xd: Scalars, *wrenches: Scalars) -> list[Scalar]:
        """C q̇ + Q + k (q − q_M), and −k (q − q_M); without damping and friction."""
        n, s = eq.n, times(self.k, self.deflection(x))
        return [*minus(eq.bias_forces(x[:n], xd[:n], self._by_frame(wrenches)), s), *s]

    def gravity_forces(self, eq: Equations, x: Scalars) -> list[Scalar]:
        """∂U/∂x: gravity and springs."""
        s = times(self.k, self.deflection(x))
        return [*minus(eq.gravity_forces(x[: eq.n]), s), *s]

    def friction_forces(self, eq: Equations, x: Scalars, xd: Scalars) -> list[Scalar]:
        """Friction of joints and motors, and the damping forces of the springs."""
        n, s = eq.n, times(self.d, self.deflection(xd))
        return [*minus(eq.friction_forces(xd[:n], x[:n]), s), *plus(self.motor_friction(x, xd[n:]), s)]

    def kinetic_energy(self, eq: Equations, x: Scalars, xd: Scalars) -> list[Scalar]:
        """½ q̇ᵀ A q̇ of the links and ½ q̇_Mᵀ I_a q̇_M of the rotors."""
        n = eq.n
        return [eq.kinetic_energy(x[:n], xd[:n]) + 0.5 * dot(xd[n:], times(self.I_a, xd[n:]))]

    def potential_energy(self, eq: Equations, x: Scalars) -> list[Scalar]:
        """The potential energy of gravity and, [9.34], of the springs."""
        y = self.deflection(x)
        return [eq.potential_energy(x[: eq.n]) + 0.5 * dot(y, times(self.k, y))]

    def holding(self, eq: Equations, q: Scalars, *wrenches: Scalars) -> list[Scalar]:
        """The bias forces of the links at rest: what springs and motors must hold."""
        return eq.bias_forces(q, [0.0] * eq.n, self._by_frame(wrenches))

    def _by_frame(self, wrenches: Sequence[Scalars]) -> dict[str, Scalars]:
        return dict(zip(self.frames, wrenches, strict=True))

    def __repr__(self) -> str:
        n = len(self.k)
        return f"ElasticEquations({shown(self.links.name)}, {n} joint{'s' * (n != 1)})"
