"""The drive of a joint: friction, rotor inertia, spring, limits."""

import math
from dataclasses import dataclass

from ..algebra import Scalar
from ..errors import InvalidModel
from .friction import FREE, AbstractFriction, Friction

__all__ = [
    "FREE",
    "NO_LIMITS",
    "NO_ROTOR",
    "NO_SPRING",
    "AbstractFriction",
    "Friction",
    "Limits",
    "Rotor",
    "Spring",
]


@dataclass(frozen=True, slots=True)
class Rotor:
    """A motor's rotor and gear, Khalil & Dombre (2002) [9.29]: I_a = N² J_m.                        [khalil2002]

    Where only I_a is known, give it as the `inertia`, with gear ratio 1. Gyroscopic effects are neglected, as in the
    book (rewrite/spinning_rotors.py adds them).

    >>> Rotor(2e-4, gear_ratio=-100.0).reflected
    2.0
    """

    inertia: Scalar = 0.0
    gear_ratio: float = 1.0

    def __post_init__(self) -> None:
        if self.gear_ratio == 0.0:
            raise InvalidModel(
                "the gear ratio of a rotor is 0: it would add no inertia.",
                "Turns of the rotor per turn of the joint were expected, other than 0.",
                "leave the rotor out, or give the inertia that the joint feels, with gear ratio 1.",
            )

    @property
    def reflected(self) -> Scalar:
        """I_a, the inertia (or mass) the joint feels.

        >>> Rotor(0.5).reflected, Rotor(0.5, gear_ratio=4.0).reflected
        (0.5, 8.0)
        """
        return self.inertia * (self.gear_ratio * self.gear_ratio)


NO_ROTOR = Rotor()
"""No rotor inertia."""


@dataclass(frozen=True, slots=True)
class Spring:
    """A spring at a joint, between its two links: the drive takes stiffness · (q − rest) more, in N m/rad or N/m.

    >>> Spring(30.0, rest=0.5).stiffness
    30.0
    """

    stiffness: Scalar = 0.0
    rest: Scalar = 0.0

    def __post_init__(self) -> None:
        if isinstance(self.stiffness, int | float) and not self.stiffness >= 0.0:
            raise InvalidModel(
                f"the stiffness of a spring is {self.stiffness:g}.",
                "A number ≥ 0 was expected: a joint pushed away from its rest position would run away.",
            )


NO_SPRING = Spring()
"""No spring."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Position, velocity and effort limits of a joint; infinite where there are none.

    >>> Limits(-1.0, 1.0).velocity
    inf
    """

    lower: float = -math.inf
    upper: float = math.inf
    velocity: float = math.inf
    effort: float = math.inf


NO_LIMITS = Limits()
"""Free to move at any speed and effort."""
