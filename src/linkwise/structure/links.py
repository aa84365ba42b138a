"""A robot's links and joints as arrays: what bounds are computed from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..model import BASE, Model


@dataclass(frozen=True, eq=False)
class Links:
    """Every moving link: mass, centre of mass, sizes of its inertia there; its joint's axis and place; its path.

    `inertia` and `spread` are the largest eigenvalues, in size, of the inertia tensor and of ∫ r rᵀ dm at the centre of
    mass; `path` has the links from each to the base, itself first. Joint variables are q = B u + b.

    >>> import linkwise
    >>> Links.of(linkwise.load("planar2r").tree).path
    ((0,), (1, 0))
    """

    mass: Array
    com: Array
    inertia: Array
    spread: Array
    rotor: Array
    axis: Array
    slides: tuple[bool, ...]
    R: Array
    p: Array
    path: tuple[tuple[int, ...], ...]
    B: Array
    b: Array
    least_inertia: float

    @staticmethod
    def of(tree: Model) -> Links:
        """Those of a tree of moving joints."""
        bodies = tree.bodies
        tensors = np.array([body.inertia.I_com.full.rows for body in bodies], float).reshape(-1, 3, 3)
        spreads = 0.5 * np.trace(tensors, axis1=1, axis2=2)[:, None, None] * np.eye(3) - tensors
        still = [body.pose(0.0) for body in bodies]  # joint offsets included
        u = tree.coordinates
        B = np.zeros((len(bodies), tree.n))
        for j, row in enumerate(u.rows):
            for k, c in row:
                B[j, k] += c
        return Links(
            np.array([body.inertia.m for body in bodies], float),
            np.array([body.inertia.com.components for body in bodies], float).reshape(-1, 3),
            _sizes(tensors),
            _sizes(spreads),
            np.array([body.joint.rotor.reflected for body in bodies], float),
            np.array([body.joint.axis.components for body in bodies], float).reshape(-1, 3),
            tuple(body.joint.slides for body in bodies),
            np.array([T.R.rows for T in still], float).reshape(-1, 3, 3),
            np.array([T.p.components for T in still], float).reshape(-1, 3),
            tuple(tuple(tree.ancestors(i)) for i in range(len(bodies))),
            B,
            np.array(u.offsets, float),
            float(np.linalg.eigvalsh(tensors).min(initial=0.0)),
        )

    @property
    def real(self) -> bool:
        """Whether no motion gives a link negative kinetic energy.

        >>> import linkwise
        >>> Links.of(linkwise.load("puma560").tree).real
        True
        """
        return bool((self.mass >= 0.0).all() and self.least_inertia >= -ROUNDING * self.inertia.max(initial=0.0))

    @property
    def count(self) -> int:
        """The number of links."""
        return len(self.mass)

    def parent(self, i: int) -> int:
        """The link that carries a link, or BASE."""
        return self.path[i][1] if len(self.path[i]) > 1 else BASE

    def parallel(self, j: int, t: int) -> bool:
        """Whether two joints of one path turn about axes that are parallel in every configuration: all that turn
        between them do so about parallel axes, too."""
        outer, inner = (j, t) if t in self.path[j] else (t, j)
        a, s = self.axis[outer], outer
        while s != inner:
            a, s = self.R[s] @ a, self.parent(s)
            if not self.slides[s] and np.linalg.norm(np.cross(a, self.axis[s])) > PARALLEL:
                return False
        return True


ROUNDING = 1e-12
"""How negative a moment of inertia may be, relative to the largest: what moving it to the centre of mass leaves."""

PARALLEL = 1e-12
"""The sine of the angle between axes that are taken for parallel: roundings of the products of their rotations."""


def _sizes(tensors: Array) -> Array:
    return np.abs(np.linalg.eigvalsh(tensors)).max(axis=1) if len(tensors) else np.zeros(0)
