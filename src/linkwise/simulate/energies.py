"""The energies of a run: where they are, where they came from, where they went."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..html_table import html_table

ROUNDING = 4e-15
"""A difference of energies that is not larger than this, relative to them, is rounding."""


@dataclass(frozen=True, repr=False)
class Energies:
    """Energies and work at each time of a run, in joules; work and losses count from its beginning.

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
        """E − E₀ less the work put in, plus the losses: energy that the integrator made out of nothing.

        >>> import linkwise
        >>> run = linkwise.load("pendulum").simulate([1.0], t=1.0, method="euler", step=0.01)
        >>> bool(run.energies.balance[-1] > 0.1)
        True
        """
        with np.errstate(all="ignore"):  # a run may end because its energies are no longer finite
            work = self.work_of_tau + self.work_of_wrenches - self.lost_to_friction - self.lost_at_stops
            return self.total - self.total[0] - work

    @property
    def drift(self) -> float:
        """The largest |balance|, relative to the largest kinetic energy.

        0 where the balance is only rounding of the energies, as when nothing moves; NaN where energies are not finite.

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([1.0], t=1.0).energies.drift < 1e-8
        True
        """
        worst, size = (
            float(np.max(np.abs(self.balance))),
            float(np.max(np.abs(np.concatenate(list(vars(self).values()))))),
        )
        return 0.0 if worst <= ROUNDING * size else worst / float(np.max(self.kinetic))

    def __repr__(self) -> str:
        last = {name: values[-1] for name, values in vars(self).items() if np.any(values)}
        ends = ", ".join(f"{name.replace('_', ' ')} {value:.4g} J" for name, value in last.items())
        return f"Energies({self._rows()}, at the end {ends or 'all 0'}; drift {self.drift:.1e})"

    def _rows(self) -> str:
        return f"{len(self.kinetic)} row" + ("s" if len(self.kinetic) != 1 else "")

    def _repr_html_(self) -> str:
        columns = {**vars(self), "balance": self.balance}
        rows = [(name.replace("_", " "), f"{x[0]:.6g}", f"{x[-1]:.6g}") for name, x in columns.items()]
        title = f"Energies: {self._rows()}, drift {self.drift:.1e}"
        return html_table(title, ("", "at the beginning (J)", "at the end (J)"), rows)
