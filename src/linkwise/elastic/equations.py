"""The equations of motion of a robot with elastic joints, over any scalar.

Khalil & Dombre (2002) §9.3.8, with q_M the rotor positions as reflected through the gears:          [khalil2002]

    U_k = ½ (q − q_M)ᵀ k (q − q_M)                                                                         [9.34]
    A q̈ + C q̇ + Q + k (q − q_M) = 0                                                                      [9.35a]
    I_a q̈_M + diag(q̇_M) F_vm + diag(sign q̇_M) F_cm − k (q − q_M) = Γ                                    [9.35b]

Differs from the book: springs may be damped, by d (q̇ − q̇_M) beside k (q − q_M); friction is any law of the model's
joints, on the side of the motors or of the links; the environment's wrenches act on the links. Rotors have no
gyroscopic effect, as in the book.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..algebra import Scalar
from ..algebra.matrices import dot, minus, plus, times
from ..calls.equations import Equations
from ..formulations import friction
from ..model import Model
from .matrices import Matrix

Scalars = Sequence[Scalar]
"""One entry per coordinate: x = (q, q_M) has two for each joint, Γ one."""


@dataclass(frozen=True)
class ElasticEquations:
    """[9.34]–[9.35] of one robot: `links` has no rotors, `motors` is the robot whose friction they have, or None.

    The last arguments, where the environment presses, are the wrenches at the named `frames`.
    """

    links: Model
    motors: Model | None
    k: Matrix
    d: Matrix
    I_a: Matrix
    I_a_inverse: Matrix
    frames: tuple[str, ...] = ()

    def spring(self, x: Scalars, xd: Scalars) -> list[Scalar]:
        """k (q_M − q) + d (q̇_M − q̇): what the springs do to the links, and against the motors."""
        return plus(times(self.k, self.bent(x)), times(self.d, self.bent(xd)))

    def bent(self, x: Scalars) -> list[Scalar]:
        """q_M − q."""
        n = len(self.k)
        return minus(x[n:], x[:n])

    def rubbing(self, x: Scalars, qd_M: Scalars) -> list[Scalar]:
        """The motors' friction at q_M and q̇_M; where a law depends on the load, under gravity's force on the joint."""
        n, model = len(self.k), self.motors
        if model is None:
            return [0.0] * n
        u, laws = model.coordinates, [body.joint.friction for body in model.bodies]
        g = friction.loads(model, u.positions(x[:n]))
        at = zip(u.velocities(qd_M), u.positions(x[n:]), g, strict=True)
        return u.forces([0.0 if law.absent else law.force(*each) for law, each in zip(laws, at, strict=True)])

    def forward_dynamics(self, eq: Equations, x: Scalars, xd: Scalars, Γ: Scalars, *wrenches: Scalars) -> list[Scalar]:
        """ẍ of the motor torques Γ."""
        n, s = eq.n, self.spring(x, xd)
        qdd = eq.forward_dynamics(x[:n], xd[:n], s, self._pressed(wrenches))  # [9.35a]
        driving = minus(minus(Γ, s), self.rubbing(x, xd[n:]))
        return [*qdd, *times(self.I_a_inverse, driving)]  # [9.35b]

    def mass_matrix(self, eq: Equations, x: Scalars) -> list[list[Scalar]]:
        """A of the links beside I_a of the rotors."""
        none = [0.0] * eq.n
        return [[*row, *none] for row in eq.mass_matrix(x[: eq.n])] + [[*none, *row] for row in self.I_a]

    def coriolis_matrix(self, eq: Equations, x: Scalars, xd: Scalars) -> list[list[Scalar]]:
        """C of the links; a rotor's inertia is constant."""
        none = [0.0] * eq.n
        rows = [[*row, *none] for row in eq.coriolis_matrix(x[: eq.n], xd[: eq.n])]
        return rows + [[0.0] * (2 * eq.n) for _ in none]

    def bias_forces(self, eq: Equations, x: Scalars, xd: Scalars, *wrenches: Scalars) -> list[Scalar]:
        """C q̇ + Q + k (q − q_M), and −k (q − q_M); without damping and friction."""
        n, s = eq.n, times(self.k, self.bent(x))
        return [*minus(eq.bias_forces(x[:n], xd[:n], self._pressed(wrenches)), s), *s]

    def gravity_forces(self, eq: Equations, x: Scalars) -> list[Scalar]:
        """∂U/∂x: gravity and springs."""
        s = times(self.k, self.bent(x))
        return [*minus(eq.gravity_forces(x[: eq.n]), s), *s]

    def friction_forces(self, eq: Equations, x: Scalars, xd: Scalars) -> list[Scalar]:
        """Friction of joints or motors, and what damps the springs."""
        n, s = eq.n, times(self.d, self.bent(xd))
        return [*minus(eq.friction_forces(xd[:n], x[:n]), s), *plus(self.rubbing(x, xd[n:]), s)]

    def kinetic_energy(self, eq: Equations, x: Scalars, xd: Scalars) -> list[Scalar]:
        """Of links and rotors."""
        n = eq.n
        return [eq.kinetic_energy(x[:n], xd[:n]) + 0.5 * dot(xd[n:], times(self.I_a, xd[n:]))]

    def potential_energy(self, eq: Equations, x: Scalars) -> list[Scalar]:
        """Of gravity and, [9.34], of the springs."""
        y = self.bent(x)
        return [eq.potential_energy(x[: eq.n]) + 0.5 * dot(y, times(self.k, y))]

    def holding(self, eq: Equations, q: Scalars, *wrenches: Scalars) -> list[Scalar]:
        """The bias of the links at rest, which springs and motors have to hold."""
        return eq.bias_forces(q, [0.0] * eq.n, self._pressed(wrenches))

    def _pressed(self, wrenches: Sequence[Scalars]) -> dict[str, Scalars]:
        return dict(zip(self.frames, wrenches, strict=True))
