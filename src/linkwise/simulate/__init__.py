"""Motion: a robot's equations integrated in time.

methods          explicit_euler, semi_implicit_euler, runge_kutta, implicit_midpoint, gauss_legendre, adaptive (SciPy's)
equations        plant (q, q̇), canonical (q, p), jacobian
dry friction     dry_friction, sticking
what happens     events, changes, stops
what is given    given, inputs, system
the result       simulation, energies, between, tables, saving, plotting
"""

from .energies import Energies
from .events import Event
from .methods import METHODS
from .saving import read
from .simulating import simulate
from .simulation import STATUSES, Sensitivities, Simulation
from .system import Companion, System

__all__ = [
    "METHODS",
    "STATUSES",
    "Companion",
    "Energies",
    "Event",
    "Sensitivities",
    "Simulation",
    "System",
    "read",
    "simulate",
]
