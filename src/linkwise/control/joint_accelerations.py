"""Joint accelerations that do a task's, and leave what the task does not see to a posture.

    q̈ = q̈0 + J̄ (ẍ − J̇ q̇ − J q̈0),    J̄ = M⁻¹ Jᵀ (J M⁻¹ Jᵀ + λ² 1)⁻¹,    q̈0 = K_p (q0 − q) − K_d q̇:

J̄ is J⁻¹ where J is square and λ = 0; for arms with more joints, the dynamically consistent one of Khatib (1987), so
that q̈0 does not move the task.                                                                       [khatib1987]
"""

from collections.abc import Sequence
from typing import Any

from numpy.typing import ArrayLike

from ..algebra import Scalar, inverse, solve
from ..algebra.matrices import minus, plus, product, times, turned
from ..errors import NotForThisRobot, shown
from ..robot import Robot
from .gains import gained
from .given import gain, vector
from .task_error import Seen

DAMPED = 2.0
"""The K_d of what a task does not see, where none is given: it comes to rest in half a second."""


def posture_inputs(
    robot: Robot, m: int, posture: ArrayLike | None, kp: ArrayLike | None, kd: ArrayLike | None
) -> dict[str, Any]:
    """The inputs posture, posture_kp and posture_kd of arms with more joints than rows; others have none.

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
    found = {} if posture is None else {"posture": vector("posture", posture, robot.n, "one entry per joint")}
    if posture is not None:
        found["posture_kp"] = gain("posture_kp", 1.0 if kp is None else kp, robot.n)
    return found | {"posture_kd": gain("posture_kd", DAMPED if kd is None else kd, robot.n)}


def free(q: Sequence[Scalar], qd: Sequence[Scalar], inputs: Sequence[Any]) -> list[Scalar]:
    """q̈0 from these inputs."""
    if not inputs:
        return [0.0] * len(q)
    damped = [-x for x in gained(inputs[-1], qd)]
    return damped if len(inputs) == 1 else plus(gained(inputs[1], minus(inputs[0], q)), damped)


def joint_accelerations(
    eq: Any, q: Sequence[Scalar], task: Seen, xdd: Sequence[Scalar], qdd0: Sequence[Scalar], λλ: float
) -> list[Scalar]:
    """q̈."""
    A = product(task.J, inverse(eq.mass_matrix(q)))  # J M⁻¹
    mobility = product(A, turned(task.J))
    damped = [[x + λλ * (i == j) for j, x in enumerate(row)] for i, row in enumerate(mobility)]
    missing = minus(minus(xdd, task.drift), times(task.J, qdd0))
    return plus(qdd0, times(turned(A), solve(damped, missing)))
