"""A recursion over the links of a robot, as a loop: what a machine can run besides a straight-line program.

A straight-line program grows with the robot, outgrows the instruction cache and takes long to compile. A loop holds the
program of one link of each class, run link after link; what differs between links of a class is in a table. A recursion
is made of sweeps: outwards, where a link receives what its parent passed on, and inwards, where it receives the sum of
what its children passed on.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import Fault, KindMismatch, ReadError
from .check import check
from .passes.cut import Cut, cut
from .program import Program
from .signature import Signature

Rows = tuple[tuple[float, ...], ...]
"""A table of numbers, one row for each link of a class."""


class Sweep(NamedTuple):
    """One pass over all links; `start` is what the base passes on or, inwards, what links without children receive."""

    outwards: bool
    start: tuple[float, ...]


@dataclass(frozen=True)
class Loop:
    """A recursion over links.

    Link i is of class classes[i] and its parent is link parents[i], −1 being the base; the j-th link of a class has row
    j of the class's numbers. A class's program takes the row's numbers, then one number of each array of states, then
    what the link receives in each sweep; it gives what is passed on in each sweep, then one number of each array of
    answers.
    """

    signature: Signature
    parents: tuple[int, ...]
    classes: tuple[int, ...]
    programs: tuple[Program, ...]
    numbers: tuple[Rows, ...]
    sweeps: tuple[Sweep, ...]

    def __repr__(self) -> str:
        return f"Loop({len(self.parents)} links of {len(self.programs)} classes, {len(self.sweeps)} sweeps)"

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The programs of the classes, cut into those of the sweeps."""
        widths = [len(sweep.start) for sweep in self.sweeps]
        takes, gives = len(self.signature.takes), len(self.signature.gives)
        return tuple(
            cut(program, len(rows[0]), takes, widths, gives)
            for program, rows in zip(self.programs, self.numbers, strict=True)
        )


def check_loop(loop: Loop) -> None:
    """Refuse an invalid loop, listing every fault.

    >>> from linkwise.program import Port, trace
    >>> link = trace(lambda x, met: [x[0] + met[0], met[0]], {"state": 1, "met": 1}, "link")
    >>> ports = Signature((Port("x", (2,)),), (Port("y", (2,)),))
    >>> check_loop(Loop(ports, (-1, 0), (0, 0), (link,), (((), ()),), (Sweep(True, (0.0,)),)))
    >>> check_loop(Loop(ports, (-1, 5), (0, 1), (link,), (((), ()),), (Sweep(True, (0.0,)),)))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'loop' was refused: 3 faults.
      link 1: '5': a parent before the link, or −1 for the base, was expected
      link 1: '1': a class from 0 to 0 was expected
      class 0: '2': a row of numbers for each of its 1 links was expected
    """
    if not isinstance(loop, Loop):
        raise KindMismatch(f"a {type(loop).__name__} is not a loop.", "A Loop was expected.")
    faults = [*_in_links(loop), *_in_classes(loop), *_in_ports(loop)]
    if faults:
        raise ReadError("loop", faults)
    for program in loop.programs:
        check(program)


def _in_links(loop: Loop) -> list[Fault]:
    faults = []
    for i, parent in enumerate(loop.parents):
        if not -1 <= parent < i:
            faults.append(Fault(f"link {i}", str(parent), "a parent before the link, or −1 for the base, was expected"))
    for i, k in enumerate(loop.classes):
        if not 0 <= k < len(loop.programs):
            faults.append(Fault(f"link {i}", str(k), f"a class from 0 to {len(loop.programs) - 1} was expected"))
    if len(loop.classes) != len(loop.parents):
        faults.append(Fault("classes", str(len(loop.classes)), f"one for each of {len(loop.parents)} links"))
    return faults


def _in_classes(loop: Loop) -> list[Fault]:
    faults = []
    met = sum(len(sweep.start) for sweep in loop.sweeps)
    for k, (program, rows) in enumerate(zip(loop.programs, loop.numbers, strict=True)):
        links = loop.classes.count(k)
        if len(rows) != links:
            faults.append(
                Fault(f"class {k}", str(len(rows)), f"a row of numbers for each of its {links} links was expected")
            )
        widths = {len(row) for row in rows}
        takes = len(program.inputs) - len(loop.signature.takes) - met
        if widths - {takes} or len(program.outputs) != met + len(loop.signature.gives):
            rule = "a program of the row's numbers, the states and what the link receives was expected"
            faults.append(Fault(f"class {k}", program.name, rule))
    return faults


def _in_ports(loop: Loop) -> list[Fault]:
    size = (len(loop.parents),)
    ports = (*loop.signature.takes, *loop.signature.gives)
    return [Fault(port.name, str(port.shape), f"shape {size} was expected") for port in ports if port.shape != size]
