"""What a friction law must answer.

    force(q̇, q, load)       the force the drive must spend, with the sign of q̇; 0 at rest
    holding(q, load)        the driving force, forwards and backwards, up to which a joint at rest stays at rest

`direction` = ±1 takes the place of sign(q̇): it gives the one-sided law that a joint follows while it slides that way,
down to q̇ → 0. It may be any number between −1 and 1, which is how a law is made smooth; laws that are continuous at
rest have no sign(q̇) and ignore it.

The load is the force g_i(q) that gravity exerts on the joint, not the joint's whole force. The whole force depends on
the acceleration, so forward dynamics would have to solve for friction and acceleration at once; g(q) is known from the
state and means the same in inverse and in forward dynamics.

A law may be linear in parameters: `coefficients` are their values by kind, `columns` what they are multiplied by.
It may also be scaled by two numbers, its `sizes`: `sized` is the law with other sizes, everything else in proportion.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from numbers import Real
from typing import Any, ClassVar

from ...algebra import Scalar, gradient, is_finite_number, is_zero
from ...errors import InvalidModel, shown

TINY = 1e-30
"""A speed that counts as rest and is not 0: its logarithm is finite, even in single precision."""


class AbstractFriction(ABC):
    """A law of friction at one joint, over any scalar.

    >>> from linkwise.model import Friction
    >>> law = Friction(viscous=0.5, coulomb=1.0)
    >>> isinstance(law, AbstractFriction), law.force(2.0), law.holding(), law.slopes(2.0)
    (True, 2.0, (1.0, 1.0), (0.5, 0.0, 0.0))
    """

    __slots__ = ()
    kind: ClassVar[str]
    needs: tuple[str, ...] = ()
    """What the force depends on besides the speed: "q" and "load"."""
    repr_determines: bool = True
    """Whether the law's repr determines it, so that compiled programs can be stored on disk; a function's does not."""

    @abstractmethod
    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """The joint force the drive must spend on friction at the velocity q̇."""

    @abstractmethod
    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """The largest driving forces, forwards and backwards, under which a joint at rest stays there; both ≥ 0."""

    @property
    @abstractmethod
    def numbers(self) -> tuple[Scalar, ...]:
        """Every number of the law."""

    @property
    @abstractmethod
    def data(self) -> dict[str, Any]:
        """The law as plain data, as files hold it."""

    @property
    def absent(self) -> bool:
        """Whether there is no force at any speed."""
        return False

    @property
    def parts(self) -> tuple[AbstractFriction, ...]:
        """The laws this one is made of.

        >>> from linkwise.model import Friction
        >>> Friction(0.5).parts
        ()
        """
        return ()

    @property
    def sizes(self) -> tuple[Scalar, Scalar] | None:
        """Viscous and Coulomb friction, each the mean of both directions; None for a law that has no such numbers."""
        return None

    def sized(self, viscous: Scalar, coulomb: Scalar) -> AbstractFriction:
        """The law with other sizes; its own sizes give the law itself."""
        raise unsized(self)

    def slopes(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar, Scalar]:
        """∂force/∂q̇, ∂force/∂q, ∂force/∂load: exact; at a corner the mean of both sides, and jumps are left out."""
        return tuple(gradient(lambda x: self.force(*x), [qd, q, load])[1])

    @property
    def coefficients(self) -> dict[str, Scalar] | None:
        """The parameters the law is linear in, by kind; None where it is not linear in any."""
        return None

    def columns(self, qd: Scalar, direction: Scalar | None = None) -> dict[str, Scalar]:
        """The factors of the parameters, by kind."""
        raise not_linear(self)

    def with_coefficients(self, coefficients: Mapping[str, Scalar]) -> AbstractFriction:
        """The law with other values for some of its parameters; the others stay."""
        raise not_linear(self)


def not_linear(law: AbstractFriction) -> InvalidModel:
    """The error for a law that no regressor has columns for."""
    return InvalidModel(
        f"{shown(repr(law))} is not linear in parameters.",
        "Friction, Stribeck, Uneven made of Friction, and Smooth made of these are.",
        "give the joint such a law: robot.with_friction({joint: law}), or leave friction out.",
    )


def unsized(law: AbstractFriction) -> InvalidModel:
    """The error for a law without viscous and Coulomb friction."""
    return InvalidModel(
        f"{shown(repr(law))} has no viscous and Coulomb friction.",
        "Friction, Stribeck, and Smooth and Uneven laws made of these do.",
        "give the joint such a law: robot.with_friction({joint: law}), or leave friction built in.",
    )


def in_proportion(own: Scalar, mean: Scalar, size: Scalar) -> Scalar:
    """The value that `own` takes when the mean it belongs to is scaled to `size`.

    >>> in_proportion(3.0, 2.0, 4.0), in_proportion(0.0, 0.0, 4.0)
    (6.0, 4.0)
    """
    return size if is_zero(mean) else size * (own / mean)


def number(law: str, field: str, value: object, *, positive: bool = False) -> Scalar:
    """A coefficient, checked: a plain number must be finite and ≥ 0, or above 0 if `positive`.

    >>> number("a Stribeck law", "k", 0.0, positive=True)
    Traceback (most recent call last):
    linkwise.errors.InvalidModel: the k of a Stribeck law is 0.0.
      A finite number above 0 was expected.
    """
    expected = f"A finite number {'above 0' if positive else '≥ 0'} was expected."
    wrong = InvalidModel(f"the {field} of {law} is {shown(repr(value))[1:-1]}.", expected)
    if not isinstance(value, Real):
        if value is None or isinstance(value, str | bytes | complex) or hasattr(value, "__len__"):
            raise wrong
        return value  # a symbol, or a value of a trace
    if not is_finite_number(value) or value < 0.0 or (positive and float(value) == 0.0):
        raise wrong
    return float(value)


def expect_law(owner: str, field: str, law: object) -> None:
    """Refuse anything but a friction law."""
    if not isinstance(law, AbstractFriction):
        raise InvalidModel(
            f"the {field} of {owner} is {shown(repr(law))}.",
            "A friction law was expected.",
            "linkwise.model has Friction, Stribeck, PiecewiseLinear, Uneven, Smooth and FrictionFunction.",
        )
