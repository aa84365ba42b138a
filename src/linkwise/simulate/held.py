"""States in which slides are exactly at rest: solvers that solve for all joints at once leave rounding there."""

import numpy as np

from ..calls.arrays import Array
from .dry_friction import ROUNDING, Mask
from .plant import Plant


def pin(plant: Plant, y: Array, still: Array) -> Array:
    """The state y with held joints exactly at rest where `still`, a state of the same modes, has them; for a system
    that cannot be everywhere, where it can be."""
    n, held = plant.n, np.flatnonzero(plant.held[: plant.n])
    if plant.onto is not None:
        return plant.onto(y)
    if not plant.held.any():
        return y
    y = y.copy()
    y[held], y[n + held] = still[held], 0.0
    _together(plant, y, still, plant.held)
    return y


def bring_to_rest(plant: Plant, y: Array, slides: list[int]) -> None:
    """Bring slides whose velocities pass 0 to rest, in place."""
    if not slides:
        return
    n, held = plant.n, plant.held
    fast = np.abs(y[n : 2 * n]).max()
    held[slides] = True
    y[n + np.flatnonzero(held[:n])] = 0.0
    if _together(plant, y, y.copy(), held):  # together they may hold further coordinates
        y[n : 2 * n][np.abs(y[n : 2 * n]) <= ROUNDING * fast] = 0.0


def _together(plant: Plant, y: Array, still: Array, held: Mask) -> bool:
    """Put held combinations where they were, and at rest, by the least change; whether there are any."""
    n, free = plant.n, ~held[: plant.n]
    A = plant.dry.combinations[held[n:]]
    if not len(A) or not free.any():
        return False
    back = np.linalg.pinv(A[:, free], rcond=ROUNDING)
    y[:n][free] -= back @ (A @ (y[:n] - still[:n]))
    y[n : 2 * n][free] -= back @ (A @ y[n : 2 * n])
    return True
