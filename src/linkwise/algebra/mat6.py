"""Linear maps from motions to forces that are not the inertia of a single rigid body."""

from __future__ import annotations

from dataclasses import dataclass

from .force import Force
from .frame import Tag
from .inertia import Inertia
from .mat3 import ONE3, Mat3
from .motion import Motion
from .tensor import outer, tilde
from .transform import Transform


@dataclass(frozen=True, slots=True)
class Mat6:
    """n = A ω + B v,  f = C ω + D v: articulated-body inertias, Coriolis maps.

    >>> from linkwise.algebra import Sym3, Vec3
    >>> ball = Mat6.of(Inertia.at_com(1.0, Vec3(0.0, 0.0, 0.0), Sym3(0.1, 0.0, 0.0, 0.1, 0.0, 0.1)))
    >>> (ball @ Motion(Vec3(0.0, 0.0, 1.0), Vec3(2.0, 0.0, 0.0))).f.x
    2.0
    """

    A: Mat3
    B: Mat3
    C: Mat3
    D: Mat3

    @staticmethod
    def of(inertia: Inertia) -> Mat6:
        """The spatial inertia matrix, Khalil & Dombre [9.21], angular part first."""
        h = tilde(inertia.h)
        return Mat6(inertia.I.full, h, -h, ONE3 * inertia.m)

    @staticmethod
    def product(a: Force, b: Force) -> Mat6:
        """a bᵀ: the map m ↦ a (b·m)."""
        return Mat6(outer(a.n, b.n), outer(a.n, b.f), outer(a.f, b.n), outer(a.f, b.f))

    def __add__(self, other: Mat6) -> Mat6:
        return Mat6(self.A + other.A, self.B + other.B, self.C + other.C, self.D + other.D)

    def __sub__(self, other: Mat6) -> Mat6:
        return Mat6(self.A - other.A, self.B - other.B, self.C - other.C, self.D - other.D)

    def __matmul__(self, m: Motion) -> Force:
        return Force(self.A @ m.ω + self.B @ m.v, self.C @ m.ω + self.D @ m.v)

    def to_parent(self, T: Transform) -> Mat6:
        """The same map between motions and forces seen from the parent frame: Xᵀ M X."""
        A, B, C, D = (T.R.turn(block) for block in (self.A, self.B, self.C, self.D))
        P = tilde(T.p)
        AP, CP = A - B.after(P), C - D.after(P)
        return Mat6(AP + P.after(CP), B + P.after(D), CP, D)

    @property
    def frame(self) -> Tag:
        """The frame the map is seen from."""
        return self.A.frame
