"""Around which motion a robot is linearized.

Balafoutis & Patel (1991) §7.2.2: a nominal trajectory (q°, q̇°, q̈°) and the nominal force τ° that goes with it.
                                                                                                    [balafoutis1991]
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, real
from ..asking import WrenchesLike
from ..errors import BadArray, LinkwiseError, NotForThisRobot, shown
from .joint_space import LinearizedModel

if TYPE_CHECKING:
    from ..robot import Robot


def linearize(
    robot: "Robot", q: Any, qd: ArrayLike | None = None, qdd: ArrayLike | None = None, *,
    tau: ArrayLike | None = None, t: ArrayLike | None = None, wrenches: WrenchesLike | None = None,
) -> LinearizedModel:  # fmt: skip
    """The linear model around states (…, n), or around a trajectory at the times t; see `Robot.linearize`.

    >>> import linkwise
    >>> model = linearize(linkwise.load("pendulum"), [0.0])
    >>> model.A.round(3) + 0.0  # hanging: q̈ = −(3 g / 2 l) q
    array([[  0.   ,   1.   ],
           [-14.715,   0.   ]])
    """
    if is_trajectory(q):
        if t is None or qd is not None or qdd is not None or tau is not None:
            raise LinkwiseError(
                "a trajectory was given without times, or together with qd, qdd or tau.",
                "A trajectory holds q, qd and qdd: only the times t were expected beside it.",
                "robot.linearize(trajectory, t=[0.0, 0.5, 1.0]), say.",
            )
        q, qd, qdd = motion_at(robot, q, t)
    elif t is not None:
        raise LinkwiseError("times t were given without a trajectory.", "States are taken as they are.", "leave t out.")
    if qdd is not None and tau is not None:
        raise LinkwiseError(
            "qdd and tau were both given.", "Either says what the other is.", "leave out one of them."
        )  # fmt: skip
    rest = np.zeros(robot.n)
    q, qd = finite(robot, "q", q), finite(robot, "qd", rest if qd is None else qd)
    if tau is not None:
        qdd = robot.forward_dynamics(q, qd, finite(robot, "tau", tau), wrenches=wrenches)
    qdd = finite(robot, "qdd", rest if qdd is None else qdd)
    P, V, D = robot.inverse_dynamics_derivatives(q, qd, qdd, wrenches=wrenches)
    found = robot.inverse_dynamics(q, qd, qdd, wrenches=wrenches)
    q, qd, qdd = (np.broadcast_to(array, found.shape) for array in (q, qd, qdd))
    return LinearizedModel(robot, q, qd, qdd, found, D, V, P)


def is_trajectory(thing: Any) -> bool:
    """Whether something answers as a trajectory does: its motion at a time, and how long it lasts.

    >>> is_trajectory([0.0, 1.0])
    False
    """
    return callable(thing) and hasattr(thing, "duration")


def motion_at(robot: "Robot", trajectory: Any, t: ArrayLike) -> tuple[Array, Array, Array]:
    """The positions, velocities and accelerations of a trajectory at times (…), as arrays (…, n)."""
    times = real("t", np.asarray(t)[..., None], 1, "times")[..., 0]
    if not np.isfinite(times).all():
        raise BadArray("t has times that are not finite.", "Finite numbers of seconds were expected.")
    if getattr(trajectory, "n", robot.n) != robot.n:
        raise NotForThisRobot(
            f"the trajectory moves {trajectory.n} joints, robot {shown(robot.name)} has {robot.n}.",
            "One coordinate of the trajectory for each joint was expected.",
        )
    q, qd, qdd = trajectory(times)
    return np.asarray(q), np.asarray(qd), np.asarray(qdd)


def finite(robot: "Robot", name: str, value: ArrayLike) -> Array:
    """An array (…, n) of finite numbers."""
    array = real(name, value, robot.n, "one entry per joint")
    if not np.isfinite(array).all():
        where = np.argwhere(~np.isfinite(array))[0]
        raise BadArray(
            f"{name} is {array[tuple(where)]} at joint {shown(robot.joint_names[where[-1]])}.",
            "A linear model is made around finite numbers.",
        )
    return array
