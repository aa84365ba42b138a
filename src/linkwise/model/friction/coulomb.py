"""Viscous and Coulomb friction: the law that robot files and identification use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...algebra import Scalar, is_zero, sign
from .law import AbstractFriction, in_proportion


@dataclass(frozen=True, slots=True)
class Friction(AbstractFriction):
    """Viscous and Coulomb friction, Khalil & Dombre (2002) [9.27]: Γ_f = F_c sign(q̇) + F_v q̇.   [khalil2002]

    Differs from the book: Coulomb friction may differ with the direction of motion; `backward` is its size for q̇ < 0
    and equals `coulomb` where it is not given.

    >>> Friction(viscous=2.0, coulomb=1.0).force(-3.0)
    -7.0
    """

    kind: ClassVar[str] = "viscous and Coulomb friction"

    viscous: Scalar = 0.0
    coulomb: Scalar = 0.0
    backward: Scalar | None = None

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """The joint force the drive must spend on friction at the velocity q̇; 0 at rest.

        >>> uneven = Friction(viscous=0.5, coulomb=1.0, backward=3.0)
        >>> uneven.force(2.0), uneven.force(-2.0), uneven.force(0.0), uneven.force(0.0, direction=-1.0)
        (2.0, -4.0, 0.0, -3.0)
        """
        s = sign(qd) if direction is None else direction
        if self.backward is None:
            return self.coulomb * s + self.viscous * qd
        F_plus, F_minus = self.coulomb, self.backward
        return 0.5 * (F_plus + F_minus) * s + 0.5 * (F_plus - F_minus) * (s * s) + self.viscous * qd

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """Coulomb friction in either direction: in this law friction at rest is no larger than in motion.

        >>> Friction(viscous=0.5, coulomb=1.0, backward=3.0).holding()
        (1.0, 3.0)
        """
        return self.coulomb, self.coulomb if self.backward is None else self.backward

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """F_v, F_c, and F_c backwards where it was given.

        >>> Friction(0.5, 3.0).numbers
        (0.5, 3.0)
        """
        return (self.viscous, self.coulomb, *(() if self.backward is None else (self.backward,)))

    @property
    def data(self) -> dict[str, Any]:
        """The numbers by name; backward where it was given.

        >>> Friction(0.5, 3.0).data
        {'viscous': 0.5, 'coulomb': 3.0}
        """
        return dict(zip(("viscous", "coulomb", "backward"), self.numbers, strict=False))

    @property
    def absent(self) -> bool:
        """Whether all numbers are 0.

        >>> FREE.absent, Friction(0.5).absent
        (True, False)
        """
        return all(is_zero(x) for x in self.numbers)

    @property
    def sizes(self) -> tuple[Scalar, Scalar]:
        """F_v, and the mean of Coulomb friction in both directions.

        >>> Friction(0.5, 3.0, backward=1.0).sizes
        (0.5, 2.0)
        """
        return self.viscous, self.coefficients["coulomb"]

    def sized(self, viscous: Scalar, coulomb: Scalar) -> Friction:
        """The law with other sizes: Coulomb friction of both directions in proportion.

        >>> Friction(0.5, 3.0, backward=1.0).sized(0.1, 4.0)
        Friction(viscous=0.1, coulomb=6.0, backward=2.0)
        """
        if self.backward is None:
            return Friction(viscous, coulomb)
        F_plus, F_minus = (in_proportion(x, self.sizes[1], coulomb) for x in (self.coulomb, self.backward))
        return Friction(viscous, F_plus, F_minus)

    def slopes(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar, Scalar]:
        """F_v alone: Coulomb friction has no slope.

        >>> Friction(0.5, 3.0).slopes(1.0)
        (0.5, 0.0, 0.0)
        """
        return self.viscous, 0.0, 0.0

    @property
    def coefficients(self) -> dict[str, Scalar]:
        """F_v, the mean of Coulomb friction in both directions, and half its difference, an offset.

        >>> Friction(0.5, 3.0, backward=1.0).coefficients
        {'viscous': 0.5, 'coulomb': 2.0, 'offset': 1.0}
        """
        back = self.coulomb if self.backward is None else self.backward
        mean, half = 0.5 * (self.coulomb + back), 0.5 * (self.coulomb - back)
        return {"viscous": self.viscous, "coulomb": mean, "offset": half}

    def columns(self, qd: Scalar, direction: Scalar | None = None) -> dict[str, Scalar]:
        """q̇, sign(q̇), and 1: the offset of a drive acts at rest too.

        >>> Friction(0.5, 3.0).columns(-2.0)
        {'viscous': -2.0, 'coulomb': -1.0, 'offset': 1.0}
        """
        if direction is None:
            return {"viscous": qd, "coulomb": sign(qd), "offset": 1.0}
        return {"viscous": qd, "coulomb": direction, "offset": direction * direction}

    def with_coefficients(self, coefficients: Mapping[str, Scalar]) -> Friction:
        """The law with other values for some of its parameters.

        >>> Friction(0.5, 3.0).with_coefficients({"coulomb": 2.0, "offset": 1.0})
        Friction(viscous=0.5, coulomb=3.0, backward=1.0)
        """
        k = {**self.coefficients, **coefficients}
        if self.backward is None and is_zero(k["offset"]):
            return Friction(k["viscous"], k["coulomb"])
        return Friction(k["viscous"], k["coulomb"] + k["offset"], k["coulomb"] - k["offset"])


FREE = Friction()
"""No friction."""
