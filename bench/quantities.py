"""The quantities that are measured, one row each."""

from typing import NamedTuple


class Quantity(NamedTuple):
    """The question in linkwise, the letters in tables, and the C++ loop's names of its ways to compute it."""

    question: str
    letters: str
    loops: tuple[str, ...]


QUANTITIES = {
    "tau": Quantity("inverse_dynamics", "τ", ("tau",)),
    "M": Quantity("mass_matrix", "M", ("M.local", "M.world")),
    "qdd": Quantity("forward_dynamics", "q̈", ("qdd.local", "qdd.world")),
    "dtau": Quantity("inverse_dynamics_derivatives", "∂τ", ("dtau",)),
    "C": Quantity("coriolis_matrix", "C", ("C",)),
    "g": Quantity("gravity_forces", "g", ("g",)),
    "Y": Quantity("regressor", "regressor", ("Y",)),
}
"""All quantities, by their names in the results."""

OF_CHAINS = {"chain30": ("tau", "M", "qdd", "dtau"), "chain100": ("tau",)}
"""What is measured on chains, to see how time grows with length; on the longest, only what has no n² program."""
