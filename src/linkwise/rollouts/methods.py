"""The methods a rollout can be integrated by: fixed steps, one row each.

euler               q += h q̇, q̇ += h q̈                                    order 1   Lynch & Park (2017) §8.3
semi_implicit_euler q̇ += h q̈, q += h q̇                                    order 1, keeps energy better
rk4                 the classical Runge–Kutta method                        order 4
implicit_midpoint   Gauss collocation with one stage, in (q, p)             order 2, keeps energy
gauss_legendre_4    Gauss collocation with two stages, in (q, p)            order 4, keeps energy

Hairer, Lubich & Wanner (2006), II.1.                                                       [hairer2006], [lynch2017]
"""

from math import sqrt

from ..backends.llvm.rollout import Scheme

_R = sqrt(3.0) / 6.0

METHODS: dict[str, Scheme] = {
    "euler": Scheme(((0.0,),), (1.0,), (0.0,)),
    "semi_implicit_euler": Scheme(((0.0,),), (1.0,), (0.0,), staggered=True),
    "rk4": Scheme(
        ((0.0, 0.0, 0.0, 0.0), (0.5, 0.0, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0)),
        (1 / 6, 1 / 3, 1 / 3, 1 / 6),
        (0.0, 0.5, 0.5, 1.0),
    ),
    "implicit_midpoint": Scheme(((0.5,),), (1.0,), (0.5,), implicit=True),
    "gauss_legendre_4": Scheme(((0.25, 0.25 - _R), (0.25 + _R, 0.25)), (0.5, 0.5), (0.5 - _R, 0.5 + _R), implicit=True),
}
"""The tableaus by name."""
