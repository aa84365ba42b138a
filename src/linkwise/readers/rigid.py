"""Could a rigid body have this inertia? One test for every format.

No principal moment at the centre of mass is negative, and none is larger than the sum of the other two (the triangle
inequality). A negative moment makes kinetic energy negative and forward dynamics meaningless; moments that break the
triangle inequality leave dynamics well defined, and many vendors' files have them.
"""

from dataclasses import dataclass

import numpy as np

from ..algebra import Sym3

TOLERANCE = 1e-6
"""Relative to the sum of the moments' magnitudes: files print six digits or more, and the moment of a thin rod about
its axis, or the slack of a flat plate in the triangle inequality, is 0 up to their rounding."""

SUBTRACTION = 1e-14
"""Relative to the moments at the link's origin: a tensor that a program moved to the centre of mass by subtraction
carries their rounding errors, and for a point mass nothing else is left."""

ROUNDED = 1e-12
"""Relative to the sum of the moments' magnitudes: a negative moment below this comes from our own arithmetic."""


@dataclass(frozen=True)
class Moments:
    """Principal moments, smallest first, and what is wrong with them: "", "negative" or "triangle".

    >>> Moments.of(Sym3(3.0, 0.0, 0.0, 1.0, 0.0, 2.5), 0.0)
    Moments(small=1.0, middle=2.5, large=3.0, slack=6.5e-06, fault='')
    >>> print(Moments.of(Sym3(1.0, 2.0, 0.0, 1.0, 0.0, 2.0), 0.0))
    principal moments -1, 2, 3
    """

    small: float
    middle: float
    large: float
    slack: float
    fault: str

    @staticmethod
    def of(I_c: Sym3, trace_at_origin: float) -> "Moments":
        """The moments of a tensor at the centre of mass, judged with a tolerance for rounding."""
        small, middle, large = principal(I_c)
        slack = TOLERANCE * (abs(small) + abs(middle) + abs(large)) + SUBTRACTION * abs(trace_at_origin)
        fault = "negative" if small < -slack else "triangle" if small + middle < large - slack else ""
        return Moments(small, middle, large, slack, fault)

    @property
    def rounding(self) -> bool:
        """Whether the smallest is negative, but by no more than printed digits explain."""
        return not self.fault and self.small < -ROUNDED * (abs(self.small) + abs(self.middle) + abs(self.large))

    def __str__(self) -> str:
        every = (self.small, self.middle, self.large)
        return "principal moments " + ", ".join(f"{x:.6g}" if abs(x) > self.slack else "0" for x in every)


def principal(I: Sym3) -> tuple[float, float, float]:
    """The principal moments, smallest first.

    >>> principal(Sym3(3.0, 0.0, 0.0, 1.0, 0.0, 2.0))
    (1.0, 2.0, 3.0)
    """
    a, b, c, d, e, f = I.components
    if b == c == e == 0.0:
        small, middle, large = sorted((a, d, f))
        return small, middle, large
    largest = max(abs(x) for x in I.components)
    small, middle, large = np.linalg.eigvalsh(np.array(((a, b, c), (b, d, e), (c, e, f))) / largest) * largest
    return float(small), float(middle), float(large)
