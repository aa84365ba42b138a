"""The function of one tile: as many states as there are lanes.

    void tile(ptr in_0 …, ptr out_0 …, i64 ldi, i64 ldo, ptr scratch)

A long program is cut into segments, each a separate function, because compile time grows faster than a function's
length; values that outlive their segment go through the scratch memory.
"""

from dataclasses import dataclass
from itertools import pairwise

from ...program import Const, Operand, Program, Signature
from .body import Body
from .lanes import Lanes, Shape
from .layout import Columns, Rows, Uniform

LONG = 8000
"""Programs of more steps than this are cut into segments."""

SEGMENT = 1000
"""The steps of a segment."""


@dataclass(frozen=True)
class Tile:
    """Functions as LLVM text, and how many numbers of scratch memory they need; whether one of them, @tile.stream,
    writes past the caches, also the tile before it; whether one, @tile.flow, sends the tile before it there."""

    text: str
    scratch: int
    streams: bool = False
    flows: bool = False


def arguments(signature: Signature, types: bool = True) -> str:
    """The parameters of a tile's function, or the names to pass on."""
    names = [f"%in{g}" for g in range(len(signature.takes))] + [f"%out{g}" for g in range(len(signature.gives))]
    kind = "ptr noalias nocapture" if types else "ptr"
    return ", ".join([*(f"{kind} {name}" for name in names), "i64 %ldi", "i64 %ldo", "ptr %scratch"])


def further(signature: Signature, layout: str, types: bool = True) -> str:
    """What follows if a tile also sends the one before: for each output, where that is, and in rows where it goes."""
    names = {"flowing rows": ("was", "to"), "streamed columns": ("was",)}.get(layout, ())
    kind = "ptr noalias nocapture" if types else "ptr"
    return "".join(f", {kind} %{name}{g}" for g in range(len(signature.gives)) for name in names)


def tile(program: Program, signature: Signature, shape: Shape, layout: str, name: str = "tile") -> Tile:
    """The function that does a tile of states laid out as rows or columns. There is a second one for large answers: in
    columns, unless they are those of one tile ("lanes"), and in rows where there is more to write than to read."""
    plain = _function(program, signature, shape, layout, name)
    if (
        layout == "rows"
        and shape.lanes > 1
        and len(program.outputs) > len(program.inputs)
        and len(program.steps) <= LONG
    ):
        flowing = _function(program, signature, shape, "flowing rows", "tile.flow")
        return Tile(f"{plain.text}\n{flowing.text}", plain.scratch, flows=True)
    if layout in ("rows", "lanes"):
        return plain
    streamed = _function(program, signature, shape, "streamed columns", "tile.stream")
    return Tile(f"{plain.text}\n{streamed.text}", plain.scratch, streams=True)


def _function(program: Program, signature: Signature, shape: Shape, layout: str, name: str) -> Tile:
    long = len(program.steps) > LONG
    first, last = len(program.inputs), len(program.inputs) + len(program.steps)
    cuts = [*range(first, last, SEGMENT if long else max(last - first, 1)), last] if last > first else [first, first]
    ranges = [range(a, b) for a, b in pairwise(cuts)]
    slots = _slots(program, ranges) if long else {}
    pieces = [
        _piece(program, signature, shape, layout, f"{name}.{k}" if long else name, piece, slots, k == len(ranges) - 1)
        for k, piece in enumerate(ranges)
    ]
    if long:
        takes, passed = (arguments(signature, types) + further(signature, layout, types) for types in (True, False))
        calls = [f"  call void @{name}.{k}({passed})" for k in range(len(ranges))]
        pieces.append("\n".join([f"define internal void @{name}({takes}) #0 {{", *calls, "  ret void", "}"]))
    return Tile("\n".join(pieces), shape.lanes * (1 + max(slots.values(), default=-1)))


def _slots(program: Program, ranges: list[range]) -> dict[int, int]:
    """A place in the scratch memory for each value used after the segment that computes it; places are reused."""
    segment = {i: k for k, piece in enumerate(ranges) for i in piece}
    last = dict.fromkeys(segment, -1)
    for i, step in program.numbered():
        for a in step.args:
            if isinstance(a, int) and a in last:
                last[a] = max(last[a], segment[i])
    for operand in program.outputs:  # all outputs are stored by the last segment
        if isinstance(operand, int) and operand in last:
            last[operand] = len(ranges) - 1
    slots: dict[int, int] = {}
    free: list[int] = []
    used = 0
    for k, piece in enumerate(ranges):
        free += [slots[i] for i in slots if last[i] == k - 1]
        for i in piece:
            if last[i] > k:
                slots[i] = free.pop() if free else used
                used = max(used, slots[i] + 1)
    return slots


def _piece(
    program: Program,
    signature: Signature,
    shape: Shape,
    layout: str,
    name: str,
    steps: range,
    slots: dict[int, int],
    ends: bool,
) -> str:
    f = Lanes(shape)
    sources = [
        Uniform(f, f"%in{g}") if port.uniform else _array(f, layout, f"%in{g}", port.size, "%ldi")
        for g, port in enumerate(signature.takes)
    ]
    sinks = [
        _array(f, layout, f"%out{g}", port.size, "%ldo", f"%was{g}" * (layout == "streamed columns"))
        for g, port in enumerate(signature.gives)
    ]
    place_in = [(g, k) for g, port in enumerate(signature.takes) for k in range(port.size)]
    place_out = [(g, k) for g, port in enumerate(signature.gives) for k in range(port.size)]
    due: dict[Operand, list[int]] = {}
    for k, operand in enumerate(program.outputs):
        due.setdefault(operand, []).append(k)
    constants = sorted((k, c.value) for c, places in due.items() if isinstance(c, Const) for k in places) * (not slots)

    def load(i: int) -> str:
        if i in slots:  # an earlier segment made it
            return f.load(f.at("%scratch", slots[i] * shape.lanes))
        g, k = place_in[i]
        return sources[g].load(k)

    def stored(operand: Operand) -> None:
        for output in due.pop(operand, []):
            g, k = place_out[output]
            sinks[g].store(k, body.value(operand))

    def ready(i: int) -> None:
        if i in slots and i in steps:
            f.store(body.values[i], f.at("%scratch", slots[i] * shape.lanes))
        if not slots:
            stored(i)
        send((i - steps.start) / len(steps) if i in steps else 0.0)

    flows = [(g, k) for g, port in enumerate(signature.gives) for k in range(port.size)] * (layout == "flowing rows")
    sent = known = 0

    def send(part: float) -> None:
        """Part of the constants, and of the tile before: memory takes them slowly, and the steps between go on."""
        nonlocal sent, known
        for k, value in constants[known : round(part * len(constants))]:
            sinks[place_out[k][0]].store(place_out[k][1], shape.const(value))
            known += 1
        for g, k in flows[sent : round(part * len(flows))]:
            f.stream(f.load(f.at(f"%was{g}", k * shape.lanes)), f.at(f"%to{g}", k * shape.lanes))
            sent += 1

    body = Body(f, program, load, ready)
    body.write(steps)
    send(1.0)
    if ends:
        for operand in list(due):
            if slots or not isinstance(operand, Const):
                stored(operand)
    takes = arguments(signature) + further(signature, layout)
    head = [f"define internal void @{name}({takes}) #0 {{", "entry:"]
    for room in ("angles", "sines", "cosines") if body.angles else ():
        head.append(f"  %{room} = alloca {shape.vector}, i64 {body.angles}, align {shape.bytes * shape.lanes}")
    return "\n".join([*head, *f.lines, "  ret void", "}"])


def _array(f: Lanes, layout: str, base: str, size: int, ld: str, other: str = "") -> Rows | Columns:
    if layout in ("rows", "flowing rows"):
        return Rows(f, base, size)
    return Columns(f, base, str(f.shape.lanes) if layout == "lanes" else ld, other)
