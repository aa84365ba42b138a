"""The equations of motion in the motors' coordinates, over any scalar.

Khalil & Dombre (2002) §9.3.7: with q = h(q_m),                                                        [khalil2002]

    dq = J_qm dq_m                                                                                        [9.31]
    Γᵀ dq* = τ_mᵀ dq_m*                                                                                   [9.32]
    τ_m = J_qmᵀ Γ                                                                                         [9.33]

so that, with q̇ = J_qm q̇_m and q̈ = J_qm q̈_m + J̇_qm q̇_m in Γ = A q̈ + C q̇ + Q + Γ_f,

    τ_m = J_qmᵀ Γ(q, q̇, q̈) + I_m q̈_m + Γ_fm(q̇_m),      A_m = J_qmᵀ A J_qm + I_m,
    C_m = J_qmᵀ (C J_qm + A J̇_qm),                       Q_m = J_qmᵀ Q.

Differs from the book: J_qm may change with q_m, hence the terms with J̇_qm; the motors may have inertia I_m and
friction of their own, and there may be fewer motors than joints. d/dt A_m − 2 C_m is skew, as that of the joints is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..algebra import Scalar, sqrt, where
from ..algebra.matrices import dot, minus, plus, product, times, transpose
from ..algebra.solve import solve
from ..calls.equations import Equations
from ..errors import shown
from ..model import AbstractFriction, Model
from .coupling import Coupling, Rows, Scalars

ROUNDING = 2.0**-52
"""The spacing of doubles at 1."""


@dataclass(frozen=True, repr=False)
class TransmissionEquations:
    """[9.31]–[9.33] of one robot; `bare` is it without friction.

    The last arguments of the questions that depend on them are wrenches at the named `frames`. Where `in_doubt`, the
    motors have no inertia of their own, and forward dynamics gives NaN where they move none of the links'.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]])
    >>> arm.equations()
    TransmissionEquations('planar2r', 2 motors)
    """

    bare: Model
    coupling: Coupling
    I_m: tuple[tuple[float, ...], ...]
    laws: tuple[AbstractFriction, ...]
    in_doubt: bool
    frames: tuple[str, ...] = ()

    # ---- the joints behind the motors -------------------------------------------------------------------------------

    def joints(self, eq: Equations, q_m: Scalars, qd_m: Scalars, qdd_m: Scalars) -> dict[str, list[Scalar]]:
        """q, q̇ and q̈."""
        return dict(zip(("q", "qd", "qdd"), self.coupling.motion(q_m, qd_m, qdd_m), strict=True))

    def transmission_jacobian(self, eq: Equations, q_m: Scalars) -> Rows:
        """J_qm."""
        return self.coupling.jacobian(q_m)

    def transmission_jacobian_dot(self, eq: Equations, q_m: Scalars, qd_m: Scalars) -> Rows:
        """J̇_qm."""
        return self.coupling.jacobian_and_rate(q_m, qd_m)[1]

    def motor_torques(self, eq: Equations, q_m: Scalars, tau: Scalars) -> list[Scalar]:
        """[9.33]: J_qmᵀ Γ."""
        return times(transpose(self.coupling.jacobian(q_m)), tau)

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    def inverse_dynamics(
        self, eq: Equations, q_m: Scalars, qd_m: Scalars, qdd_m: Scalars, *wrenches: Scalars
    ) -> list[Scalar]:
        """τ_m."""
        joints = self.coupling.motion(q_m, qd_m, qdd_m)
        Γ = self.motor_torques(eq, q_m, eq.inverse_dynamics(*joints, self._by_frame(wrenches)))
        return plus(plus(Γ, times(self.I_m, qdd_m)), self.motor_friction(eq, q_m, qd_m))

    def forward_dynamics(
        self, eq: Equations, q_m: Scalars, qd_m: Scalars, tau: Scalars, *wrenches: Scalars
    ) -> list[Scalar]:
        """q̈_m under the motor torques."""
        M = self.mass_matrix(eq, q_m)
        held = plus(self.bias_forces(eq, q_m, qd_m, *wrenches), self.friction_forces(eq, q_m, qd_m))
        if not self.in_doubt:
            return solve(M, minus(tau, held))
        pivots: dict[int, Scalar] = {}
        qdd_m = solve(M, minus(tau, held), pivots.__setitem__)
        least = self._least_pivots(eq, q_m, M)
        doubtful: Scalar = 0.0
        for k, pivot in pivots.items():
            doubtful = where(pivot > least[k], doubtful, 1.0)
        doubt = sqrt(-doubtful)  # 0 or NaN, which a program cannot hold as a constant
        return [x + doubt for x in qdd_m]

    def _least_pivots(self, eq: Equations, q_m: Scalars, M: Rows) -> list[Scalar]:
        """The pivots of A_m that may be 0 but for roundings.

        Those of the elimination, some ε A_m,kk; and what J_qm is known to, since it changes by ∂J_qm/∂q_m δq_m where
        q_m is known to some δq_m = ε (|q_m| + 1). Near a dead centre of one motor only the second counts.
        """
        m, A, K = len(q_m), eq.mass_matrix(self.coupling.positions(q_m)), self.coupling.curvature(q_m)
        known = (8.0 * ROUNDING) ** 2
        least: list[Scalar] = []
        for k in range(m):
            total = 16.0 * m * ROUNDING * M[k][k]
            for i, rows in enumerate(K):
                moved = dot(rows[k], [x * (q * q + 1.0) for x, q in zip(rows[k], q_m, strict=True)])
                total = total + known * (A[i][i] * moved)
            least.append(total)
        return least

    def mass_matrix(self, eq: Equations, q_m: Scalars) -> Rows:
        """A_m, symmetric to the last bit."""
        J = self.coupling.jacobian(q_m)
        S = product(transpose(J), product(eq.mass_matrix(self.coupling.positions(q_m)), J))
        n = range(len(S))
        return [[S[max(i, j)][min(i, j)] + self.I_m[i][j] for j in n] for i in n]

    def coriolis_matrix(self, eq: Equations, q_m: Scalars, qd_m: Scalars) -> Rows:
        """C_m."""
        q, (J, Jd) = self.coupling.positions(q_m), self.coupling.jacobian_and_rate(q_m, qd_m)
        CJ, AJd = product(eq.coriolis_matrix(q, times(J, qd_m)), J), product(eq.mass_matrix(q), Jd)
        return product(transpose(J), [plus(a, b) for a, b in zip(CJ, AJd, strict=True)])

    def bias_forces(self, eq: Equations, q_m: Scalars, qd_m: Scalars, *wrenches: Scalars) -> list[Scalar]:
        """C_m q̇_m + Q_m less what the wrenches do; without friction."""
        joints = self.coupling.motion(q_m, qd_m, [0.0] * len(q_m))
        bare = Equations(self.bare, {k: x for k, x in eq.open_parameters.items() if k != "friction"})
        return self.motor_torques(eq, q_m, bare.inverse_dynamics(*joints, self._by_frame(wrenches)))

    def gravity_forces(self, eq: Equations, q_m: Scalars) -> list[Scalar]:
        """Q_m."""
        return self.motor_torques(eq, q_m, eq.gravity_forces(self.coupling.positions(q_m)))

    def friction_forces(self, eq: Equations, q_m: Scalars, qd_m: Scalars) -> list[Scalar]:
        """J_qmᵀ Γ_f + Γ_fm."""
        qd = times(self.coupling.jacobian(q_m), qd_m)
        behind = self.motor_torques(eq, q_m, eq.friction_forces(qd, self.coupling.positions(q_m)))
        return plus(behind, self.motor_friction(eq, q_m, qd_m))

    def motor_friction(self, eq: Equations, q_m: Scalars, qd_m: Scalars) -> list[Scalar]:
        """Γ_fm; laws that depend on a load get Q_m, gravity's torque on the motor."""
        loaded = any("load" in law.needs for law in self.laws)
        loads = self.gravity_forces(eq, q_m) if loaded else [0.0] * len(q_m)
        states = zip(self.laws, qd_m, q_m, loads, strict=True)
        return [0.0 if law.absent else law.force(*state) for law, *state in states]

    def kinetic_energy(self, eq: Equations, q_m: Scalars, qd_m: Scalars) -> list[Scalar]:
        """That of links and rotors of the model, and ½ q̇_mᵀ I_m q̇_m."""
        q, qd = self.coupling.positions(q_m), times(self.coupling.jacobian(q_m), qd_m)
        return [eq.kinetic_energy(q, qd) + 0.5 * dot(qd_m, times(self.I_m, qd_m))]

    def potential_energy(self, eq: Equations, q_m: Scalars) -> list[Scalar]:
        """That of the links."""
        return [eq.potential_energy(self.coupling.positions(q_m))]

    def _by_frame(self, wrenches: Sequence[Scalars]) -> dict[str, Scalars]:
        return dict(zip(self.frames, wrenches, strict=True))

    def __repr__(self) -> str:
        m = len(self.I_m)
        return f"TransmissionEquations({shown(self.bare.name)}, {m} motor{'s' * (m != 1)})"
