"""Inverse dynamics by Kane's equations.

Balafoutis & Patel (1991), eqs. (5.2.36)–(5.2.37) and (5.4.18)–(5.4.20); the method is Angeles, Ma & Rojas (1989).
                                                                                  [balafoutis1991] [angeles1989]

Idea: When one joint moves at unit rate, every link beyond it gets a partial velocity and a partial angular velocity.
Kane projects the inertia force and moment of each link on these and sums over the links; forces between links do no
work on such motions and drop out, so they need not be computed. The result is the force of that joint, and the sums
for all joints share their terms, so one sweep from the tips to the base makes them all.
When: To see that Kane's, Lagrange's and Newton's methods lead to one recursion; for speed take balafoutis_patel_57.
"""

from ...algebra import ZERO, Scalar
from ...model import BASE, Model
from ..scalars import Scalars
from ..scope import Scope

SCOPE = Scope(massless=False)


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

        τ_i = z_i · Σ_{j≥i} [M_Cj + m_j r_{i,j} × r̈_{0,j}]     where joint i turns      (5.2.36), (5.4.18)
        τ_i = z_i · Σ_{j≥i} m_j r̈_{0,j}                        where it slides          (5.2.37)
    The sums from the tips to the base, h_i being that of the brackets:
        h_i = M_Ci + m_i r_{i,i} × r̈_{0,i} + s_{i,i+1} × Σ_{j>i} m_j r̈_{0,j} + h_{i+1}  after (5.4.19)
    with the motion of each link by the recurrences of Luh, Walker & Paul:
        r̈_{0,j} = s̈_{0,j} + ω̇_j × r + ω_j × (ω_j × r),   M_Cj = I_C ω̇_j + ω_j × I_C ω_j (5.2.23d,f)

    Symbols: z_i joint axis; r_{i,j} from the origin of link i to the centre of mass of link j, s to the child's origin.
    Differs from the book: trees (sums over all links a joint carries); any axis; the joint gives z as S.ω where it
    turns and as S.v where it slides; s̈_{0,0} = −g brings gravity in.
    Printed misprints: none.
    Cost as printed: 105n − 109 ×, 90n − 105 + (521, 435 for n = 6; revolute, n ≥ 2).
    """
    SCOPE.check(model)
    T = model.poses(q)
    ω, ωd, sdd = ([ZERO] * (len(T) + 1) for _ in range(3))  # the last entry is the base's
    mrdd, h = [ZERO] * len(T), [ZERO] * len(T)
    sdd[BASE] = -model.gravity
    for i, body in model.outward():
        p, z, A, s = body.parent, body.S, T[i].R.T, T[i].p
        m, r, I_C = body.inertia.m, body.inertia.com, body.inertia.I_com
        ω_p = A @ ω[p]
        ω[i] = ω_p + z.ω * qd[i]
        ωd[i] = A @ ωd[p] + (ω_p.cross(z.ω * qd[i]) + z.ω * qdd[i])
        carried = A @ (sdd[p] + ωd[p].cross(s) + ω[p].cross(ω[p].cross(s)))
        sdd[i] = carried + (ω_p.cross(z.v * qd[i]) * 2.0 + z.v * qdd[i])
        mrdd[i] = (sdd[i] + ωd[i].cross(r) + ω[i].cross(ω[i].cross(r))) * m
        h[i] = I_C @ ωd[i] + ω[i].cross(I_C @ ω[i]) + r.cross(mrdd[i])
    τ: list[Scalar] = [0.0] * len(T)
    for i, body in model.inward():
        p, z, A, s = body.parent, body.S, T[i].R, T[i].p
        τ[i] = z.ω.dot(h[i]) + z.v.dot(mrdd[i])
        if p != BASE:
            beyond = A @ mrdd[i]
            mrdd[p] = mrdd[p] + beyond
            h[p] = h[p] + s.cross(beyond) + A @ h[i]
    return τ
