"""What a kernel can be asked for: a layout of batches, a precision; and which types these choices have."""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

import numpy as np

from ..backends import BACKENDS, AbstractBackend
from ..errors import UnknownName
from ..formulations import Columns
from .thread_count import ThreadCount

BATCH_LAYOUTS = ("rows", "columns")
"""How batches are stored: (N, n) with a state's numbers side by side, or (n, N) with a number's states side by side."""

LAYOUT = BATCH_LAYOUTS[0]
"""The layout of batches unless another is named."""


def precision(value: Any, backend: AbstractBackend) -> str:
    """The name of a precision: "float64", "float32", or another that a backend has.

    >>> precision(np.float32, BACKENDS["interpreter"])
    'float32'
    """
    known = tuple(dict.fromkeys((*BACKENDS["interpreter"].dtypes, *backend.dtypes)))
    try:
        name = np.dtype(value).name
    except TypeError:
        name = str(value)
    if name not in known:
        raise UnknownName("dtype", name, "a kernel", known)
    return name


ArrayQuestion = Literal[
    "inverse_dynamics",
    "forward_dynamics",
    "mass_matrix",
    "mass_matrix_inverse",
    "coriolis_matrix",
    "bias_forces",
    "gravity_forces",
    "reaction_wrenches",
    "regressor",
    "kinetic_energy_regressor",
    "potential_energy_regressor",
    "momentum_regressor",
    "kinetic_energy",
    "potential_energy",
    "center_of_mass",
    "momentum",
    "momentum_matrix",
    "forward_kinematics",
    "jacobian",
    "jacobian_dot",
]
"""Questions whose answer is one array, for type checkers."""

NumPyBackend = Literal["llvm", "c", "python", "interpreter"]
"""Backends that take and give NumPy's arrays, for type checkers."""


class KernelOptions(TypedDict, total=False):
    """The options of `robot.compile` that do not affect the type of the answer, for type checkers."""

    formulation: str | None
    parameters: Sequence[str]
    wrenches: Sequence[str]
    frame: str | Sequence[str] | None
    columns: Columns | None
    base: Sequence[str]
    at: str | Sequence[str] | None
    axes: str
    packed: bool
    layout: str
    width: int | None
    threads: ThreadCount
