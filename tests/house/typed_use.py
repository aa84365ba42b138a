"""What a user's type checker sees of a robot; `make lint` checks this file."""

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import linkwise
from linkwise import Model, Robot, sweep
from linkwise.rollouts import RolloutKernel, Rollouts

robot: Robot = linkwise.load("planar2r")
model: Model = robot.model
tau: NDArray[np.float64] = robot.inverse_dynamics([0.0, 0.0], np.zeros(2), (0.0, 0.0))
tau = robot.inverse_dynamics(q=[0.0, 0.0], qd=[0.0, 0.0], qdd=[0.0, 0.0], out=np.zeros(2))
poses: NDArray[np.float64] = robot.forward_kinematics([0.0, 0.0], ["link1", "tip"])
slopes: NDArray[np.float64] = robot.inverse_dynamics_derivatives([0.0, 0.0], [0.0, 0.0], [0.0, 0.0]).dtau_dq
kernel = robot.compile("mass_matrix", layout="columns", threads=2)
M = assert_type(kernel([[0.0], [0.0]]), NDArray[np.float64])
room: NDArray[np.float64] = np.zeros((2, 2, 1))
M = assert_type(kernel([[0.0], [0.0]], out=room), NDArray[np.float64])
derivatives = robot.compile("inverse_dynamics_derivatives", threads=1)
assert_type(derivatives([0.0, 0.0], [0.0, 0.0], [0.0, 0.0]).dtau_dq, NDArray[np.float64])
both = robot.compile("mass_matrix", "bias_forces")([0.0, 0.0], [0.0, 0.0])
assert_type(both.bias_forces, NDArray[np.float64])
assert_type(both[0], NDArray[np.float64])
question: str = "gravity_forces"
assert_type(robot.compile(question)([0.0, 0.0]), Any)  # not known before it runs; nor are another library's arrays
assert_type(robot.compile("mass_matrix", dtype="float32")([0.0, 0.0]), Any)
compiled: RolloutKernel = robot.compile_rollouts(method="rk4")
motions: Rollouts = robot.rollouts([[0.1, 0.2]], step=1e-3, steps=2)
status: str = robot.simulate([0.1, 0.2], t=0.01).status
spread = sweep.Uniform([0.0, 1.0], 2.0)
heavy: Robot = robot.with_payload(1.0).lock("joint2", 0.3)
