"""Generalized d'Alembert equations of motion, with rotation and translation of the links kept apart.

Milićević, Golubović & Slavković, §4, eqs. (4.1)–(4.5), after Fu, Gonzalez & Lee (1987).
                                                                                          [milicevic2007] [fu1987]

Idea: d'Alembert's principle weights the inertia force and moment of each link by the motion that a joint gives it. The
moment of a link about its centre of mass makes the rotational part of every coefficient, the force through the centre
of mass the translational part. The equations stay in closed form, and show which of the two effects matters.
When: To judge which terms of an arm's model may be left out, or how its design shapes them; for the forces alone take a
recursion.
"""

from itertools import accumulate
from typing import NamedTuple

from ...algebra import ZERO, FactoredRotation, Rotation, Scalar, Vec3
from ...algebra.orthogonal import dot
from ...model import Model
from ..kinematics.orin_schrader import poses_in_base
from ..scalars import Rows, Scalars
from ..scope import Scope

SCOPE = Scope(trees=False, prismatic=False, massless=False)


class Vectors(NamedTuple):
    """Axes z_{i−1} of the joints, points p_{i−1} on them and centres of mass r̄_i, seen from the base; ⁱR₀ of the links.

    p_{i−1} is the origin of our link i, which lies on its joint's axis.
    """

    z: list[Vec3]
    p: list[Vec3]
    r: list[Vec3]
    R: list[Rotation | FactoredRotation]


def inertia_parts(model: Model, q: Scalars) -> tuple[Rows, Rows]:
    """The rotational and the translational part of the inertia matrix, D^rot and D^tran.

        D_ij^rot  = Σ_{s≥j} (ˢR₀ z_{i−1})ᵀ I_s (ˢR₀ z_{j−1})
        D_ij^tran = Σ_{s≥j} m_s [z_{j−1} × (r̄_s − p_{j−1})]·[z_{i−1} × (r̄_s − p_{i−1})],   i ≤ j   (4.2)

    Symbols: z_{i−1} axis of joint i and p_{i−1} a point on it; r̄_s centre of mass of link s, I_s inertia there in the
    link's axes, ˢR₀ turns into them.
    Differs from the paper: the second of its two forms of D^tran; any axis.

    >>> import linkwise
    >>> rotational, translational = inertia_parts(linkwise.load("planar2r").tree, [0.0, 0.0])
    >>> rotational[1][1], round(translational[1][1], 12)  # a point mass has no inertia of its own
    (0.0, 1.701)
    """
    SCOPE.check(model)
    return _inertias(model, _vectors(model, q))


def velocity_forces(model: Model, q: Scalars, qd: Scalars) -> tuple[list[Scalar], list[Scalar]]:
    """The forces of the joint velocities by the links' translation and by their rotation, h^tran and h^rot.

        h_i^tran = Σ_{s≥i} m_s { Σ_{k<s} [ω_k × (ω_k × p*_k) + β_k × p*_k] + ω_s × (ω_s × c̄_s) + β_s × c̄_s }
                   · [z_{i−1} × (r̄_s − p_{i−1})]                                       (4.3)
        h_i^rot  = Σ_{s≥i} { (ˢR₀ z_{i−1})ᵀ I_s Σ_{j≤s} [θ̇_j ˢR₀ z_{j−1} × Σ_{j<k≤s} θ̇_k ˢR₀ z_{k−1}]
                   + [ˢR₀ z_{i−1} × ˢR₀ ω_s]ᵀ I_s ˢR₀ ω_s }                            (4.4)
        ω_k = Σ_{p≤k} θ̇_p z_{p−1},   β_k = Σ_{p≤k} (Σ_{q<p} θ̇_q z_{q−1}) × θ̇_p z_{p−1}

    Symbols: p*_k from joint k to joint k+1, c̄_s from joint s to the centre of mass of link s; the first sum over j in
    (4.4) is ˢR₀ β_s.
    Differs from the paper: (4.4) is not in the text at hand; ω and β, written out there, have names; any axis.
    Printed misprints: ERRATA E3-6 to E3-9.

    >>> import linkwise
    >>> velocity_forces(linkwise.load("planar2r").tree, [0.0, 0.0], [1.0, 1.0])[1]
    [0.0, 0.0]
    """
    SCOPE.check(model)
    return _velocities(model, _vectors(model, q), qd)


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """D = D^rot + D^tran, (4.2).  Differs from the paper: as inertia_parts."""
    SCOPE.check(model)
    return _sum(*_inertias(model, _vectors(model, q)))


def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
    """c_i = −g·[z_{i−1} × Σ_{j≥i} m_j (r̄_j − p_{i−1})], (4.5).  Differs from the paper: any axis."""
    SCOPE.check(model)
    return _gravity(model, _vectors(model, q))


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars) -> list[Scalar]:
    """Joint torques τ that produce the accelerations θ̈.

        τ_i = Σ_j D_ij θ̈_j + h_i^tran + h_i^rot + c_i                                  (4.1)

    Symbols: D, h and c of mass_matrix, velocity_forces and gravity_forces.
    Differs from the paper: any axis.  Printed misprints: ERRATA E3-6 to E3-9.
    Cost as printed: 13/6 n³ + 105/2 n² + 268/3 n + 69 ×, 4/3 n³ + 44n² + 146/3 n + 45 + (2963, 2209 for n = 6).
    """
    SCOPE.check(model)
    vectors = _vectors(model, q)
    D, h, c = _sum(*_inertias(model, vectors)), _velocities(model, vectors, qd), _gravity(model, vectors)
    return [dot(d, qdd) + tran + rot + ci for d, tran, rot, ci in zip(D, *h, c, strict=True)]


def _vectors(model: Model, q: Scalars) -> Vectors:
    T = poses_in_base(model, q)
    z = [X.R @ body.S.ω for X, body in zip(T, model.bodies, strict=True)]
    r = [X.point(body.inertia.com) for X, body in zip(T, model.bodies, strict=True)]
    return Vectors(z, [X.p for X in T], r, [X.R.T for X in T])


def _inertias(model: Model, vectors: Vectors) -> tuple[Rows, Rows]:
    z, p, r, R = vectors
    rot: Rows = [[0.0] * len(z) for _ in z]
    tran: Rows = [[0.0] * len(z) for _ in z]
    for s, body in model.outward():
        m, I = body.inertia.m, body.inertia.I_com
        turned, swept = [R[s] @ z[i] for i in range(s + 1)], [z[i].cross(r[s] - p[i]) for i in range(s + 1)]
        for j in range(s + 1):
            moment, force = I @ turned[j], swept[j] * m
            for i in range(j + 1):
                rot[i][j] = rot[j][i] = rot[i][j] + turned[i].dot(moment)
                tran[i][j] = tran[j][i] = tran[i][j] + force.dot(swept[i])
    return rot, tran


def _velocities(model: Model, vectors: Vectors, qd: Scalars) -> tuple[list[Scalar], list[Scalar]]:
    z, p, r, R = vectors
    turning = [zk * rate for zk, rate in zip(z, qd, strict=True)]
    ω = list(accumulate(turning))
    β = list(accumulate(below.cross(own) for below, own in zip([ZERO, *ω], turning, strict=False)))

    def swing(k: int, arm: Vec3) -> Vec3:
        return ω[k].cross(ω[k].cross(arm)) + β[k].cross(arm)

    tran: list[Scalar] = [0.0] * len(z)
    rot: list[Scalar] = [0.0] * len(z)
    carried = ZERO  # the sum over p*_k: how the joint of link s accelerates
    for s, body in model.outward():
        force = (carried + swing(s, r[s] - p[s])) * body.inertia.m
        I, ω_s = body.inertia.I_com, R[s] @ ω[s]
        moment, momentum = I @ (R[s] @ β[s]), I @ ω_s
        for i in range(s + 1):
            turned = R[s] @ z[i]
            tran[i] = tran[i] + force.dot(z[i].cross(r[s] - p[i]))
            rot[i] = rot[i] + (turned.dot(moment) + turned.cross(ω_s).dot(momentum))
        if s + 1 < len(z):
            carried = carried + swing(s, p[s + 1] - p[s])
    return tran, rot


def _gravity(model: Model, vectors: Vectors) -> list[Scalar]:
    z, p, r, _ = vectors
    c: list[Scalar] = []
    for i in range(len(z)):
        moment = ZERO
        for j in range(i, len(z)):
            moment = moment + (r[j] - p[i]) * model.bodies[j].inertia.m
        c.append(0.0 - model.gravity.dot(z[i].cross(moment)))
    return c


def _sum(A: Rows, B: Rows) -> Rows:
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(A, B, strict=True)]
