"""Rows of states as columns, (lanes, n) as (n, lanes), by blocks that are transposed in registers; `turning` is the
way back."""

from ..lanes import Lanes, Shape
from ..layout import transposed


def turned(shape: Shape, size: int) -> str:
    """The function @turnedN(rows, columns) for rows of N = `size` numbers."""
    f, lanes = Lanes(shape), shape.lanes
    if size < lanes:
        _one_by_one(f, size)
    else:
        _by_blocks(f, size)
    f.do("ret void")
    head = f"define internal void @turned{size}(ptr noalias nocapture %from, ptr noalias nocapture %to) #0 {{"
    return "\n".join([head, "entry:", *f.lines, "}"])


def _one_by_one(f: Lanes, size: int) -> None:
    number, lanes = f.shape.number, f.shape.lanes
    for lane in range(lanes):
        for k in range(size):
            x = f.put(f"load {number}, ptr {f.at('%from', lane * size + k)}")
            f.do(f"store {number} {x}, ptr {f.at('%to', k * lanes + lane)}")


def _by_blocks(f: Lanes, size: int) -> None:
    """Transpose block by block; the last one starts early rather than run past the end: some numbers turn twice."""
    lanes = f.shape.lanes
    f.do("br label %block")
    f.block("block")
    f.lines.append("  %b = phi i64 [ 0, %entry ], [ %next, %block ]")
    beyond = f.put(f"icmp ugt i64 %b, {size - lanes}")
    start = f.put(f"select i1 {beyond}, i64 {size - lanes}, i64 %b")
    rows = [f.load(f.at("%from", f.put(f"add i64 {start}, {lane * size}"))) for lane in range(lanes)]
    for k, column in enumerate(transposed(f, rows)):
        f.store(column, f.at("%to", f.put(f"add i64 {f.put(f'mul i64 {start}, {lanes}')}, {k * lanes}")))
    f.lines.append(f"  %next = add i64 %b, {lanes}")
    f.do(f"br i1 {f.put(f'icmp ult i64 %next, {size}')}, label %block, label %exit")
    f.block("exit")
