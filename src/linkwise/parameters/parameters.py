"""The parameters of a robot as one vector."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..errors import NotForThisRobot, encodable, shown
from ..formulations import Columns
from ..html_table import html_table
from ..model import Model
from .conversions import Central, to_central, to_pinocchio, to_pseudo

Drives = Mapping[str, Mapping[str, float]]
"""Drives that several joints share, by name: how fast the drive turns for each unit of a joint's speed."""


@dataclass(frozen=True, eq=False, repr=False)
class Parameters:
    """Names and values of the parameters, in the order of a regressor's columns; `links` are the moving links.

    >>> import linkwise
    >>> own = linkwise.load("planar2r").parameters()
    >>> own
    Parameters(20 of 2 links: XX1, XY1, XZ1, YY1, YZ1, ZZ1, MX1, MY1, MZ1, M1, XX2, …)
    >>> dict(zip(own.names, own.values.tolist()))["M2"]
    2.1
    """

    names: tuple[str, ...]
    values: Array
    columns: Columns
    links: tuple[str, ...]

    @staticmethod
    def of(tree: Model, columns: Columns) -> Parameters:
        """The parameters of a robot without fixed joints.

        >>> import linkwise
        >>> tree = linkwise.load("puma560").tree
        >>> Parameters.of(tree, Columns.of(tree)).names[9:11]  # the rotors have inertia
        ('M1', 'Ia1')
        """
        try:
            values = np.array([float(x) for x in columns.values(tree)])
        except TypeError:
            raise NotForThisRobot(
                f"some parameters of robot {shown(tree.name)} are symbols.",
                "Numbers were expected.",
                "robot.formula answers questions in symbols.",
            ) from None
        values.flags.writeable = False
        return Parameters(columns.names(tree), values, columns, tuple(body.name for body in tree.bodies))

    @property
    def standard(self) -> Array:
        """XX XY XZ YY YZ ZZ MX MY MZ M of each link, (links, 10).

        >>> import linkwise
        >>> linkwise.load("puma560").parameters().standard.shape
        (6, 10)
        """
        width = len(self.columns.letters)
        return self.values[: width * len(self.links)].reshape(-1, width)[:, :10].copy()

    @property
    def central(self) -> Central:
        """Mass, centre of mass and the inertia tensor about it, of each link.

        >>> import linkwise
        >>> linkwise.load("planar2r").parameters().central.mass
        array([1.3, 2.1])
        """
        return to_central(self.standard)

    @property
    def pinocchio(self) -> Array:
        """M MX MY MZ XX XY YY XZ YZ ZZ of each link, (links, 10).

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

    def __repr__(self) -> str:
        first = ", ".join(self.names[:11]) + (", …" if len(self.names) > 11 else "")
        return encodable(f"Parameters({len(self.names)} of {len(self.links)} links: {first})")

    def _repr_html_(self) -> str:
        values = (f"{x:.6g}" for x in self.values.tolist())
        return html_table(repr(self), ("parameter", "value"), zip(self.names, values, strict=True))
