"""Λ, μ and p as one compiled program, for those who ask at every step of a controller.

The same equations as `task_space`, over scalars: J M⁻¹ Jᵀ is inverted by elimination, so that next to a singularity
fewer digits are right, and on it nothing is; a constant damping λ can be built in.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..algebra import Scalar, Vec3, inverse
from ..algebra.matrices import minus, product, times, turned
from ..calls.equations import Equations
from ..calls.function_program import FunctionProgram
from ..errors import NotForThisRobot
from .damping import FixedDamping
from .making import described

if TYPE_CHECKING:
    from ..robot import Robot

Matrix = list[list[Scalar]]


def task_space_law(
    robot: "Robot", *, frame: str | None = None, rows: Any = "pose", axes: str = "base", damping: float = 0.0
) -> FunctionProgram:
    """The law (q, qd) → jacobian J, inertia Λ, velocity_forces μ, gravity_forces p; `.kernel()` compiles it.

    >>> import linkwise
    >>> law = task_space_law(linkwise.load("planar2r"), rows=["x", "y"])
    >>> law.kernel()([0.0, 1.5707963267948966], [0.0, 0.0]).inertia.round(9)
    array([[2.1, 0. ],
           [0. , 3.4]])
    """
    place = robot.tree.frame_or_tip(frame).name
    chosen, seen, _ = described(rows, axes, "geometric")
    rule = FixedDamping(damping)
    if chosen.m > robot.n and not rule.value:
        raise NotForThisRobot(
            f"the task has {chosen.m} rows and the robot {robot.n} joints.",
            "As many rows as joints, or fewer, have an inertia.",
            "name rows, or give a damping.",
        )
    S, λλ = chosen.matrix.tolist(), rule.value**2

    def law(eq: Equations, q: Sequence[Scalar], qd: Sequence[Scalar]) -> dict[str, Any]:
        J = [list(row) for row in eq.jacobian(q, place)]
        drift = times(eq.jacobian_dot(q, qd, place), qd)
        if seen == "tool":
            J, drift = _in_the_tool(eq.forward_kinematics(q, place), J, drift, times(J, qd))
        J, drift = product(S, J), times(S, drift)
        g = eq.gravity_forces(q)
        c = minus(eq.bias_forces(q, qd), g)
        A = product(J, inverse(eq.mass_matrix(q)))  # J M⁻¹
        mobility = product(A, turned(J))
        Λ = inverse([[x + λλ * (i == j) for j, x in enumerate(row)] for i, row in enumerate(mobility)])
        μ = times(Λ, minus(times(A, c), drift))
        return {"jacobian": J, "inertia": Λ, "velocity_forces": μ, "gravity_forces": times(Λ, times(A, g))}

    m, n = chosen.m, robot.n
    gives = {"jacobian": (m, n), "inertia": (m, m), "velocity_forces": (m,), "gravity_forces": (m,)}
    return FunctionProgram(robot.tree, law, {"q": (n,), "qd": (n,)}, gives, "task_space")


def _in_the_tool(
    pose: Sequence[Sequence[Scalar]], J: Matrix, drift: list[Scalar], twist: list[Scalar]
) -> tuple[Matrix, list[Scalar]]:
    """Rᵀ ω̇ and Rᵀ (v̇ − ω × v), as in `velocities`."""
    turn = [[pose[j][i] for j in range(3)] for i in range(3)]
    carried = Vec3(*twist[:3]).cross(Vec3(*twist[3:])).components
    rate = minus(drift[3:], carried)
    return product(turn, J[:3]) + product(turn, J[3:]), times(turn, drift[:3]) + times(turn, rate)
