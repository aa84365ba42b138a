"""What the entries of a program's arrays are called; those of an array not in these tables are named after it."""

from itertools import product
from typing import NamedTuple

from ...program import Port
from .symbols import Symbol, indexed, named


class Row(NamedTuple):
    """The letter of an array's entries, in ASCII and LaTeX, and its meaning."""

    plain: str
    latex: str
    meaning: str


ARRAYS = {
    "q": Row("q", "q", "joint positions"),
    "qd": Row("QP", r"\dot{q}", "joint velocities"),
    "qdd": Row("QDP", r"\ddot{q}", "joint accelerations"),
    "tau": Row("GAM", r"\Gamma", "joint forces and torques"),
    "gravity": Row("G", "g", "acceleration of gravity"),
    "inverse_dynamics": Row("GAM", r"\Gamma", "joint forces and torques"),
    "forward_dynamics": Row("QDP", r"\ddot{q}", "joint accelerations"),
    "mass_matrix": Row("A", "A", "mass matrix"),
    "mass_matrix_inverse": Row("AI", r"\bar{A}", "inverse of the mass matrix"),
    "coriolis_matrix": Row("CM", r"\mathcal{C}", "Coriolis matrix"),
    "bias_forces": Row("H", "H", "Coriolis, centrifugal and gravity forces"),
    "gravity_forces": Row("Q", "Q", "gravity forces"),
    "kinetic_energy": Row("EK", r"E_{\mathrm{kin}}", "kinetic energy"),
    "potential_energy": Row("EP", r"E_{\mathrm{pot}}", "potential energy"),
    "center_of_mass": Row("CG", r"c_{\mathrm{G}}", "centre of mass"),
    "momentum": Row("HG", r"h_{\mathrm{G}}", "momentum about the centre of mass"),
    "momentum_matrix": Row("AG", r"A_{\mathrm{G}}", "momentum matrix"),
    "forward_kinematics": Row("T", "T", "pose of the frame"),
    "jacobian": Row("J", "J", "Jacobian"),
    "jacobian_dot": Row("JP", r"\dot{J}", "time derivative of the Jacobian"),
    "regressor": Row("Y", "Y", "regressor"),
}
"""Arrays whose entries have a letter."""

TEN = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
"""The inertial parameters of a link, in their order."""

COLUMNS = {
    "inertia": (TEN, "inertia, first moment and mass of a link, at the origin of its frame"),
    "friction": (("FV", "FC"), "viscous and Coulomb friction of a joint"),
}
"""Arrays with a row per link, and what its columns are."""

WRENCH = ("NX", "NY", "NZ", "FX", "FY", "FZ")
"""A wrench, moment first."""


def entries(port: Port) -> list[Symbol]:
    """A symbol for each entry of an array, in row-major order.

    >>> [symbol.plain for symbol in entries(Port("qd", (2,)))]
    ['QP1', 'QP2']
    >>> [symbol.plain for symbol in entries(Port("inertia", (2, 10)))][8:12]
    ['MZ1', 'M1', 'XX2', 'XY2']
    """
    places = list(product(*(range(1, size + 1) for size in port.shape)))
    if port.name in COLUMNS and len(port.shape) == 2 and port.shape[1] == len(COLUMNS[port.name][0]):
        return [named(f"{COLUMNS[port.name][0][k - 1]}{link}") for link, k in places]
    if port.name == "payload" and port.shape == (10,):
        return [Symbol(f"{name}P", rf"\mathit{{{name}}}", r"\mathrm{P}") for name in TEN]
    if port.name.startswith("wrench_") and port.shape == (6,):
        return [named(f"{name}{port.name.removeprefix('wrench_')}") for name in WRENCH]
    row = ARRAYS.get(port.name)
    return [indexed(row.plain, row.latex, place) if row else named(port.name, place) for place in places]


def meaning(port: Port) -> str:
    """What an array holds; empty for an array that is not in the tables.

    >>> meaning(Port("qd", (2,))), meaning(Port("D3", ()))
    ('joint velocities', '')
    """
    if port.name in COLUMNS:
        return COLUMNS[port.name][1]
    if port.name == "payload":
        return "inertia, first moment and mass at the tip, at the origin of its frame"
    if port.name == "placement":
        return "pose of the frame on the link that moves it"
    if port.name.startswith("wrench_"):
        return "wrench of the environment, moment first"
    return ARRAYS[port.name].meaning if port.name in ARRAYS else ""
