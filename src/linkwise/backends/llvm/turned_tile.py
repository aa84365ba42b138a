"""The function of one tile whose answers are turned into rows at its end (turning.py), through the caches or past them.

Past the caches a tile sends the one before it, bit by bit as it computes: memory takes a burst of stores slowly, and
the steps after it would wait. The two take turns in two rooms of the scratch memory. What is on its way is there too:

    mail = { i64 pairs sent, ptr room of the tile before, ptr the other room, ptr to_0 … }
"""

from collections.abc import Sequence
from itertools import accumulate

from ...program import Signature
from .arguments import arguments
from .lanes import Shape
from .turning import pairs_of, sent_back, turned_back

SENDS = "  call void @send(ptr %mail)"
"""What a tile calls now and then as it computes."""


def sends_if_due(shape: Shape, signature: Signature) -> str:
    """The same between links, where calls in vain would take 3 % of the time; the block it ends in is %going."""
    total = sum(pairs_of(shape, port.size) for port in signature.gives)
    lines = ["  %gone = load i64, ptr %mail", f"  %due = icmp ult i64 %gone, {total}"]
    lines += ["  br i1 %due, label %send, label %going", "send:", SENDS, "  br label %going", "going:"]
    return "\n".join(lines)


def turned_tile(
    signature: Signature, shape: Shape, lines: Sequence[str], at: int, written: Sequence[Sequence[bool]], sends: int
) -> tuple[str, int]:
    """The text of

        void tile, tile.past       one tile, through and past the caches
        void prepare               before all tiles: clears the rooms; each tile writes the same numbers, and the others
                                   stay zero
        void finish                after all tiles: sends what is left

    and where the scratch memory ends. The `lines` leave answers as columns in %out0 … and call SENDS `sends` times."""
    sizes, T = [shape.lanes * len(each) for each in written], shape.number
    offsets = [0, *accumulate(sizes)]
    mail = at + 2 * offsets[-1]
    every, pairs = range(len(written)), [pairs_of(shape, len(each)) for each in written]
    functions = [text for g in every for text in (turned_back(shape, g, written[g]), *sent_back(shape, g, written[g]))]
    start = [f"  %mail = getelementptr {T}, ptr %scratch, i64 {mail}"]
    rooms = [f"  %room{k} = getelementptr {T}, ptr %scratch, i64 {at + k * offsets[-1]}" for k in range(2)]
    head, names = arguments(signature), arguments(signature, types=False)

    def within(room: str, name: str) -> list[str]:
        return [f"  %{name}{g} = getelementptr {T}, ptr {room}, i64 {offsets[g]}" for g in every]

    def columns(name: str) -> str:
        passed = names
        for g in reversed(every):
            passed = passed.replace(f"%out{g},", f"%{name}{g},")
        return f"  call void @tile.columns({passed})"

    def function(name: str, takes: str, body: Sequence[str]) -> None:
        functions.append("\n".join([f"define internal void @{name}({takes}) #0 {{", *body, "  ret void", "}"]))

    function("tile.columns", head, [*start, *lines])
    back = [f"  call void @turned_back{g}(ptr %c{g}, ptr %out{g})" for g in every]
    function("tile", head, [*rooms[:1], *within("%room0", "c"), columns("c"), *back])
    to = [_field(f"to{g}", 3 + g) for g in every]
    was, other = _field("was", 1), _field("other", 2)
    body = [*start, *was, *other, "  %room = load ptr, ptr %other.at", *within("%room", "c"), columns("c")]
    body += ["  call void @finish(ptr %scratch)", "  store i64 0, ptr %mail"]
    body += [
        "  %room.was = load ptr, ptr %was.at",
        "  store ptr %room, ptr %was.at",
        "  store ptr %room.was, ptr %other.at",
    ]
    body += [line for g in every for line in (*to[g], f"  store ptr %out{g}, ptr %to{g}.at")]
    function("tile.past", head, body)
    total = sum(pairs)
    function("send", "ptr %mail", _some(pairs, -(-total // max(sends, 1)), within("%room", "c")))
    ends = [f"  call void @sent_ends{g}(ptr %c{g}, ptr %to{g})" for g in every]
    loads = [line for g in every for line in (*to[g], f"  %to{g} = load ptr, ptr %to{g}.at")]
    body = [*start, *loads, "  %none = icmp eq ptr %to0, null", "  br i1 %none, label %done, label %rest", "rest:"]
    body += ["  br label %more", "more:", SENDS, "  %sent = load i64, ptr %mail"]
    body += [f"  %left = icmp ult i64 %sent, {total}", "  br i1 %left, label %more, label %ends", "ends:"]
    body += [*was, "  %room = load ptr, ptr %was.at", *within("%room", "c"), *ends, "  store ptr null, ptr %to0.at"]
    function("finish", "ptr %scratch", [*body, "  br label %done", "done:"])
    clear = "  call void @llvm.memset.p0.i64(ptr %{}{}, i8 0, i64 {}, i1 false)"
    clears = [g for g in every if not all(written[g])]
    first, second = ([clear.format(c, g, shape.bytes * sizes[g]) for g in clears] for c in "cd")
    body = [*start, *rooms, *within("%room0", "c"), *within("%room1", "d"), *was, *other, *to[0], *first]
    body += [f"  store i64 {total}, ptr %mail", "  store ptr %room0, ptr %was.at", "  store ptr %room1, ptr %other.at"]
    body += ["  store ptr null, ptr %to0.at", "  %twice = icmp ne i64 %stream, 0"]
    body += ["  br i1 %twice, label %second, label %done", "second:", *second, "  br label %done", "done:"]
    function("prepare", "ptr %scratch, i64 %stream", body)
    return "\n".join(functions), mail + shape.lanes * -(-8 * (3 + len(written)) // (shape.bytes * shape.lanes))


def _field(name: str, k: int) -> list[str]:
    return [f"  %{name}.at = getelementptr i64, ptr %mail, i64 {k}"]


def _some(pairs: Sequence[int], most: int, places: Sequence[str]) -> list[str]:
    """The body of @send: it sends the next few pairs of the tile before, whichever answers they belong to."""
    starts = [0, *accumulate(pairs)]
    lines = [
        "  %sent = load i64, ptr %mail",
        f"  %all = icmp uge i64 %sent, {starts[-1]}",
        "  br i1 %all, label %done, label %some",
        "some:",
        f"  %far = add i64 %sent, {most}",
        f"  %end = call i64 @llvm.umin.i64(i64 %far, i64 {starts[-1]})",
        "  store i64 %end, ptr %mail",
        *_field("was", 1),
        "  %room = load ptr, ptr %was.at",
        *places,
    ]
    for g in (g for g, count in enumerate(pairs) if count):
        lines += [
            f"  %low{g} = call i64 @llvm.umax.i64(i64 %sent, i64 {starts[g]})",
            f"  %high{g} = call i64 @llvm.umin.i64(i64 %end, i64 {starts[g + 1]})",
            f"  %here{g} = icmp ult i64 %low{g}, %high{g}",
            f"  br i1 %here{g}, label %of{g}, label %past{g}",
            f"of{g}:",
            *_field(f"to{g}", 3 + g),
            f"  %to{g} = load ptr, ptr %to{g}.at",
            f"  %first{g} = sub i64 %low{g}, {starts[g]}",
            f"  %last{g} = sub i64 %high{g}, {starts[g]}",
            f"  call void @sent_back{g}(ptr %c{g}, ptr %to{g}, i64 %first{g}, i64 %last{g})",
            f"  br label %past{g}",
            f"past{g}:",
        ]
    return [*lines, "  br label %done", "done:"]
