"""Linear models of a robot near a motion, and what is built on them.

    model = robot.linearize(q, qd, qdd)                      # δτ = D δq̈ + V δq̇ + P δq, and x' = A x + B u
    model.discrete(0.001); model.cartesian("zyx"); model.to_control()
    lqr(model, Q=1.0, R=0.01).K                              # a gain that returns to one state
    tvlqr(robot, trajectory, Q=1.0, R=0.01)                  # a controller that keeps to a motion
    Sensitivity(robot, ["M3", "payload.mass"])               # how the motion changes with parameters

linearizing      around which motion
joint_space      the model in joint coordinates
cartesian        the same in those of a frame: perturbed, angles, rates
state_space      what both have in common: A, B, eigenvalues
discrete         sampled models
python_control   the same as objects of python-control
sensitivity      motions that change with parameters: parameter_columns, slopes, until_change, of_a_run
lqr, tvlqr       linear-quadratic gains: weights, riccati
"""

from .cartesian import CartesianModel
from .discrete import METHODS, DiscreteModel
from .joint_space import LinearizedModel
from .linearizing import linearize
from .lqr import Regulator, lqr
from .sensitivity import Sensitivity
from .state_space import AbstractStateSpace
from .tvlqr import Tracking, tvlqr

__all__ = [
    "METHODS",
    "AbstractStateSpace",
    "CartesianModel",
    "DiscreteModel",
    "LinearizedModel",
    "Regulator",
    "Sensitivity",
    "Tracking",
    "linearize",
    "lqr",
    "tvlqr",
]
