"""A frame moved on a straight line while it turns about one axis.

    p = p0 + r (p1 − p0),   R = R0 exp(r φ̃),   ω = R0 φ ṙ,   r = 10 s³ − 15 s⁴ + 6 s⁵,   s = t / duration,

φ being the rotation vector of R0ᵀ R1; before and after, the frame rests at its ends.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray
from ..taskspace import orientation
from ..trajectories import Quintic
from .given import fixed

UPRIGHT = 1e-9
"""How far R Rᵀ may be off 1."""


class PoseMotion(NamedTuple):
    """Poses (…, 4, 4), twists (ω, v) and accelerations (ω̇, v̇) (…, 6) of a frame, in base axes.

    >>> import numpy as np
    >>> PoseMotion(np.eye(4), np.zeros(6), np.zeros(6)).twist.shape
    (6,)
    """

    pose: Array
    twist: Array
    acceleration: Array


@dataclass(frozen=True, eq=False)
class PoseLine:
    """The motion from one pose (4, 4) to another within a duration; called with times (…) it gives a PoseMotion.

    >>> import numpy as np
    >>> up = np.eye(4); up[2, 3] = 0.8
    >>> line = PoseLine(np.eye(4), up, duration=2.0)
    >>> line(1.0).pose[:3, 3], line(1.0).twist[5]
    (array([0. , 0. , 0.4]), np.float64(0.75))
    """

    start: ArrayLike
    end: ArrayLike
    duration: float

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            object.__setattr__(self, name, pose(name, getattr(self, name)))
        object.__setattr__(self, "duration", self._pace.duration)

    @cached_property
    def _pace(self) -> Quintic:
        return Quintic([0.0], [1.0], duration=self.duration)

    @cached_property
    def turn(self) -> Array:
        """φ, seen from the frame.

        >>> import numpy as np
        >>> PoseLine(np.eye(4), np.diag([-1.0, -1.0, 1.0, 1.0]), 1.0).turn.round(6)
        array([0.      , 0.      , 3.141593])
        """
        return orientation("rotation_vector").angles(self.start[:3, :3].T @ self.end[:3, :3])

    def __call__(self, t: ArrayLike) -> PoseMotion:
        """Pose, twist and acceleration at times."""
        r, rd, rdd = self._pace.derivatives(t, 2)
        R0, way = self.start[:3, :3], self.end[:3, 3] - self.start[:3, 3]
        line = np.concatenate([R0 @ self.turn, way])
        found = np.zeros((*np.shape(t), 4, 4))
        found[..., :3, :3] = R0 @ orientation("rotation_vector").rotation(r * self.turn)
        found[..., :3, 3] = self.start[:3, 3] + r * way
        found[..., 3, 3] = 1.0
        return PoseMotion(found, rd * line, rdd * line)


def pose(name: str, given: ArrayLike) -> Array:
    """A pose: a rotation matrix and a position over 0 0 0 1.

    >>> pose("start", [[1, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])[0, 3]
    np.float64(0.1)
    """
    T = numbers(name, given, (4, 4), "a pose").astype(float)
    expected = "A 4×4 matrix was expected: a rotation and a position over 0 0 0 1."
    if T.shape != (4, 4) or not np.isfinite(T).all() or not np.array_equal(T[3], [0.0, 0.0, 0.0, 1.0]):
        raise BadArray(f"{name} is no pose.", expected, "robot.forward_kinematics gives one.")
    R = T[:3, :3]
    if np.abs(R @ R.T - np.eye(3)).max() > UPRIGHT or np.linalg.det(R) < 0.0:
        raise BadArray(f"the rotation of {name} is none.", expected, "its columns are unit vectors, right-handed.")
    return fixed(T)
