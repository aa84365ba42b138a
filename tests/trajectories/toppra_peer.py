"""Toppra's view of a path of ours, and random paths to compare on."""

import numpy as np

from linkwise.trajectories import Spline


def curve(robot, seed):
    """The quintic spline through four random postures in the middle of the joints' ranges."""
    lower, upper = robot.limits.lower, robot.limits.upper
    lower, upper = np.where(np.isinf(lower), -2.0, lower), np.where(np.isinf(upper), 2.0, upper)
    share = np.random.default_rng(seed).uniform(0.35, 0.65, (4, robot.n))
    return Spline(lower + (upper - lower) * share, duration=2.0, degree=5)


def prepared(robot, path, nodes, coulomb=0.0):
    """Its problem: limits of velocity and torque at nodes of a path, `Pieces`."""
    from toppra import algorithm, constraint, interpolator

    class Path(interpolator.AbstractGeometricPath):
        """Its path."""

        def __call__(self, position, order=0):
            return path.derivatives(np.asarray(position, dtype=float), order)[order]

        dof = robot.n
        path_interval = nodes[[0, -1]]
        waypoints = None

    velocity, effort = robot.limits.velocity, robot.limits.effort
    limits = [
        constraint.JointVelocityConstraint(np.stack([-velocity, velocity], axis=1)),
        constraint.JointTorqueConstraint(
            robot.without_friction().inverse_dynamics,
            np.stack([-effort, effort], axis=1),
            np.broadcast_to(coulomb, robot.n),
            discretization_scheme=constraint.DiscretizationType.Interpolation,
        ),
    ]
    return algorithm.TOPPRA(
        limits, Path(), gridpoints=nodes, solver_wrapper="seidel", parametrizer="ParametrizeConstAccel"
    )


def solved(problem):
    """The speeds at its nodes."""
    return problem.compute_parameterization(0.0, 0.0)[1]
