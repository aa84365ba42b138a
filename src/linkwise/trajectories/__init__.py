"""Motions in time: between postures, through waypoints, periodic, from data; their limits, and their fastest pace.

    from linkwise.trajectories import Quintic
    reach = Quintic(q0, q1, limits=robot.limits)               # as short as velocities allow
    q, qd, qdd = reach(t)                                      # t a number or an array
    reach.check(robot).within                                  # positions, velocities, torques
    robot.fastest_uniform(reach).trajectory                    # the same path, as fast as torques allow

Motions      Quintic, Trapezoidal, Spline, Fourier, Sampled; AbstractTrajectory, what they answer: Motion, Samples
Of motions   Stretched, Joined (`.stretched`, `.then`)
Limits       MotionLimits, LimitReport, Peak (`.check`)
Planning     plan, Plan
Pace         fastest_uniform, Scaling; scaling_terms, ScalingTerms: how torques change with the pace
"""

from .fastest_uniform import fastest_uniform
from .fourier import Fourier
from .joined import Joined
from .limit_report import LimitReport, Peak
from .limits import MotionLimits
from .motion import Motion, Samples
from .planning import Plan, plan
from .quintic import Quintic
from .sampled import Sampled
from .scaling import Scaling
from .scaling_terms import ScalingTerms, scaling_terms
from .spline import Spline
from .stretched import Stretched
from .trajectory import AbstractTrajectory
from .trapezoidal import Trapezoidal

__all__ = [
    "AbstractTrajectory",
    "Fourier",
    "Joined",
    "LimitReport",
    "Motion",
    "MotionLimits",
    "Peak",
    "Plan",
    "Quintic",
    "Sampled",
    "Samples",
    "Scaling",
    "ScalingTerms",
    "Spline",
    "Stretched",
    "Trapezoidal",
    "fastest_uniform",
    "plan",
    "scaling_terms",
]
