"""Numbers improved again and again until they are good enough, for many at once: the fourth kind of program.

An iteration has rows, each a state followed by numbers of its own, and numbers that all rows share. One straight-line
program makes the next state from all three. A row is done once the last number of its state is not 0.
"""

from dataclasses import dataclass
from functools import cached_property

from ..errors import Fault, KindMismatch, ReadError
from .check import check
from .passes import fused
from .program import Program
from .signature import Port, Signature


@dataclass(frozen=True)
class Iteration:
    """state ← step(state, own, same), row by row, until the last number of the state is no longer 0.

    `state`, `own` and `same` are how many numbers there are of each.
    """

    step: Program
    state: int
    own: int
    same: int

    def __repr__(self) -> str:
        return f"Iteration({self.state} numbers, {len(self.step.steps)} steps)"

    @property
    def columns(self) -> int:
        """The numbers of a row."""
        return self.state + self.own

    @cached_property
    def fused(self) -> Program:
        """The program of a step, with fused multiply–adds."""
        return fused(self.step)

    @cached_property
    def signature(self) -> Signature:
        """The arrays that a step takes and gives."""
        return iteration_signature(self.state, self.own, self.same)


def iteration_signature(state: int, own: int, same: int) -> Signature:
    """The arrays that a step takes and gives, from how many numbers there are of each kind.

    >>> iteration_signature(3, 2, 1).text
    'state(3), own(2), same(1) -> next(3)'
    """
    takes = (Port("state", (state,)), Port("own", (own,)), Port("same", (same,), uniform=True))
    return Signature(takes, (Port("next", (state,)),))


def check_iteration(iteration: Iteration) -> None:
    """Refuse an invalid iteration, listing every fault.

    >>> from linkwise.program import trace
    >>> halve = trace(lambda x, own, same: [0.5 * x[0], own[0] + same[0]], {"x": 2, "own": 1, "same": 1}, "halve")
    >>> check_iteration(Iteration(halve, 2, 1, 1))
    >>> check_iteration(Iteration(halve, 3, 1, 1))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'iteration' was refused: 2 faults.
      step: '4': a program of 5 inputs was expected
      step: '2': a program of 3 outputs was expected
    """
    if not isinstance(iteration, Iteration):
        raise KindMismatch(f"a {type(iteration).__name__} is not an iteration.", "An Iteration was expected.")
    state, own, same, step = iteration.state, iteration.own, iteration.same, iteration.step
    faults = []
    if min(state, own, same) < 1:
        faults.append(Fault("numbers", f"{state}, {own}, {same}", "at least one of each kind was expected"))
    for found, expected, what in (
        (len(step.inputs), state + own + same, "inputs"),
        (len(step.outputs), state, "outputs"),
    ):
        if found != expected:
            faults.append(Fault("step", str(found), f"a program of {expected} {what} was expected"))
    if faults:
        raise ReadError("iteration", faults)
    check(step)
    check(iteration.fused)
