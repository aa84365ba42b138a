"""The wrench needed to turn the velocity field of one body, or of several bodies that move differently.

A particle of mass dm at ρ has the velocity u. Turning the field with the angular velocity a gives each particle half
the Coriolis acceleration, a × u, which takes the force and moment

    a × P,    (tr(C) 1 − C) a,      P = ∫ u dm,   C = ∫ u⊗ρ dm.

Twelve numbers, in place of a 6×6 matrix: this is the map B of Echeandia & Wensing and of Singh, Russell & Wensing,
which does not depend on the linear part of its argument. Seen from a parent frame C gains P⊗p, like a
pseudo-inertia.
                                                                                     [echeandia2021] [singh2021]
"""

from dataclasses import dataclass

from ...algebra import Force, Inertia, Mat3, Motion, Transform, Vec3, euler_tensor, outer, tilde


@dataclass(frozen=True, slots=True)
class VelocityField:
    """C and P of a velocity field, or of one with twice the velocities to get the map 2B."""

    C: Mat3
    P: Vec3

    @staticmethod
    def of(I: Inertia, ω: Vec3, v: Vec3) -> "VelocityField":
        """Of one body: C = v⊗h + tilde(ω) J, P = m v + ω × h."""
        return VelocityField(outer(v, I.h) + tilde(ω).after(euler_tensor(I.I).full), v * I.m + ω.cross(I.h))

    def __add__(self, other: "VelocityField") -> "VelocityField":
        return VelocityField(self.C + other.C, self.P + other.P)

    def to_parent(self, T: Transform) -> "VelocityField":
        """The same field seen from the parent frame."""
        P = T.R @ self.P
        return VelocityField(T.R.turn(self.C) + outer(P, T.p), P)

    def __matmul__(self, a: Vec3) -> Force:
        """The wrench that turning the field with the angular velocity a takes: B a."""
        return Force(_without_trace(self.C, a), a.cross(self.P))

    def along(self, S: Motion) -> Vec3:
        """The row Sᵀ B, to be multiplied with an angular velocity."""
        return _without_trace(self.C.T, S.ω) + self.P.cross(S.v)


def _without_trace(C: Mat3, a: Vec3) -> Vec3:
    """(tr(C) 1 − C) a, with no product that cancels."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = C.rows
    return Vec3(
        (yy + zz) * a.x - (xy * a.y + xz * a.z),
        (xx + zz) * a.y - (yx * a.x + yz * a.z),
        (xx + yy) * a.z - (zx * a.x + zy * a.y),
        a.frame,
    )
