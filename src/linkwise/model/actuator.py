"""What a joint's drive brings along: friction, rotor inertia, limits."""

import math
from dataclasses import dataclass

from ..algebra import Scalar, sign


@dataclass(frozen=True, slots=True)
class Friction:
    """Viscous and Coulomb friction, Khalil & Dombre (2002) [9.27]: Γ_f = F_c sign(q̇) + F_v q̇.   [khalil2002]

    Differs from the book: Coulomb friction may differ with the direction of motion; `backward` is its size for q̇ < 0
    and equals `coulomb` where it is not given.

    >>> Friction(viscous=2.0, coulomb=1.0).force(-3.0)
    -7.0
    """

    viscous: Scalar = 0.0
    coulomb: Scalar = 0.0
    backward: Scalar | None = None

    def force(self, qd: Scalar) -> Scalar:
        """The joint force the drive must spend on friction at the velocity q̇; 0 at rest.

        >>> uneven = Friction(viscous=0.5, coulomb=1.0, backward=3.0)
        >>> uneven.force(2.0), uneven.force(-2.0), uneven.force(0.0)
        (2.0, -4.0, 0.0)
        """
        if self.backward is None:
            return self.coulomb * sign(qd) + self.viscous * qd
        F_plus, F_minus, s = self.coulomb, self.backward, sign(qd)
        return 0.5 * (F_plus + F_minus) * s + 0.5 * (F_plus - F_minus) * (s * s) + self.viscous * qd


FREE = Friction()
"""No friction."""


@dataclass(frozen=True, slots=True)
class Rotor:
    """A motor's rotor and gear, Khalil & Dombre (2002) [9.29]: I_a = N² J_m.                        [khalil2002]

    Where only I_a is known it is the `inertia` with gear ratio 1. Gyroscopic effects are neglected, as in the book.

    >>> Rotor(2e-4, gear_ratio=-100.0).reflected
    2.0
    """

    inertia: Scalar = 0.0
    gear_ratio: float = 1.0

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
