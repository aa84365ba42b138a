"""Λ, μ and p as one compiled program, for use at every step of a controller.

The same equations as `robot.task_space`, over scalars: J M⁻¹ Jᵀ is inverted by elimination, so fewer digits are right
near a singularity, and none on it; a constant damping λ can be built in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..algebra import Scalar, Vec3, inverse
from ..algebra.matrices import minus, product, times, transpose
from ..calls.equations import Equations
from ..calls.function_program import FunctionProgram
from ..errors import NotForThisRobot, shown
from .damping import FixedDamping
from .rows import task_rows

if TYPE_CHECKING:
    from ..robot import Robot

Matrix = list[list[Scalar]]


def task_space_program(
    robot: Robot, *, frame: str | None = None, rows: Any = "pose", axes: str = "base", damping: float = 0.0
) -> FunctionProgram:
    """(q, qd) → jacobian J, inertia Λ, velocity_forces μ and gravity_forces p as a program; `.kernel()` compiles it.

    >>> import linkwise
    >>> program = task_space_program(linkwise.load("planar2r"), rows=["x", "y"])
    >>> program.kernel()([0.0, 1.5707963267948966], [0.0, 0.0]).inertia.round(9)
    array([[2.1, 0. ],
           [0. , 3.4]])
    """
    place = robot.tree.frame_or_tip(frame).name
    selected, λ = task_rows(rows, axes, "geometric"), FixedDamping(damping).value
    m, n = selected.m, robot.n
    if m > n and not λ:
        raise NotForThisRobot(
            f"the task has {m} rows and robot {shown(robot.name)} has {n} joints.",
            "A task can have at most as many rows as the robot has joints.",
            "name fewer rows, or give a damping.",
        )
    S, λλ = selected.matrix.tolist(), λ**2

    def dynamics(eq: Equations, q: Sequence[Scalar], qd: Sequence[Scalar]) -> dict[str, Any]:
        J = [list(row) for row in eq.jacobian(q, place)]
        drift = times(eq.jacobian_dot(q, qd, place), qd)
        if axes == "tool":
            J, drift = _in_tool_axes(eq.forward_kinematics(q, place), J, drift, times(J, qd))
        J, drift = product(S, J), times(S, drift)
        g = eq.gravity_forces(q)
        c = minus(eq.bias_forces(q, qd), g)
        A = product(J, inverse(eq.mass_matrix(q)))  # J M⁻¹
        mobility = product(A, transpose(J))
        Λ = inverse([[x + λλ * (i == j) for j, x in enumerate(row)] for i, row in enumerate(mobility)])
        μ = times(Λ, minus(times(A, c), drift))
        return {"jacobian": J, "inertia": Λ, "velocity_forces": μ, "gravity_forces": times(Λ, times(A, g))}

    gives = {"jacobian": (m, n), "inertia": (m, m), "velocity_forces": (m,), "gravity_forces": (m,)}
    return FunctionProgram(robot.tree, dynamics, {"q": (n,), "qd": (n,)}, gives, "task_space")


def _in_tool_axes(
    pose: Sequence[Sequence[Scalar]], J: Matrix, drift: list[Scalar], twist: list[Scalar]
) -> tuple[Matrix, list[Scalar]]:
    """Rᵀ ω̇ and Rᵀ (v̇ − ω × v), as in `velocities`."""
    turn = [[pose[j][i] for j in range(3)] for i in range(3)]
    carried = Vec3(*twist[:3]).cross(Vec3(*twist[3:])).components
    rate = minus(drift[3:], carried)
    return product(turn, J[:3]) + product(turn, J[3:]), times(turn, drift[:3]) + times(turn, rate)
