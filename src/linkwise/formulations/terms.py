"""The terms around a recursion: coordinates, friction, rotors, springs, external wrenches.

Each function takes the function `by` of a formulation and answers in the robot's own coordinates u; the tree's joint
variables are a linear map of these (model/coordinates.py). The model has no fixed joints (`merge_fixed`).
"""

from collections.abc import Mapping

from ..algebra import NO_FORCE, Force, Scalar, is_zero
from ..model import BASE, Coordinates, Model
from . import friction, springs
from .base_motion import BaseMotion
from .composite import direct_solve
from .frame_terms import forward_kinematics as forward_kinematics
from .frame_terms import jacobian as jacobian
from .frame_terms import jacobian_dot as jacobian_dot
from .kinematics.orin_schrader import poses_in_base
from .linearized.balafoutis_patel_72 import minus_product
from .momentum_terms import center_of_mass as center_of_mass
from .momentum_terms import momentum as momentum
from .momentum_terms import momentum_matrix as momentum_matrix
from .reactions import Reactions
from .regressor_terms import kinetic_energy_regressor as kinetic_energy_regressor
from .regressor_terms import momentum_regressor as momentum_regressor
from .regressor_terms import potential_energy_regressor as potential_energy_regressor
from .regressor_terms import regressor as regressor
from .scalars import By, Rows, Scalars

FrameWrenches = Mapping[str, Force]
"""The wrench the environment exerts at each named frame: moment about the frame's origin, base axes."""


def inverse_dynamics(
    model: Model,
    by: By,
    u: Scalars,
    ud: Scalars,
    udd: Scalars,
    wrenches: FrameWrenches,
    base: BaseMotion | None = None,
) -> list[Scalar]:
    """Bᵀ [τ + I_a q̈ + Γ_f + Γ_s]: Khalil & Dombre (2002) [9.94], [9.33]; Γ_s of springs."""
    q, qd, qdd = model.coordinates.positions(u), model.coordinates.velocities(ud), model.coordinates.velocities(udd)
    τ = by(model, q, qd, qdd, _on_bodies(model, q, wrenches), **_moving(base))
    for i, body in model.outward():
        if not is_zero(body.joint.rotor.inertia):
            τ[i] = τ[i] + body.joint.rotor.reflected * qdd[i]
    τ = _with_springs(model, q, τ)
    return model.coordinates.forces([t + f for t, f in zip(τ, friction.forces(model, qd, q), strict=True)])


def forward_dynamics(
    model: Model,
    by: By,
    u: Scalars,
    ud: Scalars,
    tau: Scalars,
    wrenches: FrameWrenches,
    base: BaseMotion | None = None,
) -> list[Scalar]:
    """The ü that the forces produce once friction is subtracted: Khalil & Dombre (2002) [9.106].

    Coupled coordinates cannot be handled around the recursion here: the formulation gets their map.
    """
    q, qd = model.coordinates.positions(u), model.coordinates.velocities(ud)
    driving, pushing = _driving(model, q, qd, tau), _on_bodies(model, q, wrenches)
    return by(model, q, qd, driving, pushing, *_coupled(model), **_moving(base))


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
    dq = dq if springs.absent(model) else _sum(dq, springs.slopes(model, q))
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
    if not springs.absent(model):
        bending = springs.slopes(model, q)
        across = bending if across is None else _sum(across, bending)
    if across is not None:
        dq = _sum(dq, minus_product(M_inv, model.coordinates.square(across)))
    return dq, dqd, M_inv


def bias_forces(
    model: Model, by: By, u: Scalars, ud: Scalars, wrenches: FrameWrenches, base: BaseMotion | None = None
) -> list[Scalar]:
    """Bᵀ (C q̇ + g), springs included; without friction."""
    q, qd = model.coordinates.positions(u), model.coordinates.velocities(ud)
    τ = by(model, q, qd, _on_bodies(model, q, wrenches), **_moving(base))
    return model.coordinates.forces(_with_springs(model, q, τ))


def gravity_forces(model: Model, by: By, u: Scalars) -> list[Scalar]:
    """Bᵀ g: the forces that hold the arm at rest, against gravity and springs."""
    q = model.coordinates.positions(u)
    return model.coordinates.forces(_with_springs(model, q, by(model, q)))


def spring_forces(model: Model, u: Scalars) -> list[Scalar]:
    """Bᵀ Γ_s."""
    return model.coordinates.forces(springs.forces(model, model.coordinates.positions(u)))


def reaction_wrenches(
    model: Model,
    by: By,
    u: Scalars,
    ud: Scalars,
    udd: Scalars,
    wrenches: FrameWrenches,
    base: BaseMotion | None = None,
    reactions: Reactions | None = None,
) -> Rows:
    """(n, f) on the links beyond the joints, through the joints: their drives and friction are part of it."""
    q, qd, qdd = model.coordinates.positions(u), model.coordinates.velocities(ud), model.coordinates.velocities(udd)
    pushing = _on_bodies(model, q, wrenches)
    if model.lifts:
        lifting = springs.lifting(model, q)
        pushing = lifting if pushing is None else [a + b for a, b in zip(pushing, lifting, strict=True)]
    on_links = by(model, q, qd, qdd, pushing, **_moving(base))
    return (reactions or Reactions.of(model)).rows(model, q, on_links)


def friction_forces(model: Model, ud: Scalars, u: Scalars | None = None) -> list[Scalar]:
    """Bᵀ Γ_f; u may be left out if no law depends on it."""
    q = None if u is None else model.coordinates.positions(u)
    return model.coordinates.forces(friction.forces(model, model.coordinates.velocities(ud), q))


def coriolis_matrix(model: Model, by: By, u: Scalars, ud: Scalars) -> Rows:
    """Bᵀ C B; rotors add nothing, their inertia being constant."""
    return model.coordinates.square(by(model, model.coordinates.positions(u), model.coordinates.velocities(ud)))


def kinetic_energy(model: Model, by: By, u: Scalars, ud: Scalars, base: BaseMotion | None = None) -> Scalar:
    """The links' kinetic energy and the rotors' ½ I_a q̇²: Khalil & Dombre (2002) §9.3.5."""
    qd = model.coordinates.velocities(ud)
    E = by(model, model.coordinates.positions(u), qd, **_moving(base))
    for body, qdi in zip(model.bodies, qd, strict=True):
        if not is_zero(body.joint.rotor.inertia):
            E = E + 0.5 * body.joint.rotor.reflected * (qdi * qdi)
    return E


def potential_energy(model: Model, by: By, u: Scalars) -> Scalar:
    """The potential energy of links and springs."""
    q = model.coordinates.positions(u)
    U = by(model, q)
    return U if springs.absent(model) else U + springs.energy(model, q)


def _driving(model: Model, q: Scalars, qd: Scalars, tau: Scalars) -> list[Scalar]:
    """The forces τ − Bᵀ (Γ_f + Γ_s) that friction and springs leave to move the links."""
    resisting = _with_springs(model, q, friction.forces(model, qd, q))
    return [t - f for t, f in zip(tau, model.coordinates.forces(resisting), strict=True)]


def _with_springs(model: Model, q: Scalars, τ: list[Scalar]) -> list[Scalar]:
    """τ + Γ_s."""
    if springs.absent(model):
        return τ
    return [t + s for t, s in zip(τ, springs.forces(model, q), strict=True)]


def _moving(base: BaseMotion | None) -> dict[str, BaseMotion]:
    """The motion of the base, for formulations and adapters that take one."""
    return {} if base is None else {"base": base}


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
