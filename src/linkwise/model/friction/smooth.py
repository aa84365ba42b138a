"""A law without its jump at rest: for integrators and optimisers that need derivatives everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...algebra import Scalar, exp, maximum, minimum
from ...errors import InvalidModel, shown
from .coulomb import Friction
from .law import AbstractFriction, expect_law, number
from .stribeck import Stribeck
from .uneven import Uneven

FLAT = 40.0
"""tanh(x) is 1 to the last bit from 2x = 38 on; a larger argument of exp would only overflow, in single precision."""

NARROW = 1e-30
"""The least width: its inverse times 0 is still 0, even in single precision."""


@dataclass(frozen=True, slots=True)
class Smooth(AbstractFriction):
    """A law in which tanh(q̇/width) replaces sign(q̇).

    Why tanh: it is analytic, has the slope 1/width at rest, and approaches ±1 exponentially: 1 − tanh(x) ≈ 2 e^(−2x),
    so that beyond five widths Coulomb friction is off by less than 1e-4 of itself, beyond ten by 4e-9, and beyond
    twenty by nothing that a double can hold. An algebraic function, x/√(1 + x²) say, is still off by 1e-2 at seven
    widths.

    It holds no load at rest: under a force F below Coulomb friction F_c a joint creeps at width · artanh(F/F_c).

    >>> law = Smooth(Friction(viscous=0.5, coulomb=2.0), width=0.01)
    >>> law.force(0.0), round(law.force(0.01), 6), law.force(1.0), law.holding()
    (0.0, 1.528188, 2.5, (0.0, 0.0))
    """

    kind: ClassVar[str] = "smooth"

    law: AbstractFriction
    width: Scalar

    def __post_init__(self) -> None:
        expect_law("a smooth friction law", "law", self.law)
        if not isinstance(self.law, Friction | Stribeck | Uneven) or not _jumps(self.law):
            raise InvalidModel(
                f"{shown(repr(self.law))} cannot be made smooth.",
                "A law made of Friction and Stribeck was expected: the others have no sign(q̇) to replace.",
                "a function can be written without sign; the others are continuous already.",
            )
        width = number("a smooth friction law", "width", self.width, positive=True)
        if isinstance(width, float) and width < NARROW:
            raise InvalidModel(
                f"the width of a smooth friction law is {width!r}.",
                f"At least {NARROW} was expected: a narrower one is a jump.",
                "use the law without Smooth, or a larger width.",
            )
        object.__setattr__(self, "width", width)

    def _tanh(self, qd: Scalar) -> Scalar:
        e = exp(maximum(minimum((2.0 / self.width) * qd, FLAT), -FLAT))
        return 1.0 - 2.0 / (e + 1.0)

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """The law's force with tanh(q̇/width) for sign(q̇), and q̇ tanh(q̇/width) for |q̇|."""
        return self.law.force(qd, q, load, self._tanh(qd))

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """(0, 0): a smooth law holds no load at rest."""
        return 0.0, 0.0

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """The numbers of the law, and the width."""
        return *self.law.numbers, self.width

    @property
    def data(self) -> dict[str, Any]:
        """The law and the width."""
        return {"law": self.kind, "width": self.width, "of": self.law.data}

    @property
    def absent(self) -> bool:
        """Whether the law has no force."""
        return self.law.absent

    @property
    def parts(self) -> tuple[AbstractFriction, ...]:
        """The law."""
        return (self.law,)

    @property
    def sizes(self) -> tuple[Scalar, Scalar] | None:
        """The sizes of the law."""
        return self.law.sizes

    def sized(self, viscous: Scalar, coulomb: Scalar) -> Smooth:
        """The same width with a law of other sizes.

        >>> Smooth(Friction(0.5, 2.0), width=0.01).sized(0.1, 1.0).law
        Friction(viscous=0.1, coulomb=1.0, backward=None)
        """
        return Smooth(self.law.sized(viscous, coulomb), self.width)

    @property
    def coefficients(self) -> dict[str, Scalar] | None:
        """The coefficients of the law."""
        return self.law.coefficients

    def columns(self, qd: Scalar, direction: Scalar | None = None) -> dict[str, Scalar]:
        """The columns of the law with tanh(q̇/width) for sign(q̇)."""
        return self.law.columns(qd, self._tanh(qd))

    def with_coefficients(self, coefficients: Mapping[str, Scalar]) -> Smooth:
        """The same width with other parameters of the law.

        >>> Smooth(Friction(0.5, 2.0), width=0.01).with_coefficients({"coulomb": 1.0}).force(1.0)
        1.5
        """
        return Smooth(self.law.with_coefficients(coefficients), self.width)


def _jumps(law: AbstractFriction) -> bool:
    """Whether all parts of a law have a sign(q̇) to replace."""
    if isinstance(law, Uneven):
        return _jumps(law.forward) and _jumps(law.backward)
    return isinstance(law, Friction | Stribeck)
