"""One motion followed from step to step, with error control or with a fixed step: the fifth kind of program.

An integration solves ẏ = rate(t, y, given). What is `given` are numbers that hold for a while: a table has a row for
each stretch of time, its end and the numbers. Steps of a method with error control end where stretches do; the stages
of a fixed step get the numbers of the stretch that their time lies in. Other numbers may be `asked` of the caller, at
every time and state that the rate is needed at, or when a stretch begins, to be held in it: the first numbers of its
row; steps of every method end where stretches do then, and the beginning of one is recorded as well. Besides ẏ the rate
tells numbers that are recorded with each step.

With error control a record holds the polynomial through its step, which takes three evaluations more; where numbers are
asked, and take long, it holds the stages, and the polynomial can be found from them later.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import Fault, KindMismatch, ReadError
from .check import check
from .embedded import Embedded
from .passes import fused
from .program import Program
from .signature import Port, Signature
from .tableaus import Tableau

FULL, OVER, BROKEN = 0, 1, 2
"""Why steps stopped: no more room for records; the time is over; a step could not be made, and was not."""

SAFETY, LEAST, MOST = 0.9, 0.2, 10.0
"""How a step follows from the error of the one before: less than allowed, and not too different."""

REACH = 1.1
"""A step that ends nearly where a stretch does is made longer by so much at most, as in MATLAB's ode45: a short one
would follow, which costs as much."""

APART = 64 * 2.0**-52
"""Two instants closer than this, relative to them, are one: a stretch may end on the grid up to rounding."""

CLEAR = 10.0
"""The shortest step, in roundings of the time."""


class Task(NamedTuple):
    """From when to when, and how: `step` is the fixed one, or the longest; fixed steps lie on the grid begin + k step,
    whose last, number `steps`, is the end."""

    begin: float
    end: float
    step: float
    steps: int = 0
    rtol: float = 0.0
    atol: float = 0.0


@dataclass(frozen=True)
class Integration:
    """ẏ = rate(t, y, given, asked), for `size` numbers y and `given` ones of the table; it also tells `told` numbers.

    A staggered tableau moves the first `positions` of y with the new rates of these, which are the next as many.
    """

    rate: Program
    size: int
    given: int
    told: int
    method: Tableau | Embedded
    positions: int = 0
    asked: int = 0
    held: int = 0

    def __repr__(self) -> str:
        return f"Integration({self.size} numbers, {self.given} given, {len(self.rate.steps)} steps)"

    @property
    def adaptive(self) -> bool:
        """Whether steps are as long as their errors allow."""
        return isinstance(self.method, Embedded)

    @cached_property
    def fused(self) -> Program:
        """The rate, with fused multiply–adds."""
        return fused(self.rate)

    @property
    def signature(self) -> Signature:
        """What the rate takes and gives."""
        takes = [Port("t", (1,), uniform=True), Port("y", (self.size,)), Port("given", (self.given,), uniform=True)]
        takes += [Port("asked", (self.asked,), uniform=True)] if self.asked else []
        return Signature(tuple(takes), (Port("dy", (self.size,)), Port("told", (self.told,))))

    # ---- where numbers lie ------------------------------------------------------------------------------------------

    @property
    def columns(self) -> int:
        """Of a state: t, the next step, the steps taken, the row of the table; y, ẏ, what is told.

        A motion that begins, or begins anew where what is given has jumped, has a step of 0, which is still to be
        found, or the negative of the step to try; its rates are evaluated."""
        return 4 + 2 * self.size + self.told

    @property
    def recorded(self) -> int:
        """Columns of a record: t, y, ẏ, what is told; with error control rows of the dense output, or stages."""
        rows = 0 if not isinstance(self.method, Embedded) else len(self.method.b) + 1 if self.asked else 7
        return 1 + 2 * self.size + self.told + rows * self.size

    @property
    def row(self) -> int:
        """Columns of the table: the end of the stretch, and what is given."""
        return 1 + self.given


def check_integration(integration: Integration) -> None:
    """Refuse an invalid integration, listing every fault.

    >>> from linkwise.program import TABLEAUS, trace
    >>> fall = trace(lambda t, y, g: [y[1], -g[0], y[0]], {"t": 1, "y": 2, "g": 1}, "fall")
    >>> check_integration(Integration(fall, 2, 1, 1, TABLEAUS["rk4"]))
    >>> check_integration(Integration(fall, 3, 1, 1, TABLEAUS["implicit_midpoint"]))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'integration' was refused: 3 faults.
      rate: '4': a program of 5 inputs was expected
      rate: '3': a program of 4 outputs was expected
      method: 'implicit': an explicit method was expected
    """
    if not isinstance(integration, Integration):
        raise KindMismatch(f"a {type(integration).__name__} is not an integration.", "An Integration was expected.")
    size, given, told, rate = integration.size, integration.given, integration.told, integration.rate
    faults = []
    if min(size, given, told) < 1:
        faults.append(Fault("numbers", f"{size}, {given}, {told}", "at least one of each kind was expected"))
    for found, expected, what in (
        (len(rate.inputs), 1 + size + given + integration.asked, "inputs"),
        (len(rate.outputs), size + told, "outputs"),
    ):
        if found != expected:
            faults.append(Fault("rate", str(found), f"a program of {expected} {what} was expected"))
    if isinstance(integration.method, Tableau) and integration.method.implicit:
        faults.append(Fault("method", "implicit", "an explicit method was expected"))
    if not 0 <= integration.held <= given or (integration.held and integration.asked):
        faults.append(Fault("held", str(integration.held), "some of the given numbers were expected, and none asked"))
    if not 0 <= 2 * integration.positions <= size:
        faults.append(Fault("positions", str(integration.positions), "at most half of the numbers were expected"))
    if faults:
        raise ReadError("integration", faults)
    check(rate)
    check(integration.fused)
