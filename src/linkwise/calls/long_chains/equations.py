"""A long robot's answers in its own coordinates, put together from what its loops give, on arrays (N, n)."""

from copy import copy
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...formulations import Reactions, terms
from ...model import Frame, Model
from ..arrays import Array, columns
from .friction_beside import slopes, split_friction
from .kinematics import Kinematics
from .modules import LoopModules
from .momentum import AbstractMomentum
from .pushing import Pushing, Wrenches, by_kernel, push_slopes, pushed
from .regressors import AbstractRegressors, stacked

NONE: Wrenches = MappingProxyType({})


class LongEquations(AbstractMomentum, AbstractRegressors):
    """The equations of a tree of moving joints.

    Viscous and Coulomb friction are computed in the loops, any other law beside them. The tree's joint variables are
    q = B u + b of its coordinates u; where these are not the joints themselves, loops run on q and B turns the answers.

    >>> import linkwise
    >>> LongEquations(linkwise.load("planar2r").tree, "interpreter").gravity_forces(np.zeros((1, 2))).round(3)
    array([[41.889, 18.541]])
    """

    def __init__(self, tree: Model, backend: str, width: int | None = None, opened: bool = False):
        self.tree, self.coupled = tree, not tree.coordinates.trivial
        self.loop_tree, self.beside = split_friction(tree)
        self.loops = LoopModules(self.loop_tree, backend, width, opened)
        self.pushing = Pushing(tree, backend, opened)
        springs = [body.joint.spring for body in tree.bodies]
        self.stiffness = np.array([spring.stiffness for spring in springs], float)
        self.rest, self.sprung = np.array([spring.rest for spring in springs], float), bool(self.stiffness.any())

    def of_variant(self, tree: Model) -> "LongEquations":
        """Those of a variant, by the code of opened loops."""
        variant = copy(self)
        variant.tree, variant.loops = tree, self.loops.of_variant(split_friction(tree)[0])
        variant.pushing = self.pushing.of_variant(tree)
        vars(variant).pop("_masses", None)
        return variant

    # ---- coordinates ------------------------------------------------------------------------------------------------

    @cached_property
    def _B(self) -> Array:
        return stacked(self.tree.coordinates.velocities(columns(np.eye(self.tree.n), single=False)), self.tree.n).T

    def _joints(self, u: Array, *rates: Array) -> list[Array]:
        """q = B u + b, then rates B u̇."""
        if not self.coupled:
            return [u, *rates]
        q = stacked(self.tree.coordinates.positions(columns(u, single=False)), len(u))
        return [q, *(rate @ self._B.T for rate in rates)]

    def _forces(self, τ: Array) -> Array:
        """Bᵀ τ."""
        return τ @ self._B if self.coupled else τ

    def _square(self, M: Array) -> Array:
        """Bᵀ M B."""
        return self._B.T @ M @ self._B if self.coupled else M

    def _friction(self, tree: Model, u: Array, ud: Array) -> Array:
        """Friction, by the formulation."""
        return stacked(terms.friction_forces(tree, columns(ud, single=False), columns(u, single=False)), len(ud))

    def _springs(self, u: Array) -> Any:
        """Bᵀ k (q − q_0)."""
        return self._forces(self.stiffness * (self._joints(u)[0] - self.rest)) if self.sprung else 0.0

    def _pushed(self, u: Array, wrenches: Wrenches) -> Any:
        """Jᵀ w, summed over the frames at which wrenches act."""
        if not wrenches:
            return 0.0
        kernel, placed = self.pushing.kernel(tuple(wrenches))
        if kernel is not None:
            return by_kernel(kernel, u, *wrenches.values(), *placed)
        return self._forces(pushed(Kinematics(self.loops, *self._joints(u)), wrenches))

    # ---- joint forces and accelerations -----------------------------------------------------------------------------

    def inverse_dynamics(self, u: Array, ud: Array, udd: Array, wrenches: Wrenches = NONE) -> Array:
        """τ with friction and rotors."""
        [τ] = self.loops.run("inverse_dynamics", self._joints(u, ud, udd))
        τ = self._forces(τ) - self._pushed(u, wrenches) + self._springs(u)
        return τ + self._friction(self.beside, u, ud) if self.beside else τ

    def bias_forces(self, u: Array, ud: Array, wrenches: Wrenches = NONE) -> Array:
        """C q̇ + g."""
        [τ] = self.loops.run("bias_forces", self._joints(u, ud))
        return self._forces(τ) - self._pushed(u, wrenches) + self._springs(u)

    def gravity_forces(self, u: Array) -> Array:
        """g."""
        return self._forces(self.loops.run("gravity_forces", self._joints(u))[0]) + self._springs(u)

    def forward_dynamics(self, u: Array, ud: Array, tau: Array, wrenches: Wrenches = NONE) -> Array:
        """q̈; coordinates that several joints share are solved for: M ü = τ − bias − friction."""
        drive = tau + self._pushed(u, wrenches)
        if self.coupled:
            rest = drive - self.bias_forces(u, ud) - self._friction(self.tree, u, ud)  # springs are among the bias
            qdd: Array = np.linalg.solve(self.mass_matrix(u), rest[..., None])[..., 0]
            return qdd
        if self.beside:
            drive = drive - self._friction(self.beside, u, ud)
        return self.loops.run("forward_dynamics", [u, ud, drive - self._springs(u)])[0]

    def reaction_wrenches(
        self, u: Array, ud: Array, udd: Array, wrenches: Wrenches = NONE, *, reactions: Reactions
    ) -> Array:
        """(n, f) at each joint."""
        states = self._joints(u, ud, udd)
        rows = np.stack(self.loops.run("reaction_wrenches", states), axis=2)
        return Kinematics(self.loops, states[0]).transmitted(rows, wrenches, reactions)

    # ---- matrices ---------------------------------------------------------------------------------------------------

    def mass_matrix(self, u: Array) -> Array:
        """M with rotors."""
        M = self._square(self.loops.run("mass_matrix", self._joints(u))[0])
        return _symmetric(M) if self.coupled else M

    def mass_matrix_inverse(self, u: Array) -> Array:
        """M⁻¹."""
        if self.coupled:
            return _symmetric(np.linalg.inv(self.mass_matrix(u)))
        return self.loops.run("mass_matrix_inverse", [u])[0]

    def coriolis_matrix(self, u: Array, ud: Array) -> Array:
        """C of the Christoffel symbols."""
        return self._square(self.loops.run("coriolis_matrix", self._joints(u, ud))[0])

    def inverse_dynamics_derivatives(self, u: Array, ud: Array, udd: Array, wrenches: Wrenches = NONE) -> list[Array]:
        """∂τ/∂q, ∂τ/∂q̇, M."""
        dq, dqd, M = self.loops.run("inverse_dynamics_derivatives", self._joints(u, ud, udd))
        if wrenches:
            dq = dq - push_slopes(Kinematics(self.loops, *self._joints(u)), wrenches)
        if self.beside or self.sprung:
            across, along = self._slopes(u, ud)
            dq, dqd = dq + across, dqd + along
        return [self._square(dq), self._square(dqd), _symmetric(self._square(M)) if self.coupled else M]

    def forward_dynamics_derivatives(self, u: Array, ud: Array, tau: Array) -> tuple[Array, ...]:
        """−M⁻¹ ∂τ/∂q, −M⁻¹ ∂τ/∂q̇, M⁻¹, at the accelerations that tau produces."""
        if self.coupled:
            dq, dqd, M = self.inverse_dynamics_derivatives(u, ud, self.forward_dynamics(u, ud, tau))
            M_inv = _symmetric(np.linalg.inv(M))
            return -(M_inv @ dq), -(M_inv @ dqd), M_inv
        drive = tau - self._friction(self.beside, u, ud) if self.beside else tau
        dq, dqd, M_inv = self.loops.run("forward_dynamics_derivatives", [u, ud, drive - self._springs(u)])
        if self.beside or self.sprung:
            across, along = self._slopes(u, ud)
            dq, dqd = dq - M_inv @ across, dqd - M_inv @ along
        return dq, dqd, M_inv

    def _slopes(self, u: Array, ud: Array) -> tuple[Any, Any]:
        """How the forces beside the loop change with q and q̇, as matrices."""
        across: Any = np.diag(self.stiffness) if self.sprung else 0.0
        turning, along = slopes(self.beside, *self._joints(u, ud)) if self.beside else (0.0, 0.0)
        return across + turning, along

    # ---- energies ------------------------------------------------------------------------------------------------

    def kinetic_energy(self, u: Array, ud: Array) -> Array:
        """Of links and rotors."""
        return self.loops.run("kinetic_energy", self._joints(u, ud))[0].sum(axis=1)

    def potential_energy(self, u: Array) -> Array:
        """Of the links."""
        [q], bent = self._joints(u), 0.0
        if self.sprung:
            bent = 0.5 * (q - self.rest) ** 2 @ self.stiffness
        return self.loops.run("potential_energy", [q])[0].sum(axis=1) + bent

    # ---- kinematics -------------------------------------------------------------------------------------------------

    def forward_kinematics(self, u: Array, *, frame: Frame) -> Array:
        """The pose of a frame."""
        return Kinematics(self.loops, *self._joints(u)).pose(frame)

    def jacobian(self, u: Array, *, frame: Frame) -> Array:
        """J."""
        J = Kinematics(self.loops, *self._joints(u)).jacobian(frame)
        return J @ self._B if self.coupled else J

    def jacobian_dot(self, u: Array, ud: Array, *, frame: Frame) -> Array:
        """J̇."""
        Jd = Kinematics(self.loops, *self._joints(u, ud)).jacobian_dot(frame)
        return Jd @ self._B if self.coupled else Jd


def _symmetric(M: NDArray[Any]) -> NDArray[Any]:
    """Exactly symmetric: the lower triangle on both sides."""
    return np.tril(M) + np.swapaxes(np.tril(M, -1), -1, -2)
