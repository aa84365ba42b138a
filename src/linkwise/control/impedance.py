"""Impedance: a hand that yields to a force as a mass, a damper and a spring would.

With x̃ = x − x_d, e = −x̃ and the wrench w of the environment at the frame, Hogan (1985):

    Λ  (ẍ − ẍ_d) + D x̃˙ + K x̃ = w:    τ = ID(q, q̇, J̄ (ẍ_d − J̇ q̇)) + Jᵀ (D ė + K e),         the arm's own inertia
    Λ_d (ẍ − ẍ_d) + D x̃˙ + K x̃ = w:    τ = ID(q, q̇, J̄ (ẍ − J̇ q̇)) − Jᵀ w,                    an inertia of choice
                                        ẍ = ẍ_d + Λ_d⁻¹ (D ė + K e + w);

the second needs w to be measured. The stiffness of orientation acts on e_o = sin θ: see `task_error`.   [hogan1985]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra.matrices import plus, times, transpose
from ..calls.arrays import Array
from ..calls.checks import fixed, not_negative, vector
from ..errors import BadArray, LinkwiseError
from ..robot import Robot
from ..taskspace.matrices import inverse
from .controller import Controller
from .gains import GAINS, gain, gain_times
from .joint_accelerations import free_accelerations, joint_accelerations, posture_inputs
from .own_model import expect_robot
from .task_error import TaskError, pose_input


def impedance(
    robot: Robot,
    desired: Any,
    stiffness: ArrayLike,
    damping: ArrayLike,
    *,
    inertia: ArrayLike | None = None,
    wrench: Any = None,
    frame: str | None = None,
    rows: Any = "pose",
    singularity_damping: float = 0.0,
    posture: ArrayLike | None = None,
    posture_kp: ArrayLike | None = None,
    posture_kd: ArrayLike | None = None,
) -> Controller:
    """A spring and a damper between a frame and its desired pose, with the arm's own inertia or a chosen one.

    `desired`, `rows` and the posture are as in `resolved_acceleration`; stiffness, damping and inertia are one number,
    one for each row, or a matrix. A chosen `inertia` needs the measured `wrench` at the frame: six numbers (moment,
    force) in base axes, or a function of t that returns them.

    >>> import linkwise
    >>> arm, q0 = linkwise.load("planar2r"), [0.4, 1.2]
    >>> soft = impedance(arm, arm.forward_kinematics(q0), stiffness=200.0, damping=80.0, rows=["x", "y"])
    >>> run = arm.simulate(q0, controller=soft, wrenches={"tip": [0, 0, 0, 10.0, 0, 0]}, t=6.0)
    >>> (run.path()[-1] - run.path()[0]).round(6)  # 10 N / 200 N/m
    array([0.05, 0.  , 0.  ])
    """
    robot, λ = expect_robot(robot), not_negative("singularity_damping", singularity_damping)
    task = TaskError.of(robot, frame, rows, λ > 0.0)
    inputs = {
        "desired": pose_input(desired),
        "stiffness": gain("stiffness", stiffness, task.m),
        "damping": gain("damping", damping, task.m),
    }
    if (inertia is None) != (wrench is None):
        raise LinkwiseError(
            "impedance was given an inertia without a wrench, or a wrench without an inertia.",
            "Both or neither were expected: to feel like a chosen inertia, the hand must measure the wrench.",
            "wrench=lambda t: sensor(t), for example.",
        )
    if inertia is not None:
        inputs |= {"mobility": fixed(inverse(_inertia(inertia, task.m))), "wrench": _wrench_input(wrench)}
    inputs |= posture_inputs(robot, task.m, posture, posture_kp, posture_kd)
    forces = (_OwnInertia if inertia is None else _ChosenInertia)(task, λ * λ)
    return Controller(robot, forces, inputs, "impedance", GAINS)


def _inertia(value: ArrayLike, m: int) -> Array:
    """A symmetric positive definite matrix (m, m), from one number, a diagonal or the matrix."""
    inertia = gain("inertia", value, m, positive=True)
    inertia = np.diag(inertia) if inertia.ndim == 1 else inertia
    if not np.allclose(inertia, inertia.T, rtol=1e-12, atol=0.0):
        raise BadArray("inertia is not symmetric.", "A symmetric matrix with positive eigenvalues was expected.")
    return inertia


def _wrench_input(wrench: Any) -> Any:
    if not callable(wrench):
        return vector("the wrench", wrench, 6, "moment and force")
    shape = np.shape(wrench(0.0))
    if shape != (6,):
        raise BadArray(f"the wrench has shape {shape} at t = 0.", "Six numbers were expected: moment and force.")
    return ("timed", wrench)


@dataclass(frozen=True)
class _OwnInertia:
    task: TaskError
    λλ: float

    def __call__(self, eq: Any, t: Any, q: Any, qd: Any, desired: Any, K: Any, D: Any, *posture: Any) -> Any:
        task = self.task.at(eq, q, qd, desired)
        qdd = joint_accelerations(eq, q, task, task.xdd, free_accelerations(q, qd, posture), self.λλ)
        spring = plus(gain_times(D, task.ed), gain_times(K, task.e))
        return plus(eq.inverse_dynamics(q, qd, qdd), times(transpose(task.J), spring))


@dataclass(frozen=True)
class _ChosenInertia:
    task: TaskError
    λλ: float

    def __call__(
        self, eq: Any, t: Any, q: Any, qd: Any, desired: Any, K: Any, D: Any, mobility: Any, w: Any, *posture: Any
    ) -> Any:
        task = self.task.at(eq, q, qd, desired)
        force = plus(plus(gain_times(D, task.ed), gain_times(K, task.e)), times(self.task.rows, w))
        m = self.task.m
        push = [sum((mobility[i * m + j] * force[j] for j in range(m)), 0.0) for i in range(m)]
        qdd = joint_accelerations(eq, q, task, plus(task.xdd, push), free_accelerations(q, qd, posture), self.λλ)
        return eq.inverse_dynamics(q, qd, qdd, {self.task.frame: w})
