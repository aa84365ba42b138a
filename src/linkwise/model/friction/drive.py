"""Friction of a drive as a sum of simple terms: what an identification finds."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from numbers import Real
from typing import Any, ClassVar

from ...algebra import Scalar, cos, exp, is_finite_number, is_zero, log, maximum, minimum, sin, sqrt
from ...errors import InvalidModel, shown
from .law import TINY, AbstractFriction, number
from .smooth import FLAT

NEAR_REST = 1e-3
"""The share of the width within which √|q̇| is rounded off: its slope at rest is infinite."""

NUMBERS = ("speed", "shape", "width")
"""Fields that are not coefficients, all above 0."""


@dataclass(frozen=True, slots=True)
class DriveFriction(AbstractFriction):
    """F_v q̇ + F_c s + F_r √|q̇| s + F_l |g(q)| s + F_u |q̇| + F_o + F_a sin q + F_b cos q + F_s s e^(−|q̇/speed|^shape)
    with s = tanh(q̇/width).

    Harmonic drives and gears under load need more than viscous and Coulomb friction: a term that grows with the root of
    the speed, one that grows with the load g(q) of gravity. F_u is half the difference of viscous friction between both
    directions. F_o, F_a and F_b are not friction but an offset of the drive's torque and its ripple over a turn; they
    act at rest too. F_s (`stribeck`) falls off as the joint begins to move, to 37 % at `speed`. Coefficients are any
    finite numbers. Like every smooth law it holds no load.

    >>> law = DriveFriction(viscous=0.5, coulomb=1.0, load=0.01, offset=0.2, width=0.02)
    >>> round(law.force(1.0, load=-50.0), 6), law.force(0.0), law.needs
    (2.2, 0.2, ('load',))
    """

    kind: ClassVar[str] = "drive"

    viscous: Scalar = 0.0
    coulomb: Scalar = 0.0
    offset: Scalar = 0.0
    sqrt: Scalar = 0.0
    load: Scalar = 0.0
    uneven: Scalar = 0.0
    sine: Scalar = 0.0
    cosine: Scalar = 0.0
    stribeck: Scalar = 0.0
    speed: Scalar = 0.1
    shape: float = 2.0
    width: Scalar = 0.02

    def __post_init__(self) -> None:
        for field in fields(self)[: -len(NUMBERS)]:
            value = getattr(self, field.name)
            if isinstance(value, Real) and is_finite_number(value):
                object.__setattr__(self, field.name, float(value))
            elif isinstance(value, Real | str | bytes | complex) or value is None or hasattr(value, "__len__"):
                what = f"the {field.name} of a drive's friction is {shown(repr(value))[1:-1]}."
                raise InvalidModel(what, "A finite number was expected.")
        for name in NUMBERS:
            object.__setattr__(self, name, number("a drive's friction", name, getattr(self, name), positive=True))

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """The sum; its offset and ripple at rest.

        >>> DriveFriction(sqrt=2.0, width=0.01).force(-4.0)
        -4.000000000...
        """
        e = exp(maximum(minimum((2.0 / self.width) * qd, FLAT), -FLAT))
        s = 1.0 - 2.0 / (e + 1.0)
        along = self.coulomb
        if not is_zero(self.sqrt):
            near = NEAR_REST * self.width
            along = along + self.sqrt * sqrt(sqrt(qd * qd + near * near))
        if not is_zero(self.load):
            along = along + self.load * maximum(load, -load)
        if not is_zero(self.stribeck):
            along = along + self.stribeck * self._left(qd)
        total = self.viscous * qd + along * s
        if not is_zero(self.uneven):
            total = total + self.uneven * maximum(qd, -qd)
        if not is_zero(self.offset):
            total = total + self.offset
        if not is_zero(self.sine):
            total = total + self.sine * sin(q)
        return total if is_zero(self.cosine) else total + self.cosine * cos(q)

    def _left(self, qd: Scalar) -> Scalar:
        """e^(−|q̇/speed|^shape)."""
        if self.shape == 2.0:
            return exp(-((qd / self.speed) * (qd / self.speed)))
        ratio = maximum(qd, -qd) / self.speed
        return exp(-(ratio if self.shape == 1.0 else exp(self.shape * log(maximum(ratio, TINY)))))

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """(0, 0): a smooth law holds no load at rest."""
        return 0.0, 0.0

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]
        """The position if there is ripple, the load if friction grows with it."""
        ripple = not (is_zero(self.sine) and is_zero(self.cosine))
        return (*(("q",) if ripple else ()), *(() if is_zero(self.load) else ("load",)))

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """The coefficients in the order of the fields, then speed, shape and width."""
        return tuple(getattr(self, field.name) for field in fields(self))

    @property
    def data(self) -> dict[str, Any]:
        """The coefficients by name, those that are not 0, the width, and what a Stribeck term needs."""
        own = {field.name: getattr(self, field.name) for field in fields(self)[: -len(NUMBERS)]}
        found = {"law": self.kind, **{name: x for name, x in own.items() if not is_zero(x)}}
        return found | {name: getattr(self, name) for name in (NUMBERS if "stribeck" in found else ("width",))}

    @property
    def absent(self) -> bool:
        """Whether all coefficients are 0.

        >>> DriveFriction().absent
        True
        """
        return all(is_zero(x) for x in self.numbers[: -len(NUMBERS)])

    @property
    def sizes(self) -> tuple[Scalar, Scalar]:
        """F_v and F_c.

        >>> DriveFriction(viscous=0.5, coulomb=1.0).sizes
        (0.5, 1.0)
        """
        return self.viscous, self.coulomb

    def sized(self, viscous: Scalar, coulomb: Scalar) -> DriveFriction:
        """The law with other viscous and Coulomb friction, and all else as it is.

        >>> DriveFriction(offset=0.2).sized(0.5, 1.0).viscous
        0.5
        """
        return replace(self, viscous=viscous, coulomb=coulomb)
