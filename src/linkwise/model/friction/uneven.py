"""One law forwards, another backwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...algebra import Scalar, sign
from .coulomb import FREE, Friction
from .law import AbstractFriction, expect_law, in_proportion, not_linear, unsized


@dataclass(frozen=True, slots=True)
class Uneven(AbstractFriction):
    """The law `forward` for q̇ > 0 and `backward` for q̇ < 0.

    >>> from linkwise.model import Friction, Stribeck
    >>> law = Uneven(Friction(0.5, 1.0), Stribeck(0.25, 2.0, 3.0, k=10.0))
    >>> law.force(2.0), law.force(-2.0), law.force(0.0), law.holding()
    (2.0, -2.5, 0.0, (1.0, 3.0))
    """

    kind: ClassVar[str] = "uneven"

    forward: AbstractFriction
    backward: AbstractFriction

    def __post_init__(self) -> None:
        expect_law("an uneven friction law", "forward law", self.forward)
        expect_law("an uneven friction law", "backward law", self.backward)

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """Each law at its own part of the speed, ½ (q̇ ± |q̇|): where one law acts the other's speed and force are 0."""
        s = sign(qd) if direction is None else direction
        speed = qd * sign(qd)
        ahead = self.forward.force(0.5 * (qd + speed), q, load, 0.5 * (s + s * s))
        return ahead + self.backward.force(0.5 * (qd - speed), q, load, 0.5 * (s - s * s))

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """The forward law's holding forwards, the backward law's backwards."""
        return self.forward.holding(q, load)[0], self.backward.holding(q, load)[1]

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]
        """What either law depends on."""
        return tuple(name for name in ("q", "load") if name in (*self.forward.needs, *self.backward.needs))

    @property
    def repr_determines(self) -> bool:  # type: ignore[override]
        """Whether the reprs of both laws determine them."""
        return self.forward.repr_determines and self.backward.repr_determines

    @property
    def parts(self) -> tuple[AbstractFriction, ...]:
        """Both laws."""
        return self.forward, self.backward

    @property
    def sizes(self) -> tuple[Scalar, Scalar] | None:
        """The means of both laws' sizes; None unless both have them."""
        one, two = self.forward.sizes, self.backward.sizes
        return None if one is None or two is None else (0.5 * (one[0] + two[0]), 0.5 * (one[1] + two[1]))

    def sized(self, viscous: Scalar, coulomb: Scalar) -> Uneven:
        """Both laws scaled in proportion.

        >>> from linkwise.model import Friction
        >>> Uneven(Friction(0.0, 1.0), Friction(2.0, 3.0)).sized(0.1, 4.0).backward
        Friction(viscous=0.2, coulomb=6.0, backward=None)
        """
        scaled = []
        for law in self.parts:
            if self.sizes is None or law.sizes is None:
                raise unsized(self)
            each = zip(law.sizes, self.sizes, (viscous, coulomb), strict=True)
            scaled.append(law.sized(*(in_proportion(own, mean, size) for own, mean, size in each)))
        return Uneven(*scaled)

    @property
    def coefficients(self) -> dict[str, Scalar] | None:
        """For two Coulomb laws, the means of viscous and Coulomb friction, and half their differences; else None.

        >>> from linkwise.model import Friction
        >>> Uneven(Friction(0.5, 3.0), Friction(0.25, 1.0)).coefficients
        {'viscous': 0.375, 'coulomb': 2.0, 'offset': 1.0, 'uneven': 0.125}
        """
        one, two = self.forward, self.backward
        if not isinstance(one, Friction) or not isinstance(two, Friction):
            return None
        if one.backward is not None or two.backward is not None:  # made smooth, such laws are not linear in s = tanh
            return None
        F_plus, F_minus = one.coulomb, two.coulomb
        return {
            "viscous": 0.5 * (one.viscous + two.viscous),
            "coulomb": 0.5 * (F_plus + F_minus),
            "offset": 0.5 * (F_plus - F_minus),
            "uneven": 0.5 * (one.viscous - two.viscous),
        }

    def columns(self, qd: Scalar, direction: Scalar | None = None) -> dict[str, Scalar]:
        """The columns of Coulomb's law, and |q̇|.

        >>> from linkwise.model import Friction
        >>> Uneven(Friction(0.5, 3.0), Friction(0.25, 1.0)).columns(-2.0)["uneven"]
        2.0
        """
        if self.coefficients is None:
            raise not_linear(self)
        return {**FREE.columns(qd, direction), "uneven": qd * sign(qd)}

    def with_coefficients(self, coefficients: Mapping[str, Scalar]) -> Uneven:
        """The law with other values for some of its parameters.

        >>> from linkwise.model import Friction
        >>> Uneven(Friction(0.5, 3.0), Friction(0.25, 1.0)).with_coefficients({"uneven": 0.0}).backward
        Friction(viscous=0.375, coulomb=1.0, backward=None)
        """
        own = self.coefficients
        if own is None:
            raise not_linear(self)
        v, F, o, u = ({**own, **coefficients}[kind] for kind in own)
        return Uneven(Friction(v + u, F + o), Friction(v - u, F - o))

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """The numbers of both laws."""
        return *self.forward.numbers, *self.backward.numbers

    @property
    def data(self) -> dict[str, Any]:
        """The data of both laws."""
        return {"law": self.kind, "forward": self.forward.data, "backward": self.backward.data}

    @property
    def absent(self) -> bool:
        """Whether neither law has any force."""
        return self.forward.absent and self.backward.absent
