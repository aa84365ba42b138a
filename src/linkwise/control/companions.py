"""What a simulation recorded of an equation that ran along with it."""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, UnknownName, shown


def companion_states(simulation: Any, name: str, size: int) -> Array:
    """The states (K, size) of the companion with this name, at the times of a simulation.

    >>> import linkwise
    >>> from linkwise.control import MomentumObserver
    >>> robot = linkwise.load("pendulum")
    >>> run = robot.simulate([0.5], t=[0.0, 0.1], companions={"observer": MomentumObserver(robot, 50.0)})
    >>> companion_states(run, "observer", 1).shape
    (2, 1)
    """
    if name not in simulation.companions:
        raise UnknownName("companion", name, "this simulation", simulation.companions)
    z = np.asarray(simulation.companions[name])
    if z.ndim != 2 or z.shape[1] != size:
        raise BadArray(f"the companion {shown(name)} has states of shape {z.shape}.", f"(…, {size}) was expected.")
    return z
