"""Approximations of inverse dynamics from the years before recursions, each reporting its error and its cost.

    from linkwise import approximate
    approximate.compare(robot)                         # every method on the same motions
    approximate.Pruned(robot, significance=0.01).report(q, qd, qdd)

Methods    WithoutCoriolis, Pruned, Tabulated, Aldon, StateSpace, Cmac, Multirate; METHODS by name
Results    compare, Comparison, Report, Cost
Inputs     Box (the states that a method is made for), motions, coefficients (D, h, c of the closed form)

without_coriolis, pruned, tabulated, aldon, state_space, cmac, multirate
                  the methods, one file each
approximation     what every method has: forces, a program, a cost, a report
closed_form       the terms of the equations of motion, and the program of their coefficients
tabulation, tables, grid, interpolation
                  what the methods with tables share
box, motions      the states that methods are made for and tried on
report, compare   errors and costs, of one method and of all
"""

from .aldon import Aldon
from .approximation import AbstractApproximation
from .box import Box
from .closed_form import Coefficients, coefficients
from .cmac import Cmac
from .compare import METHODS, Comparison, compare
from .motions import motions
from .multirate import Multirate
from .pruned import Pruned
from .report import Cost, Report
from .state_space import StateSpace
from .tabulated import Tabulated
from .without_coriolis import WithoutCoriolis

__all__ = [
    "METHODS",
    "AbstractApproximation",
    "Aldon",
    "Box",
    "Cmac",
    "Coefficients",
    "Comparison",
    "Cost",
    "Multirate",
    "Pruned",
    "Report",
    "StateSpace",
    "Tabulated",
    "WithoutCoriolis",
    "coefficients",
    "compare",
    "motions",
]
