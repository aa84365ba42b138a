"""`robot.linearize`: the linear model near a motion, and the motion itself from what the caller passes.

Balafoutis & Patel (1991) §7.2.2: a nominal trajectory (q°, q̇°, q̈°) and the nominal force τ° that goes with it.
                                                                                                    [balafoutis1991]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite
from ..calls.direct import Wrenches
from ..errors import BadArray, LinkwiseError, NotForThisRobot, shown
from ..trajectories import Motion
from .joint_space import LinearizedModel

if TYPE_CHECKING:
    from ..robot import Robot


def linearize(
    robot: Robot,
    q: Any,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    *,
    tau: ArrayLike | None = None,
    t: ArrayLike | None = None,
    wrenches: Wrenches = None,
) -> LinearizedModel:
    """The robot as a linear system near a motion: δτ = D δq̈ + V δq̇ + P δq, and ẋ = A x + B u with x = [δq; δq̇], u = δτ.

    Pass the motion as one of

        robot.linearize(q)                   at rest
        robot.linearize(q, qd, qdd)          at a state with an acceleration, zero where left out
        robot.linearize(q, qd, tau=tau)      at a state with the acceleration that the forces produce
        robot.linearize(trajectory, t=times) along a trajectory of `linkwise.trajectories`

    All leading axes are a batch: one model for each state, `model[k]` being one of them. `wrenches` of the environment
    keep their direction in base axes while the robot moves. Rotors are part of D and viscous friction of V; Coulomb
    friction only shifts the nominal force `model.tau`.

    Returns a `LinearizedModel` with D, V, P, A, B, `eigenvalues`, `states` and `inputs` (their names),
    `discrete(step)`, `cartesian(…)` and `to_control()`; `linkwise.linearize.lqr` designs a regulator on it.

    >>> import linkwise
    >>> model = linkwise.load("planar2r").linearize([0.0, 0.5])
    >>> model
    LinearizedModel('planar2r', 4 states, 2 inputs)
    >>> model.A.shape, model.discrete(0.001).B.shape
    ((4, 4), (4, 2))
    """
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} has no joints.", "A motion needs at least one.")
    if is_trajectory(q):
        if t is None or qd is not None or qdd is not None or tau is not None:
            raise LinkwiseError(
                "a trajectory was given without times, or together with qd, qdd or tau.",
                "A trajectory holds q, qd and qdd: only the times t were expected with it.",
                "robot.linearize(trajectory, t=[0.0, 0.5, 1.0]), for example.",
            )
        q, qd, qdd = motion_at(robot, q, t)
    elif t is not None:
        hint = "use linkwise.trajectories.Sampled." if callable(q) else "omit t."
        raise LinkwiseError("times t were given without a trajectory.", "Times belong to a trajectory.", hint)
    elif isinstance(q, Motion):
        if qd is not None or qdd is not None or tau is not None:
            raise LinkwiseError("a motion was given together with qd, qdd or tau.", "It holds q, qd and qdd.")
        q, qd, qdd = q
    if qdd is not None and tau is not None:
        raise LinkwiseError(
            "qdd and tau were both given.", "Each determines the other: one was expected.", "leave out one of them."
        )
    rest = np.zeros(robot.n)
    q, qd = _state(robot, "q", q), _state(robot, "qd", rest if qd is None else qd)
    if tau is not None:
        qdd = robot.forward_dynamics(q, qd, _state(robot, "tau", tau), wrenches=wrenches)
    qdd = _state(robot, "qdd", rest if qdd is None else qdd)
    P, V, D = robot.inverse_dynamics_derivatives(q, qd, qdd, wrenches=wrenches)
    nominal: Array = robot.inverse_dynamics(q, qd, qdd, wrenches=wrenches)
    if not all(np.isfinite(part).all() for part in (nominal, P, V, D)):
        raise BadArray(
            f"the forces of robot {shown(robot.name)}, or their derivatives, are not finite here.",
            "A linear model is made around finite numbers.",
            "check the wrenches and the size of the velocities.",
        )
    q, qd, qdd = (np.broadcast_to(array, nominal.shape) for array in (q, qd, qdd))
    return LinearizedModel(robot, q, qd, qdd, nominal, D, V, P)


def is_trajectory(value: Any) -> bool:
    """Whether a value behaves as a trajectory: callable with times, and with a duration.

    >>> is_trajectory([0.0, 1.0])
    False
    """
    return callable(value) and hasattr(value, "duration")


def motion_at(robot: Robot, trajectory: Any, t: ArrayLike) -> tuple[Array, Array, Array]:
    """The positions, velocities and accelerations of a trajectory at times (…), as arrays (…, n).

    >>> import linkwise
    >>> from linkwise.trajectories import Quintic
    >>> motion_at(linkwise.load("pendulum"), Quintic([0.0], [1.0], duration=2.0), 1.0)[0]
    array([0.5])
    """
    times = finite("t", t, (), "times in seconds")
    if getattr(trajectory, "n", robot.n) != robot.n:
        raise NotForThisRobot(
            f"the trajectory moves {trajectory.n} joints, robot {shown(robot.name)} has {robot.n}.",
            "One coordinate of the trajectory for each joint was expected.",
        )
    motion = trajectory(times)
    if not isinstance(motion, tuple | list | np.ndarray) or len(motion) != 3:
        raise BadArray(
            f"the trajectory returned {shown(repr(motion))}.",
            "q, qd and qdd at the times were expected.",
            "see linkwise.trajectories.",
        )
    q, qd, qdd = (_state(robot, name, x) for name, x in zip(("q", "qd", "qdd"), motion, strict=True))
    shape = (*times.shape, robot.n)
    if any(x.shape != shape for x in (q, qd, qdd)):
        shapes = f"q of shape {q.shape}, qd {qd.shape}, qdd {qdd.shape}"
        raise BadArray(f"the trajectory returned {shapes}.", f"{shape} was expected of each.")
    return q, qd, qdd


def _state(robot: Robot, name: str, value: ArrayLike) -> Array:
    return finite(name, value, (robot.n,), "one entry per joint", robot.joint_names)
