"""What M, the Christoffel symbols and the weight's forces can be within a cell of joint positions: centre and radius.

Within a cell every joint is at most η from the centre. When it turns by that, a point at the distance ρ from its axis
moves by no more than 2 ρ sin(η/2). Joint after joint, inwards, this encloses the velocities J_ij of largest.py, seen
from link j, in balls about their values at the centre; products of balls enclose the rest. Everything is for many cells
at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..calls.arrays import Array
from .links import Links


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells by their centres and half widths, (N, n), in the robot's coordinates.

    >>> import linkwise
    >>> links = Links.of(linkwise.load("planar2r").tree)
    >>> Cells(links, np.zeros((1, 2)), np.array([[3.0, 0.0]])).mass.max()  # M does not depend on the first joint
    np.float64(0.0)
    """

    links: Links
    centers: Array
    widths: Array

    @cached_property
    def _turned(self) -> Array:
        """η of every joint, (N, joints)."""
        return self.widths @ np.abs(self.links.B).T

    @cached_property
    def _placed(self) -> tuple[Array, Array, Array]:
        """Axes, origins and centres of mass at the centres, seen from the base: (links, N, 3)."""
        links, q = self.links, self.centers @ self.links.B.T + self.links.b
        R, o = np.zeros((links.count, len(q), 3, 3)), np.zeros((links.count, len(q), 3))
        for i in range(links.count):
            turn, at = np.broadcast_to(links.R[i], (len(q), 3, 3)), np.broadcast_to(links.p[i], (len(q), 3))
            if links.slides[i]:
                at = at + q[:, i, None] * (links.R[i] @ links.axis[i])
            else:
                turn = links.R[i] @ _about(links.axis[i], q[:, i])
            p = links.parent(i)
            R[i], o[i] = (turn, at) if p < 0 else (R[p] @ turn, o[p] + np.einsum("sij,sj->si", R[p], at))
        a = np.einsum("lsij,lj->lsi", R, links.axis)
        return a, o, o + np.einsum("lsij,lj->lsi", R, links.com)

    def _balls(self, i: int) -> tuple[dict[int, Array], dict[int, Array]]:
        """|J_ij| at the centre, and how far J_ij can be from it, seen from link j: (N,)."""
        links, (a, o, c), η = self.links, self._placed, self._turned
        size, off = {}, {}
        moved = np.zeros(len(η))
        for j in links.path[i]:
            size[j] = np.ones(len(η)) if links.slides[j] else np.linalg.norm(np.cross(a[j], c[i] - o[j]), axis=1)
            off[j] = np.zeros(len(η)) if links.slides[j] else moved
            moved = moved + (η[:, j] if links.slides[j] else _chord(η[:, j]) * (size[j] + moved))
        return size, off

    def _angles(self, i: int) -> dict[int, Array]:
        """By how much link i can turn relative to each link j of its path; to the base under −1."""
        φ, angles = np.zeros(len(self._turned)), {}
        for j in self.links.path[i]:
            angles[j] = φ
            φ = φ if self.links.slides[j] else φ + self._turned[:, j]
        return angles | {-1: φ}

    @cached_property
    def mass(self) -> Array:
        """How far entries of M can be from those at the centre, (N, n, n)."""
        links, n = self.links, self.links.count
        radius = np.zeros((len(self.centers), n, n))
        for i in range(n):
            size, off = self._balls(i)
            φ = self._angles(i)
            for at, k in enumerate(links.path[i]):
                for j in links.path[i][at:]:  # j nearer to the base
                    far = off[k] + _chord(φ[j] - φ[k]) * size[k]
                    more = abs(links.mass[i]) * (size[j] * far + size[k] * off[j] + off[j] * far)
                    if not (links.slides[j] or links.slides[k]):
                        x, y = _chord(φ[j]), _chord(φ[k])
                        more = more + links.inertia[i] * np.minimum(2.0, x + y + x * y)
                    radius[:, j, k] += more
                    if j != k:
                        radius[:, k, j] += more
        B = np.abs(links.B)
        return B.T @ radius @ B

    @cached_property
    def christoffel(self) -> Array:
        """The same of the Christoffel symbols, (N, n, n, n), the force's row first."""
        links, n = self.links, self.links.count
        radius = np.zeros((len(self.centers), n, n, n))
        for i in range(n):
            size, off = self._balls(i)
            φ = self._angles(i)
            for j in links.path[i]:
                for at, t in enumerate(links.path[i]):
                    for s in links.path[i][at:]:
                        if links.slides[s] or j == t:
                            continue
                        frame = np.maximum(φ[j], φ[s])  # the link nearer to the base, from which all is seen
                        A, D = (off[x] + _chord(frame - φ[x]) * size[x] for x in (j, t))
                        turn = _chord(frame - φ[s])
                        more = abs(links.mass[i]) * ((size[j] + A) * (1 + turn) * (size[t] + D) - size[j] * size[t])
                        if not (links.slides[j] or links.slides[t]):
                            x, y, z = (1.0 + _chord(φ[k]) for k in (j, s, t))
                            more = more + links.spread[i] * np.minimum(2.0, x * y * z - 1.0)
                        radius[:, j, s, t] += more
                        if s != t:
                            radius[:, j, t, s] += more
        B = np.abs(links.B)
        return np.einsum("sjkl,ja,kb,lc->sabc", radius, B, B, B, optimize=True)

    def weight(self, gravity: Array) -> Array:
        """The same of the forces of weight, (N, n)."""
        links, n = self.links, self.links.count
        radius, g = np.zeros((len(self.centers), n)), float(np.linalg.norm(gravity))
        for i in range(n):
            size, off = self._balls(i)
            φ = self._angles(i)
            for j in links.path[i]:
                radius[:, j] += abs(links.mass[i]) * g * (off[j] + _chord(φ[-1] - φ[j]) * size[j])
        return radius @ np.abs(links.B)


def _chord(η: Array) -> Array:
    """The farthest that a unit vector is moved by a turn of η or less."""
    return 2.0 * np.sin(0.5 * np.minimum(η, np.pi))


def _about(axis: Array, angle: Array) -> Array:
    """Rotations about an axis."""
    x, y, z = axis
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    s, c = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    return np.eye(3) + s * K + (1.0 - c) * (K @ K)
