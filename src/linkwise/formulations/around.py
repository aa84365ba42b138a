"""The terms around a recursion: coordinates, friction, rotors, external wrenches.

Each function takes the function `by` of a formulation and answers for the robot's own coordinates u, of which the
tree's joint variables are a linear map (model/coordinates.py). The model has no fixed joints (`merge_fixed`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..algebra import NO_FORCE, Force, Scalar, is_zero
from ..model import BASE, Coordinates, Frame, Model
from . import friction
from .columns import Columns
from .composite import direct_solve
from .kinematics.orin_schrader import poses
from .linearized.balafoutis_patel_72 import minus_product
from .signature import Rows, Scalars

By = Callable[..., Any]
"""A formulation's answer to the question at hand."""

Pressed = Mapping[str, Force]
"""The wrench the environment exerts at each named frame: moment about the frame's origin, base axes."""


def inverse_dynamics(model: Model, by: By, u: Scalars, ud: Scalars, udd: Scalars, pressed: Pressed) -> list[Scalar]:
    """Bᵀ [τ + I_a q̈ + Γ_f]: Khalil & Dombre (2002) [9.94], [9.33]."""
    q, qd, qdd = model.u.positions(u), model.u.velocities(ud), model.u.velocities(udd)
    τ = by(model, q, qd, qdd, _on_bodies(model, q, pressed))
    for i, body in enumerate(model.bodies):
        if not is_zero(body.joint.rotor.inertia):
            τ[i] = τ[i] + body.joint.rotor.reflected * qdd[i]
    return model.u.forces([t + f for t, f in zip(τ, friction.forces(model, qd, q), strict=True)])


def forward_dynamics(model: Model, by: By, u: Scalars, ud: Scalars, tau: Scalars, pressed: Pressed) -> list[Scalar]:
    """The ü of the given forces, friction taken off them: Khalil & Dombre (2002) [9.106].

    Where coordinates are coupled the formulation is told their map: it does not act around the recursion here.
    """
    q, qd = model.u.positions(u), model.u.velocities(ud)
    return by(model, q, qd, _driving(model, q, qd, tau), _on_bodies(model, q, pressed), *_coupled(model))


def mass_matrix(model: Model, by: By, u: Scalars) -> Rows:
    """Bᵀ (M + diag I_a) B: Khalil & Dombre (2002) §9.3.5."""
    M = direct_solve.with_rotors(model, by(model, model.u.positions(u)))
    return M if model.u.trivial else model.u.square_symmetric(M)


def mass_matrix_inverse(model: Model, by: By, u: Scalars) -> Rows:
    """[Bᵀ (M + diag I_a) B]⁻¹; as in forward_dynamics the formulation is told coupled coordinates."""
    return by(model, model.u.positions(u), *_coupled(model))


def inverse_dynamics_derivatives(model: Model, by: By, u: Scalars, ud: Scalars, udd: Scalars) -> tuple[Rows, ...]:
    """Bᵀ (∂τ/∂q + ∂Γ_f/∂q) B, Bᵀ (∂τ/∂q̇ + ∂Γ_f/∂q̇) B, Bᵀ (M + diag I_a) B; a jump has the derivative 0."""
    q, qd, qdd = model.u.positions(u), model.u.velocities(ud), model.u.velocities(udd)
    dq, dqd, M = by(model, q, qd, qdd)
    along, across = friction.slopes(model, qd, q)
    for i, slope in enumerate(along):
        dqd[i][i] = dqd[i][i] + slope
    dq = dq if across is None else _sum(dq, across)
    M = direct_solve.with_rotors(model, M)
    return (dq, dqd, M) if model.u.trivial else (model.u.square(dq), model.u.square(dqd), model.u.square_symmetric(M))


def forward_dynamics_derivatives(model: Model, by: By, u: Scalars, ud: Scalars, tau: Scalars) -> tuple[Rows, ...]:
    """∂ü/∂u − M⁻¹ Bᵀ ∂Γ_f/∂q B, ∂ü/∂u̇ − M⁻¹ Bᵀ ∂Γ_f/∂q̇ B, M⁻¹; as in forward_dynamics the formulation is told coupled
    coordinates."""
    q, qd = model.u.positions(u), model.u.velocities(ud)
    dq, dqd, M_inv = by(model, q, qd, _driving(model, q, qd, tau), *_coupled(model))
    along, across = friction.slopes(model, qd, q)
    if any(not is_zero(k) for k in along):
        rubbing = model.u.square([[k if i == j else 0.0 for j in range(len(q))] for i, k in enumerate(along)])
        dqd = _sum(dqd, minus_product(M_inv, rubbing))
    if across is not None:
        dq = _sum(dq, minus_product(M_inv, model.u.square(across)))
    return dq, dqd, M_inv


def regressor(
    model: Model, by: By, u: Scalars, ud: Scalars, udd: Scalars, columns: Columns | None = None
) -> Rows:  # fmt: skip
    """Bᵀ [Y, and the columns of rotors, friction and shared drives]: Khalil & Dombre (2002) [9.36]."""
    Y = by(model, model.u.positions(u), model.u.velocities(ud), model.u.velocities(udd))
    return (columns or Columns.of(model)).rows(model, Y, ud, udd, friction=True)


def momentum_regressor(model: Model, by: By, u: Scalars, ud: Scalars, columns: Columns | None = None) -> Rows:
    """Bᵀ [P, and the columns of rotors and shared drives]."""
    P = by(model, model.u.positions(u), model.u.velocities(ud))
    return (columns or Columns.of(model)).rows(model, P, ud, ud, friction=False)


def kinetic_energy_regressor(
    model: Model, by: By, u: Scalars, ud: Scalars, columns: Columns | None = None
) -> list[Scalar]:  # fmt: skip
    """The row e with the rotors' ½ q̇²: Khalil & Dombre (2002) [9.41], [9.62]."""
    e = by(model, model.u.positions(u), model.u.velocities(ud))
    return (columns or Columns.of(model)).energies(model, e, ud)


def potential_energy_regressor(model: Model, by: By, u: Scalars, columns: Columns | None = None) -> list[Scalar]:
    """The row u; rotors have no potential energy."""
    return (columns or Columns.of(model)).energies(model, by(model, model.u.positions(u)), None)


def bias_forces(model: Model, by: By, u: Scalars, ud: Scalars, pressed: Pressed) -> list[Scalar]:
    """Bᵀ (C q̇ + g); without friction."""
    q = model.u.positions(u)
    return model.u.forces(by(model, q, model.u.velocities(ud), _on_bodies(model, q, pressed)))


def gravity_forces(model: Model, by: By, u: Scalars) -> list[Scalar]:
    """Bᵀ g: the forces that hold the arm at rest."""
    return model.u.forces(by(model, model.u.positions(u)))


def friction_forces(model: Model, ud: Scalars, u: Scalars | None = None) -> list[Scalar]:
    """Bᵀ Γ_f; u may be left out where no law depends on it."""
    q = None if u is None else model.u.positions(u)
    return model.u.forces(friction.forces(model, model.u.velocities(ud), q))


def coriolis_matrix(model: Model, by: By, u: Scalars, ud: Scalars) -> Rows:
    """Bᵀ C B; rotors add nothing, their inertia being constant."""
    return model.u.square(by(model, model.u.positions(u), model.u.velocities(ud)))


def kinetic_energy(model: Model, by: By, u: Scalars, ud: Scalars) -> Scalar:
    """The links' kinetic energy and the rotors' ½ I_a q̇²: Khalil & Dombre (2002) §9.3.5."""
    qd = model.u.velocities(ud)
    E = by(model, model.u.positions(u), qd)
    for body, qdi in zip(model.bodies, qd, strict=True):
        if not is_zero(body.joint.rotor.inertia):
            E = E + 0.5 * body.joint.rotor.reflected * (qdi * qdi)
    return E


def potential_energy(model: Model, by: By, u: Scalars) -> Scalar:
    """The links' potential energy."""
    return by(model, model.u.positions(u))


def forward_kinematics(model: Model, by: By, u: Scalars, frame: Frame) -> tuple[tuple[Scalar, ...], ...]:
    """The homogeneous matrix of the pose of a frame in the base."""
    return by(model, model.u.positions(u), frame).matrix


def jacobian(model: Model, by: By, u: Scalars, frame: Frame) -> Rows:
    """J B."""
    return model.u.columns(by(model, model.u.positions(u), frame))


def jacobian_dot(model: Model, by: By, u: Scalars, ud: Scalars, frame: Frame) -> Rows:
    """J̇ B."""
    return model.u.columns(by(model, model.u.positions(u), model.u.velocities(ud), frame))


def _driving(model: Model, q: Scalars, qd: Scalars, tau: Scalars) -> list[Scalar]:
    """What of the given forces friction leaves to move the links."""
    return [t - f for t, f in zip(tau, model.u.forces(friction.forces(model, qd, q)), strict=True)]


def _sum(A: Rows, B: Rows) -> Rows:
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(A, B, strict=True)]


def _coupled(model: Model) -> tuple[Coordinates, ...]:
    """The last argument of formulations that are told how coordinates are coupled; none where they are not."""
    return () if model.u.trivial else (model.u,)


def _on_bodies(model: Model, q: Scalars, pressed: Pressed) -> list[Force] | None:
    """Wrenches at named frames in base axes, as one wrench per body seen from its own frame."""
    if not pressed:
        return None
    T = poses(model, q)
    on = [NO_FORCE] * len(model.bodies)
    for name, wrench in pressed.items():
        frame = model.frame(name)
        if frame.body != BASE:
            R = T[frame.body].R.T
            n, f = R @ wrench.n, R @ wrench.f
            on[frame.body] = on[frame.body] + Force(n + frame.placement.p.cross(f), f)
    return on
