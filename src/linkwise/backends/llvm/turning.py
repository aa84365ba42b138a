"""Answers that lie in scratch memory number by number, (n, lanes), turned into rows of states, (lanes, n).

    void turned_backK(ptr from, ptr to)                          the K-th answer, through the caches
    void sent_backK(ptr from, ptr to, i64 first, i64 last)       past them, some pairs of blocks
    void sent_endsK(ptr from, ptr to)                            past them, what is in no pair

Blocks of as many numbers as there are lanes are transposed in registers. Blocks in which no state has anything but
zeros are known beforehand: they are written without being read. Memory takes a line of zeros in half the time of
another one.
"""

from collections.abc import Sequence

from .lanes import Lanes, Shape
from .layout import Rows, transposed


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


def pairs_of(shape: Shape, size: int) -> int:
    """Pairs of blocks of an answer, the last block or two left out."""
    return max(0, size // shape.lanes - 1) // 2


def sent_back(shape: Shape, which: int, written: Sequence[bool]) -> list[str]:
    """The two functions past the caches, where only whole aligned vectors may go: as rows need not begin with one, each
    vector is put together from two neighbouring blocks; where rows meet, number by number."""
    lanes, size = shape.lanes, len(written)
    shifts, pairs = [-r * size % lanes for r in range(lanes)], pairs_of(shape, size)
    zero = [not any(written[2 * p * lanes : (2 * p + 3) * lanes]) for p in range(pairs)]
    name = f"sent_back{which}"
    some = [_table(name, zero), _in_pairs(Lanes(shape), name, shifts, size)] if pairs else []
    return [*some, _ends(Lanes(shape), f"sent_ends{which}", shifts, size, pairs)]


def _in_pairs(f: Lanes, name: str, shifts: Sequence[int], size: int) -> str:
    """Two vectors of each row at a time."""
    lanes, vector = f.shape.lanes, f.shape.vector
    before = _block(f, f.put(f"mul i64 %first, {2 * lanes}"))
    f.do("br label %block")
    f.block("block")
    f.lines.append("  %b = phi i64 [ %first, %entry ], [ %next, %on ]")
    f.lines += [f"  %before{r} = phi {vector} [ {row}, %entry ], [ %last{r}, %on ]" for r, row in enumerate(before)]
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
    _again(f, "%last", last)
    return _function(f, name, ", i64 %first, i64 %last")


def _ends(f: Lanes, name: str, shifts: Sequence[int], size: int, pairs: int) -> str:
    """The last block or two, and where rows meet."""
    lanes, blocks = f.shape.lanes, size // f.shape.lanes
    done = [0] * lanes
    if blocks:
        rows, done = _block(f, str(2 * pairs * lanes)), [2 * pairs * lanes + shift for shift in shifts]
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
    return _function(f, name)


def _table(name: str, zero: Sequence[bool]) -> str:
    return f"@{name}.zero = private constant [{len(zero)} x i1] [{', '.join(f'i1 {z:d}' for z in zero)}]"


def _branch(f: Lanes, name: str, at: str) -> None:
    """To %zero, which follows, or to %full."""
    empty = f.put(f"load i1, ptr {f.put(f'getelementptr i1, ptr @{name}.zero, i64 {at}')}")
    f.do(f"br i1 {empty}, label %zero, label %full")
    f.block("zero")


def _again(f: Lanes, count: int | str, first: Sequence[str] = ()) -> None:
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


def _function(f: Lanes, name: str, further: str = "") -> str:
    f.do("ret void")
    head = f"define internal void @{name}(ptr noalias nocapture %from, ptr noalias nocapture %to{further}) #0 {{"
    return "\n".join([head, "entry:", *f.lines, "}"])
