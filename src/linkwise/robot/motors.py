"""The coupling of joints and motors, checked.

Khalil & Dombre (2002) [9.31]: dq = J_qm dq_m.                                                           [khalil2002]
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, real
from ..errors import InvalidModel, shown


def motors(coupling: ArrayLike, names: Sequence[str] | None, n: int) -> tuple[list[list[float]], tuple[str, ...]]:
    """J_qm as rows, and the motors' names: motor1, motor2, … where none are given.

    >>> motors([[1.0, 0.0], [-1.0, 1.0]], None, 2)
    ([[1.0, 0.0], [-1.0, 1.0]], ('motor1', 'motor2'))
    """
    J = real("coupling", coupling, n, "dq = J_qm dq_m, one row per coordinate")
    if J.shape != (n, n) or not np.isfinite(J).all():
        raise InvalidModel(
            f"the coupling has shape {J.shape}{'' if np.isfinite(J).all() else ' and entries that are not finite'}.",
            f"A matrix of {n} × {n} finite numbers was expected: dq = J_qm dq_m.",
        )
    if np.linalg.cond(_balanced(J)) > 1e12:
        raise InvalidModel("the coupling is singular.", "Each motor moves the robot in a way of its own.")
    own = tuple(f"motor{k}" for k in range(1, n + 1)) if names is None else names
    listed = isinstance(own, tuple | list) and all(isinstance(name, str) and name for name in own)
    if not listed or len(own) != n or len(set(own)) != n:
        raise InvalidModel(f"the motors are called {shown(repr(names))}.", f"{n} different names were expected.")
    return J.tolist(), tuple(own)


def _balanced(J: Array) -> Array:
    """The coupling with columns and rows of about the same size: slow gears and fast ones make no matrix singular."""
    for axis in (0, 1):
        size = np.abs(J).max(axis=axis, keepdims=True, initial=0.0)
        J = J / np.where(size > 0.0, size, 1.0)
    return J
