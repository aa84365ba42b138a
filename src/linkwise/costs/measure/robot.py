"""The speed of one robot's answers, per call and per state of a batch, and the peak speed of the machine."""

import time
from dataclasses import dataclass

from ...backends import BACKENDS, default_backend
from ...backends.modules import PeakLoop
from ...program import Count
from ...robot import Robot
from .kernels import IN_CACHE, LARGE, batch, single
from .pinocchio import Pinocchio, without_friction_and_rotors
from .timing import AbstractContestant, pinned, round_robin

QUESTIONS = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "inverse_dynamics_derivatives")
"""The questions that are measured by default."""

SINCOS = 38
"""Floating-point operations of a sine with its cosine: reduction to a quarter turn, two polynomials, a selection."""

EXPONENTIAL = 30
"""Floating-point operations of an exponential or logarithm: reduction, one polynomial, a power of two."""

TURNS = 1000
"""Iterations of a peak loop that are timed together."""


@dataclass(frozen=True)
class Speed:
    """The shortest seconds per state of one question; Pinocchio's are None if it is not installed or has no such call.

    `single` is for a call with one state; the others are for batches: `in_cache`, and large ones as `rows` (N, n) and
    `columns` (n, N). `flops` are the floating-point operations of a state.

    >>> speed = Speed("gravity_forces", 2e-7, 1e-8, 1e-8, 1e-8, 100, 1e-6, None)
    >>> speed
    <gravity_forces: 200 ns a call, 10.0 ns a state in a batch; Pinocchio takes 5.0 times as long a call>
    >>> speed.single_ratio
    5.0
    """

    question: str
    single: float
    in_cache: float
    rows: float
    columns: float
    flops: int
    pinocchio_single: float | None
    pinocchio_batch: float | None

    @property
    def rate(self) -> float:
        """Floating-point operations per second on a batch in the cache."""
        return self.flops / self.in_cache

    @property
    def single_ratio(self) -> float | None:
        """How many times as long a call of Pinocchio takes."""
        return self.pinocchio_single / self.single if self.pinocchio_single else None

    @property
    def batch_ratio(self) -> float | None:
        """How many times as long Pinocchio takes for a state: in its own batch function, or call by call."""
        theirs = self.pinocchio_batch or self.pinocchio_single
        return theirs / self.rows if theirs else None

    def __repr__(self) -> str:
        ratio = self.single_ratio
        peer = "" if ratio is None else f"; Pinocchio takes {ratio:.1f} times as long a call"
        ours = f"{1e9 * self.single:.0f} ns a call, {1e9 * self.in_cache:.1f} ns a state in a batch"
        return f"<{self.question}: {ours}{peer}>"


def flops(count: Count) -> int:
    """Floating-point operations of a program, including those inside sines, cosines and exponentials.

    >>> flops(Count(multiplications=10, additions=5, sincos=1))
    53
    """
    plain = count.multiplications + count.additions + count.divisions + count.square_roots
    return plain + SINCOS * count.sincos + EXPONENTIAL * count.exponentials


def speeds(robot: Robot, questions: tuple[str, ...] = QUESTIONS, seconds: float = 1.0) -> list[Speed]:
    """Measure how fast a robot's questions are answered, each for `seconds`, on one core, in turn with Pinocchio.

    Friction and rotors are left out, because Pinocchio does not read them from a file.

    >>> import linkwise
    >>> [speed] = speeds(linkwise.load("pendulum"), ("gravity_forces",), 0.01)
    >>> speed.question, speed.flops
    ('gravity_forces', 39)
    """
    robot = without_friction_and_rotors(robot)
    peer = Pinocchio.of(robot)
    with pinned():
        return [_speed(robot, peer, question, seconds) for question in questions]


def _speed(robot: Robot, peer: Pinocchio | None, question: str, seconds: float) -> Speed:
    contestants: dict[str, AbstractContestant] = {
        "single": single(robot, question),
        "in_cache": batch(robot, question, IN_CACHE),
        "rows": batch(robot, question, LARGE),
        "columns": batch(robot, question, LARGE, "columns"),
    }
    if peer:
        contestants |= peer.singles(question)
        if peer_batch := peer.batch(question):
            contestants["batch"] = peer_batch
    times = {name: timing.minimum for name, timing in round_robin(contestants, seconds).items()}
    calls = [times[name] for name in times if name.startswith("call")]
    ours = (times["single"], times["in_cache"], times["rows"], times["columns"])
    operations = flops(robot.compile(question).count)
    return Speed(question, *ours, operations, min(calls, default=None), times.get("batch"))


# ---- the machine ----------------------------------------------------------------------------------------------------


class _PeakContestant(AbstractContestant):
    """A loop of fused multiply-adds; its "states" are floating-point operations, two to each multiply-add."""

    def __init__(self, loop: PeakLoop):
        self.states, self._loop = loop.operations * TURNS, loop

    def seconds(self, times: int) -> float:
        start = time.perf_counter()
        self._loop.run(TURNS * times)
        return time.perf_counter() - start


def fma_peak(seconds: float = 0.3) -> float | None:
    """The most floating-point operations per second of one core, measured with fused multiply-adds of all widths.

    None if the backend in use has no machine code to measure it with.

    >>> fma_peak(0.01) > 0.0
    True
    """
    loops = BACKENDS[default_backend()].peak_loops()
    if not loops:
        return None
    timings = round_robin({name: _PeakContestant(loop) for name, loop in loops.items()}, seconds)
    return 1.0 / min(timing.minimum for timing in timings.values())
