"""A point or a ball on a frame against a plane: a spring and a damper that never pull, and friction along the plane.

With the depth δ of the lowest point below the plane, the force along the normal is, where δ > 0,

    N = max(0, k δᵖ (1 + α δ̇) + d δ̇).

k δᵖ is the elastic force: p = 1 for a pad or a compliant wrist, p = 3/2 for two round bodies (Hertz). The losses are
either linear, d δ̇, whose bounce has a closed form but whose force jumps by d δ̇ at the first touch; or they are those of
Hunt & Crossley (1975), α k δᵖ δ̇, which begin and end at 0 with the depth, as measured contacts do.   [huntcrossley1975]
Without gravity v dv/(1 + α v) = −(k/m) δᵖ dδ then, so that the coefficient of restitution e falls with the speed of
impact v, whatever k, p and the mass:

    α v − ln(1 + α v) = −α e v − ln(1 − α e v),    e ≈ 1 − ⅔ α v for small α v.

A damper would pull at the end of a bounce; N is cut off at 0 instead.

Along the plane acts Coulomb's friction made smooth, −μ N v_t / √(v_t² + v_s²), v_t being the velocity of the point of
contact along the plane: nothing sticks, a body that would be held creeps at some v_s instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from numpy.typing import ArrayLike

from ..algebra import Scalar, Vec3, exp, is_finite_number, log, maximum, sqrt, where
from ..calls.checks import is_number, not_negative, positive, vector
from ..errors import BadArray, shown
from .contact import AbstractContact, Numbers, Rows, Scalars, origin, turned

SHALLOW = 1e-30
"""The least depth that is raised to a power: slopes of roots and logarithms stay finite, in single precision too."""


@dataclass(frozen=True)
class PlaneContact(AbstractContact):
    """N = max(0, k δᵖ (1 + α δ̇) + d δ̇) between a point of a frame and the plane normal · x = offset, base axes.

        stiffness    k, N/mᵖ
        damping      d, N s/m
        normal       of the plane, away from it; of any length
        offset       of the plane from the base's origin along its normal, m
        point        that touches, in the axes of the frame
        radius       of a ball about the point, which touches in its stead
        exponent     p, 1 for a linear spring, 1.5 for Hertz's contact
        dissipation  α, s/m
        friction     μ
        slip         v_s, the velocity within which friction is made smooth, m/s

    >>> floor = PlaneContact(1000.0, damping=20.0, friction=0.5)
    >>> still = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, -0.01]]
    >>> floor.wrench(still, [0.0] * 6)[5], floor.wrench(still, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0])[5]
    (10.0, 0.0)
    """

    stiffness: float
    damping: float = 0.0
    normal: ArrayLike = (0.0, 0.0, 1.0)
    offset: float = 0.0
    point: ArrayLike = (0.0, 0.0, 0.0)
    radius: float = 0.0
    exponent: float = 1.0
    dissipation: float = 0.0
    friction: float = 0.0
    slip: float = 1e-3

    def __post_init__(self) -> None:
        n = vector("the normal of the plane", self.normal, 3, "a direction in base axes")
        length = float((n @ n) ** 0.5)
        if not length > 0.0:
            raise BadArray("the normal of the plane is 0.", "A direction was expected.", "normal=[0, 0, 1], say.")
        exponent = positive("the exponent of a contact", self.exponent)
        if exponent < 1.0:
            raise BadArray(
                f"the exponent of a contact is {exponent:g}.", "At least 1 was expected.", "1.5 for round bodies."
            )
        checked = {
            "stiffness": positive("the stiffness of a contact", self.stiffness),
            "damping": not_negative("the damping of a contact", self.damping),
            "normal": tuple((n / length).tolist()),
            "offset": _number("the offset of the plane", self.offset),
            "point": tuple(vector("the point of a contact", self.point, 3, "in the axes of its frame").tolist()),
            "radius": not_negative("the radius of a contact", self.radius),
            "exponent": exponent,
            "dissipation": not_negative("the dissipation of a contact", self.dissipation),
            "friction": not_negative("the friction of a contact", self.friction),
            "slip": positive("the slip of a contact", self.slip),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def depth(self, pose: Rows) -> Scalar:
        """δ: how far the point, or the ball, is below the plane; negative above it.

        >>> PlaneContact(1000.0, radius=0.1).depth([[1, 0, 0, 0.0], [0, 1, 0, 0.0], [0, 0, 1, 0.3]])
        -0.19999999999999998
        """
        p = origin(pose) + turned(pose, self._point)
        return (self.radius + self.offset) - self._normal.dot(p)

    def wrench(self, pose: Rows, twist: Scalars) -> list[Scalar]:
        """The wrench on the frame."""
        n, δ = self._normal, self.depth(pose)
        arm = turned(pose, self._point) - n * self.radius  # from the frame's origin to the point of contact
        ω, v = Vec3(*twist[:3]), Vec3(*twist[3:])
        velocity = v + ω.cross(arm)
        out = n.dot(velocity)
        elastic = self.stiffness * _power(δ, self.exponent)
        N = maximum(elastic - (self.dissipation * elastic + self.damping) * out, 0.0)
        N = where(δ > 0.0, N, 0.0)
        force = n * N
        if self.friction:
            along = velocity - n * out
            speed = sqrt(along.dot(along) + self.slip * self.slip)
            force = force - along * ((self.friction * N) / speed)
        moment = arm.cross(force)
        return [moment.x, moment.y, moment.z, force.x, force.y, force.z]

    def potential_energy(self, pose: Rows) -> Scalar:
        """k δᵖ⁺¹/(p + 1)."""
        p = self.exponent + 1.0
        return (self.stiffness / p) * _power(self.depth(pose), p)

    @property
    def _normal(self) -> Vec3:
        return Vec3(*cast(Numbers, self.normal))

    @property
    def _point(self) -> Numbers:
        return cast(Numbers, self.point)


def _number(name: str, value: object) -> float:
    if not (is_number(value) and is_finite_number(value)):
        raise BadArray(f"{name} is {shown(repr(value))}.", "A finite number was expected.")
    return float(value)


def _power(δ: Scalar, p: float) -> Scalar:
    """δᵖ for δ > 0, otherwise 0, with a slope of 0 there.

    >>> _power(4.0, 1.5), _power(-4.0, 1.5), _power(3.0, 1.0), round(_power(2.0, 2.2), 6)
    (8.0, 0.0, 3.0, 4.594793)
    """
    if p == 1.0:
        raised = δ
    elif p == 2.0:
        raised = δ * δ
    else:
        deep = maximum(δ, SHALLOW)
        raised = deep * sqrt(deep) if p == 1.5 else exp(p * log(deep))
    return where(δ > 0.0, raised, 0.0)
