"""Inertia matrix, velocity and gravity forces in closed form: the recursion of all links as one matrix equation.

Lynch & Park (2017), eqs. (9.62)–(9.84), numbers of the draft of Chapter 9.                            [lynch2017]

Idea: Stacking the twists of all links turns the outward recursion into V = Γ V + A θ̇, where Γ takes each link's twist
to the next. A twist moves on at most n−1 times, so Γⁿ = 0, and (1 − Γ)⁻¹ is the finite sum L = 1 + Γ + … + Γⁿ⁻¹. With L
the recursion is solved at once, and M, c and g are products of a few matrices.
When: To see where M, c and g come from, and for proofs; the recursion itself takes far fewer operations.
"""

from ...algebra import Scalar
from ...algebra.orthogonal import dot
from ...model import Model
from ..base_motion import BaseMotion
from ..scalars import Rows, Scalars
from ..scope import Scope
from ..stacked_twists import Stacked, stacked, times, transposed_times

SCOPE = Scope(massless=False)


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The inertia matrix.

        M(θ) = Aᵀ Lᵀ G L A                                                             (9.82)

    Symbols: A the joints' screw axes and G the links' inertias, block-diagonal; L = (1 − Γ)⁻¹ (9.76).
    Differs from the book: only blocks that are not zero are kept, and each entry is computed once; trees (row i of Γ
    has its block in the parent's column).  Printed misprints: ERRATA E1-6.
    Cost as printed: none.
    """
    SCOPE.check(model)
    return _M(stacked(model, q))


def velocity_forces(model: Model, q: Scalars, qd: Scalars) -> list[Scalar]:
    """Coriolis and centrifugal forces.

        V = L A θ̇                                                                      (9.77)
        c(θ, θ̇) = −Aᵀ Lᵀ (G L [ad_{Aθ̇}] Γ + [ad_V]ᵀ G) L A θ̇                           (9.83)

    Symbols: [ad_X] the block-diagonal matrix of ad_{X_i}, (9.66), (9.67); ad_X Y = X × Y, −adᵀ_X F = X ×* F.
    Differs from the book: as in mass_matrix; the base rests.  Printed misprints: ERRATA E1-8, E1-9, E1-10.
    Cost as printed: none.

    >>> import linkwise
    >>> velocity_forces(linkwise.load("pendulum").tree, [0.3], [2.0])
    [0.0]
    """
    SCOPE.check(model)
    return _c(stacked(model, q), qd)


def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
    """Forces that hold the arm against gravity.

        g(θ) = Aᵀ Lᵀ G L V̇_base                                                        (9.84)

    Symbols: V̇_base is Ad_{T_10}(V̇_0) for the first link, zero for the others (9.70); V̇_0 = (0, −g).
    Differs from the book: as in mass_matrix.  Printed misprints: ERRATA E1-5.
    Cost as printed: none.
    """
    SCOPE.check(model)
    return _g(stacked(model, q))


def bias_forces(model: Model, q: Scalars, qd: Scalars) -> list[Scalar]:
    """c(θ, θ̇) + g(θ), what is left of (9.81) if θ̈ = 0.

    Differs from the book: as in mass_matrix.
    """
    SCOPE.check(model)
    s = stacked(model, q)
    return [c + g for c, g in zip(_c(s, qd), _g(s), strict=True)]


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations θ̈.

        τ = M(θ) θ̈ + c(θ, θ̇) + g(θ)                                                    (9.81)
    and where the base moves, by the equations these come from:
        V = L (A θ̇ + V_base)                                                           (9.77)
        V̇ = L (A θ̈ − [ad_{Aθ̇}] (Γ V + V_base) + V̇_base)                               (9.78)
        τ = Aᵀ Lᵀ (G V̇ − [ad_V]ᵀ G V)                                                  (9.79), (9.80)

    Symbols: M (9.82), c (9.83), g (9.84), each in its own function.
    Differs from the book: as in mass_matrix; Jᵀ F_tip is added outside (adapters.py).
    Printed misprints: ERRATA E1-5, E1-6, E1-8, E1-9, E1-10, E1-11.
    Cost as printed: none.
    """
    SCOPE.check(model)
    s = stacked(model, q, base)
    if base is not None:
        return _recursion(s, qd, qdd)
    return [dot(m, qdd) + c + g for m, c, g in zip(_M(s), _c(s, qd), _g(s), strict=True)]


def _M(s: Stacked) -> Rows:
    M: Rows = [[0.0] * len(s.A) for _ in s.A]
    for i, row in enumerate(s.L):
        LA = {j: s.A[j] if i == j else s.A[j].to_child(T) for j, T in row.items()}
        for j, LA_ij in LA.items():
            GLA_ij = s.G[i] @ LA_ij
            for k in LA:
                if k <= j:
                    M[j][k] = M[k][j] = M[j][k] + LA[k].dot(GLA_ij)
    return M


def _c(s: Stacked, θd: Scalars) -> list[Scalar]:
    Aθd = [A * v for A, v in zip(s.A, θd, strict=True)]
    V = times(s.L, Aθd)
    turning = times(s.L, [a.cross(v) for a, v in zip(Aθd, times(s.Γ, V), strict=True)])
    F = [v.cross_force(G @ v) - G @ a for G, v, a in zip(s.G, V, turning, strict=True)]
    return [A.dot(f) for A, f in zip(s.A, transposed_times(s.L, F), strict=True)]


def _recursion(s: Stacked, θd: Scalars, θdd: Scalars) -> list[Scalar]:
    Aθd = [A * v for A, v in zip(s.A, θd, strict=True)]
    V = times(s.L, [a + v for a, v in zip(Aθd, s.V_base, strict=True)])
    carried = [v + v0 for v, v0 in zip(times(s.Γ, V), s.V_base, strict=True)]
    more = [A * a - Aθd_i.cross(v) + a0 for A, a, Aθd_i, v, a0 in zip(s.A, θdd, Aθd, carried, s.Vd_base, strict=True)]
    F = [G @ a + v.cross_force(G @ v) for G, v, a in zip(s.G, V, times(s.L, more), strict=True)]
    return [A.dot(f) for A, f in zip(s.A, transposed_times(s.L, F), strict=True)]


def _g(s: Stacked) -> list[Scalar]:
    F = [G @ a for G, a in zip(s.G, times(s.L, s.Vd_base), strict=True)]
    return [A.dot(f) for A, f in zip(s.A, transposed_times(s.L, F), strict=True)]
