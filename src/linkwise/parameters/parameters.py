"""The parameters of a robot in one vector."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..errors import NotForThisRobot
from ..formulations import Columns
from ..model import Model
from .conversions import Central, to_central, to_pinocchio, to_pseudo

Drives = Mapping[str, Mapping[str, float]]
"""Drives that several joints share: for each name the coordinates' factors in its speed."""


@dataclass(frozen=True, eq=False)
class Parameters:
    """Names and values in the order of a regressor's columns; `columns` says which these are.

    >>> import linkwise
    >>> own = linkwise.load("planar2r").parameters()
    >>> dict(zip(own.names, own.values.tolist()))["M2"]
    2.1
    """

    names: tuple[str, ...]
    values: Array
    columns: Columns
    links: tuple[str, ...]

    @staticmethod
    def of(tree: Model, columns: Columns) -> "Parameters":
        """Those of a robot without fixed joints."""
        found = columns.values(tree)
        try:
            values = np.array([float(x) for x in found])
        except TypeError:
            raise NotForThisRobot(
                f"some parameters of robot {tree.name} are symbols.", "Numbers were expected.", "see linkwise.formulas."
            ) from None
        values.flags.writeable = False
        return Parameters(columns.names(tree), values, columns, tuple(body.name for body in tree.bodies))

    @property
    def standard(self) -> Array:
        """XX XY XZ YY YZ ZZ MX MY MZ M of each link, (N, 10).

        >>> import linkwise
        >>> linkwise.load("puma560").parameters().standard.shape
        (6, 10)
        """
        own = len(self.columns.letters)
        return self.values[: own * len(self.links)].reshape(-1, own)[:, :10].copy()

    @property
    def central(self) -> Central:
        """Mass, centre of mass and the tensor at it, of each link.

        >>> import linkwise
        >>> linkwise.load("planar2r").parameters().central.mass
        array([1.3, 2.1])
        """
        return to_central(self.standard)

    @property
    def pinocchio(self) -> Array:
        """M MX MY MZ XX XY YY XZ YZ ZZ of each link, (N, 10).

        >>> import linkwise
        >>> linkwise.load("planar2r").parameters().pinocchio[:, 0]
        array([1.3, 2.1])
        """
        return to_pinocchio(self.standard)

    @property
    def pseudo(self) -> Array:
        """The 4×4 pseudo-inertia of each link.

        >>> import linkwise
        >>> linkwise.load("planar2r").parameters().pseudo[:, 3, 3]
        array([1.3, 2.1])
        """
        return to_pseudo(self.standard)
