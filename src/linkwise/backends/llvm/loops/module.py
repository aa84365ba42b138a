"""The module of a loop: the tile that does its sweeps one after the other, and the driver around it.

slots    where links leave what others receive
sweep    the sweeps as functions
turn     rows of states as columns, and back
"""

from ....program import Loop
from ...interpreter.loop import table_of
from ..driver import driver, scratch
from ..lanes import Shape
from ..module import finished
from ..tile import Tile, arguments
from .slots import Slots, slots
from .sweep import sweep_over, tables
from .turn import turns


def loop_module(loop: Loop, shape: Shape, layout: str) -> tuple[str, int]:
    """The module whose @batch does many states, and how many numbers of scratch memory it needs."""
    cuts = loop.cuts
    places = tuple(slots(loop.parents, sweep.outwards) for sweep in loop.sweeps)
    rows = [table_of(each, numbers) for each, numbers in zip(cuts, loop.numbers, strict=True)]
    functions = [tables(loop.classes, rows, cuts, places, shape.dtype)]
    for k, (each, where) in enumerate(zip(loop.sweeps, places, strict=True)):
        functions.append(sweep_over(k, each, where, loop.signature, cuts, shape))
    body = _tile(loop, places, shape, layout)
    turned = layout == "rows" and shape.lanes > 1
    functions += [*(turns(shape, len(loop.parents)) if turned else []), body.text]
    text = finished([*functions, driver(loop.signature, shape, layout, body)], shape.dtype)
    return text, scratch(loop.signature, shape, body)


def _tile(loop: Loop, places: tuple[Slots, ...], shape: Shape, layout: str) -> Tile:
    """The function of one tile: rows turned to columns, sweep after sweep, columns of answers turned to rows."""
    signature, lanes, count = loop.signature, shape.lanes, len(loop.parents)
    turned = layout == "rows" and lanes > 1
    at = 0
    rooms: dict[str, int] = {}
    rooms["kept"], at = at, at + lanes * count * max(c.kept for c in loop.cuts)
    most = max(len(s.start) * where.used for s, where in zip(loop.sweeps, places, strict=True))
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
