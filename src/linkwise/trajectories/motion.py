"""What a trajectory says about some times."""

from typing import NamedTuple

from ..calls.arrays import Array


class Motion(NamedTuple):
    """Positions, velocities and accelerations, one row for each time; of several motions, one block for each.

    >>> import numpy as np
    >>> Motion(np.zeros(2), np.ones(2), np.zeros(2)).qd
    array([1., 1.])
    """

    q: Array
    qd: Array
    qdd: Array


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
