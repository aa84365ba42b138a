"""How fast this machine is, and how fast it computes a robot's answers.

timing         contestants measured in turn on one core: minima and medians
kernels        linkwise's answers as contestants: single calls and batches
pinocchio      Pinocchio's answers as contestants, if it is installed
on_gpu         the speed of one robot's answers on a GPU
robot          the speed of one robot's answers, and the peak speed of the machine
"""

from .on_gpu import GpuSpeed, gpu_speeds
from .robot import Speed, flops, fma_peak, speeds
from .timing import AbstractContestant, Call, Timing, pinned, round_robin

__all__ = [
    "AbstractContestant",
    "Call",
    "GpuSpeed",
    "Speed",
    "Timing",
    "flops",
    "fma_peak",
    "gpu_speeds",
    "pinned",
    "round_robin",
    "speeds",
]
