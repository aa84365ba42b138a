"""Where the energy of a run is, came from and went."""

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array

ROUNDING = 4e-15
"""The share of the energies up to which a difference of them is rounding."""


@dataclass(frozen=True)
class Energies:
    """Energies and works at each time of a run, in joules; works count from its beginning.

    >>> import linkwise
    >>> run = linkwise.load("puma560").simulate([0.0] * 6, tau=[1.0] * 6, t=0.2)
    >>> bool(abs(run.energies.balance).max() < 1e-6 < run.energies.lost_to_friction[-1])
    True
    """

    kinetic: Array
    potential: Array
    work_of_tau: Array
    work_of_wrenches: Array
    lost_to_friction: Array
    lost_at_stops: Array

    @property
    def total(self) -> Array:
        """Kinetic and potential energy.

        >>> import linkwise
        >>> run = linkwise.load("pendulum").simulate([0.0], [1.0], t=0.1)
        >>> float(run.energies.total[0].round(6))  # ½ · ⅓ − ½ g
        -4.738333
        """
        return self.kinetic + self.potential

    @property
    def balance(self) -> Array:
        """E − E₀ less what was put in, more what was lost: what the integrator made out of nothing.

        >>> import linkwise
        >>> run = linkwise.load("pendulum").simulate([1.0], t=1.0, method="euler", step=0.01)
        >>> bool(run.energies.balance[-1] > 0.1)
        True
        """
        with np.errstate(all="ignore"):  # a run may end because its energies leave the numbers
            given = self.work_of_tau + self.work_of_wrenches - self.lost_to_friction - self.lost_at_stops
            return self.total - self.total[0] - given

    @property
    def drift(self) -> float:
        """The largest |balance|, relative to the largest kinetic energy; 0 where it is but the rounding of the energies
        it is the difference of, as when nothing moves; not a number where energies leave the numbers.

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([1.0], t=1.0).energies.drift < 1e-8
        True
        """
        worst, size = float(np.max(np.abs(self.balance))), float(np.max(np.abs(list(vars(self).values()))))
        return 0.0 if worst <= ROUNDING * size else worst / float(np.max(self.kinetic))
