"""A robot with a transmission near a state: derivatives of its programs, and the linear model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.answers import ForwardDynamicsDerivatives, InverseDynamicsDerivatives
from ..calls.arrays import Array
from ..calls.checks import finite
from ..calls.direct import Wrenches, checked_wrenches
from ..calls.kernel_cache import AbstractKernel, KernelKey
from ..calls.traceable import ReplayedProgram, differentiated
from ..linearize import AbstractStateSpace
from .questions import question_program

if TYPE_CHECKING:
    from .robot import TransmissionRobot


@dataclass(frozen=True, eq=False, repr=False)
class TransmissionModel(AbstractStateSpace):
    """D δq̈_m + V δq̇_m + P δq_m = δτ_m near a state: a state space with the motors as inputs.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_transmission(lambda m: [0.5 * m[0]])
    >>> arm.linearize([0.0])
    TransmissionModel('pendulum', 2 states, 1 input)
    >>> arm.linearize([0.0]).B.round(9)
    array([[ 0.],
           [12.]])
    """

    robot: TransmissionRobot


def derivatives(arm: TransmissionRobot, question: str, states: tuple[ArrayLike, ...], wrenches: Wrenches) -> Any:
    """The derivatives of a question with respect to its first arguments, by the program of them."""
    by_frame = checked_wrenches(arm.robot.tree, wrenches)
    key = KernelKey(f"d_motors_{question}", tuple(by_frame))

    def make() -> AbstractKernel:
        traced = question_program(arm, question, key.wrenches, certain=True)
        by = traced.signature.takes[: len(states)]
        return ReplayedProgram(traced.tree, *differentiated(traced.program, traced.signature, by)).kernel()

    return arm.kernels.get_or_make(key, make)(*states, *by_frame.values())


def inverse_dynamics_derivatives(
    arm: TransmissionRobot, states: tuple[ArrayLike, ...], wrenches: Wrenches
) -> InverseDynamicsDerivatives:
    """∂τ_m/∂q_m, ∂τ_m/∂q̇_m and A_m."""
    return InverseDynamicsDerivatives(*derivatives(arm, "inverse_dynamics", states, wrenches))


def forward_dynamics_derivatives(
    arm: TransmissionRobot, states: tuple[ArrayLike, ...], wrenches: Wrenches
) -> ForwardDynamicsDerivatives:
    """∂q̈_m/∂q_m, ∂q̈_m/∂q̇_m and A_m⁻¹."""
    arm.forward_dynamics(*states, wrenches=wrenches)  # raises at a dead centre
    return ForwardDynamicsDerivatives(*derivatives(arm, "forward_dynamics", states, wrenches))


def linearized(
    arm: TransmissionRobot, q_m: ArrayLike, qd_m: ArrayLike | None, tau: ArrayLike | None, wrenches: Wrenches
) -> TransmissionModel:
    """The model near a state, checked; see `TransmissionRobot.linearize`."""
    n, names, what = arm.n, arm.joint_names, "one entry per motor"
    q = finite("q_m", q_m, (n,), what, names)
    qd = finite("qd_m", np.zeros(n) if qd_m is None else qd_m, (n,), what, names)
    force = finite("tau", arm.gravity_forces(q) if tau is None else tau, (n,), what, names)
    qdd: Array = arm.forward_dynamics(q, qd, force, wrenches=wrenches)
    q, qd, force = (np.broadcast_to(x, qdd.shape) for x in (q, qd, force))
    at = inverse_dynamics_derivatives(arm, (q, qd, qdd), wrenches)
    return TransmissionModel(arm, q, qd, qdd, force, at.mass_matrix, at.dtau_dqd, at.dtau_dq)
