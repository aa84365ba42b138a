"""Joint accelerations that achieve those of a task, and spend the freedom it leaves on a posture.

    q̈ = q̈0 + J̄ (ẍ − J̇ q̇ − J q̈0),    J̄ = M⁻¹ Jᵀ (J M⁻¹ Jᵀ + λ² 1)⁻¹,    q̈0 = K_p (q0 − q) − K_d q̇:

J̄ is J⁻¹ where J is square and λ = 0; for arms with more joints, the dynamically consistent inverse of Khatib (1987), so
that q̈0 does not move the task.                                                                       [khatib1987]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from ..algebra import Scalar, inverse, solve
from ..algebra.matrices import minus, plus, product, times, transpose
from ..calls.checks import vector
from ..errors import NotForThisRobot, shown
from ..robot import Robot
from .gains import gain, gain_times
from .task_error import TaskState

POSTURE_KD = 2.0
"""The default K_d of the motion a task leaves free: it comes to rest within half a second."""


def posture_inputs(
    robot: Robot, m: int, posture: ArrayLike | None, kp: ArrayLike | None, kd: ArrayLike | None
) -> dict[str, Any]:
    """The inputs posture, posture_kp and posture_kd for a task of m rows; none if it leaves no joint free.

    >>> import linkwise
    >>> posture_inputs(linkwise.load("panda"), 6, None, None, None)["posture_kd"][0]
    np.float64(2.0)
    """
    if m >= robot.n:
        if not (posture is None and kp is None and kd is None):
            raise NotForThisRobot(
                f"a task of {m} rows leaves no joint of robot {shown(robot.name)} free.",
                "A posture is for arms with more joints than the task has rows.",
                "leave it out, or name fewer rows.",
            )
        return {}
    if posture is None and kp is not None:
        raise NotForThisRobot("posture_kp was given without a posture.", "A posture to return to was expected.")
    inputs = {}
    if posture is not None:
        inputs["posture"] = vector("posture", posture, robot.n, "one entry per joint")
        inputs["posture_kp"] = gain("posture_kp", 1.0 if kp is None else kp, robot.n)
    return inputs | {"posture_kd": gain("posture_kd", POSTURE_KD if kd is None else kd, robot.n)}


def free_accelerations(q: Sequence[Scalar], qd: Sequence[Scalar], inputs: Sequence[Any]) -> list[Scalar]:
    """q̈0 from the posture inputs: K_p (q0 − q) − K_d q̇, −K_d q̇ without a posture, zero without inputs."""
    if not inputs:
        return [0.0] * len(q)
    damping = [-x for x in gain_times(inputs[-1], qd)]
    return damping if len(inputs) == 1 else plus(gain_times(inputs[1], minus(inputs[0], q)), damping)


def joint_accelerations(
    eq: Any, q: Sequence[Scalar], task: TaskState, xdd: Sequence[Scalar], qdd0: Sequence[Scalar], λλ: float
) -> list[Scalar]:
    """q̈ for the task accelerations ẍ and the free accelerations q̈0, damped by λ²."""
    A = product(task.J, inverse(eq.mass_matrix(q)))  # J M⁻¹
    mobility = product(A, transpose(task.J))
    damped = [[x + λλ * (i == j) for j, x in enumerate(row)] for i, row in enumerate(mobility)]
    missing = minus(minus(xdd, task.drift), times(task.J, qdd0))
    return plus(qdd0, times(transpose(A), solve(damped, missing)))
