"""Configuration-space tables of all coefficients.

Raibert (1977), Raibert & Horn (1978), as reviewed by Balafoutis & Patel (1991) after eq. (5.2.8) and by Khalil & Dombre
(2002), §9.6.1.                                                    [raibert1978] [balafoutis1991] [khalil2002]

    D, h, c looked up at q on a grid of positions;  τ_i = Σ D_ik q̈_k + Σ h_ikm q̇_k q̇_m + c_i

Neglects: how coefficients change between the points of the grid; and the load, which needs a table of its own.
Differs from the sources: a coefficient is tabulated over the joints that it depends on, equal ones once, zeros not at
all; h_ikm = h_imk is used. Their state-space tables (Albus, Raibert), over q and q̇, had points^2n entries.
Finding the cell of the table is not counted, as in the printed count.
Cost as printed: n³ + 2n² ×, n³ + n² + without interpolation (288, 252 for n = 6; Khalil & Dombre, Table 9.5, Raibert).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ..algebra import Scalar
from .closed_form import ClosedForm, closed_form
from .tabulation import AbstractTabulation


@dataclass(frozen=True, eq=False)
class Tabulated(AbstractTabulation):
    """All coefficients from tables.

    >>> import linkwise
    >>> Tabulated(linkwise.load("planar2r"), points=9).cost.bytes  # 9² points of two entries, 9 of five, one constant
    1664
    """

    name: ClassVar[str] = "tabulated"
    slopes: ClassVar[bool] = False

    @cached_property
    def tabulated(self) -> ClosedForm:
        """All terms."""
        return closed_form(self.robot.tree)

    def coefficients(self, t: Sequence[Scalar], x: Sequence[Scalar]) -> list[Scalar]:
        """The interpolated entries."""
        return self.tables.values(t, x)
