"""Closed loops: robots whose links meet again, and joints that follow others by a curve.

    closed = robot.with_closures([Closure("rail", "base", "tip", along="y")], actuated=["joint1"])
    q = closed.close(q)                                    # the configuration near q in which the loops are closed
    qd, qdd = closed.complete(q, qd_of_motors, qdd_of_motors)
    tau = closed.inverse_dynamics(q, qd, qdd)              # of the motors; the other joints carry none
    closed.forward_dynamics(q, qd, tau); closed.constraint_forces(q, qd, tau); closed.simulate(q, t=2.0)

of_robot         robot.with_closures, robot.closed
equations        how far loops are open, how fast and how fast faster: e, A, Ȧ q̇
attitudes        the part of that which is about turning
newton           closes loops from a configuration near by
motion_space     which motions the loops leave, and which forces hold them
generic          random closed states, the rank of the closures, the coordinates that determine a motion
constrained      M q̈ + h = τ + Aᵀλ under A q̈ = −Ȧ q̇, solved in two ways
checks           states that satisfy the closures
coordinates, structure, motions, actuation, robot   arrays in, arrays out
parameters       base parameters of closed loops, by numbers
wrenches         the forces of closures
simulated        what simulation sees
variants         with a payload, on a floating base, with more closures
refused          what a robot without loops offers and this one does not
"""

from .equations import ClosureEquations
from .parameters import LoopParameters
from .robot import METHODS, ClosedRobot

__all__ = ["METHODS", "ClosedRobot", "ClosureEquations", "LoopParameters"]
