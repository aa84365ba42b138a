"""Rows of states as columns, and back: (lanes, n) ↔ (n, lanes), by blocks that are transposed in registers."""

from ..lanes import Lanes, Shape
from ..layout import transposed


def turns(shape: Shape, size: int) -> list[str]:
    """The functions @turnedN(rows, columns) and @turned_backN(columns, rows) for rows of N = `size` numbers."""
    return [_turned(shape, size, f"turned{size}", True), _turned(shape, size, f"turned_back{size}", False)]


def _turned(shape: Shape, size: int, name: str, inwards: bool) -> str:
    f = Lanes(shape)
    lanes = shape.lanes
    if size < lanes:
        _one_by_one(f, size, inwards)
    else:
        _by_blocks(f, size, inwards)
    f.do("ret void")
    head = f"define internal void @{name}(ptr noalias nocapture %from, ptr noalias nocapture %to) #0 {{"
    return "\n".join([head, "entry:", *f.lines, "}"])


def _one_by_one(f: Lanes, size: int, inwards: bool) -> None:
    number, lanes = f.shape.number, f.shape.lanes
    for lane in range(lanes):
        for k in range(size):
            row, column = lane * size + k, k * lanes + lane
            x = f.put(f"load {number}, ptr {f.at('%from', row if inwards else column)}")
            f.do(f"store {number} {x}, ptr {f.at('%to', column if inwards else row)}")


def _by_blocks(f: Lanes, size: int, inwards: bool) -> None:
    """Transpose block by block; the last one starts early rather than run past the end: some numbers turn twice."""
    lanes = f.shape.lanes
    f.do("br label %block")
    f.block("block")
    f.lines.append("  %b = phi i64 [ 0, %entry ], [ %next, %block ]")
    beyond = f.put(f"icmp ugt i64 %b, {size - lanes}")
    start = f.put(f"select i1 {beyond}, i64 {size - lanes}, i64 %b")
    rows = [f.put(f"add i64 {start}, {lane * size}") for lane in range(lanes)]
    columns = [f.put(f"add i64 {f.put(f'mul i64 {start}, {lanes}')}, {k * lanes}") for k in range(lanes)]
    sources, targets = (rows, columns) if inwards else (columns, rows)
    values = transposed(f, [f.load(f.at("%from", source)) for source in sources])
    for value, target in zip(values, targets, strict=True):
        f.store(value, f.at("%to", target))
    f.lines.append(f"  %next = add i64 %b, {lanes}")
    f.do(f"br i1 {f.put(f'icmp ult i64 %next, {size}')}, label %block, label %exit")
    f.block("exit")
