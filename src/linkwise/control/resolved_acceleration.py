"""Resolved acceleration: inverse dynamics that follows a motion of the hand, with feedback in task coordinates.

    τ = ID(q, q̇, q̈),    q̈ = J⁻¹ (ẍ_d + K_d ė + K_p e − J̇ q̇).

Luh, Walker & Paul (1980); named in Balafoutis & Patel (1991) §7.2.1.
Differs from the source: the angular part comes first; a damped, dynamically consistent inverse replaces J⁻¹, and equals
it where J is square and nothing is damped.                                              [luh1980b] [balafoutis1991]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from ..algebra.matrices import plus
from ..calls.checks import not_negative
from ..robot import Robot
from .controller import Controller
from .gains import GAINS, gain, gain_times
from .joint_accelerations import free_accelerations, joint_accelerations, posture_inputs
from .own_model import expect_robot
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
    """Keep a frame, or the tip, at a pose (4, 4) or on a motion: a `PoseLine`, or a function of t that returns one.

    `rows` of the pose are those of `robot.task_space`; gains are one number, one for each row, or a matrix. Near
    singularities `singularity_damping` λ bounds the joint accelerations. The motion that the task leaves free is damped
    by `posture_kd`, and drawn towards `posture` if one is given.

    >>> import linkwise
    >>> arm, q0 = linkwise.load("ur5"), [0.0, -1.2, 1.8, -0.6, 1.2, 0.3]
    >>> here = arm.forward_kinematics(q0)
    >>> controller = resolved_acceleration(arm, here, kp=100.0, kd=20.0)
    >>> bool(abs(controller(0.0, q0, [0.0] * 6) - arm.gravity_forces(q0)).max() < 1e-9)  # where it should be, at rest
    True
    """
    robot, λ = expect_robot(robot), not_negative("singularity_damping", singularity_damping)
    task = TaskError.of(robot, frame, rows, λ > 0.0)
    inputs = {"desired": pose_input(desired), "kp": gain("kp", kp, task.m), "kd": gain("kd", kd, task.m)}
    inputs |= posture_inputs(robot, task.m, posture, posture_kp, posture_kd)
    return Controller(robot, _ResolvedAcceleration(task, λ * λ), inputs, "resolved_acceleration", GAINS)


@dataclass(frozen=True)
class _ResolvedAcceleration:
    task: TaskError
    λλ: float

    def __call__(self, eq: Any, t: Any, q: Any, qd: Any, desired: Any, kp: Any, kd: Any, *posture: Any) -> Any:
        task = self.task.at(eq, q, qd, desired)
        xdd = plus(task.xdd, plus(gain_times(kd, task.ed), gain_times(kp, task.e)))
        qdd = joint_accelerations(eq, q, task, xdd, free_accelerations(q, qd, posture), self.λλ)
        return eq.inverse_dynamics(q, qd, qdd)
