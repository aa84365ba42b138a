"""The sweeps of a recursion as functions.

    void sweepK(ptr in_0 …, ptr out_0 …, i64 ldi, i64 ldo, ptr kept, ptr slots, ptr sent, ptr mail)

goes over all links and calls for each the function of its kind,

    void sweepK.kindJ(ptr in_0 …, ptr out_0 …, ptr number, ptr kept, ptr sent, ptr met, ptr before, ptr passed, i64 ldo)

a separate function, so that the compiler does not carry constants around the loop in registers it does not have.
"""

from collections.abc import Sequence

from ....program import Loop, Operand
from ....program.passes.cut import Part
from ...interpreter.loop import example
from ..body import Body
from ..lanes import Lanes, Shape
from ..layout import Uniform
from ..turned_tile import sends_if_due
from .slots import Slots


def tables(loop: Loop, places: Sequence[Slots], dtype: str) -> str:
    """The constant tables: @numbers holds a row for each link unless the loop is opened, @links its class and, for each
    sweep, its places."""
    one = Shape(1, dtype)
    links = [
        [kind, *(p for s in places for p in (s.meets[i], s.before[i], s.passes[i]))]
        for i, kind in enumerate(loop.classes)
    ]
    indices = ", ".join(f"i64 {k}" for row in links for k in row)
    lines = [f"@links = internal constant [{len(links) * len(links[0])} x i64] [{indices}], align 64"]
    if not loop.opened:
        table = example(loop)[: len(links) * loop.columns]
        entries = ", ".join(f"{one.number} {one.const(x)}" for x in table.tolist())
        lines.insert(0, f"@numbers = internal constant [{table.size} x {one.number}] [{entries}], align 64")
    return "\n".join(lines)


def sweep_over(k: int, loop: Loop, places: Slots, shape: Shape, sends: bool) -> str:
    """The functions of the k-th sweep, of one link of each kind and of all; whether some of the tile before is sent
    after each link."""
    steps = [_step(f"sweep{k}.kind{j}", each.parts[k], loop, places.adds, shape) for j, each in enumerate(loop.cuts)]
    return "\n".join([*steps, _all(k, loop, places, shape, sends)])


def arrays_of(loop: Loop) -> list[str]:
    """The names of the arrays that a loop takes and gives, but for open numbers."""
    return [f"in{g}" for g in range(len(loop.states))] + [f"out{g}" for g in range(len(loop.signature.gives))]


def numbers_of(loop: Loop) -> str:
    """What a function that goes over all links calls the table."""
    return "%numbers" if loop.opened else "@numbers"


def sent_at(loop: Loop, shape: Shape) -> tuple[int, int]:
    """How far apart the numbers sent by one link are, and those of one link from the next's in `loop.order`. For
    single states the links are side by side: what they send is handed on by vectors of links."""
    return (shape.lanes, shape.lanes * loop.walk) if shape.lanes > 1 else (len(loop.parents), 1)


def _step(name: str, part: Part, loop: Loop, adds: bool, shape: Shape) -> str:
    f = Lanes(shape)
    uniform = Uniform(f, "%number")
    lanes = shape.lanes
    bases = {"kept": "%kept", "met": "%met", "passed": "%passed"}
    due: dict[Operand, list[int]] = {}
    for output, operand in enumerate(part.program.outputs):
        due.setdefault(operand, []).append(output)

    def load(i: int) -> str:
        room, index = part.reads[i]
        if room == "number":
            return uniform.load(index)
        return f.load(f"%in{index}" if room == "state" else f.at(bases[room], lanes * index))

    def place(room: str, index: int) -> str:
        if room == "answer":
            g, c = loop.own[index]
            return f.at(f"%out{g}", f.put(f"mul i64 %ldo, {c}")) if c else f"%out{g}"
        return f.at("%sent", index * sent_at(loop, shape)[0]) if room == "sent" else f.at(bases[room], lanes * index)

    def stored(operand: Operand) -> None:
        for output in due.pop(operand, []):
            room, index = part.writes[output]
            value = body.value(operand)
            if room == "passed" and adds:
                value = f.op("fadd", f.load(f.at("%before", lanes * index)), value)
            f.store(value, place(room, index))

    body = Body(f, part.program, load, stored)
    body.write()
    for operand in list(due):
        stored(operand)
    pointers = [*arrays_of(loop), "number", "kept", "sent", "met"]
    named = [*(f"ptr noalias nocapture %{p}" for p in pointers), "ptr %before", "ptr %passed", "i64 %ldo"]
    head = [f"define internal void @{name}({', '.join(named)}) #0 {{", "entry:"]
    for room in ("angles", "sines", "cosines") if body.angles else ():
        head.append(f"  %{room} = alloca {shape.vector}, i64 {body.angles}, align {shape.bytes * lanes}")
    return "\n".join([*head, *f.lines, "  ret void", "}"])


def _all(k: int, loop: Loop, places: Slots, shape: Shape, sends: bool) -> str:
    f = Lanes(shape)
    outwards, start = loop.sweeps[k]
    cuts, lanes, width, count = loop.cuts, shape.lanes, len(start), len(places.meets)
    opened = Uniform(f, numbers_of(loop))
    for j, x in enumerate(start):
        first = opened.load(loop.starts[k] + j) if loop.opened else shape.const(x)
        f.store(first, f.at("%slots", lanes * (places.start * width + j)))
    f.do("br label %link")
    f.block("link")
    f.lines.append(f"  %k = phi i64 [ 0, %entry ], [ %next, %{'going' if sends else 'on'} ]")
    i = f.put("add i64 %k, 0" if outwards else f"sub i64 {count - 1}, %k")
    entry = f.put(f"mul i64 {i}, {1 + 3 * len(loop.sweeps)}")

    def of_link(column: int) -> str:
        at = f.put(f"add i64 {entry}, {column}")
        return f.put(f"load i64, ptr {f.put(f'getelementptr i64, ptr @links, i64 {at}')}")

    def number_at(base: str, index: str, step: str | int) -> str:
        return f.at(base, f.put(f"mul i64 {index}, {step}"))

    kind = of_link(0)
    here = {name: number_at(f"%{name}", i, _stride(f, loop, name)) for name in arrays_of(loop)}
    here["number"] = number_at(numbers_of(loop), i, loop.columns)
    here["kept"] = number_at("%kept", i, lanes * max(each.kept for each in cuts))
    if loop.walk:
        places_at = f.put(f"getelementptr [3 x i64], ptr @ways, i64 {i}, i64 1")
        here["sent"] = number_at("%sent", f.put(f"load i64, ptr {places_at}"), sent_at(loop, shape)[1])
    else:
        here["sent"] = "%sent"
    for column, name in enumerate(("met", "before", "passed")):
        here[name] = number_at("%slots", of_link(1 + 3 * k + column), lanes * width)
    passed = ", ".join([*(f"ptr {name}" for name in here.values()), "i64 %ldo"])
    by_kind(f, kind, [f"sweep{k}.kind{j}" for j in range(len(cuts))], passed)
    f.lines += [*([sends_if_due(shape, loop.signature)] if sends else []), "  %next = add i64 %k, 1"]
    f.do(f"br i1 {f.put(f'icmp ult i64 %next, {count}')}, label %link, label %exit")
    f.block("exit")
    f.do("ret void")
    return "\n".join([over_links(f"sweep{k}", loop), "entry:", *f.lines, "}"])


def over_links(name: str, loop: Loop) -> str:
    """The head of a function that goes over all links."""
    arrays = ", ".join(f"ptr %{array}" for array in arrays_of(loop))
    rooms = "ptr %kept, ptr %slots, ptr noalias %sent, ptr %mail" + ", ptr %numbers" * loop.opened
    return f"define internal void @{name}({arrays}, i64 %ldi, i64 %ldo, {rooms}) #0 {{"


def by_kind(f: Lanes, kind: str, functions: Sequence[str], passed: str, on: str = "on") -> None:
    """Calls the function of a link's kind, and goes on at a new block."""
    others = " ".join(f"i64 {j}, label %{on}.kind{j}" for j in range(1, len(functions)))
    f.do(f"switch i64 {kind}, label %{on}.kind0 [ {others} ]")
    for j, function in enumerate(functions):
        f.block(f"{on}.kind{j}")
        f.do(f"call void @{function}({passed})")
        f.do(f"br label %{on}")
    f.block(on)


def _stride(f: Lanes, loop: Loop, name: str) -> str:
    """How far a link's own numbers are from the next link's: those of a square array are on its diagonal."""
    if name.startswith("in"):
        return "%ldi"
    block = loop.block(int(name[3:]))
    return f.put(f"mul i64 %ldo, {block * (len(loop.parents) + 1)}") if block else "%ldo"
