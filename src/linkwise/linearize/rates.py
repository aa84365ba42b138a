"""A frame's pose and Jacobian with its first two time derivatives along a motion, compiled.

The Jacobian is differentiated twice along q(t) by scalars that carry their derivatives: exact, for trees and coupled
joints too.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from ..algebra import along
from ..calls.arrays import Array
from ..calls.function_program import FunctionProgram
from ..calls.kernel_cache import KernelKey

if TYPE_CHECKING:
    from ..calls.equations import Equations
    from ..robot import Robot


class Rates(NamedTuple):
    """The pose (…, 4, 4), and J, J̇, J̈ (…, 6, n): geometric, angular part first, base axes."""

    pose: Array
    J: Array
    Jd: Array
    Jdd: Array


def rates(robot: "Robot", q: Array, qd: Array, qdd: Array, frame: str | None = None) -> Rates:
    """The pose, the Jacobian and its rates where q moves with qd and qdd.

    >>> import linkwise
    >>> circle = rates(linkwise.load("planar2r"), [0.0, 0.0], [1.0, 0.0], [0.0, 0.0])
    >>> circle.Jdd[4]  # a circle: the second derivative is minus the Jacobian
    array([-1.6, -0.9])
    """
    name = robot.tree.frame_or_tip(frame).name
    kernel = robot.kernels.get_or_make(KernelKey("jacobian_rates", frame=name), lambda: _program(robot, name).kernel())
    return Rates(*kernel(q, qd, qdd))


def _program(robot: "Robot", frame: str) -> FunctionProgram:
    n = robot.n

    def differentiated(eq: "Equations", q: list[Any], qd: list[Any], qdd: list[Any]) -> dict[str, Any]:
        def J_and_rate(x: list[Any]) -> tuple[Any, Any]:
            J, Jd = along(lambda q: _lists(eq.jacobian(q, frame)), x[:n], x[n:])
            return J, Jd

        (J, Jd), (_, Jdd) = along(J_and_rate, [*q, *qd], [*qd, *qdd])
        return {"pose": eq.forward_kinematics(q, frame), "J": J, "Jd": Jd, "Jdd": Jdd}

    takes = {"q": (n,), "qd": (n,), "qdd": (n,)}
    gives = {"pose": (4, 4), "J": (6, n), "Jd": (6, n), "Jdd": (6, n)}
    return FunctionProgram(robot.tree, differentiated, takes, gives, "jacobian_rates")


def _lists(rows: Any) -> list[list[Any]]:
    return [list(row) for row in rows]
