"""Inverse and forward dynamics by the Newton–Euler recursion of products of exponentials.

Lynch & Park (2017), eqs. (9.49)–(9.57) and GetJointAccel of §9.5, numbers of the draft of Chapter 9.  [lynch2017]

Idea: A link's frame sits at its centre of mass, and its joint is one constant screw axis seen from there, so that a
joint's motion is the exponential of that axis times its angle. Twists and accelerations go outward through adjoint maps
of these exponentials, wrenches inward through their transposes. No Denavit–Hartenberg table is needed, and revolute and
prismatic joints obey the same lines.
When: To read Modern Robotics alongside running code, or where a robot is given by its screw axes; for speed take a
recursion that puts frames on the joints.
"""

from ...algebra import NO_FORCE, NO_MOTION, Force, Scalar
from ...model import BASE, Model
from ..accelerations import accelerations
from ..base_motion import BaseMotion, spatial_start
from ..product_of_exponentials import displacements, links
from ..scalars import Rows, Scalars, Wrenches
from ..scope import Scope
from . import lynch_park_closed

SCOPE = Scope(massless=False)


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations θ̈.

    Started from V_0, V̇_0 − (0, g), F_{n+1} = F_tip; V_0 = V̇_0 = 0 if the base rests.
    Forward, for each link i on its parent i−1:
        T_{i−1,i} = M_{i−1,i} e^{[A_i]θ_i}                                             (9.53)
        V_i = Ad_{T_{i,i−1}}(V_{i−1}) + A_i θ̇_i                                        (9.54)
        V̇_i = Ad_{T_{i,i−1}}(V̇_{i−1}) + [V_i, A_i] θ̇_i + A_i θ̈_i                       (9.55)
    Backward:
        F_i = Adᵀ_{T_{i+1,i}}(F_{i+1}) + G_i V̇_i − adᵀ_{V_i}(G_i V_i)                  (9.56)
        τ_i = F_iᵀ A_i                                                                 (9.57)

    Symbols: V twist and F wrench of a link seen from its frame at the centre of mass, A screw axis of its joint seen
    from there, G = diag(I, m 1); Ad_T changes the frame, [V, A] = ad_V A is the Lie bracket V × A, −adᵀ_V F = V ×* F.
    Differs from the book: trees (a link receives from all its children); F_tip on any link, being minus
    the wrench the environment exerts.  Printed misprints: ERRATA E1-5, E1-6, E1-11; E1-7 in the form (9.58) of (9.55).
    Cost as printed: none.
    """
    return forces(model, q, qd, qdd, wrenches, base)[0]


def reaction_wrenches(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> Rows:
    """The wrench F_i on each link by its parent, through the joint: (9.56), taken to the link's origin.

    Differs from the book: F_i is taken from the centre of mass to the link's origin.
    """
    _, F = forces(model, q, qd, qdd, wrenches, base)
    F = [F_i.to_parent(link.C) for F_i, link in zip(F, links(model), strict=True)]
    return [[*F_i.n.components, *F_i.f.components] for F_i in F]


def forces(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> tuple[list[Scalar], list[Force]]:
    """τ_i and F_i of every link, by both iterations."""
    SCOPE.check(model)
    constants = links(model)
    T = displacements(constants, q)
    V, Vd = [NO_MOTION] * (len(T) + 1), [NO_MOTION] * (len(T) + 1)  # the last entry is the base's
    V[BASE], Vd[BASE] = spatial_start(model, base)
    F: list[Force] = [NO_FORCE] * len(T)
    for i, body in model.outward():
        p, A = body.parent, constants[i].A
        V[i] = V[p].to_child(T[i]) + A * qd[i]
        Vd[i] = Vd[p].to_child(T[i]) + V[i].cross(A) * qd[i] + A * qdd[i]
    if wrenches is not None:
        F = [-w.to_child(link.C) for w, link in zip(wrenches, constants, strict=True)]
    τ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        p, A, G = body.parent, constants[i].A, constants[i].G
        F[i] = F[i] + G @ Vd[i] + V[i].cross_force(G @ V[i])
        τ[i] = A.dot(F[i])
        if p != BASE:
            F[p] = F[p] + F[i].to_parent(T[i])
    return τ, F


def forward_dynamics(
    model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint accelerations θ̈ that the joint forces τ produce: GetJointAccel of §9.5.

        M(θ) θ̈ = τ − b(θ, θ̇)                                                           (9.89)
        γ = the inverse dynamics with θ̈ = 0, external forces included
        c = τ − γ,   A = M(θ) by (9.82),   A θ̈ = c

    Symbols: M inertia matrix, b = c + g of (9.81), everything that does not depend on θ̈.
    Differs from the book: τ_ext = Jᵀ F_tip is part of γ; A has the rotor inertias on its diagonal.
    Printed misprints: as in inverse_dynamics.
    Cost as printed: none.
    """
    SCOPE.check(model)
    γ = inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches, base)
    A = lynch_park_closed.mass_matrix(model, q)
    return accelerations(model, q, A, [force - bias for force, bias in zip(tau, γ, strict=True)])
