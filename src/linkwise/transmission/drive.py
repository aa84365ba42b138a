"""What the motors have of their own: inertia, friction, limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import fixed
from ..elastic.matrices import Matrix, rows, symmetric
from ..errors import InvalidModel, UnknownName, plain, shown
from ..model import FREE, NO_LIMITS, AbstractFriction, Limits
from ..model.friction.law import expect_law
from ..robot import JointLimits

MotorLaws = AbstractFriction | Mapping[str, AbstractFriction] | Sequence[AbstractFriction] | None
"""The motors' friction: a law for all, laws by motor, one for each, or None."""


@dataclass(frozen=True, eq=False, repr=False)
class MotorDrive:
    """I_m, the friction laws and the limits of the motors, checked.

    >>> MotorDrive.of(("crank",), inertia=0.2)
    MotorDrive(crank: inertia 0.2)
    """

    motors: tuple[str, ...]
    inertia: Array
    laws: tuple[AbstractFriction, ...]
    each_limit: tuple[Limits, ...]

    @staticmethod
    def of(
        motors: tuple[str, ...], inertia: ArrayLike = 0.0, friction: MotorLaws = None, limits: Any = None
    ) -> MotorDrive:
        """From what `robot.with_transmission` takes.

        >>> from linkwise.model import Friction
        >>> MotorDrive.of(("a", "b"), friction={"b": Friction(0.1)}).laws[1].viscous
        0.1
        """
        I_m = symmetric("inertia", inertia, motors, definite=False, of="motor")
        return MotorDrive(motors, I_m, _laws(motors, friction), _limits(motors, limits))

    @cached_property
    def moves_inertia(self) -> bool:
        """Whether every motion of the motors moves inertia of their own: forward dynamics then never fails.

        >>> MotorDrive.of(("crank",), inertia=0.2).moves_inertia, MotorDrive.of(("crank",)).moves_inertia
        (True, False)
        """
        d = np.diag(self.inertia)
        if not (d > 0.0).all():
            return False
        scale = np.sqrt(d)
        return bool(np.linalg.eigvalsh(self.inertia / np.outer(scale, scale))[0] > len(d) * np.finfo(float).eps)

    @cached_property
    def rows(self) -> Matrix:
        """I_m as constants of a program.

        >>> MotorDrive.of(("crank",), inertia=0.2).rows
        ((0.2,),)
        """
        return rows(self.inertia)

    @cached_property
    def limits(self) -> JointLimits:
        """The motors' limits as arrays.

        >>> MotorDrive.of(("crank",)).limits.effort
        array([inf])
        """
        fields = ("lower", "upper", "velocity", "effort")
        return JointLimits(*(fixed(np.array([float(getattr(x, f)) for x in self.each_limit])) for f in fields))

    def __repr__(self) -> str:
        each = (f"{name}: inertia {I:g}" for name, I in zip(self.motors, np.diag(self.inertia), strict=True))
        return plain(f"MotorDrive({', '.join(each)})", 100)

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: what is cached is computed again."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def _laws(motors: tuple[str, ...], friction: Any) -> tuple[AbstractFriction, ...]:
    if friction is None:
        return (FREE,) * len(motors)
    if isinstance(friction, AbstractFriction):
        return (friction,) * len(motors)
    by_motor = _by_motor(motors, friction, "friction", "A law, a dict of motors and laws, or a law for each motor")
    for name, law in by_motor.items():
        expect_law(f"motor {shown(name)}", "friction", law)
    return tuple(by_motor.get(name, FREE) for name in motors)


def _limits(motors: tuple[str, ...], limits: Any) -> tuple[Limits, ...]:
    if limits is None:
        return (NO_LIMITS,) * len(motors)
    expected = "A dict of motors and Limits(…), or Limits(…) for each motor"
    by_motor = _by_motor(motors, limits, "limits", expected)
    for name, each in by_motor.items():
        if not isinstance(each, Limits):
            raise InvalidModel(
                f"the limits of motor {shown(name)} are {shown(repr(each))}.", f"{expected} was expected."
            )
    return tuple(by_motor.get(name, NO_LIMITS) for name in motors)


def _by_motor(motors: tuple[str, ...], given: Any, what: str, expected: str) -> dict[str, Any]:
    if isinstance(given, Mapping):
        for name in given:
            if name not in motors:
                raise UnknownName("motor", name, "the transmission", motors)
        return dict(given)
    if not isinstance(given, tuple | list) or len(given) != len(motors):
        text = f"{len(given)} entries" if isinstance(given, tuple | list) else shown(repr(given))
        raise InvalidModel(f"the motors' {what}: {text}.", f"{expected} was expected; there are {len(motors)} motors.")
    return dict(zip(motors, given, strict=True))
