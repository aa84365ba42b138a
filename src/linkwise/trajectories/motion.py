"""What a trajectory gives at some times: positions, velocities, accelerations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..calls.arrays import Array, as_written

MOST_SHOWN = 8
"""How many joints' numbers are printed; for more joints, or several times, the shape."""


@as_written
class Motion(NamedTuple):
    """Positions, velocities and accelerations, one row for each time; for several motions, one block for each.

    >>> import numpy as np
    >>> Motion(np.zeros(2), np.ones(2), np.zeros(2)).qd
    array([1., 1.])
    """

    q: Array
    qd: Array
    qdd: Array

    def __repr__(self) -> str:
        return _shown(self)


@as_written
class Samples(NamedTuple):
    """A motion and its times.

    >>> import numpy as np
    >>> Samples(np.zeros(1), np.zeros((1, 2)), np.ones((1, 2)), np.zeros((1, 2))).t
    array([0.])
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array

    def __repr__(self) -> str:
        return _shown(self)


def _shown(motion: Motion | Samples) -> str:
    """The numbers of one time, the shapes of several."""
    arrays = {name: np.asarray(array) for name, array in motion._asdict().items()}
    if all(array.ndim == 1 and array.size <= MOST_SHOWN for array in arrays.values()):
        fields = [f"{name}=[{', '.join(f'{x:.6g}' for x in array)}]" for name, array in arrays.items()]
    else:
        fields = [f"{name}: {array.shape}" for name, array in arrays.items()]
    return f"{type(motion).__name__}({', '.join(fields)})"
