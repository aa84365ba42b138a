"""The linearized model of a revolute arm, element by element.

Balafoutis & Patel (1991), §7.3.1, eqs. (7.3.2)–(7.3.4).                                           [balafoutis1991]

Idea: Each element is a product of two joint axes, or of their first and second rates, with a tensor between them. That
tensor belongs to all links beyond the outer joint, taken as one generalized link, and contains the distance between the
joints. Since such products are the same in every frame, all letters are seen from the base and the formulas are short.
When: To read off how a sensitivity depends on the arm, such as which elements vanish; to compute them take
linearized.balafoutis_patel_71, or linearized.singh_russell_wensing, which admits joints that slide.
"""

from ...algebra import ZERO, euler_tensor, tilde
from ...model import BASE, Model
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars
from ..scope import Scope
from .nominal import nominal

SCOPE = Scope(prismatic=False)


def inverse_dynamics_derivatives(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> tuple[Rows, Rows, Rows]:
    """The sensitivity matrices P = ∂τ/∂q, V = ∂τ/∂q̇ and D = ∂τ/∂q̈.

    For j ≤ i:
        d_ij = z_i·[E_i − Ũ_i s̃_ji]·z_j
        d_ji = z_j·[E_i − s̃_ji Ũ_i]·z_i                                                (7.3.2)
        v_ij = 2 {z_i·[E_i − Ũ_i s̃_ji]·ż_j − z_i·[L_i + Ũ_i tilde(ṡ_ji)]·z_j}
        v_ji = 2 {z_j·[E_i − s̃_ji Ũ_i]·ż_i − z_j·[L_i + s̃_ji tilde(U̇_i)]·z_i}          (7.3.3)
        p_ij = z_i·[E_i − Ũ_i s̃_ji]·z̈_j − 2 z_i·[L_i + Ũ_i tilde(ṡ_ji)]·ż_j + z_i·[Ũ_i tilde(s̈_0j)]·z_j
                                                                                       (7.3.4a)
        p_ji = z_j·[E_i − s̃_ji Ũ_i]·z̈_i − 2 z_j·[L_i + s̃_ji tilde(U̇_i)]·ż_i
               + z_j·[Ũ_i tilde(s̈_0i) − s̃_ji tilde(Ü_i) − η̃_i]·z_i                     (7.3.4b)
    where, with s = s_{i,i+1},
        L_i = ω̃_i K̂_i + [s̃ tilde(U̇_{i+1}) + Ũ_{i+1} tilde(ṡ)] + L_{i+1}                after (7.3.3)
        E_i = K_i − [s̃ Ũ_{i+1} + Ũ_{i+1} s̃] + E_{i+1}                                  (6.3.6)

    Symbols: z joint axes with ż = ω̃ z and z̈ = Ω z, s_ji from origin j to origin i, s̈_0j the acceleration of origin j,
    gravity included; U, E first moment and inertia of the links beyond, η the moment of Algorithm 5.7.
    Differs from the book: all letters seen from the base, so that no A and no W appear; i and j are exchanged in the
    lines for the upper triangle; trees; any axis.
    Printed misprints: ERRATA E2-19 … E2-24; E2-25, revolute joints only.
    Cost as printed: 2186 ×, 2040 + for n = 6, of an implementation that is not printed.
    """
    SCOPE.check(model)
    at = nominal(model, q, qd, qdd)
    W = poses_in_base(model, q)
    links = range(len(W))
    z, ω, u = ([W[i].R @ x[i] for i in links] for x in (at.z, at.ω, at.u))
    sdd, Udd, η = ([W[i].R @ x[i] for i in links] for x in (at.sdd, at.Udd, at.η))
    zd, zdd = [ω[i].cross(z[i]) for i in links], [W[i].R @ (at.Ω[i] @ at.z[i]) for i in links]
    o, od = [X.p for X in W], [ZERO] * len(W)
    for i, body in model.outward():
        if body.parent != BASE:
            od[i] = od[body.parent] + W[body.parent].R @ at.sd[i]
    U, Ud = list(u), [ω[i].cross(u[i]) for i in links]
    E = [W[i].R.turn(at.K[i].full) for i in links]
    L = [W[i].R.turn(tilde(at.ω[i]).after(euler_tensor(at.K[i]).full)) for i in links]
    P, V, D = ([[0.0] * len(W) for _ in W] for _ in range(3))
    for i, body in model.inward():
        Ũ, Ũd = tilde(U[i]), tilde(Ud[i])
        for j in model.ancestors(i):
            s̃, s̃d = tilde(o[i] - o[j]), tilde(od[i] - od[j])
            inner, rate = E[i] - Ũ.after(s̃), L[i] + Ũ.after(s̃d)
            P[i][j] = z[i].dot(inner @ zdd[j] - (rate @ zd[j]) * 2.0 + Ũ @ sdd[j].cross(z[j]))
            V[i][j] = z[i].dot(inner @ zd[j] - rate @ z[j]) * 2.0
            D[i][j] = z[i].dot(inner @ z[j])
            if j != i:
                outer, rate = E[i] - s̃.after(Ũ), L[i] + s̃.after(Ũd)
                last = Ũ.after(tilde(sdd[i])) - s̃.after(tilde(Udd[i])) - tilde(η[i])
                P[j][i] = z[j].dot(outer @ zdd[i] - (rate @ zd[i]) * 2.0 + last @ z[i])
                V[j][i] = z[j].dot(outer @ zd[i] - rate @ z[i]) * 2.0
                D[j][i] = z[j].dot(outer @ z[i])
        p = body.parent
        if p != BASE:
            s̃, s̃d = tilde(o[i] - o[p]), tilde(od[i] - od[p])
            L[p] = L[p] + (s̃.after(Ũd) + Ũ.after(s̃d)) + L[i]
            E[p] = E[p] - (s̃.after(Ũ) + Ũ.after(s̃)) + E[i]
            U[p], Ud[p] = U[p] + U[i], Ud[p] + Ud[i]
    return P, V, D
