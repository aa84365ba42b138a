"""How far a robot's full parameters are from a prior, as a barrier that only bodies that can exist stay within.

For each link D = tr Q − log det Q − 4, where Q = L⁻¹ P L⁻ᵀ is its pseudo-inertia P in units of the prior's P₀ = L Lᵀ:
Bregman's divergence of the log-determinant. It is 0 for the prior, grows with the distance, and is infinite where P
has an eigenvalue that is not positive, so that no body has it: Wensing, Kim and Slotine (2018), Lee, Wensing and Park
(2020). For coefficients that cannot be negative (inertias of rotors, viscous and Coulomb friction) it is s − log s −
1 of their ratio s to the prior's.                                              [wensing2018] [lee2020]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...calls.arrays import Array
from ..conversions import of_pseudo, to_pseudo

THIN = 1e-3
"""The least eigenvalue of a prior's pseudo-inertia, relative to what a solid of its mass and size has: a point mass
or a thin rod, which stand at the edge of what can exist, are taken for slightly thicker ones."""

UNWEIGHED = 0.1
"""The radius of gyration in m of a body that stands for a link without mass."""


@dataclass(frozen=True, eq=False)
class Bodies:
    """The divergence of full parameters z from a prior.

    `links` holds the indices in z of each link's ten parameters, `scalars` those of coefficients ≥ 0 with their sizes
    and the share of the prior's strength that each has.

    >>> import linkwise
    >>> z = linkwise.load("planar2r").parameters().values
    >>> bodies = Bodies.around(z.copy(), [np.arange(10), np.arange(10, 20)], np.array([], dtype=int), np.array([]))
    >>> value, slope, curvature = bodies(bodies.center)
    >>> round(abs(value), 9), bool(abs(slope).max() < 1e-9), curvature.shape
    (0.0, True, (20, 20))
    """

    center: Array
    links: list[NDArray[np.intp]]
    basis: list[Array]
    scalars: NDArray[np.intp]
    sizes: Array
    share: float
    shares: Array
    """The share of the prior's strength that each link has."""

    @staticmethod
    def around(
        prior: Array,
        links: list[NDArray[np.intp]],
        scalars: NDArray[np.intp],
        sizes: Array,
        share: float = 1.0,
        unknown: float = 0.0,
    ) -> Bodies:
        """The divergence from these parameters, made thick enough to be bodies.

        With `unknown` above 0, links without mass are those that nobody has weighed: for each some body of the others'
        typical mass stands, with this share of the prior's strength.
        """
        center, basis = prior.copy(), []
        unit = to_pseudo(np.eye(10))
        weighed = [float(prior[own[9]]) for own in links if prior[own[9]] > 0.0]
        typical = float(np.median(weighed)) if weighed else 1.0
        shares = np.array([unknown if unknown > 0.0 and prior[own[9]] <= 0.0 else 1.0 for own in links])
        mass = max(max((prior[own[9]] for own in links), default=1.0), 1e-6)
        length2 = max(max((abs(prior[own[:6]]).max() for own in links), default=1.0) / mass, 1e-4)
        for own, known in zip(links, shares == 1.0, strict=True):
            P = to_pseudo(prior[own]) if known else np.diag([typical * UNWEIGHED**2] * 3 + [typical])
            m = max(P[3, 3], 1e-3 * mass)
            thick = THIN * np.diag([m * length2] * 3 + [0.0])
            com = P[:3, 3] / P[3, 3] if P[3, 3] > 0.0 else np.zeros(3)
            spread = P[:3, :3] - P[3, 3] * np.outer(com, com)
            values, vectors = np.linalg.eigh(0.5 * (spread + spread.T))
            spread = (vectors * np.maximum(values, thick[0, 0])) @ vectors.T
            P = np.block([[spread + m * np.outer(com, com), m * com[:, None]], [m * com[None, :], np.array([[m]])]])
            center[own] = _ten(P)
            L = np.linalg.inv(np.linalg.cholesky(P))
            basis.append(np.einsum("ab,kbc,dc->kad", L, unit, L))
        center[scalars] = sizes
        return Bodies(center, links, basis, scalars, sizes, share, shares)

    def value(self, z: Array) -> float:
        """D, infinite outside."""
        total = 0.0
        s = z[self.scalars] / self.sizes
        if (s <= 0.0).any():
            return float("inf")
        total += self.share * float(np.sum(s - np.log(s) - 1.0))
        for own, basis, share in zip(self.links, self.basis, self.shares.tolist(), strict=True):
            Q = np.tensordot(z[own], basis, 1)
            try:
                C = np.linalg.cholesky(Q)
            except np.linalg.LinAlgError:
                return float("inf")
            total += share * float(np.trace(Q) - 2.0 * np.log(np.diag(C)).sum() - 4.0)
        return total

    def __call__(self, z: Array) -> tuple[float, Array, Array]:
        """D, its slope and its curvature."""
        slope, curvature = np.zeros_like(z), np.zeros((len(z),) * 2)
        s = z[self.scalars] / self.sizes
        slope[self.scalars] = self.share * (1.0 - 1.0 / s) / self.sizes
        curvature[self.scalars, self.scalars] = self.share / z[self.scalars] ** 2
        for own, basis, share in zip(self.links, self.basis, self.shares.tolist(), strict=True):
            inverse = np.linalg.inv(np.tensordot(z[own], basis, 1))
            each = np.einsum("ab,kbc->kac", inverse, basis)
            slope[own] += share * (np.trace(basis, axis1=1, axis2=2) - np.trace(each, axis1=1, axis2=2))
            curvature[np.ix_(own, own)] += share * np.einsum("kab,lba->kl", each, each)
        return self.value(z), slope, curvature


def _ten(P: Array) -> Array:
    ten: Array = of_pseudo(0.5 * (P + P.T))
    return ten
