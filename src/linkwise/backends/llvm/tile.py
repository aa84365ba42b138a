"""The function of one tile: as many states as there are lanes.

    void tile(ptr in_0 …, ptr out_0 …, i64 ldi, i64 ldo, ptr scratch)

A long program is cut into segments (segments.py), each a separate function.
"""

from dataclasses import dataclass

from ...program import Const, Operand, Program, Signature
from .arguments import arguments, further
from .body import Body
from .lanes import Lanes, Shape
from .layout import Columns, Rows, Uniform
from .segments import Plan, Store
from .turned_tile import SENDS, turned_tile


@dataclass(frozen=True)
class Tile:
    """Functions as LLVM text, and how many numbers of scratch memory they need; whether one of them, @tile.stream,
    writes past the caches, also the tile before it; whether one, @tile.flow, sends the tile before it there; whether
    answers are turned at the end (turned_tile.py)."""

    text: str
    scratch: int
    streams: bool = False
    flows: bool = False
    turned: bool = False

    def memory(self, signature: Signature, shape: Shape) -> int:
        """How many numbers of scratch memory a batch needs."""
        twice = signature.gives if self.flows else ()
        return self.scratch + shape.lanes * sum(port.size for port in (*signature.takes, *signature.gives, *twice))


def tile(program: Program, signature: Signature, shape: Shape, layout: str, name: str = "tile") -> Tile:
    """The function that does a tile of states laid out as rows or columns. There is a second one for large answers: in
    columns, unless they are those of one tile ("lanes"), and in rows where there is more to write than to read."""
    plan = Plan(program, signature, shape, layout)
    plain = _function(plan, signature, shape, layout, name)
    if layout == "rows" and shape.lanes > 1 and len(program.outputs) > len(program.inputs) and not plan.long:
        flowing = _function(plan, signature, shape, "flowing rows", "tile.flow")
        return Tile(f"{plain.text}\n{flowing.text}", plain.scratch, flows=True)
    if layout in ("rows", "lanes"):
        return plain
    streamed = _function(plan, signature, shape, "streamed columns", "tile.stream")
    return Tile(f"{plain.text}\n{streamed.text}", plain.scratch, streams=True)


def _function(plan: Plan, signature: Signature, shape: Shape, layout: str, name: str) -> Tile:
    pieces = [_Piece(plan, k, signature, shape, layout) for k in range(len(plan.segments))]
    if not plan.long:
        return Tile(pieces[0].text(name), 0)
    texts = [piece.text(f"{name}.{k}") for k, piece in enumerate(pieces)]
    takes, passed = (arguments(signature, types) + further(signature, layout, types) for types in (True, False))
    calls = [f"  call void @{name}.{k}({passed})" for k in range(len(texts))]
    scratch = shape.lanes * (1 + max(plan.slots.values(), default=-1))
    if plan.turned:
        lines = [line for call in calls for line in (call, SENDS)]
        text, scratch = turned_tile(signature, shape, lines, scratch, plan.written, len(calls))
        return Tile("\n".join([*texts, text]), scratch, turned=True)
    texts.append("\n".join([f"define internal void @{name}({takes}) #0 {{", *calls, "  ret void", "}"]))
    return Tile("\n".join(texts), scratch)


class _Piece:
    """The function of one segment."""

    def __init__(self, plan: Plan, which: int, signature: Signature, shape: Shape, layout: str):
        self.plan, self.segment, self.signature, self.shape = plan, plan.segments[which], signature, shape
        self.further = further(signature, layout)
        f = self.f = Lanes(shape)
        self.sources = [
            Uniform(f, f"%in{g}") if port.uniform else _array(f, layout, f"%in{g}", port.size, "%ldi")
            for g, port in enumerate(signature.takes)
        ]
        bases = [f"%out{g}" for g, _ in enumerate(signature.gives)]
        layout = "lanes" if plan.turned else layout
        self.sinks = [
            _array(f, layout, base, port.size, "%ldo", f"%was{g}" * (layout == "streamed columns"))
            for g, (base, port) in enumerate(zip(bases, signature.gives, strict=True))
        ]
        for g in plan.cleared if which == 0 and not plan.turned else ():
            size = shape.bytes * shape.lanes * signature.gives[g].size
            f.do(f"call void @llvm.memset.p0.i64(ptr align {shape.bytes} {bases[g]}, i8 0, i64 {size}, i1 false)")
        self.place_in = [(g, k) for g, port in enumerate(signature.takes) for k in range(port.size)]
        self.due: dict[Operand, list[Store]] = {}
        self.known: list[tuple[int, int, float]] = []
        for store in self.segment.stores:
            if isinstance(store.operand, Const) and not plan.long:
                self.known.append((store.array, store.place, store.operand.value))
            else:
                self.due.setdefault(store.operand, []).append(store)
        ports = enumerate(signature.gives) if layout == "flowing rows" else ()
        self.before = [(g, k) for g, port in ports for k in range(port.size)]
        self.sent = [0, 0]
        self.body = Body(f, plan.program, self._load, self._ready)

    def text(self, name: str) -> str:
        """The function; what was not stored on the way is stored at its end."""
        if self.segment.steps:
            self.body.write(self.segment.steps)
        self._send(1.0)
        for operand in list(self.due):
            self._stored(operand)
        shape, takes = self.shape, arguments(self.signature) + self.further
        head = [f"define internal void @{name}({takes}) #0 {{", "entry:"]
        for room in ("angles", "sines", "cosines") if self.body.angles else ():
            head.append(f"  %{room} = alloca {shape.vector}, i64 {self.body.angles}, align {shape.bytes * shape.lanes}")
        return "\n".join([*head, *self.f.lines, "  ret void", "}"])

    def _load(self, i: int) -> str:
        slots = self.plan.slots
        if i in slots:  # an earlier segment made it
            return self.f.load(self.f.at("%scratch", slots[i] * self.shape.lanes))
        g, k = self.place_in[i]
        return self.sources[g].load(k)

    def _ready(self, i: int) -> None:
        slots = self.plan.slots
        if i in slots and i in self.segment.steps:
            self.f.store(self.body.values[i], self.f.at("%scratch", slots[i] * self.shape.lanes))
        self._stored(i)
        steps = self.segment.steps
        self._send((i - steps.start) / len(steps) if i in steps else 0.0)

    def _send(self, part: float) -> None:
        """Part of the constants, and of the tile before: memory takes them slowly, and the steps between go on."""
        f, lanes = self.f, self.shape.lanes
        (a, b), (c, d) = zip(self.sent, (round(part * len(each)) for each in (self.known, self.before)), strict=True)
        for g, k, value in self.known[a:b]:
            self.sinks[g].store(k, self.shape.const(value))
        for g, k in self.before[c:d]:
            f.stream(f.load(f.at(f"%was{g}", k * lanes)), f.at(f"%to{g}", k * lanes))
        self.sent = [max(a, b), max(c, d)]

    def _stored(self, operand: Operand) -> None:
        for store in self.due.pop(operand, []):
            self.sinks[store.array].store(store.place, self.body.value(operand))


def _array(f: Lanes, layout: str, base: str, size: int, ld: str, other: str = "") -> Rows | Columns:
    if layout in ("rows", "flowing rows"):
        return Rows(f, base, size)
    return Columns(f, base, str(f.shape.lanes) if layout == "lanes" else ld, other)
