"""The motion of the tip as a differential equation of its own pose X ∈ SE(3) and velocity V: no joints in its state.

Lynch & Park (2017), end of §9.6, with (9.97)–(9.99).                                                  [lynch2017]

    Λ(θ) V̇ + η(θ, V) = F,   θ = T⁻¹(X),   Ẋ = [V] X

F being the wrench of the environment at the tip, while the joints give no torque.
Differs from the book: V has axes of the base and the velocity of the frame's origin, so that Ṙ = [ω] R and ṗ = v;
friction of the joints, which η does not have, is part of the force; T⁻¹ is found by `inverse_kinematics` from the θ
before, which stays on one branch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite, positive, vector
from ..errors import LinkwiseError, NotForThisRobot, Singular, call_user, shown
from .inverse_kinematics.plans import search_of
from .of_robot import task_space

if TYPE_CHECKING:
    from ..robot import Robot

CLOSE = 1e-13
"""The error of a pose, in rad and m, at which it is reached."""

LOST = 1e-9
"""The error beyond which a pose was not reached."""


@dataclass(frozen=True, eq=False)
class PoseMotion:
    """Times, poses (times, 4, 4), velocities (times, 6), and the joint positions (times, 6) that belong to them."""

    t: Array
    poses: Array
    velocities: Array
    q: Array

    def __repr__(self) -> str:
        return f"PoseMotion({len(self.t)} poses, {self.t[-1]:.6g} s)"


def pose_motion(
    robot: Robot,
    q0: ArrayLike,
    velocity: ArrayLike | None = None,
    *,
    wrench: ArrayLike | Callable[[float, Array, Array], ArrayLike] = (0.0,) * 6,
    t: Any = 1.0,
    frame: str | None = None,
    rtol: float = 1e-8,
) -> PoseMotion:
    """The motion of a frame under a wrench at it, with joints that give no torque, integrated in SE(3).

    q0         joint positions whose pose is the start; they also choose the branch of inverse kinematics
    velocity   (ω, v) of the frame at the start, in base axes; at rest unless given
    wrench     (moment, force) of the environment at the frame's origin, in base axes: numbers, or a function of
               t, the pose and the velocity
    t          a duration, or the times of the rows
    frame      where; the tip by default

    For arms with six joints, away from singular postures. `robot.simulate` gives the same motion in joint coordinates,
    faster and for every arm; this is for those who study or control poses.

    >>> import linkwise
    >>> free = linkwise.load("puma560").without_friction().with_gravity([0, 0, 0])
    >>> moved = free.pose_motion([0.1, -0.5, 0.3, 0.2, 0.7, 0.1], wrench=[0, 0, 0, 5.0, 0, 0], t=0.2)
    >>> moved
    PoseMotion(2 poses, 0.2 s)
    >>> bool(moved.poses[-1, 0, 3] > moved.poses[0, 0, 3])  # pushed along x
    True
    """
    if robot.n != 6:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has {robot.n} joints.",
            "A pose determines the joints of an arm with six.",
            "robot.simulate(q0, wrenches={…}) does it for others.",
        )
    from scipy.integrate import solve_ivp  # takes a while to load

    name = robot.tree.frame_or_tip(frame).name
    θ = vector("q0", q0, 6, "one entry per joint")
    V = np.zeros(6) if velocity is None else vector("velocity", velocity, 6, "ω, then v")
    times = _times(t)
    force = _force(wrench)
    X0 = robot.forward_kinematics(θ, name)
    branch = Branch(robot, name, θ)

    def rate(time: float, state: Array) -> Array:
        R, p, V = state[:9].reshape(3, 3), state[9:12], state[12:]
        X = np.eye(4)
        X[:3, :3], X[:3, 3] = R, p
        θ = branch.joints(X)
        J = robot.jacobian(θ, name)
        θd = np.linalg.solve(J, V)
        space = task_space(robot, θ, θd, frame=name)
        η = space.velocity_forces + space.gravity_forces
        F = force(time, X, V) - np.linalg.solve(J.T, robot.friction_forces(θd, θ))
        Vd = np.linalg.solve(space.inertia, F - η)
        return np.concatenate([np.cross(V[:3], R, axisb=0, axisc=0).ravel(), V[3:], Vd])

    start = np.concatenate([X0[:3, :3].ravel(), X0[:3, 3], V])
    run = solve_ivp(rate, times[[0, -1]], start, "DOP853", times, rtol=positive("rtol", rtol), atol=1e-2 * rtol)
    if not run.success:
        raise LinkwiseError(f"the motion ended at {run.t[-1]:.4g} s.", f"It was to go to {times[-1]:g} s.", run.message)
    poses = np.tile(np.eye(4), (len(times), 1, 1))
    poses[:, :3, :3], poses[:, :3, 3] = run.y[:9].T.reshape(-1, 3, 3), run.y[9:12].T
    along = Branch(robot, name, θ)
    return PoseMotion(times, poses, run.y[12:].T.copy(), np.array([along.joints(X) for X in poses]))


class Branch:
    """θ = T⁻¹(X) near the θ found last.

    >>> import linkwise
    >>> robot = linkwise.load("puma560")
    >>> q = np.array([0.1, -0.5, 0.3, 0.2, 0.7, 0.1])
    >>> branch = Branch(robot, "link6", q + 0.05)
    >>> bool(abs(branch.joints(robot.forward_kinematics(q, "link6")) - q).max() < 1e-12)
    True
    """

    def __init__(self, robot: Robot, frame: str, near: Array):
        self.robot, self.frame, self.near = robot, frame, np.array(near)
        self.search = search_of(robot, frame, limits=False, tolerance=(CLOSE, CLOSE), restarts=0)

    def joints(self, X: Array) -> Array:
        """The joint positions of a pose."""
        goal = np.concatenate([X[:3, :3].ravel(), X[:3, 3]])
        found = self.search.nearest(goal[None], self.near[None])
        if not max(found.angle[0], found.distance[0]) <= LOST:
            raise Singular(
                f"the joints of robot {shown(self.robot.name)} lost the pose of {shown(self.frame)} near q = "
                f"({', '.join(f'{x:.4g}' for x in self.near)}).",
                "A motion within reach and away from singular postures was expected.",
                "robot.simulate passes such postures.",
            )
        self.near = found.q[0]
        return self.near


def _times(t: Any) -> Array:
    times = np.asarray(finite("t", t, (), "seconds"), dtype=float)
    if times.ndim == 0:
        return np.array([0.0, positive("t", float(times))])
    if times.ndim != 1 or len(times) < 2 or not (np.diff(times) > 0).all():
        raise LinkwiseError("t does not increase.", "A duration, or times one after the other, were expected.")
    return times


def _force(wrench: Any) -> Callable[[float, Array, Array], Array]:
    expected = "six numbers, moment before force, or a function (t, pose, velocity) that returns them"
    if not callable(wrench):
        constant = vector("wrench", wrench, 6, expected)
        return lambda t, X, V: constant

    def force(t: float, X: Array, V: Array) -> Array:
        value = call_user("the wrench", expected, wrench, t, X.copy(), V.copy())
        return vector("the wrench", value, 6, expected)

    return force
