"""Controllers of robots with elastic joints: motor torques from the positions and velocities of joints and motors.

On the motors alone, Tomei (1991): a posture q_d is held by                                              [tomei1991]

    Γ = g(q_d) + K_p (θ_d − θ) − K_d θ̇,    θ_d = q_d + k⁻¹ g(q_d),

from any state, if K_p and k are steeper than g; along a motion θ_d, θ̇_d and the torques are those of `elastic.along`.

By feedback linearization, Spong (1987), for springs without damping:                                    [spong1987]

    q⁗ = q⁗_d + 4 ω e⃛ + 6 ω² ë + 4 ω³ ė + ω⁴ e,    e = q_d − q,

q̈ and q⃛ being those of the model at the measured state, and Γ the inverse dynamics of that motion: errors decay like
those of n fourfold poles at −ω.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import along
from ..algebra.matrices import minus, plus, times
from ..calls.arrays import Array
from ..calls.checks import vector
from ..errors import BadArray, LinkwiseError, NotForThisRobot, shown
from .controller import Controller
from .gains import gain, gain_times
from .own_model import expect_movable

if TYPE_CHECKING:
    from ..elastic import ElasticRobot


def motor_pd(robot: ElasticRobot, desired: Any, kp: ArrayLike, kd: ArrayLike) -> Controller:
    """Springs and dampers on the motors, and the torques of the desired posture of the joints, or of their motion.

    Only positions and velocities of the motors are measured. `desired` is a posture (n,), or a trajectory of the joints
    with derivatives up to the fourth.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, damping=1.0, rotors=0.1)
    >>> run = arm.simulate([0.0, 0.0], controller=motor_pd(arm, [0.8], kp=40.0, kd=8.0), t=6.0)
    >>> run.q[-1, :1].round(4)
    array([0.8])
    """
    robot, n = _elastic(robot), robot.robot.n
    inputs = {"desired": _motors(robot, desired), "kp": gain("kp", kp, n), "kd": gain("kd", kd, n)}
    return Controller(robot, _motor_pd, inputs, "motor_pd", ("kp", "kd"))


def motor_computed_torque(robot: ElasticRobot, desired: Any, bandwidth: ArrayLike) -> Controller:
    """Inverse dynamics of the elastic joints in the feedback path: on the exact model errors decay in ~1/bandwidth.

    `desired` is a posture (n,), or a trajectory of the joints with derivatives up to the fourth; `bandwidth` is one
    number, or one for each joint. Springs with damping are refused.

    >>> import linkwise
    >>> from linkwise.trajectories import Spline
    >>> arm = linkwise.load("planar2r").with_elastic_joints(800.0, rotors=0.5)
    >>> way = Spline([[0.0, 0.0], [0.4, -0.3], [0.8, -0.2]], times=[0.0, 0.5, 1.0], degree=5)
    >>> controller = motor_computed_torque(arm, way, bandwidth=20.0)
    >>> start = arm.along(way, 0.0)
    >>> run = arm.simulate(start.x, start.xd, controller=controller, t=1.0)
    >>> bool(abs(run.q[:, :2] - way(run.t).q).max() < 1e-6)
    True
    """
    robot = _elastic(robot)
    if robot.springs.damping.any():
        raise NotForThisRobot(
            f"the springs of robot {shown(robot.name)} are damped.",
            "With damping the torques of a motion solve a differential equation.",
            "motor_pd holds a posture with damped springs too.",
        )
    rate = gain("bandwidth", bandwidth, robot.robot.n, positive=True)
    if rate.ndim > 1:
        raise BadArray("bandwidth is a matrix.", "One number, or one for each joint, was expected.")
    inputs = {"desired": _derivatives(robot, desired), "bandwidth": rate}
    return Controller(robot, _computed_torque, inputs, "motor_computed_torque", ("bandwidth",))


def _motor_pd(eq: Any, t: Any, x: Any, xd: Any, desired: Any, kp: Any, kd: Any) -> Any:
    n = eq.links.n
    e, ed = minus(desired[:n], x[n:]), minus(desired[n : 2 * n], xd[n:])
    return plus(desired[2 * n :], plus(gain_times(kp, e), gain_times(kd, ed)))


def _computed_torque(eq: Any, t: Any, x: Any, xd: Any, desired: Any, bandwidth: Any) -> Any:
    n = eq.links.n
    q, qd, twist = x[:n], xd[:n], minus(xd[n:], xd[:n])

    def accelerations(z: Any) -> Any:
        return eq.links.forward_dynamics(z[:n], z[n : 2 * n], z[2 * n :])

    forces, forces_d = eq.spring_forces(x), times(eq.springs.k, twist)
    qdd = accelerations([*q, *qd, *forces])
    qdd, qddd = along(accelerations, [*q, *qd, *forces], [*qd, *qdd, *forces_d])
    errors = [minus(desired[k * n : (k + 1) * n], now) for k, now in enumerate((q, qd, qdd, qddd))]
    qdddd = list(desired[4 * n :])
    for e, factor, power in zip(errors, (1.0, 4.0, 6.0, 4.0), (4, 3, 2, 1), strict=True):
        qdddd = plus(qdddd, [factor * ω**power * x for ω, x in zip(bandwidth, e, strict=True)])
    return eq.inverse_dynamics(q, qd, qdd, qddd, qdddd)


def _elastic(robot: Any) -> Any:
    if not hasattr(expect_movable(robot), "springs"):
        raise LinkwiseError(
            f"robot {shown(robot.name)} has no elastic joints.",
            "A robot with springs between its motors and joints was expected.",
            "robot.with_elastic_joints(…), or a controller of rigid robots: pd_gravity, computed_torque.",
        )
    return robot


def _motors(robot: Any, desired: Any) -> Any:
    if hasattr(desired, "derivatives"):
        motion = MotorsAlong(robot, desired)
        motion(0.0)  # so that another robot's motion is refused here
        return ("timed", motion)
    held = robot.equilibrium(_posture(robot, desired))
    n = robot.robot.n
    return np.concatenate([held.x[n:], np.zeros(n), held.tau])


def _derivatives(robot: Any, desired: Any) -> Any:
    if hasattr(desired, "derivatives"):
        robot.along(desired, 0.0)  # so that another robot's motion is refused here
        return ("timed", FourDerivatives(desired))
    q = _posture(robot, desired)
    return np.concatenate([q, np.zeros(4 * len(q))])


def _posture(robot: Any, desired: Any) -> Array:
    return vector("the posture to hold", desired, robot.robot.n, "one entry per joint, or a trajectory")


@dataclass(frozen=True, eq=False)
class MotorsAlong:
    """What the motors do while the joints follow a trajectory, as a function of t: θ, θ̇ and Γ."""

    robot: Any
    trajectory: Any

    def __call__(self, t: float) -> Array:
        """θ, θ̇ and Γ, in one row."""
        n, at = self.robot.robot.n, self.robot.along(self.trajectory, t)
        return np.concatenate([at.x[n:], at.xd[n:], at.tau])


@dataclass(frozen=True, eq=False)
class FourDerivatives:
    """A trajectory and its derivatives up to the fourth as a function of t, in one row."""

    trajectory: Any

    def __call__(self, t: float) -> Array:
        """q, q̇, q̈, q⃛ and q⁗."""
        return np.asarray(self.trajectory.derivatives(t, 4), dtype=float).ravel()
