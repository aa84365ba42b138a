"""What a spring, a damper or a contact exerts on a frame: f_e of Khalil & Dombre (2002) [9.78], with the sign changed.

There f_ej is what link j exerts on the environment, and "may include contributions from springs, dampers, contact with
the environment"; here a wrench is what the environment exerts on the link, as everywhere in linkwise.    [khalil2002]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Scalar, Vec3
from ..algebra.matrices import times
from ..calls.arrays import Array, assembled, columns
from ..calls.checks import real

if TYPE_CHECKING:
    from ..calls.equations import Equations

Scalars = Sequence[Scalar]
"""Numbers, columns of a batch, or traced values."""

Rows = Sequence[Sequence[Scalar]]
"""A pose, row by row: rotation and position, and a last row that is not looked at."""


Numbers = tuple[float, float, float]
"""Three constants: what the fields of a law hold once it is made."""


class AbstractContact(ABC):
    """A law of a frame's pose and velocity, over scalars: traced, compiled and differentiated like the robot."""

    @abstractmethod
    def wrench(self, pose: Rows, twist: Scalars) -> list[Scalar]:
        """Moment about the frame's origin and force on it, base axes, for its pose and (ω, v) of its origin."""

    @abstractmethod
    def potential_energy(self, pose: Rows) -> Scalar:
        """The energy that it stores at a pose; all else it takes is lost."""

    def on(self, eq: Equations, q: Scalars, qd: Scalars, frame: str | None = None) -> list[Scalar]:
        """The wrench on a frame of a robot, over scalars: what functions traced with its equations call.

        >>> import linkwise
        >>> from linkwise.calls.equations import Equations
        >>> floor = linkwise.contact.PlaneContact(1000.0, normal=[0, 1, 0])
        >>> eq = Equations(linkwise.load("planar2r").tree)
        >>> round(floor.on(eq, [-0.1, 0.0], [0.0, 0.0], "tip")[4], 3)  # 1.6 sin 0.1 deep
        159.733
        """
        return self.wrench(eq.forward_kinematics(q, frame), times(eq.jacobian(q, frame), qd))

    def at(self, robot: Any, q: ArrayLike, qd: ArrayLike, frame: str | None = None) -> Array:
        """The wrench on a frame of any system that moves, at states (…, n): (…, 6).

        >>> import linkwise
        >>> floor = linkwise.contact.PlaneContact(1000.0, normal=[0, 1, 0])
        >>> floor.at(linkwise.load("planar2r"), [[-0.1, 0.0], [0.1, 0.0]], [0.0, 0.0], "tip")[:, 4].round(3)
        array([159.733,   0.   ])
        """
        q, qd = (real(name, x, robot.n, "one entry per coordinate") for name, x in (("q", q), ("qd", qd)))
        pose, J = robot.forward_kinematics(q, frame), robot.jacobian(q, frame)
        twist = np.einsum("...ij,...j->...i", J, qd)
        batch = np.broadcast_shapes(pose.shape[:-2], twist.shape[:-1])
        with np.errstate(all="ignore"):
            answer = self.wrench(_rows(pose, batch), columns(np.broadcast_to(twist, (*batch, 6)), batch == ()))
        return assembled(answer, batch, (6,))

    def stored(self, robot: Any, q: ArrayLike, frame: str | None = None) -> Array:
        """The energy that it stores at configurations (…, n).

        >>> import linkwise
        >>> floor = linkwise.contact.PlaneContact(1000.0, normal=[0, 1, 0])
        >>> floor.stored(linkwise.load("planar2r"), [-0.1, 0.0], "tip").round(3)
        np.float64(12.757)
        """
        pose = robot.forward_kinematics(real("q", q, robot.n, "one entry per coordinate"), frame)
        batch = pose.shape[:-2]
        return assembled(self.potential_energy(_rows(pose, batch)), batch, ())


def _rows(pose: Array, batch: tuple[int, ...]) -> Rows:
    flat = columns(np.broadcast_to(pose, (*batch, 4, 4)).reshape(*batch, 16), batch == ())
    return [flat[i : i + 4] for i in range(0, 16, 4)]


def turned(pose: Rows, r: Sequence[float]) -> Vec3:
    """R r: a vector of the frame in base axes.

    >>> turned([[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 5.0], [0.0, 0.0, 1.0, 5.0]], (1.0, 0.0, 0.0))
    Vec3(x=0.0, y=1.0, z=0.0, frame=None)
    """
    x, y, z = times([row[:3] for row in pose[:3]], r) if any(r) else (0.0, 0.0, 0.0)
    return Vec3(x, y, z)


def origin(pose: Rows) -> Vec3:
    """The frame's origin in the base.

    >>> origin([[1.0, 0.0, 0.0, 5.0], [0.0, 1.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0]])
    Vec3(x=5.0, y=6.0, z=7.0, frame=None)
    """
    return Vec3(pose[0][3], pose[1][3], pose[2][3])
