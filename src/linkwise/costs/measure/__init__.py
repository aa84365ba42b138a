"""How fast this machine is, and how fast it computes a robot's answers.

timing         contestants measured in turn on one core: minima and medians
kernels        linkwise's answers as contestants: single calls and batches
pinocchio      Pinocchio's answers as contestants, if it is installed
on_gpu         the speed of one robot's answers on a GPU
on_arrays      the same on a framework's arrays
robot          the speed of one robot's answers, and the peak speed of the machine
"""

from .on_arrays import ArraySpeed, array_speeds, torch_speeds
from .on_gpu import GpuSpeed, gpu_speeds
from .robot import Speed, flops, fma_peak, speeds
from .timing import AbstractContestant, Call, Timing, pinned, round_robin

__all__ = [
    "AbstractContestant",
    "ArraySpeed",
    "Call",
    "GpuSpeed",
    "Speed",
    "Timing",
    "array_speeds",
    "flops",
    "fma_peak",
    "gpu_speeds",
    "pinned",
    "round_robin",
    "speeds",
    "torch_speeds",
]
