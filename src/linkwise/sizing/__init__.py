"""What a motion asks of bearings and motors.

    loads = robot.joint_loads(motion)              # what each joint transmits, along and across its axis
    drives = robot.motor_loads(motion, {"joint1": Motor(ratio=100.0, continuous_torque=0.5, …)})
    print(loads); loads.plot("bearings.png"); print(drives); drives.fits; drives.plot("motors.png")

A motion is a trajectory, a simulated run, or anything with t, q, qd, qdd.

sampled_motion   a motion as rows of time, position, velocity, acceleration
joint_loads      robot.joint_loads
motor            the data of a motor and its gear
motor_loads      robot.motor_loads
plotting         pictures of both
"""

from .joint_loads import JointLoads, joint_loads
from .motor import Motor
from .motor_loads import MotorLoads, motor_loads

__all__ = ["JointLoads", "Motor", "MotorLoads", "joint_loads", "motor_loads"]
