"""How fast this machine is, and how fast it computes a robot's answers.

timing         contestants measured in turn on one core: minima and medians
kernels        linkwise's answers as contestants: single calls and batches
pinocchio      Pinocchio's answers as contestants, if it is installed
robot          the speed of one robot's answers, and the peak speed of the machine
"""

from .robot import Speed, flops, fma_peak, speeds
from .timing import AbstractContestant, Call, Timing, pinned, round_robin

__all__ = ["AbstractContestant", "Call", "Speed", "Timing", "flops", "fma_peak", "pinned", "round_robin", "speeds"]
