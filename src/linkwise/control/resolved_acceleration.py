"""Resolved acceleration: a hand's motion followed by inverse dynamics, with feedback where the hand is.

    τ = ID(q, q̇, q̈),    q̈ = J⁻¹ (ẍ_d + K_d ė + K_p e − J̇ q̇).

Luh, Walker & Paul (1980); named in Balafoutis & Patel (1991) §7.2.1.
Differs from the source: the angular part comes first; a damped, dynamically consistent inverse stands for J⁻¹, which it
is where J is square and nothing is damped.                                              [luh1980b] [balafoutis1991]
"""

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import plus
from ..robot import Robot
from .controller import Controller
from .gains import gained
from .given import controlled, gain, level
from .joint_accelerations import free, joint_accelerations, posture_inputs
from .task_error import TaskError, pose_input


def resolved_acceleration(
    robot: Robot,
    desired: Any,
    kp: ArrayLike,
    kd: ArrayLike,
    *,
    frame: str | None = None,
    rows: Any = "pose",
    singularity_damping: float = 0.0,
    posture: ArrayLike | None = None,
    posture_kp: ArrayLike | None = None,
    posture_kd: ArrayLike | None = None,
) -> Controller:
    """A frame, or the tip, kept on a motion: a pose (4, 4), a PoseLine, or a function of t that answers as one.

    `rows` of the pose as in `robot.task_space`; gains are one number, one for each row, or a matrix. Near singularities
    `singularity_damping` λ bounds what is asked of the joints. The motions that the task leaves free are damped by
    posture_kd, and drawn to a posture where one is given.

    >>> import linkwise
    >>> arm, q0 = linkwise.load("ur5"), [0.0, -1.2, 1.8, -0.6, 1.2, 0.3]
    >>> here = arm.forward_kinematics(q0)
    >>> controller = resolved_acceleration(arm, here, kp=100.0, kd=20.0)
    >>> bool(abs(controller(0.0, q0, [0.0] * 6) - arm.gravity_forces(q0)).max() < 1e-9)  # where it should be, at rest
    True
    """
    robot, λ = controlled(robot), level("singularity_damping", singularity_damping)
    task = TaskError.of(robot, frame, rows, λ > 0.0)
    inputs = {"desired": pose_input(desired), "kp": gain("kp", kp, task.m), "kd": gain("kd", kd, task.m)}
    inputs |= posture_inputs(robot, task.m, posture, posture_kp, posture_kd)
    return Controller(robot, _Law(task, λ * λ), inputs, "resolved_acceleration")


@dataclass(frozen=True)
class _Law:
    task: TaskError
    λλ: float

    def __call__(self, eq: Any, t: Any, q: Any, qd: Any, desired: Any, kp: Any, kd: Any, *posture: Any) -> Any:
        seen = self.task.seen(eq, q, qd, desired)
        xdd = plus(seen.xdd, plus(gained(kd, seen.ed), gained(kp, seen.e)))
        return eq.inverse_dynamics(q, qd, joint_accelerations(eq, q, seen, xdd, free(q, qd, posture), self.λλ))
