"""Recursions over the links of a long robot, as loops.

A straight-line program grows with the robot, leaves the cache of instructions and takes long to compile. A loop holds
the program of one link of each kind, run for link after link; what differs between links of a kind stands in a table.
A recursion is made of sweeps: outwards, where a link meets what its parent passed on, and inwards, where it meets the
sum of what its children did.

    loop          what a recursion is, and its module
    loop_cut      the program of a link, cut where the sweeps turn
    loop_slots    where links leave what others meet
    loop_sweep    the sweeps as functions
    loop_turn     rows of states as columns, and back
    loop_run      what a loop means, by the interpreter
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...program import Program, Signature
from .driver import driver, scratch
from .lanes import Shape
from .loop_cut import Cut, cut
from .loop_run import run_loop
from .loop_slots import Slots, Sweep, slots
from .loop_sweep import sweep_over, tables
from .loop_turn import turns
from .module import finished
from .tile import Tile, arguments


@dataclass(frozen=True)
class Loop:
    """A recursion over links.

    Link i is of kind kinds[i] and stands on link parents[i], −1 being the base; the j-th link of a kind has row j of
    the kind's numbers. A kind's program takes its numbers, then one number of each array of states, then what is met in
    each sweep; it gives what is passed on in each sweep, then one number of each array of answers.
    """

    signature: Signature
    parents: tuple[int, ...]
    kinds: tuple[int, ...]
    programs: tuple[Program, ...]
    numbers: tuple[NDArray[Any], ...]
    sweeps: tuple[Sweep, ...]

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The programs of the kinds, cut into those of the sweeps."""
        widths = [len(s.start) for s in self.sweeps]
        takes, gives = len(self.signature.takes), len(self.signature.gives)
        pairs = zip(self.programs, self.numbers, strict=True)
        return tuple(cut(program, numbers.shape[1], takes, widths, gives) for program, numbers in pairs)

    @cached_property
    def rows(self) -> tuple[NDArray[Any], ...]:
        """The tables of the kinds."""
        return tuple(each.rows_of(numbers) for each, numbers in zip(self.cuts, self.numbers, strict=True))

    @cached_property
    def places(self) -> tuple[Slots, ...]:
        """Where links leave what others meet, sweep by sweep."""
        return tuple(slots(self.parents, s.outwards) for s in self.sweeps)

    def run(self, states: NDArray[Any]) -> NDArray[Any]:
        """The answers to states (N, arrays · links), by the interpreter."""
        arrays = np.split(states, len(self.signature.takes), axis=1)
        return run_loop(self.kinds, self.rows, self.cuts, self.sweeps, self.places, arrays)


def batch(loop: Loop, shape: Shape, layout: str) -> tuple[str, int]:
    """The module whose @batch does many states, and how many numbers of scratch memory it needs."""
    cuts, places = loop.cuts, loop.places
    functions = [tables(loop.kinds, loop.rows, cuts, places)]
    for k, (each, where) in enumerate(zip(loop.sweeps, places, strict=True)):
        functions.append(sweep_over(k, each, where, loop.signature, cuts, shape))
    body = _tile(loop, shape, layout)
    turned = layout == "rows" and shape.lanes > 1
    functions += [*(turns(shape, len(loop.parents)) if turned else []), body.text]
    text = finished([*functions, driver(loop.signature, shape, layout, body)], shape.dtype)
    return text, scratch(loop.signature, shape, body)


def _tile(loop: Loop, shape: Shape, layout: str) -> Tile:
    """The function of one tile: rows turned to columns, sweep after sweep, columns of answers turned to rows."""
    signature, lanes, count = loop.signature, shape.lanes, len(loop.parents)
    turned = layout == "rows" and lanes > 1
    at = 0
    rooms: dict[str, int] = {}
    rooms["kept"], at = at, at + lanes * count * max(c.kept for c in loop.cuts)
    most = max(len(s.start) * where.used for s, where in zip(loop.sweeps, loop.places, strict=True))
    rooms["slots"], at = at, at + lanes * most
    sides = [f"in{g}" for g in range(len(signature.takes))] + [f"out{g}" for g in range(len(signature.gives))]
    for name in sides if turned else ():
        rooms[f"{name}.turned"], at = at, at + lanes * count
    lines = [f"  %{name} = getelementptr {shape.number}, ptr %scratch, i64 {where}" for name, where in rooms.items()]
    if turned:
        lines += [f"  call void @turned(ptr %{name}, ptr %{name}.turned)" for name in sides if name.startswith("in")]
    kind = ".turned" if turned else ""
    ld = [str(lanes)] * 2 if turned else ["1", "1"] if layout == "rows" else ["%ldi", "%ldo"]
    names = [f"ptr %{name}{kind}" for name in sides]
    passed = ", ".join([*names, f"i64 {ld[0]}", f"i64 {ld[1]}", "ptr %kept", "ptr %slots"])
    lines += [f"  call void @sweep{k}({passed})" for k in range(len(loop.sweeps))]
    if turned:
        lines += [f"  call void @turned_back(ptr %{n}.turned, ptr %{n})" for n in sides if n.startswith("out")]
    return Tile("\n".join([f"define internal void @tile({arguments(signature)}) #0 {{", *lines, "  ret void", "}"]), at)
