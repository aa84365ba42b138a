"""Robots whose motors move the joints through a transmission that changes with position: q = h(q_m).

    arm = robot.with_transmission(function, names=["crank"])     # motor positions q_m, motor torques Γ_m
    arm.inverse_dynamics(q_m, qd_m, qdd_m); arm.forward_dynamics(q_m, qd_m, tau)
    arm.motors_for(q, start); arm.simulate(q_m)

of_robot       robot.with_transmission
coordinates    the motors' names, limits and friction; the joints' motion behind them
robot          arrays in, arrays out: questions, simulation
coupling       h and its derivatives, as programs
equations      the book's equations over scalars
drive          inertia, friction and limits of the motors
questions      what is asked of such a robot, as programs
inverse_map    the motor positions of a posture
linear         near a state
kinematics     where the links are; task spaces, the regressor
in_motion      simulate, rollouts, sweep; scalar_system, what they are compiled from
variants       with_payload and the like: another robot behind the same motors
reflected      joint friction as a motor feels it
refused        what a robot offers and this one does not
"""

from .coupling import Coupling
from .drive import MotorDrive
from .equations import TransmissionEquations
from .linear import TransmissionModel
from .robot import TransmissionRobot

__all__ = ["Coupling", "MotorDrive", "TransmissionEquations", "TransmissionModel", "TransmissionRobot"]
