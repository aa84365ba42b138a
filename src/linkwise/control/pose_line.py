"""A frame moved on a straight line while it turns about one axis.

    p = p0 + r (p1 − p0),   R = R0 exp(r φ̃),   ω = R0 φ ṙ,   r = 10 s³ − 15 s⁴ + 6 s⁵,   s = t / duration,

φ being the rotation vector of R0ᵀ R1; before and after, the frame rests at its ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, as_written
from ..calls.checks import finite, fixed
from ..errors import BadArray
from ..taskspace import orientation
from ..trajectories import Quintic

ORTHONORMAL = 1e-9
"""How far R Rᵀ may be from 1."""


@as_written
class PoseMotion(NamedTuple):
    """Poses (…, 4, 4), twists (ω, v) and accelerations (ω̇, v̇) (…, 6) of a frame, in base axes.

    >>> import numpy as np
    >>> PoseMotion(np.eye(4), np.zeros(6), np.zeros(6))
    PoseMotion(pose (4, 4), twist (6,), acceleration (6,))
    """

    pose: Array
    twist: Array
    acceleration: Array

    def __repr__(self) -> str:
        shapes = [f"{name} {np.shape(array)}" for name, array in self._asdict().items()]
        return f"PoseMotion({', '.join(shapes)})"


@dataclass(frozen=True, eq=False, init=False)
class PoseLine:
    """The motion from one pose (4, 4) to another within a duration; called with times (…) it returns a PoseMotion.

    >>> import numpy as np
    >>> up = np.eye(4); up[2, 3] = 0.8
    >>> line = PoseLine(np.eye(4), up, duration=2.0)
    >>> line
    PoseLine(0.8 m, 0° in 2 s)
    >>> line(1.0).pose[:3, 3], line(1.0).twist[5]
    (array([0. , 0. , 0.4]), np.float64(0.75))
    """

    start: Array
    end: Array
    duration: float

    def __init__(self, start: ArrayLike, end: ArrayLike, duration: float) -> None:
        for name, pose in (("start", start), ("end", end)):
            object.__setattr__(self, name, check_pose(name, pose))
        object.__setattr__(self, "duration", Quintic([0.0], [1.0], duration=duration).duration)

    @cached_property
    def _pace(self) -> Quintic:
        return Quintic([0.0], [1.0], duration=self.duration)

    @cached_property
    def turn(self) -> Array:
        """φ, the rotation vector from start to end in the axes of the start.

        >>> import numpy as np
        >>> PoseLine(np.eye(4), np.diag([-1.0, -1.0, 1.0, 1.0]), 1.0).turn.round(6)
        array([0.      , 0.      , 3.141593])
        """
        return orientation("rotation_vector").angles(self.start[:3, :3].T @ self.end[:3, :3])

    def __call__(self, t: ArrayLike) -> PoseMotion:
        """Pose, twist and acceleration at times (…)."""
        r, rd, rdd = self._pace(t)
        R0, way = self.start[:3, :3], self.end[:3, 3] - self.start[:3, 3]
        line = np.concatenate([R0 @ self.turn, way])
        pose = np.zeros((*np.shape(t), 4, 4))
        pose[..., :3, :3] = R0 @ orientation("rotation_vector").rotation(r * self.turn)
        pose[..., :3, 3] = self.start[:3, 3] + r * way
        pose[..., 3, 3] = 1.0
        return PoseMotion(pose, rd * line, rdd * line)

    def __repr__(self) -> str:
        length, angle = (float(np.linalg.norm(v)) for v in (self.end[:3, 3] - self.start[:3, 3], self.turn))
        return f"PoseLine({length:.6g} m, {np.degrees(angle):.6g}° in {self.duration:.6g} s)"


def check_pose(name: str, value: ArrayLike) -> Array:
    """A pose as a read-only array (4, 4): a rotation matrix and a position over 0 0 0 1.

    >>> check_pose("start", [[1, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])[0, 3]
    np.float64(0.1)
    """
    T = finite(name, value, (4, 4), "a pose")
    expected = "A 4×4 matrix was expected: a rotation and a position over 0 0 0 1."
    if T.shape != (4, 4) or not np.array_equal(T[3], [0.0, 0.0, 0.0, 1.0]):
        raise BadArray(f"{name} is not a pose.", expected, "robot.forward_kinematics returns one.")
    R = T[:3, :3]
    if np.abs(R @ R.T - np.eye(3)).max() > ORTHONORMAL or np.linalg.det(R) < 0.0:
        raise BadArray(
            f"the upper left 3×3 block of {name} is not a rotation.",
            expected,
            "its columns must be orthogonal unit vectors, right-handed.",
        )
    return fixed(T)
