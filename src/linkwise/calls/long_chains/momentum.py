"""Centre of mass and momentum of a long robot from where its links are: composite/orin_goswami.py on arrays."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...errors import NotTraceable, shown
from ...formulations.determinacy import has_numbers
from ...model import BASE, Model
from ..arrays import Array
from .kinematics import Kinematics
from .modules import LoopModules


@dataclass(frozen=True)
class Masses:
    """Mass, first moment and inertia tensor of every link, seen from its frame: (links, …).

    >>> import linkwise
    >>> Masses.of(linkwise.load("pendulum").tree).m
    array([1.])
    """

    tree: Model
    m: Array
    h: Array
    I: Array

    @staticmethod
    def of(tree: Model) -> "Masses":
        """Those of a tree whose inertias are numbers."""
        if not has_numbers(tree):
            raise NotTraceable(
                f"the links of robot {shown(tree.name)} have symbols for inertias.", "Numbers were expected."
            )
        links = [body.inertia for body in tree.bodies]
        return Masses(
            tree,
            np.array([link.m for link in links], float),
            np.array([link.h.components for link in links], float),
            np.array([link.I.full.rows for link in links], float),
        )

    def center(self, at: Kinematics) -> Array:
        """c_G."""
        first = self.m[:, None] * at.p + np.einsum("slij,lj->sli", at.R, self.h)
        return first.sum(axis=1) / self.m.sum()

    def momentum(self, at: Kinematics) -> Array:
        """h_G of links that move as told."""
        h, I = self._turned(at)
        k, l = np.einsum("slij,slj->sli", I, at.ω) + np.cross(h, at.v), self.m[:, None] * at.v + np.cross(at.ω, h)
        k = k + np.cross(at.p - self.center(at)[:, None], l)
        return np.concatenate([k.sum(axis=1), l.sum(axis=1)], axis=1)

    def matrix(self, at: Kinematics) -> Array:
        """A_G: each joint's axis times the inertia of the links beyond it as one body."""
        h, I = self._turned(at)
        m, c = self.m.copy(), self.center(at)
        A = np.zeros((at.count, 6, len(m)))
        for i, body in self.tree.inward():
            a, arm = at.axis[:, i], at.p[:, i] - c
            k, l = (np.cross(h[:, i], a), m[i] * a) if at.slides[i] else (_times(I[:, i], a), np.cross(a, h[:, i]))
            A[:, :3, i], A[:, 3:, i] = k + np.cross(arm, l), l
            p = body.parent
            if p != BASE:
                d = at.p[:, i] - at.p[:, p]
                I[:, p] += I[:, i] + _moved(h[:, i], d) + _moved(d, h[:, i]) + m[i] * _moved(d, d)
                h[:, p] += h[:, i] + m[i] * d
                m[p] += m[i]
        return A

    def _turned(self, at: Kinematics) -> tuple[Array, Array]:
        """First moments and tensors about the links' origins, in base axes."""
        return np.einsum("slij,lj->sli", at.R, self.h), at.R @ self.I @ np.swapaxes(at.R, -1, -2)


def _times(I: Array, a: Array) -> Array:
    return np.einsum("sij,sj->si", I, a)


def _moved(h: Array, d: Array) -> Array:
    """(h·d) 1 − d hᵀ."""
    return np.einsum("sk,sk->s", h, d)[:, None, None] * np.eye(3) - d[:, :, None] * h[:, None, :]


class AbstractMomentum(ABC):
    """The answers of a long robot about its centre of mass, in its own coordinates."""

    tree: Model
    loops: LoopModules
    coupled: bool

    @cached_property
    @abstractmethod
    def _B(self) -> Array:
        """q̇ = B u̇."""

    @abstractmethod
    def _joints(self, u: Array, *rates: Array) -> list[Array]:
        """q = B u + b, then rates B u̇."""

    @cached_property
    def _masses(self) -> Masses:
        return Masses.of(self.tree)

    def center_of_mass(self, u: Array) -> Array:
        """c_G."""
        return self._masses.center(Kinematics(self.loops, *self._joints(u)))

    def momentum(self, u: Array, ud: Array) -> Array:
        """h_G."""
        return self._masses.momentum(Kinematics(self.loops, *self._joints(u, ud)))

    def momentum_matrix(self, u: Array) -> Array:
        """A_G."""
        A = self._masses.matrix(Kinematics(self.loops, *self._joints(u)))
        return A @ self._B if self.coupled else A
