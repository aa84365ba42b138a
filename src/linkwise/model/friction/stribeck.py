"""Static friction that falls off to Coulomb friction as the joint begins to move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar

from ...algebra import Scalar, exp, is_zero, log, maximum, sign
from ...errors import InvalidModel
from .law import TINY, AbstractFriction, number

_OWNER = "a Stribeck law"


@dataclass(frozen=True, slots=True)
class Stribeck(AbstractFriction):
    """Khalil & Dombre (2002) [9.26]: Γ_f = F_c sign(q̇) + F_v q̇ + (F_st − F_c) sign(q̇) e^(−k |q̇|^B).   [khalil2002]

    `static` is F_st, the force at q̇ → 0; `k` and the exponent B, which the book does not explain, say how fast it falls
    off: to 37 % of F_st − F_c at the speed k^(−1/B). B = 1 and B = 2 take no logarithm; B below 1 has an infinite slope
    at rest. The default exponent is 2, for which the law is smooth on either side of rest.

    >>> law = Stribeck(viscous=0.5, coulomb=1.0, static=1.5, k=100.0)
    >>> law.force(0.1), law.force(-0.0), law.force(1e-9), law.force(0.0, direction=-1.0)
    (1.2339397205857212, 0.0, 1.5000000005, -1.5)
    """

    kind: ClassVar[str] = "stribeck"

    viscous: Scalar
    coulomb: Scalar
    static: Scalar
    k: Scalar
    exponent: float = 2.0

    def __post_init__(self) -> None:
        for field in ("viscous", "coulomb", "static", "k"):
            object.__setattr__(self, field, number(_OWNER, field, getattr(self, field), positive=field == "k"))
        if not isinstance(self.exponent, Real):
            raise InvalidModel(f"the exponent of {_OWNER} is {self.exponent!r}.", "A number above 0 was expected.")
        object.__setattr__(self, "exponent", number(_OWNER, "exponent", self.exponent, positive=True))
        if isinstance(self.static, float) and isinstance(self.coulomb, float) and self.static < self.coulomb:
            raise InvalidModel(
                f"the static friction {self.static!r} of {_OWNER} is below its Coulomb friction {self.coulomb!r}.",
                "F_st ≥ F_c was expected: friction falls off as the joint begins to move.",
                "swap them, or use Friction(viscous, coulomb).",
            )

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """[9.26]; 0 at rest, F_st sign(q̇) next to it.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0, exponent=1.0).force(1e6)
        500001.0
        """
        s = sign(qd) if direction is None else direction
        left = self._left(qd, direction)
        return self.coulomb * s + self.viscous * qd + (self.static - self.coulomb) * (s * left)

    def _left(self, qd: Scalar, direction: Scalar | None) -> Scalar:
        """e^(−k |q̇|^B). Within an integrator's step a one-sided law may be evaluated beyond rest: there it stays 1, or
        goes on smoothly where B is 2."""
        if self.exponent == 2.0:
            return exp(-self.k * (qd * qd))
        speed = qd * sign(qd) if direction is None else maximum(direction * qd, 0.0)
        return exp(-self.k * (speed if self.exponent == 1.0 else exp(self.exponent * log(maximum(speed, TINY)))))

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """F_st in both directions.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).holding()
        (1.5, 1.5)
        """
        return self.static, self.static

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """F_v, F_c, F_st, k, B.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).numbers
        (0.5, 1.0, 1.5, 100.0, 2.0)
        """
        return self.viscous, self.coulomb, self.static, self.k, self.exponent

    @property
    def data(self) -> dict[str, Any]:
        """The numbers by name.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).data["law"]
        'stribeck'
        """
        names = ("viscous", "coulomb", "static", "k", "exponent")
        return {"law": self.kind, **dict(zip(names, self.numbers, strict=True))}

    @property
    def sizes(self) -> tuple[Scalar, Scalar]:
        """F_v and F_c.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).sizes
        (0.5, 1.0)
        """
        return self.viscous, self.coulomb

    def sized(self, viscous: Scalar, coulomb: Scalar) -> Stribeck:
        """F_st in proportion to F_c; if F_c was 0, F_st stays as far above the new F_c as before.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).sized(0.1, 2.0).static
        3.0
        """
        own = self.coulomb
        static = coulomb + self.static if is_zero(own) else coulomb * (self.static / own)
        return Stribeck(viscous, coulomb, static, self.k, self.exponent)

    @property
    def coefficients(self) -> dict[str, Scalar]:
        """F_v, F_c and F_st − F_c; the law is not linear in k and B.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).coefficients
        {'viscous': 0.5, 'coulomb': 1.0, 'static': 0.5}
        """
        return {"viscous": self.viscous, "coulomb": self.coulomb, "static": self.static - self.coulomb}

    def columns(self, qd: Scalar, direction: Scalar | None = None) -> dict[str, Scalar]:
        """q̇, sign(q̇), sign(q̇) e^(−k |q̇|^B); and 1 for an offset, which this law does not have.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).columns(-1e-10)["static"]
        -1.0
        """
        s = sign(qd) if direction is None else direction
        return {"viscous": qd, "coulomb": s, "offset": 1.0, "static": s * self._left(qd, direction)}

    def with_coefficients(self, coefficients: Mapping[str, Scalar]) -> Stribeck:
        """The same k and B with other parameters.

        >>> Stribeck(0.5, 1.0, 1.5, k=100.0).with_coefficients({"coulomb": 2.0}).static
        2.5
        """
        c = {**self.coefficients, **coefficients}
        return Stribeck(c["viscous"], c["coulomb"], c["coulomb"] + c["static"], self.k, self.exponent)
