"""Where the axes and links of a robot are, seen from its base."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..algebra import Transform
from ..calls.arrays import Array
from ..model import BASE, Model


@dataclass(frozen=True)
class Line:
    """A joint's axis: a point on it and its unit vector, seen from the base.

    >>> Line(np.zeros(3), np.array([0.0, 0.0, 1.0])).distance(np.array([3.0, 4.0, 7.0]))
    5.0
    """

    p: Array
    u: Array

    def distance(self, point: Array) -> float:
        """The distance of a point."""
        return float(np.linalg.norm(np.cross(point - self.p, self.u)))

    def angle(self, other: "Line", sign: float = 1.0) -> float:
        """The angle to another line; with sign = −1 to the other line the other way round.

        >>> line = Line(np.zeros(3), np.array([0.0, 0.0, 1.0]))
        >>> line.angle(line), round(line.angle(line, -1.0), 4)
        (0.0, 3.1416)
        """
        v = sign * other.u
        return float(np.arctan2(np.linalg.norm(np.cross(self.u, v)), self.u @ v))


class Poses:
    """The poses of all bodies of a tree at values of its joints, by name; joints not named are at 0.

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
        """Mass, centre of mass and inertia tensor at it, seen from the base.

        >>> import linkwise
        >>> Poses(linkwise.load("planar2r").tree, {}).link(1)[1].round(9)
        array([1.6, 0. , 0. ])
        """
        seen = self.tree.bodies[i].inertia.to_parent(self.T[i])
        return float(seen.m), _array(seen.com.components), _array(seen.I_com.full.rows)

    def frame(self, name: str) -> Array:
        """The 4×4 pose of a named frame."""
        frame = self.tree.frame(name)
        return _array((self.T[frame.body] @ frame.placement).matrix)


def _array(numbers: object) -> Array:
    return np.array(numbers, dtype=float)
