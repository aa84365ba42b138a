"""The module of a loop: the tile that does its sweeps one after the other and then the walk, and what is around it.

slots    where links leave what others receive
sweep    the sweeps as functions
walk     the walk
inverse  the inverse at the end
turn     rows of states as columns, and back
"""

from ....program import Loop
from ..arguments import arguments
from ..driver import driver
from ..lanes import Shape
from ..module import finished
from ..tile import Tile
from ..turned_tile import turned_tile
from .inverse import inverse, room
from .slots import Slots, slots
from .sweep import arrays_of, sweep_over, tables
from .turn import turned
from .walk import walk, written, zeros

STACK = 2**17
"""Bytes of scratch memory that a single state takes from the stack at most; beyond, they are allocated."""


def loop_module(loop: Loop, shape: Shape, layout: str, widest: int) -> tuple[str, int]:
    """The module whose @batch does many states, and how many numbers of scratch memory it needs. For single states it
    has one lane, takes rows, and has the function @one too; `widest` is the number of lanes of a register."""
    single, layout = layout == "single", "rows" if layout == "single" else layout
    by_rows = layout == "rows" and shape.lanes > 1
    places = tuple(slots(loop.parents, sweep.outwards) for sweep in loop.sweeps)
    functions = [tables(loop, places, shape.dtype)]
    for k, where in enumerate(places):
        functions.append(sweep_over(k, loop, where, shape, by_rows))
    if loop.walk:
        functions += [zeros(loop, shape, layout), walk(loop, shape, layout, widest, by_rows)]
    if loop.inverts:
        functions.append(inverse(loop, shape, layout, widest))
    body = _tile(loop, places, shape, layout, widest)
    if by_rows:
        functions += [turned(shape, size) for size in sorted({port.size for port in loop.states})]
    functions += [body.text, *([_one(loop, shape, body)] if single else [])]
    text = finished([*functions, driver(loop.signature, shape, layout, body)], shape.dtype)
    return text, body.memory(loop.signature, shape)


def _tile(loop: Loop, places: tuple[Slots, ...], shape: Shape, layout: str, widest: int) -> Tile:
    """The function of one tile: rows turned to columns, sweep after sweep, the walk, the inverse, columns of
    answers turned to rows."""
    signature, lanes, count = loop.signature, shape.lanes, len(loop.parents)
    by_rows = layout == "rows" and lanes > 1
    at = 0
    rooms: dict[str, int] = {}
    rooms["kept"], at = at, at + lanes * count * max(c.kept for c in loop.cuts)
    most = max(len(s.start) * where.used for s, where in zip(loop.sweeps, places, strict=True))
    rooms["slots"], at = at, at + lanes * most
    rooms["sent"], at = at, at + lanes * count * loop.walk
    if loop.inverts:
        rooms["work"], at = at, at + room(loop, shape, widest)
    sides = arrays_of(loop)
    states = sides[: len(loop.states)]
    sizes = dict(zip(sides, (port.size for port in (*loop.states, *signature.gives)), strict=True))
    for name in states if by_rows else ():
        rooms[f"{name}.turned"], at = at, at + lanes * sizes[name]
    lines = [f"  %{name} = getelementptr {shape.number}, ptr %scratch, i64 {where}" for name, where in rooms.items()]
    if by_rows:
        lines += [f"  call void @turned{sizes[name]}(ptr %{name}, ptr %{name}.turned)" for name in states]
    ld = [str(lanes)] * 2 if by_rows else ["1", "1"] if layout == "rows" else ["%ldi", "%ldo"]
    names = [f"ptr %{name}{'.turned' if by_rows and name.startswith('in') else ''}" for name in sides]
    mail = "ptr %mail" if by_rows else "ptr null"
    passed = ", ".join([*names, f"i64 {ld[0]}", f"i64 {ld[1]}", "ptr %kept", "ptr %slots", "ptr %sent", mail])
    passed += f", ptr %in{len(states)}" * loop.opened
    answers = names[len(states) :]
    cleared = f"  call void @zeros({', '.join([*answers, f'i64 {ld[1]}'])})"
    lines += [cleared] if loop.walk and (not by_rows or loop.inverts) else []
    functions = [*(f"sweep{k}" for k in range(len(loop.sweeps))), *(["walk"] if loop.walk else [])]
    lines += [f"  call void @{name}({passed})" for name in functions]
    if loop.inverts:
        lines.append(f"  call void @inverse({', '.join([*answers, f'i64 {ld[1]}', 'ptr %work'])})")
    if by_rows:
        text, at = turned_tile(signature, shape, lines, at, written(loop), count * len(functions))
        return Tile(text, at, turned=True)
    return Tile("\n".join([f"define internal void @tile({arguments(signature)}) #0 {{", *lines, "  ret void", "}"]), at)


def _one(loop: Loop, shape: Shape, body: Tile) -> str:
    """The function @one(in_0 …, out_0 …) of a single state."""
    names = arguments(loop.signature).removesuffix(", i64 %ldi, i64 %ldo, ptr %scratch")
    passed = arguments(loop.signature, types=False).replace("%ldi", "1").replace("%ldo", "1")
    size = shape.bytes * body.scratch
    if size <= STACK:
        room, end, declared = f"alloca i8, i64 {size}, align 64", "", ""
    else:
        room, end = f"call ptr @malloc(i64 {size})", "  call void @free(ptr %scratch)\n"
        declared = "declare noalias ptr @malloc(i64)\ndeclare void @free(ptr)\n"
    head = f"{declared}define void @one({names}) #1 {{\n  %scratch = {room}\n"
    return f"{head}  call void @tile({passed})\n{end}  ret void\n}}"
