"""Velocities and accelerations of a task: ẋ = J q̇ and ẍ = J q̈ + J̇ q̇ of its rows, in its axes or angles.

Lynch & Park (2017), (9.91)–(9.92); Balafoutis & Patel (1991), (7.4.1).        [lynch2017] [balafoutis1991]

In the tool's axes the task's velocities are the components Rᵀω, Rᵀv, and its accelerations their rates,

    d(Rᵀω)/dt = Rᵀ ω̇,   d(Rᵀv)/dt = Rᵀ (v̇ − ω × v),

like V̇_b of a body twist. In coordinates of orientation, φ̇ = B⁻¹ ω and φ̈ = B⁻¹ (ω̇ − Ḃ φ̇).
"""

from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array
from .compiled_answers import MOTION, compiled_answers
from .matrices import inverse, times
from .orientation import orientation, regular_angles

if TYPE_CHECKING:
    from .task_space import TaskSpace


def velocities(space: "TaskSpace") -> tuple[Array, Array]:
    """J (…, m, n) and J̇ q̇ (…, m) of a task.

    >>> import linkwise
    >>> J, drift = velocities(linkwise.load("planar2r").task_space([0.0, 0.0], [1.0, 0.0], rows=["x", "y"]))
    >>> J + 0.0, drift
    (array([[0. , 0. ],
           [1.6, 0.9]]), array([-1.6,  0. ]))
    """
    robot, q, qd = space.robot, space.q, space.qd
    compiled = vars(space).get("_compiled") or compiled_answers(space, MOTION)
    if compiled is not None:
        return compiled["jacobian"], compiled["drift"] if qd.any() else np.zeros(compiled["drift"].shape)
    J = robot.jacobian(q, space.frame)
    drift = times(robot.jacobian_dot(q, qd, space.frame), qd) if qd.any() else np.zeros((*q.shape[:-1], 6))
    if space.axes == "tool":
        J, drift = _in_tool_axes(space, J, drift)
    elif space.orientation != "geometric":
        J, drift = _in_angles(space, J, drift)
    S = space.selection.matrix
    return S @ J, times(S, drift)


def _in_tool_axes(space: "TaskSpace", J: Array, drift: Array) -> tuple[Array, Array]:
    turn = np.swapaxes(space.robot.forward_kinematics(space.q, space.frame)[..., :3, :3], -1, -2)
    twist = times(J, space.qd)
    rate = drift[..., 3:] - np.cross(twist[..., :3], twist[..., 3:])
    drift = np.concatenate([times(turn, drift[..., :3]), times(turn, rate)], axis=-1)
    return np.concatenate([turn @ J[..., :3, :], turn @ J[..., 3:, :]], axis=-2), drift


def _in_angles(space: "TaskSpace", J: Array, drift: Array) -> tuple[Array, Array]:
    coordinates = orientation(space.orientation)
    phi = regular_angles(coordinates, space.robot.forward_kinematics(space.q, space.frame), space.frame)
    B_inv = inverse(coordinates.B(phi))
    angular = B_inv @ J[..., :3, :]
    phid = times(angular, space.qd)
    phi_drift = times(B_inv, drift[..., :3] - times(coordinates.B_dot(phi, phid), phid))
    return np.concatenate([angular, J[..., 3:, :]], axis=-2), np.concatenate([phi_drift, drift[..., 3:]], axis=-1)
