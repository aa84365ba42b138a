"""The function of one tile: as many states as there are lanes.

    void tile(ptr in_0 …, ptr out_0 …, i64 ldi, i64 ldo, ptr scratch)

A long program is cut into segments (segments.py), each a separate function.
"""

from dataclasses import dataclass

from ...program import Operand, Program, Signature
from .body import Body
from .lanes import Lanes, Shape
from .layout import Columns, Rows, Uniform
from .segments import Plan, Store


@dataclass(frozen=True)
class Tile:
    """Functions as LLVM text, and how many numbers of scratch memory they need; whether one of them, @tile.stream,
    writes past the caches."""

    text: str
    scratch: int
    streams: bool = False


def arguments(signature: Signature, types: bool = True) -> str:
    """The parameters of a tile's function, or the names to pass on."""
    names = [f"%in{g}" for g in range(len(signature.takes))] + [f"%out{g}" for g in range(len(signature.gives))]
    kind = "ptr noalias nocapture" if types else "ptr"
    return ", ".join([*(f"{kind} {name}" for name in names), "i64 %ldi", "i64 %ldo", "ptr %scratch"])


def tile(program: Program, signature: Signature, shape: Shape, layout: str, name: str = "tile") -> Tile:
    """The function that does a tile of states laid out as rows or columns; for columns there are two, unless they are
    those of one tile ("lanes")."""
    plain = _function(program, signature, shape, layout, name)
    if layout in ("rows", "lanes"):
        return plain
    streamed = _function(program, signature, shape, "streamed columns", "tile.stream")
    return Tile(f"{plain.text}\n{streamed.text}", plain.scratch, streams=True)


def _function(program: Program, signature: Signature, shape: Shape, layout: str, name: str) -> Tile:
    plan = Plan(program, signature, shape, layout)
    long = len(plan.segments) > 1
    pieces = [
        _piece(plan, k, signature, shape, layout, f"{name}.{k}" if long else name) for k in range(len(plan.segments))
    ]
    if long:
        calls = [f"  call void @{name}.{k}({arguments(signature, False)})" for k in range(len(pieces))]
        pieces.append(
            "\n".join([f"define internal void @{name}({arguments(signature)}) #0 {{", *calls, "  ret void", "}"])
        )
    return Tile("\n".join(pieces), shape.lanes * (1 + max(plan.slots.values(), default=-1)))


def _piece(plan: Plan, which: int, signature: Signature, shape: Shape, layout: str, name: str) -> str:
    f, segment, slots = Lanes(shape), plan.segments[which], plan.slots
    sources = [
        Uniform(f, f"%in{g}") if port.uniform else _array(f, layout, f"%in{g}", port.size, "%ldi")
        for g, port in enumerate(signature.takes)
    ]
    streamed = layout == "streamed columns"
    sinks = [_array(f, layout, f"%out{g}", port.size, "%ldo", streamed) for g, port in enumerate(signature.gives)]
    place_in = [(g, k) for g, port in enumerate(signature.takes) for k in range(port.size)]
    whole = len(plan.segments) == 1  # then inputs that are given too are stored when they are loaded
    awaited: dict[int, list[Store]] = {}
    missing: dict[Store, set[int]] = {}
    for store in segment.stores:
        missing[store] = {a for a in store.operands if isinstance(a, int) and (whole or a in segment.steps)}
        for a in missing[store]:
            awaited.setdefault(a, []).append(store)

    def load(i: int) -> str:
        if i in slots:  # an earlier segment made it
            return f.load(f.at("%scratch", slots[i] * shape.lanes))
        g, k = place_in[i]
        return sources[g].load(k)

    def put(store: Store) -> None:
        for k, operand in zip(store.places, store.operands, strict=True):
            sinks[store.array].store(k, body.value(operand))

    def ready(i: int) -> None:
        if i in slots and i in segment.steps:
            f.store(body.values[i], f.at("%scratch", slots[i] * shape.lanes))
        for store in awaited.get(i, ()):
            missing[store].discard(i)
            if not missing[store]:
                del missing[store]
                put(store)

    for g in plan.cleared if which == 0 else ():
        size = shape.bytes * shape.lanes * signature.gives[g].size
        f.do(f"call void @llvm.memset.p0.i64(ptr align {shape.bytes} %out{g}, i8 0, i64 {size}, i1 false)")
    body = Body(f, plan.program, load, ready)
    if segment.steps:
        body.write(segment.steps)
    late: dict[tuple[Operand, ...], list[Store]] = {}
    for store in missing:
        late.setdefault(store.operands, []).append(store)
    awaited.clear()
    for store in [store for stores in late.values() for store in stores]:
        put(store)
    head = [f"define internal void @{name}({arguments(signature)}) #0 {{", "entry:"]
    for room in ("angles", "sines", "cosines") if body.angles else ():
        head.append(f"  %{room} = alloca {shape.vector}, i64 {body.angles}, align {shape.bytes * shape.lanes}")
    return "\n".join([*head, *f.lines, "  ret void", "}"])


def _array(f: Lanes, layout: str, base: str, size: int, ld: str, streamed: bool = False) -> Rows | Columns:
    if layout == "rows":
        return Rows(f, base, size)
    return Columns(f, base, str(f.shape.lanes) if layout == "lanes" else ld, streamed)
