"""The quantities that are measured: one row each."""

from typing import NamedTuple


class Quantity(NamedTuple):
    """The question to linkwise, the letters of tables, and what the C++ loop calls its ways to the answer."""

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
"""All of them, by the name they have in results."""

OF_CHAINS = {"chain30": ("tau", "M", "qdd", "dtau"), "chain100": ("tau",)}
"""Those that tell how effort grows with length; of the longest chain, the one whose program is not n² long."""
