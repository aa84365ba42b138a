"""Inverse dynamics by the spatial-vector Newton–Euler recursion.

Balafoutis & Patel (1991), Algorithm 5.4, eqs. (5.2.26)–(5.2.30); the method is Featherstone's (1983).
                                                                             [balafoutis1991] [featherstone1983]

Idea: A spatial vector holds the angular and the linear part of a motion, or of a force, in one object. In that
language Newton's and Euler's laws are one equation per link, and revolute and prismatic joints look alike. The
recursion shrinks to a handful of lines.
When: To read, teach or extend the recursion; its programs take more operations than the tensor forms.
"""

from ...algebra import NO_FORCE, NO_MOTION, Force, Scalar
from ...model import BASE, Model
from ..base_motion import BaseMotion, spatial_start
from ..scalars import Rows, Scalars, Wrenches


def inverse_dynamics(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

        v_i = X v_{i−1} + s_i q̇_i                                                      (5.2.26a)
        a_i = X a_{i−1} + v_i × s_i q̇_i + s_i q̈_i                                      (5.2.26b)
        F_i = I_i a_i + v_i ×* I_i v_i                                                 (5.2.26c)
        f_i = X f_{i+1} + F_i,   τ_i = s_i · f_i                                       (5.2.27)

    Symbols: every letter is a spatial vector, X a spatial transform, s_i the joint's unit motion.
    Differs from the book: trees; any axis; wrenches on the links; a_0 = (0, −g), or that of a base that
    moves; forces are (n, f), not (f, n), so that
    they have a transform and a cross product ×* of their own.
    Printed misprints: ERRATA E2-4, E2-5, E2-6, E2-7.
    Cost as printed: 130n − 68 ×, 101n − 56 + (712, 550 for n = 6).
    """
    return forces(model, q, qd, qdd, wrenches, base)[0]


def reaction_wrenches(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> Rows:
    """The wrench f_i on each link by its parent, through the joint: (5.2.27), about the link's origin.

    Differs from the book: as for inverse_dynamics; f_i is asked for, not only passed on.
    """
    _, f = forces(model, q, qd, qdd, wrenches, base)
    return [[*f_i.n.components, *f_i.f.components] for f_i in f]


def forces(
    model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None, base: BaseMotion | None = None
) -> tuple[list[Scalar], list[Force]]:
    """τ_i and f_i of every link, by both recursions."""
    X = model.poses(q)
    v, a, f = [NO_MOTION] * (len(X) + 1), [NO_MOTION] * (len(X) + 1), [NO_FORCE] * len(X)  # the base's entry is last
    v[BASE], a[BASE] = spatial_start(model, base)
    for i, body in model.outward():
        p, s, I = body.parent, body.S, body.inertia
        v[i] = v[p].to_child(X[i]) + s * qd[i]
        a[i] = a[p].to_child(X[i]) + v[i].cross(s * qd[i]) + s * qdd[i]
        f[i] = I @ a[i] + v[i].cross_force(I @ v[i])
    if wrenches is not None:
        f = [force - w for force, w in zip(f, wrenches, strict=True)]
    τ: list[Scalar] = [0.0] * len(X)
    for i, body in model.inward():
        τ[i] = body.S.dot(f[i])
        if body.parent != BASE:
            f[body.parent] = f[body.parent] + f[i].to_parent(X[i])
    return τ, f
