"""A recursion over the links of a robot, as a loop: what a machine can run besides a straight-line program.

A straight-line program grows with the robot, outgrows the instruction cache and takes long to compile. A loop holds the
program of one link of each class, run link after link; what differs between links of a class is in a table. A recursion
is made of sweeps: outwards, where a link receives what its parent passed on, and inwards, where it receives the sum of
what its children passed on.

Matrices with an entry for each pair of links need one step more, the walk: after the sweeps every link sends numbers
towards the base, and each link on the way computes the entries of this pair and hands the numbers on, changed.

A loop that inverts ends by solving with its last matrix.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..errors import Fault, KindMismatch, ReadError
from .check import check
from .passes.cut import Cut, cut
from .program import Program
from .signature import Port, Signature

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
    what the link receives in each sweep; it gives what is passed on in each sweep, then the link's own part of each
    array of answers: one number or, of an array (links, m · links), the m numbers of its row and column.

    With a walk the program also takes the `walk` numbers that come along from another link, and before its own part of
    the answers it gives those it sends and those it hands on. After them it gives, for each array (links, m · links),
    the m entries in its own row and the sender's columns, then those in the sender's row and its own columns. Entries
    of links that do not lie on each other's way are 0.

    A loop that `inverts` gives arrays (links, links) only. The last one is a symmetric matrix M, which becomes M⁻¹ in
    the end, and each array A before it −M⁻¹ A.

    An `opened` loop takes its numbers when it runs, as the last of its arrays, the same for all states: the table of
    the links, `columns` numbers for each, then what each sweep starts from. `numbers` and `sweeps` are an example.
    """

    signature: Signature
    parents: tuple[int, ...]
    classes: tuple[int, ...]
    programs: tuple[Program, ...]
    numbers: tuple[Rows, ...]
    sweeps: tuple[Sweep, ...]
    walk: int = 0
    inverts: bool = False
    opened: bool = False

    def __repr__(self) -> str:
        return f"Loop({len(self.parents)} links of {len(self.programs)} classes, {len(self.sweeps)} sweeps)"

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The programs of the classes, cut into those of the sweeps."""
        widths = [len(sweep.start) for sweep in self.sweeps]
        takes, sizes = len(self.states), (len(self.own), len(self.entries))
        return tuple(
            cut(program, len(rows[0]), takes, widths, *sizes, self.walk)
            for program, rows in zip(self.programs, self.numbers, strict=True)
        )

    @property
    def states(self) -> tuple[Port, ...]:
        """The arrays that have a number for each link: all it takes but open numbers."""
        return self.signature.takes[:-1] if self.opened else self.signature.takes

    @cached_property
    def columns(self) -> int:
        """How far a link's row of the table is from the next link's: as long as the longest row."""
        return max(1, *(len(each.table.outputs) for each in self.cuts))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each sweep's start begins among open numbers."""
        at = [len(self.parents) * self.columns]
        for sweep in self.sweeps:
            at.append(at[-1] + len(sweep.start))
        return tuple(at[:-1])

    @cached_property
    def own(self) -> tuple[tuple[int, int], ...]:
        """A link's own numbers among the answers: the array, and the place in its row."""
        return tuple((g, c) for g in range(len(self.signature.gives)) for c in range(max(1, self.block(g))))

    @cached_property
    def entries(self) -> tuple[tuple[int, int, bool], ...]:
        """The numbers of a pair: the array, the place, and whether the row belongs to the link nearer to the base."""
        squares = [g for g in range(len(self.signature.gives)) if self.block(g)]
        return tuple((g, c, near) for g in squares for near in (True, False) for c in range(self.block(g)))

    def block(self, g: int) -> int:
        """The numbers of a pair of links side by side in an array of answers; 0 if it has one number for each link."""
        shape = self.signature.gives[g].shape
        return shape[1] // max(1, len(self.parents)) if len(shape) > 1 else 0

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The links in an order in which all descendants of a link follow it directly."""
        children: list[list[int]] = [[] for _ in range(len(self.parents) + 1)]
        for i, parent in enumerate(self.parents):
            children[parent].append(i)
        order, waiting = [], children[-1][::-1]
        while waiting:
            order.append(waiting.pop())
            waiting += children[order[-1]][::-1]
        return tuple(order)

    @cached_property
    def beyond(self) -> tuple[range, ...]:
        """For each link, the places of its descendants in that order."""
        counts = [1] * len(self.parents)
        for i in reversed(range(len(counts))):
            if self.parents[i] >= 0:
                counts[self.parents[i]] += counts[i]
        places = {i: at for at, i in enumerate(self.order)}
        return tuple(range(places[i] + 1, places[i] + count) for i, count in enumerate(counts))


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
        takes = len(program.inputs) - len(loop.states) - met - loop.walk
        gives = met + 2 * loop.walk + len(loop.own) + len(loop.entries)
        if widths - {takes} or len(program.outputs) != gives:
            rule = "a program of the row's numbers, the states and what the link receives was expected"
            faults.append(Fault(f"class {k}", program.name, rule))
    return faults


def _in_ports(loop: Loop) -> list[Fault]:
    links, faults = len(loop.parents), []
    if loop.opened and not (loop.signature.takes and loop.signature.takes[-1].uniform):
        faults.append(Fault("takes", str(loop.signature), "a uniform array of open numbers was expected at the end"))
    for port in (*loop.states, *loop.signature.gives):
        square = loop.walk > 0 and port in loop.signature.gives and len(port.shape) == 2
        if port.shape != (links,) and not (square and port.shape[0] == links and port.shape[1] % links == 0):
            rule = f"shape {(links,)} was expected" + ", or with a walk (links, m · links)" * (loop.walk > 0)
            faults.append(Fault(port.name, str(port.shape), rule))
        elif loop.inverts and port in loop.signature.gives and port.shape != (links, links):
            faults.append(
                Fault(port.name, str(port.shape), f"shape {(links, links)} was expected of a loop that inverts")
            )
    return faults
