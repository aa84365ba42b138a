"""Rigid-body inertia in its three views.

    mass, centre of mass, inertia tensor at the centre of mass      (m, c, I_c)     what data sheets print
    mass, first moment m c, inertia tensor at the frame's origin    (m, h, I)       what dynamics is linear in
    pseudo-inertia [[Σ, h], [hᵀ, m]], Σ = ½ tr(I) 1 − I             4×4             what physical consistency is about

The first two are linked by Khalil & Dombre (2002) [9.12], I = I_c − m tilde(c)tilde(c).                   [khalil2002]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import NotForThisRobot, plain, shown
from .force import Force
from .frame import Tag, same
from .motion import Motion
from .scalar import Scalar, brief, is_zero
from .sym3 import Sym3, square
from .tensor import euler_tensor, inertia_tensor
from .transform import Transform
from .vec3 import Vec3


@dataclass(frozen=True, slots=True, repr=False)
class Inertia:
    """Mass m, first moment h = m c, and inertia tensor I at the frame's origin.

    >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.1, 0.0, 0.1))
    >>> rod.I.yy, rod.com.x
    (0.6, 0.5)
    """

    m: Scalar
    h: Vec3
    I: Sym3

    __array_ufunc__ = None

    @staticmethod
    def none(frame: Tag = None) -> Inertia:
        """A body without mass.

        >>> Inertia.none().m
        0.0
        """
        return Inertia(0.0, Vec3(0.0, 0.0, 0.0, frame), Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, frame))

    @staticmethod
    def at_com(m: Scalar, c: Vec3, I_c: Sym3) -> Inertia:
        """From mass, centre of mass, and the inertia tensor at the centre of mass, [9.12].

        >>> ball = Inertia.at_com(2.0, Vec3(0.0, 0.0, 1.0), Sym3(0.5, 0.0, 0.0, 0.5, 0.0, 0.5))
        >>> ball.h.z, ball.I.xx, ball.I.zz
        (2.0, 2.5, 0.5)
        """
        return Inertia(m, c * m, I_c + shift(c * m, c))

    @staticmethod
    def of_parameters(k: Sequence[Scalar], frame: Tag = None) -> Inertia:
        """From XX XY XZ YY YZ ZZ MX MY MZ M, the standard parameters of Khalil & Dombre §9.4.

        >>> Inertia.of_parameters([2.5, 0.0, 0.0, 2.5, 0.0, 0.5, 0.0, 0.0, 2.0, 2.0]).com.z
        1.0
        """
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = k
        return Inertia(M, Vec3(MX, MY, MZ, frame), Sym3(XX, XY, XZ, YY, YZ, ZZ, frame))

    @property
    def parameters(self) -> tuple[Scalar, ...]:
        """XX XY XZ YY YZ ZZ MX MY MZ M.

        >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.125, 0.0, 0.125))
        >>> rod.parameters
        (0.0, 0.0, 0.0, 0.625, 0.0, 0.625, 1.0, 0.0, 0.0, 2.0)
        """
        return (*self.I.components, *self.h.components, self.m)

    @staticmethod
    def of_pseudo(S: Sequence[Sequence[Scalar]], frame: Tag = None) -> Inertia:
        """From the 4×4 pseudo-inertia.

        >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.125, 0.0, 0.125))
        >>> Inertia.of_pseudo(rod.pseudo) == rod
        True
        """
        J = Sym3(S[0][0], S[0][1], S[0][2], S[1][1], S[1][2], S[2][2], frame)
        return Inertia(S[3][3], Vec3(S[0][3], S[1][3], S[2][3], frame), inertia_tensor(J))

    @property
    def pseudo(self) -> tuple[tuple[Scalar, ...], ...]:
        """The 4×4 pseudo-inertia; a rigid body can have this inertia exactly when no eigenvalue is negative.

        >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.125, 0.0, 0.125))
        >>> rod.pseudo[0], rod.pseudo[3]
        ((0.625, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 2.0))
        """
        h = self.h.components
        rows = zip(euler_tensor(self.I).full.rows, h, strict=True)
        return (*((*row, hi) for row, hi in rows), (*h, self.m))

    @property
    def com(self) -> Vec3:
        """The centre of mass; the origin for a body without mass and first moment.

        >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.125, 0.0, 0.125))
        >>> rod.com.components, Inertia.none().com.components
        ((0.5, 0.0, 0.0), (0.0, 0.0, 0.0))
        """
        if not is_zero(self.m):
            return self.h / self.m
        if all(is_zero(x) for x in self.h.components):
            return self.h
        raise NotForThisRobot(
            f"a body{f' ({shown(self.h.frame)})' if self.h.frame else ''} has a first moment and no mass, so it has no "
            "centre of mass.",
            "A body with mass was expected; regrouping parameters between links can leave it massless.",
            "use a formulation that needs no centre of mass: newton_euler.khalil_dombre, composite.featherstone.",
        )

    @property
    def I_com(self) -> Sym3:
        """The inertia tensor at the centre of mass.

        >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.125, 0.0, 0.125))
        >>> rod.I.yy, rod.I_com.yy
        (0.625, 0.125)
        """
        return self.I - shift(self.h, self.com)

    def __add__(self, other: Inertia) -> Inertia:
        return Inertia(self.m + other.m, self.h + other.h, self.I + other.I)

    def __matmul__(self, v: Motion) -> Force:
        """The momentum (or inertia force) of a motion."""
        return Force(self.I @ v.ω + self.h.cross(v.v), v.v * self.m - self.h.cross(v.ω))

    def to_parent(self, T: Transform) -> Inertia:
        """The same body seen from the parent frame.

        >>> rod = Inertia.at_com(2.0, Vec3(0.5, 0.0, 0.0), Sym3(0.0, 0.0, 0.0, 0.125, 0.0, 0.125))
        >>> from linkwise.algebra import Rotation
        >>> T = Transform(Rotation.identity("base", "arm"), Vec3(1.0, 0.0, 0.0, "base"))
        >>> seen = rod.to_parent(T)
        >>> seen.com.x, seen.I.yy, seen.I_com.yy
        (1.5, 4.625, 0.125)
        """
        h, p = T.R @ self.h, T.p
        I = T.R.turn_symmetric(self.I) + twice_shift(h, p)
        return Inertia(self.m, h + p * self.m, I + shift(p, p) * self.m)

    def seen_from(self, frame: Tag) -> Inertia:
        """The same numbers with another tag; nothing is computed.

        >>> Inertia.none().seen_from("hand").h.frame
        'hand'
        """
        return Inertia(self.m, self.h.seen_from(frame), self.I.seen_from(frame))

    def __repr__(self) -> str:
        """Mass and first moment, computing nothing: entries may be values of a trace."""
        frame = "" if self.h.frame is None else f", frame '{plain(self.h.frame, 24)}'"
        return f"Inertia({brief(self.m)} kg, h = ({', '.join(map(brief, self.h.components))}) kg m{frame})"


def shift(h: Vec3, p: Vec3) -> Sym3:
    """(h·p) 1 − ½(h⊗p + p⊗h): half of what moving by p adds to the inertia tensor of a body of first moment h.

    >>> shift(Vec3(2.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0)).components
    (0.0, 0.0, 0.0, 2.0, 0.0, 2.0)
    """
    if h is p:
        xx, xy, xz, yy, yz, zz = square(p).components
        return Sym3(yy + zz, 0.0 - xy, 0.0 - xz, xx + zz, 0.0 - yz, xx + yy, p.frame)
    return twice_shift(h, p * 0.5)


def twice_shift(h: Vec3, p: Vec3) -> Sym3:
    """2(h·p) 1 − (h⊗p + p⊗h), with no product that cancels.

    >>> twice_shift(Vec3(2.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0)).components
    (0.0, 0.0, 0.0, 4.0, 0.0, 4.0)
    """
    x, y, z = h.x * (2.0 * p.x), h.y * (2.0 * p.y), h.z * (2.0 * p.z)
    return Sym3(
        y + z,
        0.0 - (h.x * p.y + h.y * p.x),
        0.0 - (h.x * p.z + h.z * p.x),
        x + z,
        0.0 - (h.y * p.z + h.z * p.y),
        x + y,
        frame=same(h.frame, p.frame),
    )
