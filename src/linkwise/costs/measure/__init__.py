"""How fast this machine is, and how fast a robot's questions are answered on it.

timing         contestants measured in turn, minima and medians, one core
peak           multiplications and additions per second at best
states         random states in the shapes that kernels take
kernels        linkwise's answers as contestants: single calls, batches
pinocchio      Pinocchio's answers as contestants, where it is installed
robot          all together, for one robot
"""

from .peak import fma_peak
from .robot import Speed, flops, speeds
from .timing import AbstractContestant, Call, Timing, pinned, round_robin

__all__ = ["AbstractContestant", "Call", "Speed", "Timing", "flops", "fma_peak", "pinned", "round_robin", "speeds"]
