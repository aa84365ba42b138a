"""Linear models as objects of the package python-control."""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, MissingExtra


def to_control(A: Array, B: Array, dt: float, states: tuple[str, ...], inputs: tuple[str, ...]) -> Any:
    """A `control.StateSpace` whose outputs are its states; dt is 0 for a continuous one."""
    try:
        import control
    except ImportError:
        raise MissingExtra("to_control", "control") from None
    if A.ndim != 2:
        raise BadArray(
            f"this is a batch of models, {A.shape[:-2]}.",
            "python-control takes one at a time.",
            "model[0].to_control().",
        )
    # python-control allows no dots in names
    inner, outer = ([name.replace(".", "_") for name in names] for names in (states, inputs))
    C, D = np.eye(len(A)), np.zeros(B.shape)
    return control.ss(A, B, C, D, dt, states=inner, inputs=outer, outputs=[f"y:{name}" for name in inner])
