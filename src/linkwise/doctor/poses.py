"""Where the axes and links of a robot are, in the frame of its base."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..algebra import Transform
from ..calls.arrays import Array
from ..model import BASE, Model


@dataclass(frozen=True)
class Line:
    """A joint axis: a point on it and its unit vector, in the base frame.

    >>> Line(np.zeros(3), np.array([0.0, 0.0, 1.0])).distance(np.array([3.0, 4.0, 7.0]))
    5.0
    """

    p: Array
    u: Array

    def distance(self, point: Array) -> float:
        """The distance of a point from the axis."""
        return float(np.linalg.norm(np.cross(point - self.p, self.u)))

    def angle(self, other: "Line", sign: float = 1.0) -> float:
        """The angle to another line, or with sign = −1 to that line reversed.

        >>> line = Line(np.zeros(3), np.array([0.0, 0.0, 1.0]))
        >>> line.angle(line), round(line.angle(line, -1.0), 4)
        (0.0, 3.1416)
        """
        v = sign * other.u
        return float(np.arctan2(np.linalg.norm(np.cross(self.u, v)), self.u @ v))


class Poses:
    """The poses of all bodies of a tree; joint values are given by name, and are 0 by default.

    >>> import linkwise
    >>> Poses(linkwise.load("planar2r").tree, {"joint1": np.pi / 2}).line(1).p.round(9)
    array([0. , 0.7, 0. ])
    """

    def __init__(self, tree: Model, q: Mapping[str, float]):
        self.tree, self.T = tree, dict[int, Transform]()
        self.T[BASE] = Transform.identity(tree.base, tree.base)
        for i, body in enumerate(tree.bodies):
            own = body.pose(q.get(body.joint.name, 0.0))
            self.T[i] = (self.T[body.parent] @ own).tagged(tree.base, body.name)

    def line(self, i: int) -> Line:
        """The axis of a body's joint."""
        T = self.T[i]
        return Line(_array(T.p.components), _array((T.R @ self.tree.bodies[i].joint.axis.seen_from(T.of)).components))

    def link(self, i: int) -> tuple[float, Array, Array]:
        """Mass, centre of mass and the inertia tensor there, in the base frame.

        >>> import linkwise
        >>> Poses(linkwise.load("planar2r").tree, {}).link(1)[1].round(9)
        array([1.6, 0. , 0. ])
        """
        inertia = self.tree.bodies[i].inertia.to_parent(self.T[i])
        return float(inertia.m), _array(inertia.com.components), _array(inertia.I_com.full.rows)

    def frame(self, name: str) -> Array:
        """The pose of a named frame, a 4×4 matrix."""
        frame = self.tree.frame(name)
        return _array((self.T[frame.body] @ frame.placement).matrix)


def _array(numbers: object) -> Array:
    return np.array(numbers, dtype=float)
