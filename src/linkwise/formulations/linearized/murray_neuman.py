"""The recursive linearized model: the Newton–Euler recursion, perturbed.

The recursion that Balafoutis & Patel (1991) describe after (7.2.1) without printing it; the method is Murray & Neuman's
(1986), and P, V and D are those of (7.2.1).                                        [balafoutis1991] [murray1986]

Idea: Every equation of the Newton–Euler recursion is differentiated by the product rule, term by term. Instead of
velocities, accelerations and forces, their small changes are then propagated from link to link, out to the tips and
back. One such pass costs O(n) and gives the change δτ that one change of the motion requires.
When: To get δτ along one direction, as a disturbance or a trajectory gives it, without any matrix; or to see how a
recursion is differentiated by hand. For the whole matrices take linearized.singh_russell_wensing.
"""

from typing import NamedTuple

from ...algebra import ZERO, Scalar, Transform, Vec3
from ...model import BASE, Model
from ..scalars import Rows, Scalars


class Nominal(NamedTuple):
    """The motion about which the arm is linearized, link by link.

    ω and ω̇ of the link, the base's last; what its parent alone would give it, Aᵀ ω_p, Aᵀ ω̇_p and Aᵀ x of s̈; force f and
    moment η at the joint.
    """

    T: list[Transform]
    ω: list[Vec3]
    ωd: list[Vec3]
    on_ω: list[Vec3]
    on_ωd: list[Vec3]
    on_sdd: list[Vec3]
    f: list[Vec3]
    η: list[Vec3]


def linearized_forces(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, dq: Scalars, dqd: Scalars, dqdd: Scalars
) -> list[Scalar]:
    """δτ = P δq + V δq̇ + D δq̈, (7.2.1), in O(n).

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").tree
    >>> linearized_forces(arm, [0.0], [0.0], [0.0], [1.0], [0.0], [0.0])  # a horizontal rod of 1 kg and 1 m, tilted
    [4.905]
    """
    return _perturbed(model, _nominal(model, q, qd, qdd), qd, dq, dqd, dqdd)


def inverse_dynamics_derivatives(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> tuple[Rows, Rows, Rows]:
    """P = ∂τ/∂q, V = ∂τ/∂q̇ and D = ∂τ/∂q̈, column by column from unit perturbations.

    Forward, for each link on its parent p; δφ = σ z δq, δs = (1−σ) A z δq:
        δ(Aᵀ x) = Aᵀ δx + Aᵀ x × δφ                                 for any x of the parent
        δω = δ(Aᵀ ω_p) + σ z δq̇
        δω̇ = δ(Aᵀ ω̇_p) + σ [δ(Aᵀ ω_p) × z q̇ + Aᵀ ω_p × z δq̇ + z δq̈]
        δs̈ = δ(Aᵀ x) + (1−σ) [2 δ(Aᵀ ω_p) × z q̇ + 2 Aᵀ ω_p × z δq̇ + z δq̈],   x = s̈_p + ω̇_p × s + ω_p × (ω_p × s)
        δF = m δs̈ + δω̇ × h + δω × (ω × h) + ω × (δω × h)
        δM = I δω̇ + δω × I ω + ω × I δω + h × δs̈
    Backward:
        δ(A f) = A [δf + δφ × f],   δf_p = δF_p + δ(A f),   δη_p = δM_p + δ(A η) + δs × A f + s × δ(A f)
        δτ = σ δη·z + (1−σ) δf·z

    Symbols: z joint axis, s child's origin in the parent, A its rotation; h = m r and I at the link's origin.
    Differs from the book: it names the recursion without printing it; written from that description, for trees and any
    axis, with F and M at the link's origin.
    Cost as printed: O(n) for one perturbation; the n³ + 2n² terms named after (7.2.3) belong to another linearization.
    """
    at, n = _nominal(model, q, qd, qdd), len(model.bodies)
    none = [0.0] * n
    P, V, D = [], [], []
    for j in range(n):
        unit = [1.0 if i == j else 0.0 for i in range(n)]
        P.append(_perturbed(model, at, qd, unit, none, none))
        V.append(_perturbed(model, at, qd, none, unit, none))
        D.append(_perturbed(model, at, qd, none, none, unit))
    return _rows(P), _rows(V), _rows(D)


def _nominal(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> Nominal:
    """The Newton–Euler recursion, with all that its perturbation needs."""
    T = model.poses(q)
    ω, ωd, sdd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    on_ω, on_ωd, on_sdd, f, η = ([ZERO] * len(T) for _ in range(5))
    sdd[BASE] = -model.gravity
    for i, body in model.outward():
        p, z, A, s = body.parent, body.S, T[i].R.T, T[i].p
        m, h, I = body.inertia.m, body.inertia.h, body.inertia.I
        on_ω[i], on_ωd[i] = A @ ω[p], A @ ωd[p]
        on_sdd[i] = A @ (sdd[p] + ωd[p].cross(s) + ω[p].cross(ω[p].cross(s)))
        ω[i] = on_ω[i] + z.ω * qd[i]
        ωd[i] = on_ωd[i] + on_ω[i].cross(z.ω * qd[i]) + z.ω * qdd[i]
        sdd[i] = on_sdd[i] + on_ω[i].cross(z.v * qd[i]) * 2.0 + z.v * qdd[i]
        f[i] = sdd[i] * m + ωd[i].cross(h) + ω[i].cross(ω[i].cross(h))
        η[i] = I @ ωd[i] + ω[i].cross(I @ ω[i]) + h.cross(sdd[i])
    for i, body in model.inward():
        p, Af = body.parent, T[i].R @ f[i]
        if p != BASE:
            f[p], η[p] = f[p] + Af, η[p] + T[i].R @ η[i] + T[i].p.cross(Af)
    return Nominal(T, ω, ωd, on_ω, on_ωd, on_sdd, f, η)


def _perturbed(model: Model, at: Nominal, qd: Scalars, dq: Scalars, dqd: Scalars, dqdd: Scalars) -> list[Scalar]:
    """The same recursion for the perturbations of its quantities; those of the base are zero."""
    T, ω, ωd, on_ω, on_ωd, on_sdd, f, η = at
    δω, δωd, δsdd = ([ZERO] * (len(T) + 1) for _ in range(3))
    δf, δη, δs, δφ = ([ZERO] * len(T) for _ in range(4))
    for i, body in model.outward():
        p, z, A, s = body.parent, body.S, T[i].R.T, T[i].p
        m, h, I = body.inertia.m, body.inertia.h, body.inertia.I
        δφ[i], δs[i] = z.ω * dq[i], T[i].R @ (z.v * dq[i])
        δon_ω = A @ δω[p] + on_ω[i].cross(δφ[i])
        δω[i] = δon_ω + z.ω * dqd[i]
        δωd[i] = A @ δωd[p] + on_ωd[i].cross(δφ[i]) + z.ω * dqdd[i]
        δωd[i] = δωd[i] + δon_ω.cross(z.ω * qd[i]) + on_ω[i].cross(z.ω * dqd[i])
        spun = δω[p].cross(ω[p].cross(s)) + ω[p].cross(δω[p].cross(s) + ω[p].cross(δs[i]))
        carried = δsdd[p] + δωd[p].cross(s) + ωd[p].cross(δs[i]) + spun
        coriolis = δon_ω.cross(z.v * qd[i]) + on_ω[i].cross(z.v * dqd[i])
        δsdd[i] = A @ carried + on_sdd[i].cross(δφ[i]) + coriolis * 2.0 + z.v * dqdd[i]
        δf[i] = δsdd[i] * m + δωd[i].cross(h) + δω[i].cross(ω[i].cross(h)) + ω[i].cross(δω[i].cross(h))
        δη[i] = I @ δωd[i] + δω[i].cross(I @ ω[i]) + ω[i].cross(I @ δω[i]) + h.cross(δsdd[i])
    δτ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        p, z, A, s = body.parent, body.S, T[i].R, T[i].p
        δτ[i] = δη[i].dot(z.ω) + δf[i].dot(z.v)
        if p != BASE:
            δAf, δAη = A @ (δf[i] + δφ[i].cross(f[i])), A @ (δη[i] + δφ[i].cross(η[i]))
            δf[p], δη[p] = δf[p] + δAf, δη[p] + δAη + δs[i].cross(A @ f[i]) + s.cross(δAf)
    return δτ


def _rows(columns: Rows) -> Rows:
    return [list(row) for row in zip(*columns, strict=True)]
