"""One robot on this machine: what a call takes, what a state takes in a batch, how much of the machine that is."""

from dataclasses import dataclass

from ...program import Count
from ...robot import Robot
from .kernels import IN_CACHE, LARGE, batch, single
from .pinocchio import Pinocchio, bared
from .timing import AbstractContestant, pinned, round_robin

QUESTIONS = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "inverse_dynamics_derivatives")
"""What is measured where nothing is named."""

SINCOS = 38
"""Floating-point operations of a sine with its cosine: reduction to a quarter turn, two polynomials, the choice."""

EXPONENTIAL = 30
"""Floating-point operations of an exponential or logarithm: reduction, one polynomial, the power of two."""


@dataclass(frozen=True)
class Speed:
    """Seconds per state of one question, minima; Pinocchio's are None where it is not installed or has no such call.

    >>> Speed("gravity_forces", 2e-7, 1e-8, 1e-8, 1e-8, 100, 1e-6, None).single_ratio
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
        """How many of our calls Pinocchio's takes."""
        return self.pinocchio_single / self.single if self.pinocchio_single else None

    @property
    def batch_ratio(self) -> float | None:
        """How many states we answer in a batch while Pinocchio answers one: in its own batch, or call by call."""
        theirs = self.pinocchio_batch or self.pinocchio_single
        return theirs / self.rows if theirs else None


def flops(count: Count) -> int:
    """Floating-point operations of a program, each sine with its cosine as what it takes.

    >>> flops(Count(multiplications=10, additions=5, sincos=1))
    53
    """
    plain = count.multiplications + count.additions + count.divisions + count.square_roots
    return plain + SINCOS * count.sincos + EXPONENTIAL * count.exponentials


def speeds(robot: Robot, questions: tuple[str, ...] = QUESTIONS, seconds: float = 1.0) -> list[Speed]:
    """Measure questions to a robot, each for so many seconds, on one core, in turn with Pinocchio.

    >>> import linkwise
    >>> [speed] = speeds(linkwise.load("pendulum"), ("gravity_forces",), 0.01)
    >>> speed.question, speed.flops
    ('gravity_forces', 39)
    """
    robot = bared(robot)
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
        its_batch = peer.batch(question)
        if its_batch:
            contestants["batch"] = its_batch
    found = {name: timing.minimum for name, timing in round_robin(contestants, seconds).items()}
    calls = [found[name] for name in found if name.startswith("call")]
    work = flops(robot.compile(question).count)
    ours = (found["single"], found["in_cache"], found["rows"], found["columns"])
    return Speed(question, *ours, work, min(calls, default=None), found.get("batch"))
