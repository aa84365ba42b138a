"""The terms around a recursion: coordinates, friction, rotors, external wrenches.

Each function takes the function `by` of a formulation and answers in the robot's own coordinates u; the tree's joint
variables are a linear map of these (model/coordinates.py). The model has no fixed joints (`merge_fixed`).
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from ..algebra import NO_FORCE, Force, Scalar, is_zero
from ..model import BASE, Coordinates, Frame, Model
from . import friction
from .columns import Columns
from .composite import direct_solve
from .kinematics.orin_schrader import poses_in_base
from .linearized.balafoutis_patel_72 import minus_product
from .scalars import Rows, Scalars

By = Callable[..., Any]
"""A formulation's answer to the question at hand."""

FrameWrenches = Mapping[str, Force]
"""The wrench the environment exerts at each named frame: moment about the frame's origin, base axes."""


def inverse_dynamics(
    model: Model, by: By, u: Scalars, ud: Scalars, udd: Scalars, wrenches: FrameWrenches
) -> list[Scalar]:
    """Bᵀ [τ + I_a q̈ + Γ_f]: Khalil & Dombre (2002) [9.94], [9.33]."""
    q, qd, qdd = model.coordinates.positions(u), model.coordinates.velocities(ud), model.coordinates.velocities(udd)
    τ = by(model, q, qd, qdd, _on_bodies(model, q, wrenches))
    for i, body in model.outward():
        if not is_zero(body.joint.rotor.inertia):
            τ[i] = τ[i] + body.joint.rotor.reflected * qdd[i]
    return model.coordinates.forces([t + f for t, f in zip(τ, friction.forces(model, qd, q), strict=True)])


def forward_dynamics(
    model: Model, by: By, u: Scalars, ud: Scalars, tau: Scalars, wrenches: FrameWrenches
) -> list[Scalar]:
    """The ü that the forces produce once friction is subtracted: Khalil & Dombre (2002) [9.106].

    Coupled coordinates cannot be handled around the recursion here: the formulation gets their map.
    """
    q, qd = model.coordinates.positions(u), model.coordinates.velocities(ud)
    return by(model, q, qd, _driving(model, q, qd, tau), _on_bodies(model, q, wrenches), *_coupled(model))


def mass_matrix(model: Model, by: By, u: Scalars) -> Rows:
    """Bᵀ (M + diag I_a) B: Khalil & Dombre (2002) §9.3.5."""
    M = direct_solve.with_rotors(model, by(model, model.coordinates.positions(u)))
    return M if model.coordinates.trivial else model.coordinates.square_symmetric(M)


def mass_matrix_inverse(model: Model, by: By, u: Scalars) -> Rows:
    """[Bᵀ (M + diag I_a) B]⁻¹; as in forward_dynamics the formulation gets the map of coupled coordinates."""
    return by(model, model.coordinates.positions(u), *_coupled(model))


def inverse_dynamics_derivatives(model: Model, by: By, u: Scalars, ud: Scalars, udd: Scalars) -> tuple[Rows, ...]:
    """Bᵀ (∂τ/∂q + ∂Γ_f/∂q) B, Bᵀ (∂τ/∂q̇ + ∂Γ_f/∂q̇) B, Bᵀ (M + diag I_a) B; a jump has the derivative 0."""
    q, qd, qdd = model.coordinates.positions(u), model.coordinates.velocities(ud), model.coordinates.velocities(udd)
    dq, dqd, M = by(model, q, qd, qdd)
    along, across = friction.slopes(model, qd, q)
    for i, slope in enumerate(along):
        dqd[i][i] = dqd[i][i] + slope
    dq = dq if across is None else _sum(dq, across)
    M = direct_solve.with_rotors(model, M)
    return (
        (dq, dqd, M)
        if model.coordinates.trivial
        else (model.coordinates.square(dq), model.coordinates.square(dqd), model.coordinates.square_symmetric(M))
    )


def forward_dynamics_derivatives(model: Model, by: By, u: Scalars, ud: Scalars, tau: Scalars) -> tuple[Rows, ...]:
    """∂ü/∂u − M⁻¹ Bᵀ ∂Γ_f/∂q B, ∂ü/∂u̇ − M⁻¹ Bᵀ ∂Γ_f/∂q̇ B, M⁻¹.

    As in forward_dynamics, the formulation gets the map of coupled coordinates.
    """
    q, qd = model.coordinates.positions(u), model.coordinates.velocities(ud)
    dq, dqd, M_inv = by(model, q, qd, _driving(model, q, qd, tau), *_coupled(model))
    along, across = friction.slopes(model, qd, q)
    if any(not is_zero(k) for k in along):
        rubbing = model.coordinates.square([[k if i == j else 0.0 for j in range(len(q))] for i, k in enumerate(along)])
        dqd = _sum(dqd, minus_product(M_inv, rubbing))
    if across is not None:
        dq = _sum(dq, minus_product(M_inv, model.coordinates.square(across)))
    return dq, dqd, M_inv


def regressor(model: Model, by: By, u: Scalars, ud: Scalars, udd: Scalars, columns: Columns | None = None) -> Rows:
    """Bᵀ [Y, and the columns of rotors, friction and shared drives]: Khalil & Dombre (2002) [9.36]."""
    Y = by(model, model.coordinates.positions(u), model.coordinates.velocities(ud), model.coordinates.velocities(udd))
    return (columns or Columns.of(model)).rows(model, Y, ud, udd, friction=True)


def momentum_regressor(model: Model, by: By, u: Scalars, ud: Scalars, columns: Columns | None = None) -> Rows:
    """Bᵀ [P, and the columns of rotors and shared drives]."""
    P = by(model, model.coordinates.positions(u), model.coordinates.velocities(ud))
    return (columns or Columns.of(model)).rows(model, P, ud, ud, friction=False)


def kinetic_energy_regressor(
    model: Model, by: By, u: Scalars, ud: Scalars, columns: Columns | None = None
) -> list[Scalar]:
    """The row e with the rotors' ½ q̇²: Khalil & Dombre (2002) [9.41], [9.62]."""
    e = by(model, model.coordinates.positions(u), model.coordinates.velocities(ud))
    return (columns or Columns.of(model)).energies(model, e, ud)


def potential_energy_regressor(model: Model, by: By, u: Scalars, columns: Columns | None = None) -> list[Scalar]:
    """The row u; rotors have no potential energy."""
    return (columns or Columns.of(model)).energies(model, by(model, model.coordinates.positions(u)), None)


def bias_forces(model: Model, by: By, u: Scalars, ud: Scalars, wrenches: FrameWrenches) -> list[Scalar]:
    """Bᵀ (C q̇ + g); without friction."""
    q = model.coordinates.positions(u)
    return model.coordinates.forces(by(model, q, model.coordinates.velocities(ud), _on_bodies(model, q, wrenches)))


def gravity_forces(model: Model, by: By, u: Scalars) -> list[Scalar]:
    """Bᵀ g: the forces that hold the arm at rest."""
    return model.coordinates.forces(by(model, model.coordinates.positions(u)))


def friction_forces(model: Model, ud: Scalars, u: Scalars | None = None) -> list[Scalar]:
    """Bᵀ Γ_f; u may be left out if no law depends on it."""
    q = None if u is None else model.coordinates.positions(u)
    return model.coordinates.forces(friction.forces(model, model.coordinates.velocities(ud), q))


def coriolis_matrix(model: Model, by: By, u: Scalars, ud: Scalars) -> Rows:
    """Bᵀ C B; rotors add nothing, their inertia being constant."""
    return model.coordinates.square(by(model, model.coordinates.positions(u), model.coordinates.velocities(ud)))


def kinetic_energy(model: Model, by: By, u: Scalars, ud: Scalars) -> Scalar:
    """The links' kinetic energy and the rotors' ½ I_a q̇²: Khalil & Dombre (2002) §9.3.5."""
    qd = model.coordinates.velocities(ud)
    E = by(model, model.coordinates.positions(u), qd)
    for body, qdi in zip(model.bodies, qd, strict=True):
        if not is_zero(body.joint.rotor.inertia):
            E = E + 0.5 * body.joint.rotor.reflected * (qdi * qdi)
    return E


def potential_energy(model: Model, by: By, u: Scalars) -> Scalar:
    """The links' potential energy."""
    return by(model, model.coordinates.positions(u))


def _each_frame(answer: Callable[..., Any]) -> Callable[..., Any]:
    """An answer about a frame; about several frames, one answer after the other."""

    @wraps(answer)
    def answers(model: Model, by: By, *states: Scalars, frame: Frame | tuple[Frame, ...]) -> Any:
        if not isinstance(frame, tuple):
            return answer(model, by, *states, frame)
        return [answer(model, by, *states, one) for one in frame]

    return answers


@_each_frame
def forward_kinematics(model: Model, by: By, u: Scalars, frame: Frame) -> tuple[tuple[Scalar, ...], ...]:
    """The homogeneous matrix of the pose of a frame in the base."""
    return by(model, model.coordinates.positions(u), frame).matrix


@_each_frame
def jacobian(model: Model, by: By, u: Scalars, frame: Frame) -> Rows:
    """J B."""
    return model.coordinates.columns(by(model, model.coordinates.positions(u), frame))


@_each_frame
def jacobian_dot(model: Model, by: By, u: Scalars, ud: Scalars, frame: Frame) -> Rows:
    """J̇ B."""
    return model.coordinates.columns(by(model, model.coordinates.positions(u), model.coordinates.velocities(ud), frame))


def _driving(model: Model, q: Scalars, qd: Scalars, tau: Scalars) -> list[Scalar]:
    """The forces τ − Bᵀ Γ_f that friction leaves to move the links."""
    return [t - f for t, f in zip(tau, model.coordinates.forces(friction.forces(model, qd, q)), strict=True)]


def _sum(A: Rows, B: Rows) -> Rows:
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(A, B, strict=True)]


def _coupled(model: Model) -> tuple[Coordinates, ...]:
    """The map of coupled coordinates, the last argument of formulations that take one; empty if none are coupled."""
    return () if model.coordinates.trivial else (model.coordinates,)


def _on_bodies(model: Model, q: Scalars, wrenches: FrameWrenches) -> list[Force] | None:
    """Wrenches at named frames in base axes, as one wrench per body seen from its own frame."""
    if not wrenches:
        return None
    T = poses_in_base(model, q)
    on = [NO_FORCE] * len(model.bodies)
    for name, wrench in wrenches.items():
        frame = model.frame(name)
        if frame.body != BASE:
            R = T[frame.body].R.T
            n, f = R @ wrench.n, R @ wrench.f
            on[frame.body] = on[frame.body] + Force(n + frame.placement.p.cross(f), f)
    return on
