"""The momentum of the whole robot about its centre of mass, and the matrix that makes it of joint velocities.

Orin, Goswami & Lee (2013), with the composite bodies of Featherstone (2008), Table 6.2.   [orin2013] [featherstone2008]

Idea: If only joint i moves, all links beyond it move as one rigid body. Its momentum is that body's inertia times the
joint's axis. Seen from the robot's centre of mass, in base axes, that is a column of the matrix A_G.
When: For robots that float, jump or are carried, and for what a base feels: without wrenches from outside the momentum
stays as it is, and its rate is the sum of these wrenches, gravity and the base's own included.
"""

from ...algebra import NO_FORCE, NO_MOTION, ZERO, Force, Motion, Scalar, Transform, Vec3, is_zero
from ...errors import NoMass, shown
from ...model import BASE, Model
from ..base_motion import BaseMotion
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars


def center_of_mass(model: Model, q: Scalars) -> list[Scalar]:
    """The centre of mass c_G of the moving links, seen from the base.

        c_G = Σ_i (m_i p_i + R_i h_i) / Σ_i m_i

    Symbols: p, R origin and axes of a link's frame; m, h = m c its mass and first moment.
    Differs from the source: nothing.
    """
    return list(_center(model, model.poses(q)).components)


def momentum(model: Model, q: Scalars, qd: Scalars, base: BaseMotion | None = None) -> list[Scalar]:
    """The momentum h_G = (k_G, l_G): angular about the centre of mass, then linear; base axes.

        v_i = X v_{i−1} + S_i q̇_i
        h_G = Σ_i ⁱX_Gᵀ I_i v_i

    started from v_0, which is 0 if the base rests. The sum is taken from link to link, to the base's origin, and from
    there to G.

    Symbols: v, I velocities and inertias of the links, S joint axes, all spatial; ⁱX_G takes motions seen from G, in
    base axes, to link i.
    Differs from the source: angular part first; trees; a base that moves; joints of one degree of freedom only.
    """
    X = model.poses(q)
    v, h = [NO_MOTION] * (len(X) + 1), [NO_FORCE] * (len(X) + 1)  # the last entries are the base's
    if base is not None:
        v[BASE] = Motion(base.ω, base.v)
    for i, body in model.outward():
        v[i] = v[body.parent].to_child(X[i]) + body.S * qd[i]
        h[i] = body.inertia @ v[i]
    for i, body in model.inward():
        h[body.parent] = h[body.parent] + h[i].to_parent(X[i])
    k, l = h[BASE].n, h[BASE].f
    return [*(k - _center(model, X).cross(l)).components, *l.components]


def momentum_matrix(model: Model, q: Scalars) -> Rows:
    """The 6×n matrix A_G of h_G = A_G q̇.

        Iᶜ_i = I_i + Σ_children X* Iᶜ_j X
        A_G,i = ⁱX_Gᵀ Iᶜ_i S_i

    Symbols: as in `momentum`; c marks the links beyond a joint as one body.
    Differs from the source: angular part first; trees; joints of one degree of freedom only.
    """
    X, T = model.poses(q), poses_in_base(model, q)
    c, Ic = _center(model, X), [body.inertia for body in model.bodies]
    A: Rows = [[0.0] * len(X) for _ in range(6)]
    for i, body in model.inward():
        h = _about(c, T[i], Ic[i] @ body.S)
        for row, entry in zip(A, (*h.n.components, *h.f.components), strict=True):
            row[i] = entry
        if body.parent != BASE:
            Ic[body.parent] = Ic[body.parent] + Ic[i].to_parent(X[i])
    return A


def _about(c: Vec3, T: Transform, h: Force) -> Force:
    """A link's momentum, seen from its frame, about the point c in base axes."""
    linear = T.R @ h.f
    return Force(T.R @ h.n + (T.p - c).cross(linear), linear)


def _center(model: Model, X: list[Transform]) -> Vec3:
    """c_G, from link to link."""
    m, h = [body.inertia.m for body in model.bodies], [body.inertia.h for body in model.bodies]
    mass, first = total_mass(model), ZERO
    if is_zero(mass):
        raise NoMass(
            f"the moving links of robot {shown(model.name)} have no mass, so they have no centre of mass.",
            "At least one moving link with mass was expected.",
            "give its links masses, or with_payload.",
        )
    for i, body in model.inward():
        moved, p = X[i].R @ h[i] + X[i].p * m[i], body.parent
        if p == BASE:
            first = first + moved
        else:
            h[p], m[p] = h[p] + moved, m[p] + m[i]
    return first / mass


def total_mass(model: Model) -> Scalar:
    """The mass of the moving links.

    >>> import linkwise
    >>> total_mass(linkwise.load("pendulum").tree)
    1.0
    """
    m: Scalar = 0.0
    for body in model.bodies:
        m = m + body.inertia.m
    return m
