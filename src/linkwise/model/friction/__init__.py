"""Friction laws, after Khalil & Dombre (2002) §9.3.4 and Figure 9.2.                                     [khalil2002]

law           what every law answers
coulomb       viscous and Coulomb friction [9.27], Figure 9.2c
stribeck      static friction that falls off with the speed [9.26], Figures 9.2a and 9.2b
piecewise     straight lines through given points, Figure 9.2d
uneven        one law forwards, another backwards
smooth        a law without its jump at rest
drive         a sum of simple terms, as an identification finds it
function      a user's function of speed, position and load
"""

from .coulomb import FREE, Friction
from .drive import DriveFriction
from .function import FrictionFunction
from .law import AbstractFriction
from .piecewise import PiecewiseLinear
from .smooth import Smooth
from .stribeck import Stribeck
from .uneven import Uneven

__all__ = [
    "FREE",
    "AbstractFriction",
    "DriveFriction",
    "Friction",
    "FrictionFunction",
    "PiecewiseLinear",
    "Smooth",
    "Stribeck",
    "Uneven",
]
