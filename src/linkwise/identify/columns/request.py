"""What a fit shall estimate besides the links' parameters, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...algebra import is_finite_number
from ...calls.arrays import Array
from ...errors import BadArray, UnknownName, shown
from ...model import Model
from ...parameters.parameters import Drives
from .kinds import KINDS


@dataclass(frozen=True)
class Request:
    """The columns of a fit: kinds of friction, the width of tanh in Coulomb's column, rotors, drives, tilt of the base,
    gains.

    >>> Request.of(["coulomb", "viscous"]).friction
    ('viscous', 'coulomb')
    """

    friction: tuple[str, ...]
    width: float | None
    rotors: bool | None
    drives: Drives | None
    tilt: bool
    links: bool = True
    gains: tuple[str, ...] | bool = False

    @staticmethod
    def of(
        friction: Sequence[str] = (),
        width: float | None = 0.02,
        rotors: bool | None = None,
        drives: Drives | None = None,
        tilt: bool = False,
        links: bool = True,
        gains: Sequence[str] | bool | None = None,
    ) -> Request:
        """The request in these words, in the order of the table.

        >>> Request.of(["viscous"], width=-1.0)
        Traceback (most recent call last):
        linkwise.errors.BadArray: the width is -1.0.
          A speed above 0 was expected, or None for sign(qd).
        """
        if isinstance(friction, str) or not isinstance(friction, Sequence):
            known = ", ".join(KINDS)
            raise BadArray(f"friction is {shown(repr(friction))}.", f"A list of some of {known} was expected.")
        for kind in friction:
            if not isinstance(kind, str) or kind not in KINDS:
                raise UnknownName("kind of friction column", kind, "linkwise", KINDS)
        if width is not None and (not is_finite_number(width) or width <= 0.0):
            raise BadArray(
                f"the width is {shown(repr(width))[1:-1]}.", "A speed above 0 was expected, or None for sign(qd)."
            )
        for name, value in (("tilt", tilt), ("links", links)):
            if not isinstance(value, bool):
                raise BadArray(f"{name} is {shown(repr(value))}.", "True or False was expected.")
        if not links and drives:
            raise BadArray("links=False keeps what robots have besides friction.", "No drives were expected with it.")
        if not isinstance(gains, list | tuple | bool | None):
            what = f"gains is {shown(repr(gains))}."
            raise BadArray(what, "True, or a list of joints whose gains are unknown, was expected.")
        own = bool(gains) if isinstance(gains, bool | None) else tuple(gains)
        return Request(tuple(kind for kind in KINDS if kind in friction), width, rotors, drives, tilt, links, own)

    @property
    def data(self) -> dict[str, Any]:
        """The request as plain data.

        >>> Request.of(["viscous"]).data["width"]
        0.02
        """
        drives = {name: dict(row) for name, row in (self.drives or {}).items()}
        own = {"friction": list(self.friction), "width": self.width, "rotors": self.rotors}
        gains = self.gains if isinstance(self.gains, bool) else list(self.gains)
        return {**own, "drives": drives, "tilt": self.tilt, "links": self.links, "gains": gains}


@dataclass(frozen=True, eq=False)
class Axis:
    """Where friction acts: a joint or a shared drive, whose speed is `row` · u̇; `suffix` ends its coefficients'
    names."""

    name: str
    suffix: str
    row: Array
    drive: bool

    @property
    def coordinates(self) -> list[int]:
        """The coordinates that it moves.

        >>> Axis("elbow", "2", np.array([0.0, 1.0]), False).coordinates
        [1]
        """
        return np.flatnonzero(self.row).tolist()


def axes(tree: Model, drives: Mapping[str, Mapping[str, float]] | None) -> list[Axis]:
    """The joints of a robot's tree, then the drives.

    >>> import linkwise
    >>> [axis.suffix for axis in axes(linkwise.load("planar2r").tree, {"m": {"joint1": 1.0, "joint2": 1.0}})]
    ['1', '2', '_m']
    """
    found = []
    for j, (body, row) in enumerate(zip(tree.bodies, tree.coordinates.rows, strict=True), 1):
        dense = np.zeros(tree.n)
        for k, c in row:
            dense[k] = c
        found.append(Axis(body.joint.name, str(j), dense, False))
    for name, ratios in (drives or {}).items():
        dense = np.array([float(ratios.get(joint, 0.0)) for joint in tree.coordinates.names])
        found.append(Axis(name, f"_{name}", dense, True))
    return found
