"""Around which motion a robot is linearized.

Balafoutis & Patel (1991) §7.2.2: a nominal trajectory (q°, q̇°, q̈°) and the nominal force τ° that goes with it.
                                                                                                    [balafoutis1991]
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers, real
from ..calls.direct import Wrenches
from ..errors import BadArray, LinkwiseError, NotForThisRobot, shown
from ..trajectories import Motion
from .joint_space import LinearizedModel

if TYPE_CHECKING:
    from ..robot import Robot


def linearize(
    robot: "Robot",
    q: Any,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    *,
    tau: ArrayLike | None = None,
    t: ArrayLike | None = None,
    wrenches: Wrenches = None,
) -> LinearizedModel:
    """The linear model δτ = D δq̈ + V δq̇ + P δq near a motion: its state space, samples, and Cartesian form.

    Around states, one or many, at rest where no qd is given; qdd is zero, or what `tau` makes of it. Or around a
    trajectory at the times t. Wrenches stay as they are in base axes.

    >>> import linkwise
    >>> model = linkwise.load("planar2r").linearize([0.0, 0.5])
    >>> model.A.shape, model.discrete(0.001).B.shape
    ((4, 4), (4, 2))
    """
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} has no joints.", "A motion needs at least one.")
    if is_trajectory(q):
        if t is None or qd is not None or qdd is not None or tau is not None:
            raise LinkwiseError(
                "a trajectory was given without times, or together with qd, qdd or tau.",
                "A trajectory holds q, qd and qdd: only the times t were expected beside it.",
                "robot.linearize(trajectory, t=[0.0, 0.5, 1.0]), say.",
            )
        q, qd, qdd = motion_at(robot, q, t)
    elif t is not None:
        hint = "make it a linkwise.trajectories.Sampled." if callable(q) else "leave t out."
        raise LinkwiseError("times t were given without a trajectory.", "States are taken as they are.", hint)
    elif isinstance(q, Motion):
        if qd is not None or qdd is not None or tau is not None:
            raise LinkwiseError("a motion was given together with qd, qdd or tau.", "It holds q, qd and qdd.")
        q, qd, qdd = q
    if qdd is not None and tau is not None:
        raise LinkwiseError("qdd and tau were both given.", "Either says what the other is.", "leave out one of them.")
    rest = np.zeros(robot.n)
    q, qd = _state(robot, "q", q), _state(robot, "qd", rest if qd is None else qd)
    if tau is not None:
        qdd = robot.forward_dynamics(q, qd, _state(robot, "tau", tau), wrenches=wrenches)
    qdd = _state(robot, "qdd", rest if qdd is None else qdd)
    P, V, D = robot.inverse_dynamics_derivatives(q, qd, qdd, wrenches=wrenches)
    found = robot.inverse_dynamics(q, qd, qdd, wrenches=wrenches)
    if not all(np.isfinite(part).all() for part in (found, P, V, D)):
        raise BadArray(
            f"the forces of robot {shown(robot.name)}, or their slopes, are not finite here.",
            "A linear model is made around finite numbers.",
            "look at the wrenches, and at the size of velocities.",
        )
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
    times = numbers("t", t, (), "times").astype(float, copy=False)
    if not np.isfinite(times).all():
        raise BadArray("t has times that are not finite.", "Finite numbers of seconds were expected.")
    if getattr(trajectory, "n", robot.n) != robot.n:
        raise NotForThisRobot(
            f"the trajectory moves {trajectory.n} joints, robot {shown(robot.name)} has {robot.n}.",
            "One coordinate of the trajectory for each joint was expected.",
        )
    motion = trajectory(times)
    if not isinstance(motion, tuple | list | np.ndarray) or len(motion) != 3:
        raise BadArray(
            f"the trajectory gave {shown(repr(motion))}.",
            "q, qd and qdd at the times were expected.",
            "see linkwise.trajectories.",
        )
    shape = (*times.shape, robot.n)
    q, qd, qdd = (_state(robot, name, x) for name, x in zip(("q", "qd", "qdd"), motion, strict=True))
    if any(x.shape != shape for x in (q, qd, qdd)):
        raise BadArray(f"the trajectory gave q of shape {q.shape}, qd {qd.shape}, qdd {qdd.shape}.", f"{shape}, each.")
    return q, qd, qdd


def finite(name: str, array: Array, joints: tuple[str, ...]) -> Array:
    """An array (…, n), if all its numbers are finite.

    >>> finite("q", np.array([0.0, np.inf]), ("a", "b"))
    Traceback (most recent call last):
    linkwise.errors.BadArray: q is inf at joint 'b'.
      A linear model is made around finite numbers.
    """
    if not np.isfinite(array).all():
        where = np.argwhere(~np.isfinite(array))[0]
        raise BadArray(
            f"{name} is {array[tuple(where)]} at joint {shown(joints[where[-1]])}.",
            "A linear model is made around finite numbers.",
        )
    return array


def _state(robot: "Robot", name: str, value: ArrayLike) -> Array:
    return finite(name, real(name, value, robot.n, "one entry per joint"), robot.joint_names)
