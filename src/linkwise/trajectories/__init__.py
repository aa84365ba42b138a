"""Motions in time: between postures, through waypoints, periodic, from data; their limits, and their fastest pace.

    from linkwise.trajectories import Quintic
    reach = Quintic(q0, q1, limits=robot.limits)               # as short as velocities allow
    q, qd, qdd = reach(t)                                      # t a number or an array
    reach.check(robot).within                                  # positions, velocities, torques
    robot.fastest_uniform(reach).trajectory                    # the same motion, as fast as torques allow
    robot.fastest_along(reach).trajectory                      # the same path, at a pace that varies: faster still

motions          quintic, trapezoidal, scurve, spline, fourier, fourier_at_rest, sampled; from other motions:
                 stretched, joined
what they share  trajectory (what every motion answers), motion (what it gives), pieces, polynomials, interpolation,
                 evaluation (compiled), jumps
limits           limits (what joints may do), limit_report (how close a motion comes), between_samples
path             fastest_along: arc_length (a path without its pace), path_dynamics, path_limits, reachability (its
                 definition) and reachability_at_once, between_nodes; time_optimal, retimed and timed_path (the answer),
                 phase_plane
pace             fastest_uniform, by scaling_terms and pace_windows or by pace_search; scaling, infeasible (the answers)
planning         plan: a motion through waypoints within a robot's limits
"""

from .fastest_along import fastest_along
from .fastest_uniform import fastest_uniform
from .fourier import Fourier
from .fourier_at_rest import FourierAtRest
from .joined import Joined
from .limit_report import LimitReport, Peak
from .limits import MotionLimits
from .motion import Motion, Samples
from .planning import Plan, plan
from .quintic import Quintic
from .retimed import Retimed
from .sampled import Sampled
from .scaling import Scaling
from .scaling_terms import ScalingTerms, scaling_terms
from .scurve import SCurve
from .spline import Spline
from .stretched import Stretched
from .time_optimal import TimeOptimal
from .trajectory import AbstractTrajectory
from .trapezoidal import Trapezoidal

__all__ = [
    "AbstractTrajectory",
    "Fourier",
    "FourierAtRest",
    "Joined",
    "LimitReport",
    "Motion",
    "MotionLimits",
    "Peak",
    "Plan",
    "Quintic",
    "Retimed",
    "SCurve",
    "Sampled",
    "Samples",
    "Scaling",
    "ScalingTerms",
    "Spline",
    "Stretched",
    "TimeOptimal",
    "Trapezoidal",
    "fastest_along",
    "fastest_uniform",
    "plan",
    "scaling_terms",
]
