"""Controllers, each written once over scalars: called with arrays, compiled, saved as C, run inside rollouts.

    from linkwise.control import computed_torque
    controller = computed_torque(robot, trajectory, kp=100.0, kd=20.0)
    tau = controller(t, q, qd)
    run = robot.simulate(q0, controller=controller)            # or robot.rollouts(…, controller=controller)
    controller.save("controller.c")

In joint space   gravity_compensation, pd, pd_gravity, pid, computed_torque, feedforward, linear_feedback
In task space    resolved_acceleration, impedance; PoseLine, a straight motion of a frame, and PoseMotion
Adaptive         adaptive: Adaptive; two_velocity_regressor: TwoVelocityRegressor
Observers        MomentumObserver, RunningObserver
All of them      Controller (also for your own), saturated; Sampled: how a digital controller samples

controller             what every controller is: ports (its inputs), gains, desired_motion, own_model, stateful
task_error             what controllers of a frame compare: pose_line, joint_accelerations
momentum               what the observer integrates: momentum_observer, observing (step by step), companions
"""

from ..rollouts.sampled import Sampled
from .adaptive import Adaptive, adaptive
from .computed_torque import computed_torque
from .controller import Controller
from .feedforward import feedforward
from .gravity_compensation import gravity_compensation
from .impedance import impedance
from .linear_feedback import linear_feedback
from .momentum_observer import MomentumObserver
from .observing import RunningObserver
from .pd import pd, pd_gravity
from .pid import pid
from .pose_line import PoseLine, PoseMotion
from .resolved_acceleration import resolved_acceleration
from .saturated import saturated
from .two_velocity_regressor import TwoVelocityRegressor, two_velocity_regressor

__all__ = [
    "Adaptive",
    "Controller",
    "MomentumObserver",
    "PoseLine",
    "PoseMotion",
    "RunningObserver",
    "Sampled",
    "TwoVelocityRegressor",
    "adaptive",
    "computed_torque",
    "feedforward",
    "gravity_compensation",
    "impedance",
    "linear_feedback",
    "pd",
    "pd_gravity",
    "pid",
    "resolved_acceleration",
    "saturated",
    "two_velocity_regressor",
]
