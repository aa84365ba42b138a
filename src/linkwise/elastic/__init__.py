"""Robots with elastic joints: a spring between each joint and its motor.

    arm = robot.with_elastic_joints(stiffness, rotors=…)     # coordinates x = (q, q_M), n motor torques
    arm.forward_dynamics(x, xd, tau)
    arm.inverse_dynamics(q, qd, qdd, qddd, qdddd)            # the torques for a motion of the joints
    arm.equilibrium(q); arm.natural_frequencies(q); arm.linearize(x); arm.rollouts(x0, …); arm.regressor(x, xd, xdd)

of_robot         robot.with_elastic_joints
robot            arrays in, arrays out: coordinates, motions, questions
equations        the book's equations over scalars
differentiated   what the motors do for a motion of the joints
springs          stiffness, damping, rotors: matrices
linear           near a state: ElasticModel, natural frequencies; derivatives, over scalars
parameters       what the dynamics is linear in; regressor, over scalars
kinematics       where the links are; task spaces
in_motion        simulate, rollouts, sweep; scalar_system, what they are compiled from
variants         with_payload and the like: another rigid robot in the same springs
refused          what a rigid robot offers and this one does not
"""

from .equations import ElasticEquations
from .linear import ElasticModel
from .motions import Equilibrium
from .parameters import ElasticParameters
from .robot import ElasticRobot
from .springs import Springs

__all__ = ["ElasticEquations", "ElasticModel", "ElasticParameters", "ElasticRobot", "Equilibrium", "Springs"]
