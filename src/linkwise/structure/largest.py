"""Bounds of |M|, of the Christoffel symbols and of the weight's forces, entry by entry, from how far links reach.

With J_ij the velocity of link i's centre of mass per unit speed of joint j (at most its distance from the axis, or 1 of
a joint that slides), and for joints s, t with s nearer to the base, link i having mass m, tensors I and Σ = ∫ r rᵀ dm,

    M_jk   = Σ_i m J_ij · J_ik + a_j · I a_k
    c_j,st = Σ_i m J_ij · ∂J_it/∂q_s + (a_t × a_j) · Σ a_s,      ∂J_it/∂q_s = a_s × J_it
    Q_j    = −Σ_i m g · J_ij

so that c_j,st = 0 where s slides, and where j = t; where all three axes are parallel, the part of J_ij that turns with
J_it contributes nothing, and the distance between the axes j and t takes its place.

Entries are polynomials in ‖q‖ of degree two: arrays of their three coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from .links import Links
from .reach import Length, Ring, Travel, rings


@dataclass(frozen=True, eq=False)
class Largest:
    """The bounds: `mass` (n, n, 3), `christoffel` (n, n, n, 3) with the force's row first, `weight` (n, 3).

    >>> import linkwise
    >>> arm = linkwise.load("pendulum")
    >>> Largest.of(Links.of(arm.tree), {}, arm.gravity).weight[0].tolist()  # m g l / 2
    [4.905, 0.0, 0.0]
    """

    mass: Array
    christoffel: Array
    weight: Array

    @staticmethod
    def of(links: Links, travels: dict[int, Travel], gravity: Array) -> Largest:
        """Those of links whose sliding joints travel so far."""
        n = links.count
        M, c, Q = np.zeros((n, n, 3)), np.zeros((n, n, n, 3)), np.zeros((n, 3))
        apart = _distances(links, travels)
        for i in range(n):
            m, J = abs(links.mass[i]), _speeds(links, i, rings(links, i, links.com[i], travels))
            for j in links.path[i]:
                Q[j] += m * _felt(links, j, gravity) * np.append(J[j], 0.0)
                for k in links.path[i]:
                    M[j, k] += m * _product(J[j], J[k])
                    M[j, k, 0] += 0.0 if links.slides[j] or links.slides[k] else links.inertia[i]
                for at, t in enumerate(links.path[i]):
                    for s in links.path[i][at:]:
                        size = _symbol(links, i, (j, s, t), m, J, apart)
                        c[j, s, t] += size
                        if s != t:
                            c[j, t, s] += size
        return Largest(*_in_coordinates(links, M, c, Q))


def _symbol(links: Links, i: int, at: tuple[int, int, int], m: float, J: dict[int, Length], apart: Array) -> Array:
    """|c_j,st| of link i."""
    j, s, t = at
    if links.slides[s] or j == t:
        return np.zeros(3)
    if links.slides[j] or links.slides[t]:
        return m * _product(J[j], J[t])
    if links.parallel(j, t) and links.parallel(s, t):
        outer = j if t in links.path[j] else t
        return m * _product(apart[j, t], J[outer])
    size: Array = m * _product(J[j], J[t])
    size[0] += links.spread[i]
    return size


def _felt(links: Links, j: int, gravity: Array) -> float:
    """How much of gravity a joint can feel: less than all if its axis keeps its direction."""
    a = links.axis[j]
    for s in links.path[j]:
        a = links.R[s] @ a
    if not all(links.slides[s] or links.parallel(j, s) for s in links.path[j]):
        return float(np.linalg.norm(gravity))
    return float(abs(a @ gravity) if links.slides[j] else np.linalg.norm(np.cross(a, gravity)))


def _speeds(links: Links, i: int, around: dict[int, Ring]) -> dict[int, Length]:
    """|J_ij|."""
    return {j: np.array([1.0, 0.0]) if links.slides[j] else ring.radius for j, ring in around.items()}


def _distances(links: Links, travels: dict[int, Travel]) -> Array:
    """How far the axes of joints that turn are apart, for parallel ones."""
    apart = np.zeros((links.count, links.count, 2))
    for t in range(links.count):
        for j, ring in rings(links, t, np.zeros(3), travels).items():
            apart[j, t] = apart[t, j] = ring.radius
    return apart


def _product(x: Length, y: Length) -> Array:
    return np.array([x[0] * y[0], x[0] * y[1] + x[1] * y[0], x[1] * y[1]])


def _in_coordinates(links: Links, M: Array, c: Array, Q: Array) -> tuple[Array, Array, Array]:
    """The same for the robot's coordinates u, q = B u + b; with the rotors."""
    B = np.abs(links.B)
    M = M.copy()
    M[..., 0] += np.diag(links.rotor)
    return (
        np.einsum("jux,ja,ub->abx", M, B, B),
        np.einsum("juvx,ja,ub,vc->abcx", c, B, B, B),
        np.einsum("jx,ja->ax", Q, B),
    )
