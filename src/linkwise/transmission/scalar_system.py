"""A robot with a transmission as its equations over scalars, in the motors' coordinates.

Gravity, payload, inertia and friction of the robot can be left open; what the motors have of their own cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..algebra import Scalar
from ..algebra.matrices import plus, product, times, transpose
from ..calls.arrays import Array
from ..calls.equations import Equations
from ..calls.scalar_system import STEP, AbstractSystemEquations, Change, tree_with_laws
from ..model import Model
from .coupling import Rows, Scalars
from .equations import TransmissionEquations

Wrenches = Mapping[str, Scalars] | None


@dataclass(frozen=True)
class TransmissionSystem:
    """A tree, and the equations of the motors that move it.

    >>> import linkwise
    >>> system = linkwise.load("pendulum").with_transmission(lambda m: [0.5 * m[0]]).scalar_system
    >>> system.n, system.names
    (1, ('motor1',))
    """

    tree: Model
    motors: TransmissionEquations

    @property
    def links(self) -> Model:
        """The robot itself."""
        return self.tree

    @property
    def n(self) -> int:
        """The motors."""
        return len(self.motors.coupling.motors)

    @property
    def inputs(self) -> int:
        """A torque for each motor."""
        return self.n

    @property
    def names(self) -> tuple[str, ...]:
        """The motors' names."""
        return self.motors.coupling.motors

    @property
    def own(self) -> Mapping[str, Array]:
        """None besides those of a tree."""
        return {}

    @property
    def step(self) -> float:
        """A millisecond."""
        return STEP

    def equations(self, open_parameters: Mapping[str, Scalars] | None = None) -> TransmissionRobotEquations:
        """The equations in q_m, with these values of open parameters."""
        return TransmissionRobotEquations(self.tree, Equations(self.tree, open_parameters or {}), self.motors)

    def acting(self, tau: Scalars) -> list[Scalar]:
        """The motor torques themselves."""
        return list(tau)

    def with_laws(self, change: Change) -> TransmissionSystem:
        """Other friction laws of joints and motors."""
        laws = tuple(map(change, self.motors.laws))
        return TransmissionSystem(tree_with_laws(self.tree, change), replace(self.motors, laws=laws))


@dataclass(frozen=True, eq=False)
class TransmissionRobotEquations(AbstractSystemEquations):
    """The equations in q_m, with the methods of `Equations`; `links` are those of the robot in its joints' coordinates.

    >>> import linkwise
    >>> eq = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_transmission(lambda m: [m[0] * m[0]])
    >>> eq.scalar_system.equations().inverse_dynamics([3.0], [1.0], [0.5])
    [10.0]
    """

    KIND = "a transmission"

    tree: Model
    links: Equations
    motors: TransmissionEquations

    @property
    def n(self) -> int:
        """The number of motors."""
        return len(self.motors.coupling.motors)

    def joints(self, q_m: Scalars, qd_m: Scalars) -> tuple[list[Scalar], list[Scalar]]:
        """q and q̇ of the joints."""
        return self.motors.coupling.positions(q_m), times(self.motors.coupling.jacobian(q_m), qd_m)

    def inverse_dynamics(self, q_m: Scalars, qd_m: Scalars, qdd_m: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
        """τ_m."""
        return self._at(wrenches).inverse_dynamics(self.links, q_m, qd_m, qdd_m, *(wrenches or {}).values())

    def forward_dynamics(self, q_m: Scalars, qd_m: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
        """q̈_m."""
        return self._at(wrenches).forward_dynamics(self.links, q_m, qd_m, tau, *(wrenches or {}).values())

    def bias_forces(self, q_m: Scalars, qd_m: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
        """C_m q̇_m + Q_m less what wrenches do."""
        return self._at(wrenches).bias_forces(self.links, q_m, qd_m, *(wrenches or {}).values())

    def gravity_forces(self, q_m: Scalars) -> list[Scalar]:
        """Q_m."""
        return self.motors.gravity_forces(self.links, q_m)

    def friction_forces(self, qd_m: Scalars, q_m: Scalars) -> list[Scalar]:
        """Friction of joints and motors."""
        return self.motors.friction_forces(self.links, q_m, qd_m)

    def mass_matrix(self, q_m: Scalars) -> Rows:
        """A_m."""
        return self.motors.mass_matrix(self.links, q_m)

    def coriolis_matrix(self, q_m: Scalars, qd_m: Scalars) -> Rows:
        """C_m."""
        return self.motors.coriolis_matrix(self.links, q_m, qd_m)

    def kinetic_energy(self, q_m: Scalars, qd_m: Scalars) -> Scalar:
        """That of links, rotors and motors."""
        return self.motors.kinetic_energy(self.links, q_m, qd_m)[0]

    def potential_energy(self, q_m: Scalars) -> Scalar:
        """That of the links."""
        return self.motors.potential_energy(self.links, q_m)[0]

    def momentum_slopes(self, q_m: Scalars, qd_m: Scalars) -> tuple[list[Scalar], list[Scalar]]:
        """p_m = J_qmᵀ p + I_m q̇_m, and ∂T/∂q_m = J_qmᵀ ∂T/∂q + J̇_qmᵀ p, with p of the joints: T is ½ q̇ᵀ A(h(q_m)) q̇ of
        q̇ = J_qm q̇_m, whose derivative by q_m is J̇_qm."""
        J, Jd = self.motors.coupling.jacobian_and_rate(q_m, qd_m)
        p, slopes = self.links.momentum_slopes(self.motors.coupling.positions(q_m), times(J, qd_m))
        momenta = plus(times(transpose(J), p), times(self.motors.I_m, qd_m))
        return momenta, plus(times(transpose(J), slopes), times(transpose(Jd), p))

    def forward_kinematics(self, q_m: Scalars, frame: str | None = None) -> Any:
        """The pose of a frame."""
        return self.links.forward_kinematics(self.motors.coupling.positions(q_m), frame)

    def jacobian(self, q_m: Scalars, frame: str | None = None) -> Rows:
        """J J_qm."""
        q, J = self.motors.coupling.positions(q_m), self.motors.coupling.jacobian(q_m)
        return product(self.links.jacobian(q, frame), J)

    def jacobian_dot(self, q_m: Scalars, qd_m: Scalars, frame: str | None = None) -> Rows:
        """J̇ J_qm + J J̇_qm."""
        coupling = self.motors.coupling
        q, (J, Jd) = coupling.positions(q_m), coupling.jacobian_and_rate(q_m, qd_m)
        turning = product(self.links.jacobian_dot(q, times(J, qd_m), frame), J)
        return _sum(turning, product(self.links.jacobian(q, frame), Jd))

    def _at(self, wrenches: Wrenches) -> TransmissionEquations:
        return replace(self.motors, frames=tuple(wrenches or {}))


def _sum(A: Sequence[Sequence[Scalar]], B: Sequence[Sequence[Scalar]]) -> Rows:
    return [plus(a, b) for a, b in zip(A, B, strict=True)]
