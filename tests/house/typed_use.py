"""What a user's type checker sees of a robot; `make lint` checks this file."""

import numpy as np
from numpy.typing import NDArray

import linkwise
from linkwise import Model, Robot, sweep
from linkwise.rollouts import RolloutKernel, Rollouts

robot: Robot = linkwise.load("planar2r")
model: Model = robot.model
tau: NDArray[np.float64] = robot.inverse_dynamics([0.0, 0.0], np.zeros(2), (0.0, 0.0))
slopes: NDArray[np.float64] = robot.inverse_dynamics_derivatives([0.0, 0.0], [0.0, 0.0], [0.0, 0.0]).dtau_dq
kernel = robot.compile("mass_matrix", layout="columns", threads=2)
M: NDArray[np.float64] = kernel([[0.0], [0.0]], out=None)
compiled: RolloutKernel = robot.compile_rollouts(method="rk4")
motions: Rollouts = robot.rollouts([[0.1, 0.2]], step=1e-3, steps=2)
status: str = robot.simulate([0.1, 0.2], t=0.01).status
spread = sweep.Uniform([0.0, 1.0], 2.0)
heavy: Robot = robot.with_payload(1.0).lock("joint2", 0.3)
