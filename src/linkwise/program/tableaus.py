"""The integrators with a fixed step: one tableau each, for `simulate` and for `rollouts`.

euler               q += h q̇, q̇ += h q̈                                    order 1   Lynch & Park (2017) §9.5
semi_implicit_euler q̇ += h q̈, q += h q̇                                    order 1, drifts less
rk4                 the classical Runge–Kutta method                        order 4   Hairer et al. (1993), Table II.1.2
implicit_midpoint   Gauss collocation with one stage, in (q, p)             order 2, keeps energy
gauss_legendre_4    Gauss collocation with two stages, in (q, p)            order 4, keeps energy

Hairer, Lubich & Wanner (2006), Table II.1.1 and chapter I.                     [hairer1993] [hairer2006] [lynch2017]
"""

from math import sqrt
from typing import NamedTuple


class Tableau(NamedTuple):
    """A Runge–Kutta method: stages k_i = f(t + c_i h, x + h Σ a_ij k_j), then x + h Σ b_i k_i.

    The stages of an implicit one depend on each other. A staggered one moves the positions with the new velocities.

    >>> TABLEAUS["rk4"].nodes
    (0.0, 0.5)
    """

    A: tuple[tuple[float, ...], ...]
    b: tuple[float, ...]
    c: tuple[float, ...]
    order: int
    implicit: bool = False
    staggered: bool = False

    @property
    def nodes(self) -> tuple[float, ...]:
        """The times, as fractions of a step, at which timed inputs are needed; its end is the next one's start."""
        return (0.0, *sorted({c for c in self.c if 0.0 < c < 1.0}))


_R = sqrt(3.0) / 6.0

TABLEAUS: dict[str, Tableau] = {
    "euler": Tableau(((0.0,),), (1.0,), (0.0,), 1),
    "semi_implicit_euler": Tableau(((0.0,),), (1.0,), (0.0,), 1, staggered=True),
    "rk4": Tableau(
        ((0.0, 0.0, 0.0, 0.0), (0.5, 0.0, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0)),
        (1 / 6, 1 / 3, 1 / 3, 1 / 6),
        (0.0, 0.5, 0.5, 1.0),
        4,
    ),
    "implicit_midpoint": Tableau(((0.5,),), (1.0,), (0.5,), 2, implicit=True),
    "gauss_legendre_4": Tableau(
        ((0.25, 0.25 - _R), (0.25 + _R, 0.25)), (0.5, 0.5), (0.5 - _R, 0.5 + _R), 4, implicit=True
    ),
}
"""The tableaus by name."""
