"""What the machine can do at best: fused multiply-adds of double vectors, as many at a time as it likes."""

import time

from ...backends import BACKENDS, default_backend
from ...backends.backend import PeakLoop
from ...errors import MissingBackend
from .timing import AbstractContestant, round_robin

TIMES = 1000
"""Turns of a loop that are timed together."""


class _Loop(AbstractContestant):
    """A loop of the backend's; a state is a floating-point operation, two to a fused multiply-add."""

    def __init__(self, loop: PeakLoop):
        self.states, self._loop = loop.operations * TIMES, loop

    def seconds(self, times: int) -> float:
        start = time.perf_counter()
        self._loop.run(TIMES * times)
        return time.perf_counter() - start


def fma_peak(seconds: float = 0.3) -> float:
    """Floating-point operations per second of one core, measured; the best of all vector widths.

    >>> fma_peak(0.01) > 0.0
    True
    """
    loops = BACKENDS[default_backend()].peak_loops()
    if not loops:
        raise MissingBackend("llvm", "nothing else here compiles to machine code")
    timings = round_robin({name: _Loop(loop) for name, loop in loops.items()}, seconds)
    return 1.0 / min(timing.minimum for timing in timings.values())
