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
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from ...program import Program, Signature
from .driver import driver, scratch
from .lanes import Shape
from .loop_cut import Cut, cut
from .loop_slots import Slots, slots
from .loop_sweep import sweep, tables
from .loop_turn import turns
from .module import finished
from .tile import Tile, arguments


@dataclass(frozen=True)
class Sweep:
    """One pass over all links; `start` is what the base passes on, or zeros where links without children begin."""

    outwards: bool
    start: tuple[float, ...]


@dataclass(frozen=True)
class Loop:
    """A recursion over links.

    Link i is of kind kinds[i] and stands on link parents[i], −1 being the base; the j-th link of a kind has row j of the
    kind's table. A kind's program takes its numbers, then one number of each array of states, then what is met in each
    sweep; it gives what is passed on in each sweep, then one number of each array of answers. `known` gives some states,
    the arrays of each side by side, and answers to them found by other means: the code is held to them.
    """

    signature: Signature
    parents: tuple[int, ...]
    kinds: tuple[int, ...]
    programs: tuple[Program, ...]
    numbers: tuple[NDArray[Any], ...]
    sweeps: tuple[Sweep, ...]
    known: Callable[[], tuple[NDArray[Any], NDArray[Any]]]

    def cuts(self) -> list[Cut]:
        """The programs of the kinds, cut into those of the sweeps."""
        widths = [len(s.start) for s in self.sweeps]
        takes, gives = len(self.signature.takes), len(self.signature.gives)
        return [
            cut(program, table.shape[1], takes, widths, gives)
            for program, table in zip(self.programs, self.numbers, strict=True)
        ]


def batch(loop: Loop, shape: Shape, layout: str) -> tuple[str, int]:
    """The module whose @batch does many states, and how many numbers of scratch memory it needs."""
    cuts = loop.cuts()
    places = [slots(loop.parents, s.outwards) for s in loop.sweeps]
    functions = [tables(loop.kinds, loop.numbers, cuts, places)]
    for k, (each, where) in enumerate(zip(loop.sweeps, places, strict=True)):
        functions.append(sweep(k, each.outwards, each.start, loop.signature, cuts, where, shape))
    body = _tile(loop, cuts, places, shape, layout)
    turned = layout == "rows" and shape.lanes > 1
    functions += [*(turns(shape, len(loop.parents)) if turned else []), body.text]
    text = finished([*functions, driver(loop.signature, shape, layout, body)], shape.dtype)
    return text, scratch(loop.signature, shape, body)


def _tile(loop: Loop, cuts: list[Cut], places: list[Slots], shape: Shape, layout: str) -> Tile:
    """The function of one tile: rows turned to columns, sweep after sweep, columns of answers turned to rows."""
    signature, lanes, count = loop.signature, shape.lanes, len(loop.parents)
    turned = layout == "rows" and lanes > 1
    at = 0
    rooms: dict[str, int] = {}
    rooms["kept"], at = at, at + lanes * count * max(c.kept for c in cuts)
    most = max(len(s.start) * where.count for s, where in zip(loop.sweeps, places, strict=True))
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
