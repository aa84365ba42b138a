"""Linear models of a robot near a motion, and what is built on them.

    model = robot.linearize(q, qd, qdd)                      # δτ = D δq̈ + V δq̇ + P δq, and x' = A x + B u
    model.discrete(0.001); model.cartesian("zyx"); model.to_control()
    lqr(model, Q=1.0, R=0.01).K                              # a gain that returns to one state
    tvlqr(robot, trajectory, Q=1.0, R=0.01)                  # a controller that follows a motion
    robot.parameter_derivatives(["link3.a", "M3"])           # ∂τ/∂p, ∂q̈/∂p, ∂pose/∂p
    Sensitivity(robot, ["M3", "payload.mass"])               # how the motion changes with parameters

of_robot         robot.linearize: around which motion
joint_space      the model in joint coordinates
cartesian        the model in coordinates of a frame: perturbed, angles, rates
state_space      what both have in common: A, B, eigenvalues; modes, their table
discrete         sampled models
python_control   models as objects of python-control
lqr, tvlqr       linear-quadratic gains: weights, riccati
parameter_derivatives   how forces, accelerations and poses change with parameters: parameter_columns of masses,
                 geometry_columns of lengths and angles; geometry_names, loosened
sensitivity      how a motion changes with parameters: slopes, until_change;
                 sensitivity_companion, of a simulation
"""

from .cartesian import CartesianModel
from .discrete import METHODS, DiscreteModel
from .geometry_names import geometry_names
from .joint_space import LinearizedModel
from .lqr import Regulator, lqr
from .of_robot import linearize
from .parameter_derivatives import ParameterDerivatives, parameter_derivatives
from .sensitivity import Sensitivity
from .state_space import AbstractStateSpace
from .tvlqr import Tracking, tvlqr

__all__ = [
    "METHODS",
    "AbstractStateSpace",
    "CartesianModel",
    "DiscreteModel",
    "LinearizedModel",
    "ParameterDerivatives",
    "Regulator",
    "Sensitivity",
    "Tracking",
    "geometry_names",
    "linearize",
    "lqr",
    "parameter_derivatives",
    "tvlqr",
]
