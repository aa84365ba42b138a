"""Rigid-body dynamics in 50 digits: recursive Newton–Euler and composite bodies, with all vectors in base coordinates.

Featherstone (2008), §5.3 and §6.2, in the base-coordinate forms of §5.2 and §6.1: no frame but the base's, so there
are no gauges to choose, nothing is regrouped, and digits lost by moving far bodies to the base's origin do not matter.
Written from the book for the tests; of the library it reads a model's numbers only.                  [featherstone2008]

Doubles are taken as the rationals they are, with two exceptions: a rotation's rows and a joint's axis, rounded to
doubles, are not quite orthogonal and not quite of length one; the nearest rotation and unit vector are meant.
"""

from typing import NamedTuple

import mpmath
import numpy as np

from linkwise.model import BASE, Model

DIGITS = 50
Array = np.ndarray
"""Of mpmath numbers (dtype object)."""


class Answers(NamedTuple):
    """What a robot is asked, with 50 digits."""

    inverse_dynamics: Array
    mass_matrix: Array
    bias_forces: Array
    gravity_forces: Array
    forward_dynamics: Array
    kinetic_energy: Array
    potential_energy: Array


def answers(model: Model, q: Array, qd: Array, qdd: Array, tau: Array) -> Answers:
    """Every question at one state, given as doubles."""
    with mpmath.workdps(DIGITS):
        u, ud, udd, tau = (exact(x) for x in (q, qd, qdd, tau))
        B, b = _coupling(model)
        q, qd, qdd = B @ u + b, B @ ud, B @ udd
        still, friction = 0 * qd, B.T @ _friction(model, qd)
        S, I, rotors = _placed(model, q)
        M = B.T @ (_composite(model, S, I) + rotors) @ B
        bias = B.T @ _newton_euler(model, S, I, qd, still)
        forces = B.T @ (_newton_euler(model, S, I, qd, qdd) + rotors @ qdd) + friction
        accelerations = mpmath.cholesky_solve(mpmath.matrix(M.tolist()), mpmath.matrix(tau - friction - bias))
        g = exact(model.gravity.components)
        heights = -sum((g @ _first_moment(inertia) for inertia in I), mpmath.mpf(0))
        return Answers(
            forces,
            M,
            bias,
            B.T @ _newton_euler(model, S, I, still, still),
            np.array(list(accelerations)),
            ud @ M @ ud / 2,
            heights,
        )


def exact(numbers: object) -> Array:
    """The doubles as rationals."""
    given = np.array(numbers, dtype=object)
    return np.array([mpmath.mpf(float(x)) for x in given.ravel()], dtype=object).reshape(given.shape)


# ---- the recursions: 6-vectors are (moment or angular part, force or linear part), inertias 6×6 ----------------------


def _newton_euler(model: Model, S: list[Array], I: list[Array], qd: Array, qdd: Array) -> Array:
    """τ = Sᵀ Σ f over the bodies carried: v = v_p + S q̇, a = a_p + S q̈ + v × S q̇, f = I a + v ×* I v."""
    zero, k = exact(np.zeros(6)), -1
    v, a, f = [zero] * (len(S) + 1), [zero] * (len(S) + 1), [zero] * (len(S) + 1)  # the last is the base's
    a[BASE] = np.concatenate([zero[:3], -exact(model.gravity.components)])
    for i, body in enumerate(model.bodies):
        v[i], a[i] = v[body.parent], a[body.parent]
        if body.joint.moves:
            k += 1
            v[i] = v[i] + S[i] * qd[k]
            a[i] = a[i] + S[i] * qdd[k] + _cross_motion(v[i]) @ S[i] * qd[k]
        f[i] = I[i] @ a[i] - _cross_motion(v[i]).T @ I[i] @ v[i]
    for i in reversed(range(len(S))):
        f[model.bodies[i].parent] = f[model.bodies[i].parent] + f[i]
    return np.array([S[i] @ f[i] for i in model.moving])


def _composite(model: Model, S: list[Array], I: list[Array]) -> Array:
    """M_ij = S_iᵀ I_c S_j, I_c the inertia of all that the outer of the two carries."""
    I, index = list(I), {i: k for k, i in enumerate(model.moving)}
    M = exact(np.zeros((len(index), len(index))))
    for i in reversed(range(len(I))):
        parent = model.bodies[i].parent
        if parent != BASE:
            I[parent] = I[parent] + I[i]
        if i in index:
            f, j = I[i] @ S[i], i
            while j != BASE:
                if j in index:
                    M[index[i], index[j]] = M[index[j], index[i]] = S[j] @ f
                j = model.bodies[j].parent
    return M


def _cross_motion(v: Array) -> Array:
    """v ×, as a matrix on motions; on forces it is the negative transpose."""
    ω, u = _cross(v[:3]), _cross(v[3:])
    return np.block([[ω, 0 * ω], [u, ω]])


def _cross(x: Array) -> Array:
    o = mpmath.mpf(0)
    return np.array([[o, -x[2], x[1]], [x[2], o, -x[0]], [-x[1], x[0], o]])


# ---- the robot, placed -----------------------------------------------------------------------------------------------


def _placed(model: Model, q: Array) -> tuple[list[Array], list[Array], Array]:
    """Each body's joint motion and inertia in base coordinates, and the rotors as a diagonal matrix."""
    R, p = {BASE: exact(np.eye(3))}, {BASE: exact(np.zeros(3))}
    S, I, k = [], [], -1
    for i, body in enumerate(model.bodies):
        turn, shift = _rotation(body.placement.R.rows), exact(body.placement.p.components)
        p[i], R[i] = p[body.parent] + R[body.parent] @ shift, R[body.parent] @ turn
        S.append(exact(np.zeros(6)))
        if body.joint.moves:
            k += 1
            axis = exact(body.joint.axis.components)
            axis = axis / mpmath.sqrt(axis @ axis)
            a, moved = R[i] @ axis, q[k] + mpmath.mpf(body.joint.offset)
            if body.joint.slides:
                S[i] = np.concatenate([0 * a, a])
                p[i] = p[i] + a * moved
            else:
                S[i] = np.concatenate([a, _cross(p[i]) @ a])
                R[i] = R[i] @ _rodrigues(axis, moved)
        X = np.block([[R[i], _cross(p[i]) @ R[i]], [0 * R[i], R[i]]])  # forces from the body to the base
        I.append(X @ _inertia(body.inertia.parameters) @ X.T)
    Ia = [body.joint.rotor for body in model.bodies if body.joint.moves]
    rotors = [mpmath.mpf(rotor.inertia) * mpmath.mpf(rotor.gear_ratio) ** 2 for rotor in Ia]
    return S, I, exact(np.eye(len(Ia))) * np.array(rotors)


def _inertia(parameters: tuple[float, ...]) -> Array:
    """6×6, from XX XY XZ YY YZ ZZ MX MY MZ M at the body's origin."""
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = exact(parameters)
    h = _cross(np.array([MX, MY, MZ]))
    return np.block([[np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]), h], [h.T, M * exact(np.eye(3))]])


def _first_moment(inertia: Array) -> Array:
    return np.array([inertia[2, 4], inertia[0, 5], inertia[1, 3]])


def _rotation(rows: object) -> Array:
    """The nearest rotation: Newton's iteration R ← (R + R⁻ᵀ)/2 doubles the digits, 16, 32, 64."""
    R = mpmath.matrix(exact(rows).tolist())
    for _ in range(3):
        R = (R + (R**-1).T) / 2
    return np.array(R.tolist(), dtype=object)


def _rodrigues(a: Array, angle: mpmath.mpf) -> Array:
    K = _cross(a)
    return exact(np.eye(3)) + mpmath.sin(angle) * K + (1 - mpmath.cos(angle)) * (K @ K)


def _coupling(model: Model) -> tuple[Array, Array]:
    """q = B u + b."""
    u = model.coordinates
    B = exact(np.zeros((len(u.rows), len(u.names))))
    for j, row in enumerate(u.rows):
        for k, c in row:
            B[j, k] += mpmath.mpf(c)
    return B, exact(u.offsets)


def _friction(model: Model, qd: Array) -> Array:
    """F_v q̇ + F_c sign q̇, with another F_c backwards where one is given."""
    forces = 0 * qd
    for k, i in enumerate(model.moving):
        f = model.bodies[i].joint.friction
        back = f.coulomb if f.backward is None else f.backward
        forces[k] = mpmath.mpf(f.viscous) * qd[k] + (f.coulomb if qd[k] > 0 else -back if qd[k] < 0 else 0)
    return forces
