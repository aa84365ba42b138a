"""The linearized model of a revolute arm, recursively, by generalized links.

Balafoutis & Patel (1991), Algorithm 7.1, eqs. (7.3.18)–(7.3.19).                                  [balafoutis1991]

Idea: All links beyond a joint count as one generalized link, whose first moment U, inertia E and their rates U̇, L are
summed from the tips to the base. How the joint's moment responds to its own motion is read off these; carried down to
the base, it gives what every joint on the way feels. Only vectors are carried, so all three matrices take O(n²) steps.
When: To study the book's own linearized model of revolute arms, or to compare operation counts; where joints slide, or
for the fewest operations, take linearized.singh_russell_wensing.
"""

from itertools import pairwise

from ...algebra import ZERO, ZERO3, Mat3, Scalar, Vec3, euler_tensor, note, outer, tilde
from ...algebra.inertia import twice_shift
from ...model import BASE, Model
from ..scalars import Rows, Scalars
from ..scope import Scope
from .nominal import nominal

SCOPE = Scope(prismatic=False)


def inverse_dynamics_derivatives(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> tuple[Rows, Rows, Rows]:
    """The sensitivity matrices P = ∂τ/∂q, V = ∂τ/∂q̇ and D = ∂τ/∂q̈.

    Step 1, i = n … 1, with s = s_{i,i+1} and U_{i+1}, U̇_{i+1} seen from i:
        U_i = u_i + A U_{i+1},   U̇_i = ω̃_i u_i + A U̇_{i+1}                             (7.3.18a,b)
        E_i = K_i − [s̃ Ũ_{i+1} + (s̃ Ũ_{i+1})ᵀ] + A E_{i+1} Aᵀ                          (7.3.18c)
        L_i = ω̃_i K̂_i + [s̃ tilde(U̇_{i+1}) + Ũ_{i+1} tilde(ṡ)] + A L_{i+1} Aᵀ           (7.3.18d)
        f = z̃ U,   f̂ = [Ũ ω̃ + tilde(U̇)] z,   f̄ = [Ũ Ω + 2 tilde(U̇) ω̃ + tilde(Ü)] z     (7.3.18e–g)
        B = z·E,   C = z·L,   H = [E ω̃ − L] z                                          (7.3.18h–j)
        G = [E Ω − 2 L ω̃ + Ũ tilde(s̈) − η̃] z                                           (7.3.18k)
    Step 2, j = i−1 … 1:
        f = A f,   f̂ = A f̂,   f̄ = A f̄                                                 (7.3.19a–c)
        B = A B − f·s̃,   C = A C + f·tilde(ṡ),   H = A H − s̃ f̂,   G = A G − s̃ f̄       (7.3.19d–g)
    and in both, j ≤ i:
        d_ij = d_ji = B·z_j,   v_ij = 2 [B·ω̃_j − C]·z_j,   v_ji = 2 z_j·H              (7.3.18l,m), (7.3.19h–k)
        v_nn = 0                                                                       (7.3.5)
        p_ij = [B·Ω_j − 2 C·ω̃_j + f·tilde(s̈_j)]·z_j,   p_ji = z_j·G                    (7.3.18n), (7.3.19l,m)

    Symbols: A turns link i+1 into i, u and K first moment and inertia of the augmented link, K̂ its Euler tensor, η the
    moment of Algorithm 5.7; a row times a dual tensor is f·s̃ = f × s.
    Differs from the book: trees (sums over all links a link carries, pairs only along a path); any axis.
    Printed misprints: ERRATA E2-20 … E2-24, the dots of (7.3.18d,f,g,k,n) and (7.3.19e,l); E2-25, revolute joints only.
    Cost as printed: 44n² + 96n − 104 ×, 31n² + 131n − 140 + (2056, 1762 for n = 6; Tables 7.1, 7.2), besides Algorithm
    5.7. Doubling counts as an addition there, and is one here.
    """
    SCOPE.check(model)
    T, z, u, K, ω, Ω, sdd, Udd, η, sd = nominal(model, q, qd, qdd)
    U, E, Ud, L = list(u), list(K), [ZERO] * len(T), [ZERO3] * len(T)
    P, V, D = ([[0.0] * len(T) for _ in T] for _ in range(3))
    for i, body in model.inward():
        Ud[i] = ω[i].cross(u[i]) + Ud[i]
        L[i] = tilde(ω[i]).after(euler_tensor(K[i]).full) + L[i]
        zd, zdd = ω[i].cross(z[i]), Ω[i] @ z[i]
        f = z[i].cross(U[i])
        f̂ = U[i].cross(zd) + Ud[i].cross(z[i])
        f̄ = U[i].cross(zdd) + _twice(Ud[i].cross(zd)) + Udd[i].cross(z[i])
        B, C = E[i] @ z[i], L[i].T @ z[i]
        H = E[i] @ zd - L[i] @ z[i]
        G = E[i] @ zdd - _twice(L[i] @ zd) + U[i].cross(sdd[i].cross(z[i])) - η[i].cross(z[i])
        note(i + 1, U=U[i], Ud=Ud[i], E=E[i], L=L[i], f=f, f̂=f̂, f̄=f̄, B=B, C=C, H=H, G=G)
        D[i][i] = B.dot(z[i])
        V[i][i] = _double(B.dot(zd) - C.dot(z[i])) if model.children[i] else 0.0  # (7.3.5)
        P[i][i] = B.dot(zdd) - _double(C.dot(zd)) + f.dot(sdd[i].cross(z[i]))
        note(f"{i + 1}_{i + 1}", d=D[i][i], v=V[i][i], p=P[i][i])
        for k, j in pairwise(model.ancestors(i)):  # from link k to j, which carries it
            A, s = T[k].R, T[k].p
            f, f̂, f̄ = A @ f, A @ f̂, A @ f̄
            B, C = A @ B - f.cross(s), A @ C + f.cross(sd[k])
            H, G = A @ H - s.cross(f̂), A @ G - s.cross(f̄)
            note(f"{j + 1}_{i + 1}", f=f, f̂=f̂, f̄=f̄, B=B, C=C, H=H, G=G)
            zd, zdd = ω[j].cross(z[j]), Ω[j] @ z[j]
            D[i][j] = D[j][i] = B.dot(z[j])
            V[i][j], V[j][i] = _double(B.dot(zd) - C.dot(z[j])), _double(z[j].dot(H))
            P[i][j] = B.dot(zdd) - _double(C.dot(zd)) + f.dot(sdd[j].cross(z[j]))
            P[j][i] = z[j].dot(G)
            note(f"{i + 1}_{j + 1}", d=D[i][j], v=V[i][j], p=P[i][j])
            note(f"{j + 1}_{i + 1}", v=V[j][i], p=P[j][i])
        p = body.parent
        if p != BASE:
            A, s, AU, AUd = T[i].R, T[i].p, T[i].R @ U[i], T[i].R @ Ud[i]
            U[p], Ud[p] = U[p] + AU, Ud[p] + AUd
            E[p] = E[p] + twice_shift(AU, s) + A.turn_symmetric(E[i])
            L[p] = L[p] + without_trace(outer(AUd, s) + outer(sd[i], AU)) + A.turn(L[i])
    return P, V, D


def without_trace(N: Mat3) -> Mat3:
    """N − tr(N) 1, with no sum that cancels: ãb̃ of N = b⊗a, by Proposition 3.5.

    >>> without_trace(outer(Vec3(0.0, 1.0, 0.0), Vec3(1.0, 0.0, 0.0))).rows[1]
    (1.0, -0.0, 0.0)
    """
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = N.rows
    return Mat3(((-(yy + zz), xy, xz), (yx, -(xx + zz), yz), (zx, zy, -(xx + yy))), N.frame)


def _twice(v: Vec3) -> Vec3:
    return v + v


def _double(x: Scalar) -> Scalar:
    return x + x
