"""The pose error of a frame and its rate, over scalars.

    e = (e_o, p_d − p),    e_o = ½ (n × n_d + s × s_d + a × a_d),

n, s, a being the columns of the rotation: e_o = sin θ times the axis of the turn by θ that is missing. Luh, Walker &
Paul (1980). It needs no branches; it is 0 at a half turn as well as at none, so errors must stay below that. [luh1980b]
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..algebra import Scalar, Vec3
from ..algebra.matrices import minus, product, times
from ..calls.arrays import Array
from ..calls.checks import fixed
from ..errors import BadArray, NotForThisRobot, shown
from ..robot import Robot
from ..taskspace.rows import selection
from .gains import rows_of
from .pose_line import check_pose

MOTION_SIZE = 24
"""Numbers of a pose without its last row, a twist and an acceleration."""


class TaskState(NamedTuple):
    """The rows of a task at a state: J, J̇ q̇, e, ė and the desired acceleration ẍ_d."""

    J: list[list[Scalar]]
    drift: list[Scalar]
    e: list[Scalar]
    ed: list[Scalar]
    xdd: list[Scalar]


@dataclass(frozen=True)
class TaskError:
    """A frame, and the rows S (m, 6) of its twist that a task is about."""

    frame: str
    rows: tuple[tuple[float, ...], ...]

    @staticmethod
    def of(robot: Robot, frame: str | None, rows: Any, damped: bool) -> "TaskError":
        """The task of these rows at a frame, the tip if none is named."""
        S = selection(rows).matrix
        if len(S) > robot.n and not damped:
            raise NotForThisRobot(
                f"the task has {len(S)} rows and robot {shown(robot.name)} has {robot.n} joints.",
                "A robot can follow as many rows as it has joints, or fewer.",
                "name fewer rows, or give singularity_damping.",
            )
        return TaskError(robot.scalar_system.tree.frame_or_tip(frame).name, tuple(map(tuple, S.tolist())))

    @property
    def m(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def at(self, eq: Any, q: Sequence[Scalar], qd: Sequence[Scalar], desired: Sequence[Scalar]) -> TaskState:
        """The task at a state, compared with the desired pose and its rates."""
        T, J = eq.forward_kinematics(q, self.frame), eq.jacobian(q, self.frame)
        drift = times(eq.jacobian_dot(q, qd, self.frame), qd)
        T_d, twist, xdd = rows_of(desired[:12], 4), [0.0] * 6, [0.0] * 6
        if len(desired) == MOTION_SIZE:
            twist, xdd = list(desired[12:18]), list(desired[18:])
        e = [*orientation_error(T, T_d), *(b[3] - a[3] for a, b in zip(T, T_d, strict=False))]
        ed = minus(twist, times(J, qd))
        S = self.rows
        return TaskState(product(S, J), times(S, drift), times(S, e), times(S, ed), times(S, xdd))


def orientation_error(R: Sequence[Sequence[Scalar]], R_d: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    """e_o of two rotations, or poses.

    >>> upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    >>> orientation_error(upright, [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    [0.0, 0.0, 1.0]
    """
    columns = [(Vec3(*(row[k] for row in R[:3])), Vec3(*(row[k] for row in R_d[:3]))) for k in range(3)]
    crossed = [a.cross(b).components for a, b in columns]
    return [0.5 * (x + y + z) for x, y, z in zip(*crossed, strict=True)]


@dataclass(frozen=True, eq=False)
class FlatPoseMotion:
    """A motion of a frame in time as flat arrays: pose, twist and acceleration, MOTION_SIZE numbers."""

    function: Callable[[float], Any]

    def __call__(self, t: float) -> Array:
        """The numbers at a time."""
        motion = self.function(t)
        shapes = [np.shape(part) for part in motion] if isinstance(motion, tuple | list) else [np.shape(motion)]
        if shapes != [(4, 4), (6,), (6,)]:
            raise BadArray(
                f"the motion to follow returns arrays of shapes {shapes} at t = {t:g}.",
                "A pose (4, 4), a twist (6,) and an acceleration (6,) were expected.",
                "see linkwise.control.PoseLine.",
            )
        T, twist, acceleration = (np.asarray(part, dtype=float) for part in motion)
        return np.concatenate([T[:3].ravel(), twist, acceleration])


def pose_input(desired: Any) -> Any:
    """What a frame follows, as an input of a controller: a pose (4, 4) to be held, or ("timed", a motion in time).

    >>> import numpy as np
    >>> pose_input(np.eye(4)).shape
    (12,)
    """
    if callable(desired):
        motion = FlatPoseMotion(desired)
        motion(0.0)  # so that wrong shapes are refused here
        return ("timed", motion)
    return fixed(check_pose("the pose to hold", desired)[:3].ravel())
