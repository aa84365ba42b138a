"""Answers that lie in scratch memory number by number, (n, lanes), turned into rows of states, (lanes, n).

    void turned_backK(ptr from, ptr to)     for the K-th answer, through the caches
    void sent_backK(ptr from, ptr to)       past them

Blocks of as many numbers as there are lanes are transposed in registers. Blocks in which no state has anything but
zeros are known beforehand: they are written without being read. Memory takes a line of zeros in half the time of
another one, and two lines side by side faster than lines of different rows.
"""

from collections.abc import Sequence

from ...program import Signature
from .arguments import arguments
from .lanes import Lanes, Shape
from .layout import Rows, transposed


def turned_tile(
    signature: Signature, shape: Shape, lines: Sequence[str], rooms: Sequence[int], written: Sequence[Sequence[bool]]
) -> str:
    """The functions @tile and @tile.past, whose `lines` leave the answers in rooms of the scratch memory, and @prepare,
    which clears these once before all tiles: each tile writes the same numbers, and the others stay zero."""
    every = range(len(signature.gives))
    functions = [each(shape, g, written[g]) for g in every for each in (turned_back, sent_back)]
    head, passed = arguments(signature), arguments(signature, types=False)
    functions.append("\n".join([f"define internal void @tile.columns({head}) #0 {{", *lines, "  ret void", "}"]))
    places = [f"  %room{g} = getelementptr {shape.number}, ptr %scratch, i64 {rooms[g]}" for g in every]
    for name, verb in (("tile", "turned"), ("tile.past", "sent")):
        calls = [f"  call void @{verb}_back{g}(ptr %room{g}, ptr %out{g})" for g in every]
        body = [f"  call void @tile.columns({passed})", *places, *calls]
        functions.append("\n".join([f"define internal void @{name}({head}) #0 {{", *body, "  ret void", "}"]))
    clear = "  call void @llvm.memset.p0.i64(ptr %room{}, i8 0, i64 {}, i1 false)"
    sizes = [shape.bytes * shape.lanes * len(each) for each in written]
    clears = [clear.format(g, sizes[g]) for g in every if not all(written[g])]
    return "\n".join(
        [*functions, "define internal void @prepare(ptr %scratch) #0 {", *places, *clears, "  ret void", "}"]
    )


def turned_back(shape: Shape, which: int, written: Sequence[bool]) -> str:
    """The function for an answer of which those numbers are ever written; the last block starts early rather than run
    past the end: some numbers are turned twice."""
    f, lanes, size = Lanes(shape), shape.lanes, len(written)
    if size < lanes:
        rows = Rows(f, "%to", size)
        for k in range(size):
            rows.store(k, f.load(f.at("%from", k * lanes)))
        return _function(f, f"turned_back{which}")
    starts = [min(k, size - lanes) for k in range(0, size, lanes)]
    table = _table(f"turned_back{which}", [not any(written[start : start + lanes]) for start in starts])
    f.do("br label %block")
    f.block("block")
    f.lines.append("  %b = phi i64 [ 0, %entry ], [ %next, %on ]")
    late = f.put(f"icmp eq i64 %b, {len(starts) - 1}")
    start = f.put(f"select i1 {late}, i64 {size - lanes}, i64 {f.put(f'mul i64 %b, {lanes}')}")
    to = f.at("%to", start)
    _branch(f, f"turned_back{which}", "%b")
    for r in range(lanes):
        f.store("zeroinitializer", f.at(to, r * size))
    f.do("br label %on")
    f.block("full")
    for r, row in enumerate(_block(f, start)):
        f.store(row, f.at(to, r * size))
    f.do("br label %on")
    _again(f, len(starts))
    return f"{table}\n{_function(f, f'turned_back{which}')}"


def sent_back(shape: Shape, which: int, written: Sequence[bool]) -> str:
    """The same past the caches, where only whole aligned vectors may go: as rows need not begin with one, each vector
    is put together from two neighbouring blocks, where rows meet number by number. (A few ordinary stores in between
    would have the processor fetch what is about to be written: M of PR2 took 0.33 µs instead of 0.XX.)"""
    f, lanes, size = Lanes(shape), shape.lanes, len(written)
    blocks, name = size // lanes, f"sent_back{which}"
    shifts = [-r * size % lanes for r in range(lanes)]
    pairs, table = max(0, blocks - 1) // 2, ""
    done = [0] * lanes
    if blocks:
        rows = _block(f, "0")
        if pairs:
            table = _table(name, [not any(written[2 * p * lanes : (2 * p + 3) * lanes]) for p in range(pairs)])
            rows = _pairs(f, name, pairs, rows, shifts, size)
        done = [2 * pairs * lanes + shift for shift in shifts]
        if 2 * pairs + 1 < blocks:
            rows, before = _block(f, str((2 * pairs + 1) * lanes)), rows
            for r, shift in enumerate(shifts):
                f.stream(_shifted(f, before[r], rows[r], shift), f.at("%to", r * size + done[r]))
                done[r] += lanes
        for r in (r for r, shift in enumerate(shifts) if not shift):
            f.stream(rows[r], f.at("%to", r * size + done[r]))
            done[r] += lanes
    for start in range(0, size * lanes, lanes):
        places = [divmod(start + lane, size) for lane in range(lanes)]
        if not all(blocks and shifts[r] <= k < done[r] for r, k in places):
            f.stream(_gathered(f, places), f.at("%to", start))
    return f"{table}\n{_function(f, name)}"


def _pairs(f: Lanes, name: str, pairs: int, first: list[str], shifts: list[int], size: int) -> list[str]:
    """Two vectors of each row at a time; returns the last block's rows, which are still to be written."""
    lanes, vector = f.shape.lanes, f.shape.vector
    f.do("br label %block")
    f.block("block")
    f.lines.append("  %b = phi i64 [ 0, %entry ], [ %next, %on ]")
    f.lines += [f"  %before{r} = phi {vector} [ {row}, %entry ], [ %last{r}, %on ]" for r, row in enumerate(first)]
    start = f.put(f"mul i64 %b, {2 * lanes}")
    to = f.at("%to", start)
    _branch(f, name, "%b")
    for r, shift in enumerate(shifts):
        for k in (0, lanes):
            f.stream("zeroinitializer", f.at(to, r * size + shift + k))
    f.do("br label %on")
    f.block("full")
    near, far = (_block(f, f.put(f"add i64 {start}, {k * lanes}")) for k in (1, 2))
    for r, shift in enumerate(shifts):
        f.stream(_shifted(f, f"%before{r}", near[r], shift), f.at(to, r * size + shift))
        f.stream(_shifted(f, near[r], far[r], shift), f.at(to, r * size + shift + lanes))
    f.do("br label %on")
    last = [f"  %last{r} = phi {vector} [ zeroinitializer, %zero ], [ {row}, %full ]" for r, row in enumerate(far)]
    _again(f, pairs, last)
    return [f"%last{r}" for r in range(lanes)]


def _table(name: str, zero: Sequence[bool]) -> str:
    return f"@{name}.zero = private constant [{len(zero)} x i1] [{', '.join(f'i1 {z:d}' for z in zero)}]"


def _branch(f: Lanes, name: str, at: str) -> None:
    """To %zero, which follows, or to %full."""
    empty = f.put(f"load i1, ptr {f.put(f'getelementptr i1, ptr @{name}.zero, i64 {at}')}")
    f.do(f"br i1 {empty}, label %zero, label %full")
    f.block("zero")


def _again(f: Lanes, count: int, first: Sequence[str] = ()) -> None:
    """The end of the loop over %b; what follows comes after it."""
    f.block("on")
    f.lines += [*first, "  %next = add i64 %b, 1"]
    f.do(f"br i1 {f.put(f'icmp ult i64 %next, {count}')}, label %block, label %done")
    f.block("done")


def _block(f: Lanes, start: str) -> list[str]:
    """The rows of a block."""
    lanes = f.shape.lanes
    column = f.at("%from", f.put(f"mul i64 {start}, {lanes}"))
    return transposed(f, [f.load(f.at(column, c * lanes)) for c in range(lanes)])


def _shifted(f: Lanes, a: str, b: str, shift: int) -> str:
    return f.shuffle(a, b, [k + shift for k in range(f.shape.lanes)]) if shift else a


def _gathered(f: Lanes, places: Sequence[tuple[int, int]]) -> str:
    """A vector of numbers from anywhere: of state r number k."""
    vector, shape = "poison", f.shape
    for lane, (r, k) in enumerate(places):
        x = f.put(f"load {shape.number}, ptr {f.at('%from', k * shape.lanes + r)}, align {shape.bytes}")
        vector = f.put(f"insertelement {shape.vector} {vector}, {shape.number} {x}, i64 {lane}")
    return vector


def _function(f: Lanes, name: str) -> str:
    f.do("ret void")
    head = f"define internal void @{name}(ptr noalias nocapture %from, ptr noalias nocapture %to) #0 {{"
    return "\n".join([head, "entry:", *f.lines, "}"])
