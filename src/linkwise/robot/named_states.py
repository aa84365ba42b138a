"""States by the names of coordinates: dicts of numbers, and arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.by_joint import joint_array
from ..calls.checks import real

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..calls.arrays import Array
    from ..calls.by_joint import JointValues


class AbstractNamedStates(ABC):
    """Arrays from dicts by name, and back."""

    @property
    @abstractmethod
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates."""

    def joint_array(self, values: JointValues, others: ArrayLike | None = None) -> Array:
        """The array (…, n) of numbers by joint name, of which `others` fills in those that are not named.

        Every question takes such a dict in place of an array too, if it names all joints.

        >>> import linkwise
        >>> linkwise.load("planar2r").joint_array({"joint2": 0.5}, others=0.0)
        array([0. , 0.5])
        """
        return joint_array("values", values, self.joint_names, others).astype(float)

    def joint_dict(self, array: ArrayLike) -> dict[str, Any]:
        """The numbers of an array (…, n) by joint name: one float for each joint, or an array of a batch.

        >>> import linkwise
        >>> robot = linkwise.load("planar2r")
        >>> robot.joint_dict([0.1, 0.5])
        {'joint1': 0.1, 'joint2': 0.5}
        """
        columns = np.moveaxis(real("array", array, len(self.joint_names), "one entry per joint"), -1, 0)
        return dict(zip(self.joint_names, columns.tolist() if columns.ndim == 1 else columns, strict=True))
