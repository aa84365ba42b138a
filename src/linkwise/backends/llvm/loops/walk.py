"""The walk after the sweeps: links inwards, and past each link what all its descendants have sent.

    void walk(ptr in_0 …, ptr out_0 …, i64 ldi, i64 ldo, ptr kept, ptr slots, ptr sent, ptr mail)

calls for each link the function of its kind,

    void walk.kindJ(ptr in_0 …, ptr out_0 …, ptr number, ptr kept, ptr sent, i64 first, i64 last, i64 link, i64 ldo)

which computes what depends on the link alone, and then goes over its descendants from `first` to `last`. In a batch the
lanes are states. For single states in rows the lanes are descendants, and those left over are done one by one.
"""

from ....program import Const, Loop, Operand
from ....program.passes.cut import Part
from ..body import Body
from ..lanes import Lanes, Shape
from ..layout import Uniform
from ..turned_tile import sends_if_due
from .sweep import arrays_of, by_kind, numbers_of, over_links, sent_at


def walk(loop: Loop, shape: Shape, layout: str, widest: int, sends: bool) -> str:
    """The functions of the walk; `widest` is the number of lanes of a register, and some of the tile before may be sent
    after each link."""
    lanes = widest if shape.lanes == 1 and layout == "rows" else 1
    functions = []
    for j, each in enumerate(loop.cuts):
        if lanes > 1:
            side_by_side = Shape(lanes, shape.dtype, shape.fuses)
            functions.append(_past(f"walk.kind{j}.vectors", each.parts[-1], loop, shape, side_by_side))
        functions.append(_past(f"walk.kind{j}", each.parts[-1], loop, shape, shape))
    return "\n".join([*functions, _ways(loop), _all(loop, shape, lanes, sends)])


def _ways(loop: Loop) -> str:
    """The constant tables: @ways holds each link's kind, its place in the order and the end of its descendants there,
    @order the links in that order."""
    rows = [(kind, way.start - 1, way.stop) for kind, way in zip(loop.classes, loop.beyond, strict=True)]
    ways, order = ([f"i64 {x}" for x in every] for every in ([x for row in rows for x in row], loop.order))
    return "\n".join(
        f"@{name} = internal constant [{len(every)} x i64] [{', '.join(every)}], align 64"
        for name, every in (("ways", ways), ("order", order))
    )


def _in_order(loop: Loop) -> bool:
    return loop.order == tuple(range(len(loop.order)))


def _past(name: str, part: Part, loop: Loop, states: Shape, shape: Shape) -> str:
    """The function of one kind of link, on lanes of states or, if the states are single, of descendants."""
    f, program = Lanes(shape), part.program
    first, count, single = len(program.inputs), len(loop.parents), states.lanes == 1
    apart, step = sent_at(loop, states)
    moves = {i for i, place in enumerate(part.reads) if place.room == "met"}
    for i, (_, args) in program.numbered():
        if any(a in moves for a in args):
            moves.add(i)
    due: dict[Operand, list[int]] = {}
    for output, operand in enumerate(program.outputs):
        room, index = part.writes[output]
        nothing = room == "entry" and not loop.entries[index][2] and _empty(loop, loop.entries[index][0])
        if not nothing and not (room == "passed" and _unchanged(part, output)):
            due.setdefault(operand, []).append(output)

    def load(i: int) -> str:
        room, index = part.reads[i]
        if room == "met":
            return f.load(f.at("%here", index * apart))
        base, at = {"number": ("%number", index), "kept": ("%kept", index), "state": (f"%in{index}", 0)}[room]
        if single or room == "number":
            return Uniform(f, base).load(at)
        return f.load(f.at(base, shape.lanes * at))

    def stored(operand: Operand) -> None:
        for output in due.pop(operand, []) if inside else ():
            room, index = part.writes[output]
            value = body.value(operand)
            if room == "passed":
                f.store(value, f.at("%here", index * apart))
            else:
                _entry(f, value, loop, index, single)

    inside = False
    body = Body(f, program, load, stored)
    for i, place in enumerate(part.reads):
        if place.room != "met":
            body.value(i)
    for still in (True, False):
        if not still:
            inside = True
            _begin(f, step)
        indices = [i for i in range(first, first + len(program.steps)) if (i in moves) != still]
        if indices:
            body.write(indices)
    for operand in list(due):
        stored(operand)
    f.lines.append(f"  %next = add i64 %i, {shape.lanes if single else 1}")
    f.do("br label %each")
    f.block("exit")
    f.do("ret void")
    pointers = [*arrays_of(loop), "number", "kept", "sent"]
    named = ", ".join([*(f"ptr noalias nocapture %{p}" for p in pointers), *_WHOLE])
    head = [f"define internal void @{name}({named}) #0 {{", "entry:"]
    row = f"  %row = mul i64 %link, {count}"
    return "\n".join([*head, row, *f.lines, "}"])


_WHOLE = ("i64 %first", "i64 %last", "i64 %link", "i64 %ldo")


def _unchanged(part: Part, output: int) -> bool:
    """Whether a number is handed on as it came."""
    operand = part.program.outputs[output]
    return (
        isinstance(operand, int)
        and operand < len(part.reads)
        and part.reads[operand] == ("met", part.writes[output].at)
    )


def _begin(f: Lanes, step: int) -> None:
    """The start of the loop over descendants; %here is where the numbers of the present one are."""
    before = "still"
    f.do(f"br label %{before}")
    f.block(before)
    f.do("br label %each")
    f.block("each")
    f.lines.append(f"  %i = phi i64 [ %first, %{before} ], [ %next, %past ]")
    f.do(f"br i1 {f.put('icmp ult i64 %i, %last')}, label %past, label %exit")
    f.block("past")
    f.lines.append(f"  %step = mul i64 %i, {step}")
    f.lines.append(f"  %here = getelementptr {f.shape.number}, ptr %sent, i64 %step")


def _entry(f: Lanes, value: str, loop: Loop, index: int, single: bool) -> None:
    """Store an entry of a pair, or those of a link and several descendants side by side."""
    g, c, near = loop.entries[index]
    m, count, shape = loop.block(g), len(loop.parents), f.shape

    def place(at: str) -> str:
        i = at
        if not _in_order(loop):
            i = f.put(f"load i64, ptr {f.put(f'getelementptr i64, ptr @order, i64 {at}')}")
        row, column = ("%row", i) if near else (f.put(f"mul i64 {i}, {count}"), "%link")
        entry = f.put(f"mul i64 {f.put(f'add i64 {row}, {column}')}, {m}")
        entry = f.put(f"add i64 {entry}, {c}") if c else entry
        return f.at(f"%out{g}", f.put(f"mul i64 {entry}, %ldo"))

    if not single or shape.lanes == 1 or (near and m == 1 and _in_order(loop)):
        f.store(value, place("%i"))
        return
    for lane in range(shape.lanes):
        x = f.put(f"extractelement {shape.vector} {value}, i64 {lane}")
        there = place(f.put(f"add i64 %i, {lane}"))
        f.do(f"store {shape.number} {x}, ptr {there}, align {shape.bytes}")


def _all(loop: Loop, shape: Shape, lanes: int, sends: bool) -> str:
    """Link after link."""
    f = Lanes(shape)
    count, kept = len(loop.parents), max(each.kept for each in loop.cuts)
    f.do("br label %link")
    f.block("link")
    f.lines.append(f"  %k = phi i64 [ 0, %entry ], [ %next, %{'going' if sends else 'on'} ]")
    i = f.put(f"sub i64 {count - 1}, %k")
    kind, place, last = (
        f.put(f"load i64, ptr {f.put(f'getelementptr [3 x i64], ptr @ways, i64 {i}, i64 {k}')}") for k in range(3)
    )
    first = f.put(f"add i64 {place}, 1")
    here = [
        f.at(f"%{name}", f.put(f"mul i64 {i}, %ldi")) if name.startswith("in") else f"%{name}"
        for name in arrays_of(loop)
    ]
    here += [f.at(numbers_of(loop), f.put(f"mul i64 {i}, {loop.columns}"))]
    here += [f.at("%kept", f.put(f"mul i64 {i}, {shape.lanes * kept}")), "%sent"]
    pointers, kinds = ", ".join(f"ptr {name}" for name in here), range(len(loop.cuts))
    if lanes > 1:
        beyond = f.put(f"sub i64 {last}, {first}")
        middle = f.put(f"sub i64 {last}, {f.put(f'urem i64 {beyond}, {lanes}')}")
        some = f"{pointers}, i64 {first}, i64 {middle}, i64 {i}, i64 %ldo"
        by_kind(f, kind, [f"walk.kind{j}.vectors" for j in kinds], some, "rest")
        first = middle
    by_kind(f, kind, [f"walk.kind{j}" for j in kinds], f"{pointers}, i64 {first}, i64 {last}, i64 {i}, i64 %ldo")
    f.lines += [*([sends_if_due(shape, loop.signature)] if sends else []), "  %next = add i64 %k, 1"]
    f.do(f"br i1 {f.put(f'icmp ult i64 %next, {count}')}, label %link, label %exit")
    f.block("exit")
    f.do("ret void")
    return "\n".join([over_links("walk", loop), "entry:", *f.lines, "}"])


def _empty(loop: Loop, g: int) -> bool:
    """Whether the sender's row has no entries in an array: it has them on one side of the diagonal only."""
    sides = [k for k, (array, _, near) in enumerate(loop.entries) if array == g and not near]
    parts = [each.parts[-1] for each in loop.cuts]
    written = [(part.writes[k], operand) for part in parts for k, operand in enumerate(part.program.outputs)]
    return all(operand == Const(0.0) for (room, at), operand in written if room == "entry" and at in sides)


def zeros(loop: Loop, shape: Shape, layout: str) -> str:
    """The function @zeros(out_0 …, ldo), called first: 0 in all arrays in which some pairs have no entries."""
    chain = all(parent == i - 1 for i, parent in enumerate(loop.parents))
    gives = loop.signature.gives
    some = [g for g in range(len(gives)) if loop.block(g) and not (chain and not _empty(loop, g))]
    lines, block = [], "entry"
    for g in some:
        if layout == "rows":
            size = shape.bytes * shape.lanes * gives[g].size
            lines.append(f"  call void @llvm.memset.p0.i64(ptr %out{g}, i8 0, i64 {size}, i1 false)")
            continue
        lines += [
            f"  br label %z{g}",
            f"z{g}:",
            f"  %z{g}.k = phi i64 [ 0, %{block} ], [ %z{g}.next, %z{g} ]",
            f"  %z{g}.off = mul i64 %z{g}.k, %ldo",
            f"  %z{g}.at = getelementptr {shape.number}, ptr %out{g}, i64 %z{g}.off",
            f"  store {shape.vector} {shape.const(0.0)}, ptr %z{g}.at, align {shape.bytes}",
            f"  %z{g}.next = add i64 %z{g}.k, 1",
            f"  %z{g}.more = icmp ult i64 %z{g}.next, {gives[g].size}",
            f"  br i1 %z{g}.more, label %z{g}, label %z{g}.end",
            f"z{g}.end:",
        ]
        block = f"z{g}.end"
    named = ", ".join([*(f"ptr %out{g}" for g in range(len(gives))), "i64 %ldo"])
    head = [
        f"define internal void @zeros({named}) #0 {{",
        "entry:",
    ]
    return "\n".join([*head, *lines, "  ret void", "}"])


def written(loop: Loop) -> list[list[bool]]:
    """For each array, which of its numbers sweeps and walk store; the others are zero, but for a loop that inverts."""
    count, every = len(loop.parents), []
    for g, port in enumerate(loop.signature.gives):
        m = loop.block(g)
        numbers = [not m or loop.inverts] * port.size
        pairs = [(i, i) for i in range(count)] if m else []
        for i, way in enumerate(loop.beyond if m and loop.walk else ()):
            for j in (loop.order[at] for at in way):
                pairs += [(i, j)] if _empty(loop, g) else [(i, j), (j, i)]
        for row, column in pairs:
            numbers[(row * count + column) * m : (row * count + column + 1) * m] = [True] * m
        every.append(numbers)
    return every
